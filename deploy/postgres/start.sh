#!/bin/sh
# Starts PostgreSQL as its image does, with the certificate of POSTGRES_TLS_CERT and POSTGRES_TLS_KEY (PEM in base64); the arguments
# go to the server. Without a certificate it does not start: no client of ours would speak to it.
set -eu
umask 077
if [ -z "${POSTGRES_TLS_CERT:-}" ] || [ -z "${POSTGRES_TLS_KEY:-}" ]; then
	echo "no certificate: POSTGRES_TLS_CERT and POSTGRES_TLS_KEY are empty (deploy/env.sh > .env makes them)" >&2
	exit 1
fi
run=${POSTGRES_RUN:-/run/postgresql}/tls
mkdir -p "$run"
echo "$POSTGRES_TLS_CERT" | base64 -d >"$run/server.pem"
echo "$POSTGRES_TLS_KEY" | base64 -d >"$run/server.key"
unset POSTGRES_TLS_CERT POSTGRES_TLS_KEY
if [ "$(id -u)" = 0 ]; then chown -R postgres "$run"; fi # the server is another user, and reads no key of anybody else's
exec docker-entrypoint.sh postgres -c ssl=on -c ssl_cert_file="$run/server.pem" -c ssl_key_file="$run/server.key" "$@"
