-- Originals whose document went or got another: embedding-indexer deletes them from the object store, and then their row here.
CREATE TABLE knowledge.orphans (
  tenant_id  text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  object_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, object_key)
);
SELECT core.protect('knowledge.orphans');
GRANT SELECT, INSERT, DELETE ON knowledge.orphans TO recado_embedding_indexer;

CREATE FUNCTION knowledge.leave_original() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO knowledge.orphans (tenant_id, object_key)
  SELECT old.tenant_id, old.object_key FROM core.tenants t WHERE t.tenant_id = old.tenant_id AND NOT t.removing ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER original_went AFTER DELETE ON knowledge.documents FOR EACH ROW WHEN (old.object_key <> '')
  EXECUTE FUNCTION knowledge.leave_original();
CREATE TRIGGER original_changed AFTER UPDATE OF object_key ON knowledge.documents FOR EACH ROW
  WHEN (old.object_key <> '' AND old.object_key <> new.object_key) EXECUTE FUNCTION knowledge.leave_original();
SELECT core.define_system('knowledge.leave_original()', VARIADIC '{}'::name[]);

-- orphans_of_all are the oldest of every tenant.
CREATE FUNCTION knowledge.orphans_of_all(p_limit integer) RETURNS TABLE (tenant text, key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT tenant_id, object_key FROM knowledge.orphans ORDER BY created_at LIMIT p_limit
$$;
SELECT core.define_system('knowledge.orphans_of_all(integer)', 'recado_embedding_indexer');

-- Programs of a business add, list and remove its documents with a key.
SET LOCAL ROLE recado_system; -- only a function's owner may grant it
GRANT EXECUTE ON FUNCTION core.find_api_key(bytea) TO recado_embedding_indexer;
RESET ROLE;
