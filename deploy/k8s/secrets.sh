#!/bin/sh
# Prints the Secrets of a cluster, with new values: deploy/k8s/secrets.sh | kubectl apply -n recado -f -
# Once only: a second run makes other passwords, and another key opens nothing that the first has sealed.
# RECADO_SECRET_KEY=new,old deploy/k8s/secrets.sh keys prints the root key and the keys of each service alone, made of that ring.
# RECADO is the command recado: RECADO='docker run --rm -e RECADO_SECRET_KEY registry.example.com/recado/recado:1.0.0'.
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
word() { printf p; head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
secret() { # NAME TYPE [KEY VALUE]...
	printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s}\ntype: %s\nstringData:\n' "$1" "$2"
	shift 2
	while [ $# -gt 1 ]; do
		printf '  %s: "%s"\n' "$1" "$2"
		shift 2
	done
}
keys() {
	export RECADO_SECRET_KEY
	secret recado-key Opaque key "$RECADO_SECRET_KEY" # no pod reads it
	for service in ingest sanitize tool-executor outbound-sender; do
		own=$(${RECADO:-recado} secret derive "$service" </dev/null)
		secret "recado-key-$service" Opaque key "$own"
	done
}
if [ "${1:-}" = keys ]; then
	: "${RECADO_SECRET_KEY:?is not set: the root key, or a ring}"
else
	RECADO_SECRET_KEY=$(head -c 32 /dev/urandom | base64 | tr -d '\n')
fi
printed=$(keys) # all or nothing
printf '%s\n' "$printed"
if [ "${1:-}" = keys ]; then exit; fi
set -- recado-nats Opaque
for user in operator ingest sanitize intent-router agent-runner tool-executor embedding-indexer outbound-sender sweep route; do
	set -- "$@" "$user" "$(word)"
done
secret "$@"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$here/../certificates.sh" "$made" nats nats,nats-headless,nats-0.nats-headless,nats-1.nats-headless,nats-2.nats-headless
file() { base64 <"$made/$1" | tr -d '\n'; }
secret recado-nats-tls Opaque cert "$(file nats.pem)" key "$(file nats.key)" ca "$(file ca.pem)"
secret recado-nats-authority Opaque ca.pem "$(sed 's/$/\\n/' "$made/ca.pem" | tr -d '\n')"
for login in recado sweep agent-runner tool-executor embedding-indexer outbound-sender; do
	secret "recado-db-$login" kubernetes.io/basic-auth username "$login" password "$(word)"
done
