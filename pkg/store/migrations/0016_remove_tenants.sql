-- Removing a tenant: it is marked first, so that nothing brings its settings back, then its rows go in batches, its own row last.

ALTER TABLE core.tenants ADD COLUMN removing boolean NOT NULL DEFAULT false;

DROP FUNCTION core.all_settings(); -- only a function's owner may replace it, a schema's may drop it

-- all_settings are those of every tenant that is not being removed.
CREATE FUNCTION core.all_settings() RETURNS TABLE (tenant_id text, version bigint, settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.tenant_id, t.version, t.settings FROM core.tenants AS t WHERE NOT t.removing ORDER BY t.tenant_id
$$;

-- tenant_tables are the tables that hold rows of tenants, those that others refer to last.
CREATE FUNCTION core.tenant_tables() RETURNS SETOF regclass
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.oid::regclass FROM pg_class c
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.oid <> 'core.tenants'::regclass
     AND c.relnamespace::regnamespace::text IN ('core', 'chat', 'business', 'knowledge', 'delivery')
     AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)
   ORDER BY (SELECT count(*) FROM pg_constraint k WHERE k.confrelid = c.oid), c.oid::regclass::text
$$;

-- tenant_rows counts a tenant's rows by table.
CREATE FUNCTION core.tenant_rows(p_tenant text) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t   regclass;
  n   bigint;
  out jsonb := '{}';
BEGIN
  FOR t IN SELECT core.tenant_tables() UNION ALL SELECT 'core.tenants'::regclass LOOP
    EXECUTE format('SELECT count(*) FROM %s WHERE tenant_id = $1', t) INTO n USING p_tenant;
    IF n > 0 THEN
      out := out || jsonb_build_object(t::text, n);
    END IF;
  END LOOP;
  RETURN out;
END $$;

-- remove_tenant_rows removes at most p_limit rows of each table and counts them, but not the tenant's own row; nothing of a tenant that
-- is not being removed.
CREATE FUNCTION core.remove_tenant_rows(p_tenant text, p_limit integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t   regclass;
  n   bigint;
  out jsonb := '{}';
BEGIN
  IF EXISTS (SELECT FROM core.tenants WHERE tenant_id = p_tenant AND NOT removing) THEN
    RAISE EXCEPTION 'tenant % is not being removed', p_tenant;
  END IF;
  FOR t IN SELECT core.tenant_tables() LOOP
    EXECUTE format('DELETE FROM %1$s WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE tenant_id = $1 LIMIT $2))', t)
      USING p_tenant, p_limit;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n > 0 THEN
      out := out || jsonb_build_object(t::text, n);
    END IF;
  END LOOP;
  RETURN out;
END $$;

REVOKE ALL ON FUNCTION core.tenant_tables() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION core.tenant_tables() TO recado_system;
SELECT core.define_system('core.all_settings()', 'recado_console');
SELECT core.define_system('core.tenant_rows(text)', 'recado_console');
SELECT core.define_system('core.remove_tenant_rows(text, integer)', 'recado_console');
