-- What a superuser prepares once in the database recado: extensions, and roles that no login owns, so that neither the
-- migrations nor the services need a superuser. The first migration makes the same roles where this file has not run.
CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE ROLE recado_owner NOLOGIN NOINHERIT;
CREATE ROLE recado_system NOLOGIN NOINHERIT;
CREATE ROLE recado_agent_runner NOLOGIN NOINHERIT;
CREATE ROLE recado_tool_executor NOLOGIN NOINHERIT;
CREATE ROLE recado_embedding_indexer NOLOGIN NOINHERIT;
CREATE ROLE recado_outbound_sender NOLOGIN NOINHERIT;
CREATE ROLE recado_console NOLOGIN NOINHERIT;
GRANT recado_system TO recado_owner;

-- the login of recado migrate and recado tenant; it owns the database, and every object through recado_owner
GRANT recado_owner, recado_agent_runner, recado_tool_executor, recado_embedding_indexer, recado_outbound_sender, recado_console TO recado;

-- without it row-level security keeps the full-text index from being used; an upgrade by pg_dump loses it
ALTER FUNCTION pg_catalog.ts_match_vq(tsvector, tsquery) LEAKPROOF;
