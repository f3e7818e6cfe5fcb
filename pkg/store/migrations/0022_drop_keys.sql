-- The bus holds a key for each contact. Those of contacts that no table knows any more are dropped by recado tenant sweep.

CREATE INDEX handoffs_by_contact ON business.handoffs (tenant_id, contact_id);

-- contact_columns are the columns that name a contact, those of later tables too: each needs an index that begins with the tenant and it.
CREATE FUNCTION core.contact_columns() RETURNS TABLE (in_table regclass, in_column name)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.oid::regclass, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT a.attisdropped AND a.atttypid = 'uuid'::regtype
     AND c.relnamespace::regnamespace::text IN ('core', 'chat', 'business', 'knowledge', 'delivery')
     AND (a.attname = 'contact_id' OR c.relname = 'contacts' AND a.attname = 'id')
   ORDER BY 1, 2
$$;

-- contacts_without_rows are those of the pairs that no table knows. Of a tenant that is not there, is being removed or is held to be
-- re-keyed none is: what is wrong may be the database.
CREATE FUNCTION core.contacts_without_rows(p_tenants text[], p_contacts uuid[]) RETURNS TABLE (tenant_id text, contact_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unknown text;
BEGIN
  SELECT string_agg(format('NOT EXISTS (SELECT FROM %s AS x WHERE x.tenant_id = u.tenant AND x.%I = u.contact)', in_table, in_column), ' AND ')
    INTO unknown FROM core.contact_columns();
  RETURN QUERY EXECUTE
    'SELECT u.tenant, u.contact FROM unnest($1, $2) AS u(tenant, contact)
       JOIN core.tenants AS t ON t.tenant_id = u.tenant AND NOT t.removing
        AND NOT coalesce((t.settings->''identity''->>''held'')::boolean, false)
      WHERE ' || unknown USING p_tenants, p_contacts;
END $$;

-- When keys were last looked through, and how far. No tenant's data, and reached through the functions only.
CREATE TABLE core.key_rounds (
  one      boolean     PRIMARY KEY DEFAULT true CHECK (one),
  began_at timestamptz NOT NULL,
  position bigint      NOT NULL DEFAULT 0 -- of the vault's stream
);
ALTER TABLE core.key_rounds ENABLE ROW LEVEL SECURITY;
ALTER TABLE core.key_rounds FORCE ROW LEVEL SECURITY;
CREATE POLICY key_rounds_system ON core.key_rounds TO recado_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON core.key_rounds TO recado_system;

-- begin_key_round returns where to go on, to one caller every p_every; to others null.
CREATE FUNCTION core.begin_key_round(p_every interval) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO core.key_rounds AS r (began_at) VALUES (now())
  ON CONFLICT (one) DO UPDATE SET began_at = now() WHERE r.began_at <= now() - p_every OR r.began_at > now() + interval '1 minute'
  RETURNING r.position
$$;

CREATE FUNCTION core.keep_key_position(p_position bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE core.key_rounds SET position = p_position
$$;

REVOKE ALL ON FUNCTION core.contact_columns() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION core.contact_columns() TO recado_system;
SELECT core.define_system(f, 'recado_console') FROM unnest(ARRAY['core.contacts_without_rows(text[], uuid[])',
  'core.begin_key_round(interval)', 'core.keep_key_position(bigint)']::regprocedure[]) AS f;
