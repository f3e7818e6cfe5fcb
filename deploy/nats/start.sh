#!/bin/sh
# Starts the server of a configuration file, unless a password or the certificate is empty: NATS would take the one as a password and
# speak in clear without the other. NATS_TLS=off is for a machine of its own, such as a node for development.
set -eu
umask 077
if env | grep -q '^NATS_.*_PASSWORD=$'; then
	echo "no password for: $(env | sed -n 's/^NATS_\(.*\)_PASSWORD=$/\1/p' | tr '\n' ' ')(deploy/env.sh > .env makes them)" >&2
	exit 1
fi
if [ "${NATS_TLS:-on}" = off ]; then
	exec nats-server -c "$1"
fi
if [ -z "${NATS_TLS_CERT:-}" ] || [ -z "${NATS_TLS_KEY:-}" ]; then
	echo "no certificate: NATS_TLS_CERT and NATS_TLS_KEY are empty (deploy/env.sh > .env makes them)" >&2
	exit 1
fi
run=${NATS_RUN:-/run/nats}
echo "$NATS_TLS_CERT" | base64 -d >"$run/server.pem"
echo "$NATS_TLS_KEY" | base64 -d >"$run/server.key"
[ -z "${NATS_TLS_CA:-}" ] || echo "$NATS_TLS_CA" | base64 -d >"$run/ca.pem" # which routes of a cluster check
unset NATS_TLS_CERT NATS_TLS_KEY
exec nats-server -c "$1" --tls --tlscert "$run/server.pem" --tlskey "$run/server.key"
