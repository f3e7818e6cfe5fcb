package knowledge

import (
	"fmt"
	"strings"
)

// statements are the search statement by the number of embedding spaces that the question has a vector in.
var statements = func() (out [askedSpaces + 1]string) {
	for n := range out {
		arms := []string{noVectors}
		for i := range n {
			arms = append(arms, strings.ReplaceAll(nearest, "[?]", fmt.Sprintf("[%d]", i+1)))
		}
		out[n] = strings.Replace(searchStatement, "{vectors}", strings.Join(arms[min(n, 1):], "\n  UNION ALL"), 1)
	}
	return out
}()

const (
	noVectors = ` SELECT NULL::uuid AS document_id, NULL::int AS ord, NULL::bigint AS r WHERE false`

	// nearest ranks the chunks of one space. Space and vector are constants where the plan is made: an index of that space alone may serve.
	nearest = `
  SELECT document_id, ord, row_number() OVER (ORDER BY distance, document_id, ord) AS r
  FROM (SELECT c.document_id, c.ord, c.embedding <=> ($6::halfvec[])[?] AS distance FROM knowledge.chunks c
    WHERE c.tenant_id = $1 AND c.space = ($7::text[])[?]
      AND c.corpus_id = ANY ((SELECT corpora FROM scope)::uuid[])
      AND ($3::text[] = '{}' OR c.kind = ANY ($3))
    ORDER BY distance, c.document_id, c.ord LIMIT $11) near
  WHERE 1 - distance > ($8::float8[])[?]`
)

// spacesStatement lists the embedding spaces of what is read, a step in an index for each: $1 tenant, $2 corpora or empty.
const spacesStatement = `
WITH RECURSIVE seen AS (
  SELECT o AS corpus, (SELECT c.space FROM knowledge.chunks c WHERE c.tenant_id = $1 AND c.corpus_id = o ORDER BY c.space LIMIT 1) AS space
  FROM unnest(knowledge.readable()) AS o WHERE $2::uuid[] = '{}' OR o = ANY ($2)
  UNION ALL
  SELECT s.corpus, (SELECT c.space FROM knowledge.chunks c WHERE c.tenant_id = $1 AND c.corpus_id = s.corpus AND c.space > s.space
    ORDER BY c.space LIMIT 1)
  FROM seen s WHERE s.space IS NOT NULL)
SELECT DISTINCT space FROM seen WHERE space IS NOT NULL ORDER BY space`

// searchStatement: $1 tenant, $2 corpora or empty, $3 kinds, $4 a tsquery for each term, $5 tsquery of any term, $11 candidates a side,
// $12 rows, $13 what each term weighs. Of each space that the question has a vector in: $6 the vector, $7 its name, $8 the least raw
// cosine, $9 and $10 the weights of text and vector. A chunk of no such space is found by its text, which then weighs all. $14 says whether
// neighbours are wanted.
//
// Text is ranked like BM25, with document frequencies of the scope itself. ts_rank of one lexeme over all positions is the largest
// weight plus a quickly falling rest, divided by π²/6, and of several
// by their number: a saturating term frequency that knows title from body.
// Tenant and corpora are named although row-level security adds them: that prunes partitions and uses the index. Vectors are compared
// exactly.
const searchStatement = `
WITH scope AS MATERIALIZED (
  SELECT coalesce(array_agg(id), '{}') AS corpora FROM unnest(knowledge.readable()) AS id WHERE $2::uuid[] = '{}' OR id = ANY ($2)),
docs AS MATERIALIZED (
  SELECT d.id, d.chunks, d.words FROM knowledge.documents d, scope s
  WHERE d.tenant_id = $1 AND d.chunks > 0 AND d.corpus_id = ANY (s.corpora)
    AND ($3::text[] = '{}' OR d.kind = ANY ($3))),
size AS MATERIALIZED (
  SELECT coalesce(sum(chunks), 0)::float8 AS n, greatest(coalesce(sum(words)::float8 / nullif(sum(chunks), 0), 1), 1) AS avg FROM docs),
term AS MATERIALIZED (
  SELECT i, l::tsquery AS query, w FROM unnest($4::text[], $13::float8[]) WITH ORDINALITY AS u(l, w, i)),
match AS MATERIALIZED (
  SELECT c.document_id, c.ord, c.words, t.i, ts_rank('{0.4, 0.4, 0.4, 1}', c.tsv, t.query) * 1.6449 * (numnode(t.query) + 1) / 2 AS tf
  FROM knowledge.chunks c CROSS JOIN LATERAL (SELECT i, query FROM term WHERE c.tsv @@ query OFFSET 0) t
  WHERE c.tenant_id = $1 AND c.tsv @@ $5::tsquery
    AND c.corpus_id = ANY ((SELECT corpora FROM scope)::uuid[])
    AND ($3::text[] = '{}' OR c.kind = ANY ($3))),
weight AS MATERIALIZED (
  SELECT t.i, t.w * ln(1 + (greatest(s.n - greatest(m.df, 1), 0) + 0.5) / (greatest(m.df, 1) + 0.5)) AS idf,
    coalesce(m.df, 0) AS df
  FROM size s CROSS JOIN term t LEFT JOIN (SELECT i, count(*) AS df FROM match GROUP BY i) m USING (i)),
txt AS MATERIALIZED (
  SELECT m.document_id, m.ord,
    sum(w.idf * m.tf * 2.2 / (m.tf + 1.2 * (0.5 + 0.5 * m.words / s.avg))) AS bm25,
    sum(w.idf) / (SELECT greatest(sum(idf), 1e-9) FROM weight) AS coverage
  FROM match m JOIN weight w USING (i) CROSS JOIN size s GROUP BY m.document_id, m.ord),
ranked AS (
  SELECT document_id, ord, bm25, coverage, row_number() OVER (ORDER BY bm25 DESC, document_id, ord) AS r FROM txt),
vec AS ({vectors}),
space AS (SELECT * FROM unnest($6::halfvec[], $7::text[], $8::float8[], $9::float8[], $10::float8[]) AS u(vector, name, low, wt, wv)),
candidate AS MATERIALIZED ( -- a join's coalesced columns would be no condition for an index
  SELECT document_id, ord, coalesce(t.coverage, 0) AS coverage, coalesce(t.bm25, 0) AS bm25,
    CASE WHEN t.r <= $11 THEN t.r ELSE 0 END AS tr, coalesce(v.r, 0) AS vr
  FROM ranked t FULL JOIN vec v USING (document_id, ord) WHERE t.r <= $11 OR v.r > 0),
placed AS MATERIALIZED (
  SELECT k.*, (SELECT c.space FROM knowledge.chunks c WHERE c.tenant_id = $1 AND c.document_id = k.document_id AND c.ord = k.ord) AS name
  FROM candidate k),
fused AS (
  SELECT p.*, s.vector,
    CASE WHEN tr > 0 THEN coalesce(s.wt, 1) / (60 + tr) ELSE 0 END + CASE WHEN vr > 0 THEN s.wv / (60 + vr) ELSE 0 END AS score
  FROM placed p LEFT JOIN space s USING (name)
  ORDER BY score DESC, document_id, ord LIMIT $12)
SELECT f.document_id, f.ord, c.kind, d.title, c.heading, c.body, coalesce(nullif(d.source_url, ''), d.source), c.page,
  1 - (c.embedding <=> f.vector), f.coverage::float8, f.tr::int, f.vr::int, f.score::float8,
  f.bm25::float8, greatest(0, extract(epoch FROM now() - d.submitted_at) / 86400)::float8,
  EXISTS (SELECT FROM knowledge.corpora o WHERE o.tenant_id = $1 AND o.id = c.corpus_id AND o.contact_id IS NOT NULL),
  CASE WHEN $14 THEN coalesce((SELECT n.body FROM knowledge.chunks n WHERE n.tenant_id = $1 AND n.document_id = c.document_id
    AND n.ord = c.ord - 1 AND n.heading = c.heading), '') ELSE '' END,
  CASE WHEN $14 THEN coalesce((SELECT n.body FROM knowledge.chunks n WHERE n.tenant_id = $1 AND n.document_id = c.document_id
    AND n.ord = c.ord + 1 AND n.heading = c.heading), '') ELSE '' END,
  c.space,
  (SELECT n FROM size), (SELECT array_agg(idf ORDER BY i) FROM weight), (SELECT array_agg(df::int ORDER BY i) FROM weight)
FROM fused f JOIN knowledge.chunks c ON c.tenant_id = $1 AND c.document_id = f.document_id AND c.ord = f.ord
JOIN knowledge.documents d ON d.tenant_id = $1 AND d.id = f.document_id
ORDER BY f.score DESC, f.document_id, f.ord`
