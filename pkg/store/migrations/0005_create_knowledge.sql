-- What a tenant's documents say, cut into chunks that can be found: written by embedding-indexer, read by whoever searches.
-- A corpus is a name for documents that belong together; which corpora an assistant reads stands in core.assistants.

CREATE TABLE knowledge.documents (
  tenant_id    text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id           uuid NOT NULL,              -- document_id of DocumentSubmitted
  corpus_id    uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('article', 'faq', 'policy', 'instruction', 'template', 'competitor')),
  title        text NOT NULL,
  language     text NOT NULL DEFAULT '',
  sha256       text NOT NULL,              -- of the newest body that was submitted
  state        text NOT NULL CHECK (state IN ('pending', 'indexed', 'failed', 'removed')),
  reason       text NOT NULL DEFAULT '',   -- why it waits or failed; earlier chunks stay searchable meanwhile
  version      bigint NOT NULL DEFAULT 1,  -- grows with each body that was indexed
  form         text NOT NULL DEFAULT '',   -- embedding space and cut of its chunks: another one is indexed again
  chunks       int NOT NULL DEFAULT 0,     -- with words: what ranking needs to know of a scope without reading its chunks
  words        int NOT NULL DEFAULT 0,
  submitted_at timestamptz NOT NULL,       -- an older event changes nothing; a removed document keeps its row for that
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE knowledge.chunks (
  tenant_id   text NOT NULL,
  document_id uuid NOT NULL,
  ord         int NOT NULL,                -- from 0, in reading order
  corpus_id   uuid NOT NULL,               -- the scope stands on the row: no join in a search
  kind        text NOT NULL,
  space       text NOT NULL,               -- embedding space: vectors of different ones are never compared
  heading     text NOT NULL DEFAULT '',    -- headings above it, without the title
  body        text NOT NULL,               -- what answers, without title and heading
  tokens      int NOT NULL,
  words       int NOT NULL,                -- indexed words, the length in ranking
  embedding   halfvec NOT NULL,            -- no fixed dimension: it belongs to the space
  tsv         tsvector NOT NULL,           -- written by pkg/knowledge, for the configuration simple; A: title, headings, questions
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, document_id, ord),
  FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge.documents ON DELETE CASCADE
) PARTITION BY HASH (tenant_id);

-- Vectors and lexemes stand in the row, unpacked: an exact scan that follows pointers or unpacks is three to eight times slower.
DO $$
BEGIN
  FOR i IN 0..15 LOOP
    EXECUTE format('CREATE TABLE knowledge.chunks_%s PARTITION OF knowledge.chunks FOR VALUES WITH (MODULUS 16, REMAINDER %s)
      WITH (toast_tuple_target = 8160)', lpad(i::text, 2, '0'), i);
    EXECUTE format('ALTER TABLE knowledge.chunks_%s ALTER embedding SET STORAGE PLAIN, ALTER tsv SET STORAGE EXTERNAL', lpad(i::text, 2, '0'));
  END LOOP;
END $$;

CREATE INDEX chunks_scope ON knowledge.chunks (tenant_id, corpus_id, space);
-- Under row-level security it serves only where an administrator has marked ts_match_vq leakproof; scopes up to some 8,000
-- chunks do without.
CREATE INDEX chunks_tsv ON knowledge.chunks USING gin (tsv);

SELECT core.protect('knowledge.documents');
SELECT core.protect('knowledge.chunks');

GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge.documents, knowledge.chunks TO recado_embedding_indexer;
GRANT SELECT ON knowledge.documents, knowledge.chunks TO recado_tool_executor, recado_console;
-- a search reads only the corpora of its assistant
GRANT SELECT ON core.assistants TO recado_tool_executor, recado_embedding_indexer;
