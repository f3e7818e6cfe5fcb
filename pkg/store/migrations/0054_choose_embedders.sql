-- Who embeds a corpus: nobody named is the installation's own.
ALTER TABLE knowledge.corpora
  ADD embedder   text NOT NULL DEFAULT '' CHECK (embedder ~ '^[A-Za-z0-9._:@/-]{0,100}$'),
  ADD dimensions int NOT NULL DEFAULT 1536 CHECK (dimensions BETWEEN 1 AND 1536);

-- A corpus that a document is being written to goes when that is done, and takes it along.
CREATE OR REPLACE FUNCTION knowledge.remove_corpus(p_tenant text, p_corpus uuid) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  n integer;
BEGIN
  PERFORM FROM knowledge.corpora WHERE tenant_id = p_tenant AND id = p_corpus FOR UPDATE;
  DELETE FROM knowledge.chunks WHERE tenant_id = p_tenant AND corpus_id = p_corpus;
  DELETE FROM knowledge.documents WHERE tenant_id = p_tenant AND corpus_id = p_corpus;
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM knowledge.corpora WHERE tenant_id = p_tenant AND id = p_corpus;
  RETURN n;
END $$;
