-- Roles, schemas and the functions that every later migration uses.
-- This file runs as the login of the URL; every later one runs as recado_owner, so that what it creates belongs to that role.

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

-- Roles belong to the cluster, not to the database: another database may have made them, or be making them now.
DO $$
DECLARE
  r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['recado_owner', 'recado_system', 'recado_agent_runner', 'recado_tool_executor',
                           'recado_embedding_indexer', 'recado_outbound_sender', 'recado_console'] LOOP
    IF to_regrole(r) IS NULL THEN
      BEGIN
        -- NOINHERIT: being a member of recado_system lets recado_owner give functions away, not see through its policy
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', r);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
  IF NOT pg_has_role('recado_owner', 'recado_system', 'MEMBER') THEN
    GRANT recado_system TO recado_owner;
  END IF;
  -- A superuser may act as any role. Another login has CREATEROLE and makes itself a member, to migrate and to serve.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    FOREACH r IN ARRAY ARRAY['recado_owner', 'recado_agent_runner', 'recado_tool_executor',
                             'recado_embedding_indexer', 'recado_outbound_sender', 'recado_console'] LOOP
      IF NOT pg_has_role(current_user, r::regrole, 'MEMBER') THEN
        EXECUTE format('GRANT %I TO %I', r, current_user);
      END IF;
    END LOOP;
  END IF;
END $$;

CREATE SCHEMA core AUTHORIZATION recado_owner;      -- tenants, users, settings
CREATE SCHEMA chat AUTHORIZATION recado_owner;      -- agent-runner
CREATE SCHEMA business AUTHORIZATION recado_owner;  -- tool-executor
CREATE SCHEMA knowledge AUTHORIZATION recado_owner; -- embedding-indexer
CREATE SCHEMA delivery AUTHORIZATION recado_owner;  -- outbound-sender

SET LOCAL ROLE recado_owner;

GRANT USAGE ON SCHEMA core, chat, business, knowledge, delivery
  TO recado_agent_runner, recado_tool_executor, recado_embedding_indexer, recado_outbound_sender, recado_console;
-- a function's owner needs CREATE in its schema
GRANT USAGE, CREATE ON SCHEMA core, chat, business, knowledge, delivery TO recado_system;

CREATE FUNCTION core.tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('recado.tenant', true), '');
COMMENT ON FUNCTION core.tenant() IS 'the tenant of this transaction, null without one';

CREATE FUNCTION core.usr() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('recado.user', true), '');
COMMENT ON FUNCTION core.usr() IS 'the user or contact of this transaction, null without one';

-- core.protect gives a table its row-level security. Every migration calls it for every table it creates, after the table's
-- partitions, and again for a partition that is added later:
--   SELECT core.protect('chat.messages');
-- only rows of recado.tenant are seen and written, whoever asks; recado_system, the owner of the security-definer functions,
-- passes by a policy of its own. A partition gets no policy: asked for by its own name, it shows nothing.
CREATE FUNCTION core.protect(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT target UNION SELECT relid FROM pg_partition_tree(target) LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', part);
  END LOOP;
  IF (SELECT relispartition FROM pg_class WHERE oid = target) THEN
    RETURN;
  END IF;
  -- (SELECT f()) is evaluated once a query
  EXECUTE format('CREATE POLICY tenant ON %s USING (tenant_id = (SELECT core.tenant())) WITH CHECK (tenant_id = (SELECT core.tenant()))', target);
  EXECUTE format('CREATE POLICY system ON %s TO recado_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO recado_system', target);
END $$;
COMMENT ON FUNCTION core.protect(regclass) IS 'forces row-level security by tenant on a table and its partitions';

-- core.define_system hands a security-definer function to recado_system and lets only the named roles call it:
--   SELECT core.define_system('chat.may_send(text, uuid, bigint)', 'recado_outbound_sender');
-- The function must be SECURITY DEFINER and must set its own search_path. Inside it rows of every tenant are visible.
CREATE FUNCTION core.define_system(target regprocedure, VARIADIC callers name[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  f pg_proc;
  caller name;
BEGIN
  SELECT * INTO f FROM pg_proc WHERE oid = target;
  IF NOT f.prosecdef OR NOT EXISTS (SELECT FROM unnest(f.proconfig) AS c WHERE c LIKE 'search\_path=%') THEN
    RAISE EXCEPTION 'function % must be SECURITY DEFINER and SET search_path', target;
  END IF;
  EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', target);
  FOREACH caller IN ARRAY callers LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', target, caller);
  END LOOP;
  EXECUTE format('ALTER FUNCTION %s OWNER TO recado_system', target);
END $$;
COMMENT ON FUNCTION core.define_system(regprocedure, name[]) IS 'hands a security-definer function to recado_system, callable by the named roles';

REVOKE ALL ON FUNCTION core.protect(regclass), core.define_system(regprocedure, name[]) FROM PUBLIC;
