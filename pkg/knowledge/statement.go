package knowledge

// searchStatement: $1 tenant, $2 corpora or empty, $3 kinds, $4 a tsquery for each term, $5 tsquery of any term, $6 vector or null,
// $7 space, $8 minimum raw cosine, $9 and $10 weights of text and vector, $11 candidates a side, $12 rows, $13 what each term weighs,
// $14 whether neighbours are wanted.
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
vec AS (
  SELECT document_id, ord, row_number() OVER (ORDER BY distance, document_id, ord) AS r
  FROM (SELECT c.document_id, c.ord, c.embedding <=> $6::halfvec AS distance FROM knowledge.chunks c
    WHERE $6::halfvec IS NOT NULL AND c.tenant_id = $1 AND c.space = $7
      AND c.corpus_id = ANY ((SELECT corpora FROM scope)::uuid[])
      AND ($3::text[] = '{}' OR c.kind = ANY ($3))
    ORDER BY distance, c.document_id, c.ord LIMIT $11) near
  WHERE 1 - distance > $8::float8),
fused AS (
  SELECT document_id, ord, coalesce(t.coverage, 0) AS coverage, coalesce(t.bm25, 0) AS bm25,
    CASE WHEN t.r <= $11 THEN t.r ELSE 0 END AS tr, coalesce(v.r, 0) AS vr,
    CASE WHEN t.r <= $11 THEN $9::float8 / (60 + t.r) ELSE 0 END + coalesce($10::float8 / (60 + v.r), 0) AS score
  FROM ranked t FULL JOIN vec v USING (document_id, ord) WHERE t.r <= $11 OR v.r > 0
  ORDER BY score DESC, document_id, ord LIMIT $12)
SELECT f.document_id, f.ord, c.kind, d.title, c.heading, c.body, coalesce(nullif(d.source_url, ''), d.source), c.page,
  CASE WHEN c.space = $7 THEN 1 - (c.embedding <=> $6::halfvec) END, f.coverage::float8, f.tr::int, f.vr::int, f.score::float8,
  f.bm25::float8, greatest(0, extract(epoch FROM now() - d.submitted_at) / 86400)::float8,
  EXISTS (SELECT FROM knowledge.corpora o WHERE o.tenant_id = $1 AND o.id = c.corpus_id AND o.contact_id IS NOT NULL),
  CASE WHEN $14 THEN coalesce((SELECT n.body FROM knowledge.chunks n WHERE n.tenant_id = $1 AND n.document_id = c.document_id
    AND n.ord = c.ord - 1 AND n.heading = c.heading), '') ELSE '' END,
  CASE WHEN $14 THEN coalesce((SELECT n.body FROM knowledge.chunks n WHERE n.tenant_id = $1 AND n.document_id = c.document_id
    AND n.ord = c.ord + 1 AND n.heading = c.heading), '') ELSE '' END,
  (SELECT n FROM size), (SELECT array_agg(idf ORDER BY i) FROM weight), (SELECT array_agg(df::int ORDER BY i) FROM weight)
FROM fused f JOIN knowledge.chunks c ON c.tenant_id = $1 AND c.document_id = f.document_id AND c.ord = f.ord
JOIN knowledge.documents d ON d.tenant_id = $1 AND d.id = f.document_id
ORDER BY f.score DESC, f.document_id, f.ord`
