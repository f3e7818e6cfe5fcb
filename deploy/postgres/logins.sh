#!/bin/sh
# Runs once, when the postgres container makes its database: one login for each service, a member of that service's role alone.
set -eu
psql=$(command -v psql)
run() { "$psql" -v ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"; }

login() { # NAME PASSWORD ROLE
	: "${2:?the password of $1 is not set: deploy/env.sh makes .env}"
	run --dbname "$POSTGRES_DB" -v name="$1" -v password="$2" -v role="$3" <<-'SQL'
		CREATE ROLE :"name" LOGIN PASSWORD :'password' IN ROLE :"role";
	SQL
}

run --dbname "$POSTGRES_DB" -v password="${POSTGRES_RECADO_PASSWORD:?is not set: deploy/env.sh makes .env}" <<-'SQL'
	CREATE ROLE recado LOGIN PASSWORD :'password';
	ALTER DATABASE recado OWNER TO recado;
SQL
run --dbname "$POSTGRES_DB" -f /roles.sql
login agent-runner "$POSTGRES_AGENT_RUNNER_PASSWORD" recado_agent_runner
login tool-executor "$POSTGRES_TOOL_EXECUTOR_PASSWORD" recado_tool_executor
login embedding-indexer "$POSTGRES_EMBEDDING_INDEXER_PASSWORD" recado_embedding_indexer
login sweep "$POSTGRES_SWEEP_PASSWORD" recado_console
login outbound-sender "$POSTGRES_OUTBOUND_SENDER_PASSWORD" recado_outbound_sender
