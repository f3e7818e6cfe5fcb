-- Keys with which a business's own programs use its tools (recado key, docs/mcp.md). Only the SHA-256 of a key is kept, which is random
-- and 256 bits long. recado key keeps at most 50 that are valid and 50 that are not of each tenant.

CREATE TABLE core.api_keys (
  tenant_id  text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- what becomes of a write: refused, executed and rolled back, or done
  writes     text NOT NULL DEFAULT 'dry_run' CHECK (writes IN ('none', 'dry_run', 'allowed')),
  tools      text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tools) <= 64), -- by name; none is all
  created_at timestamptz NOT NULL DEFAULT now(),
  used_on    date, -- a day, not a time: one write a day and key
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (hash)
);

SELECT core.protect('core.api_keys');
GRANT SELECT, INSERT, UPDATE, DELETE ON core.api_keys TO recado_console;

-- find_api_key returns whose key has a hash and what it may do, no row where none has it, or it is revoked, over, or its tenant's going.
CREATE FUNCTION core.find_api_key(p_hash bytea) RETURNS TABLE (tenant text, key uuid, writes text, tools text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  UPDATE core.api_keys k SET used_on = today
   WHERE k.hash = p_hash AND k.used_on IS DISTINCT FROM today AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
  RETURN QUERY
  SELECT k.tenant_id, k.id, k.writes, k.tools FROM core.api_keys k JOIN core.tenants t ON t.tenant_id = k.tenant_id
   WHERE k.hash = p_hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND NOT t.removing;
END $$;

SELECT core.define_system('core.find_api_key(bytea)', 'recado_tool_executor');
