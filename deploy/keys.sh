#!/bin/sh
# Gives each service its own keys: puts them into the file that docker compose reads, made of the root key (or ring) that stands there.
# deploy/keys.sh .env; again after each change of RECADO_SECRET_KEY. RECADO is the command recado, here that of the built image.
set -eu
umask 077
file=${1:?usage: deploy/keys.sh .env}
RECADO_SECRET_KEY=$(sed -n 's/^RECADO_SECRET_KEY=//p' "$file" | tail -n 1)
export RECADO_SECRET_KEY
next=$(mktemp "$file.XXXXXX")
trap 'rm -f "$next"' EXIT
grep -v '^RECADO_[A-Z_]*_KEYS=' "$file" >"$next"
for service in ingest sanitize tool-executor outbound-sender; do
	keys=$(${RECADO:-docker-compose run --rm --no-deps -T recado} secret derive "$service" </dev/null)
	printf 'RECADO_%s_KEYS=%s\n' "$(printf %s "$service" | tr a-z- A-Z_)" "$keys" >>"$next"
done
mv "$next" "$file"
