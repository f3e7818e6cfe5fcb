#!/bin/sh
# Prints .env for docker compose, with new secrets but the services' keys (deploy/keys.sh), and writes the certificate authority to deploy/tls: deploy/env.sh > .env
# It takes names from .env.example; a value there that is empty and whose name ends in PASSWORD, SECRET_KEY or TLS_CERT is made here.
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
word() { printf p; head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; } # a letter first: a number would not be a word to NATS
if [ -e "$here/tls/ca.pem" ]; then
	echo "$here/tls/ca.pem is there: servers with certificates of it would be strangers to a new one; remove it to begin anew" >&2
	exit 1
fi
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$here/certificates.sh" "$made" nats nats,localhost postgres postgres,localhost
mkdir -p "$here/tls"
cp "$made/ca.pem" "$here/tls/ca.pem"
chmod 755 "$here/tls" && chmod 644 "$here/tls/ca.pem" # containers read it as a user of their own, and it is no secret
while IFS= read -r line; do
	name=$(echo "${line%%_TLS_*}" | tr '[:upper:]' '[:lower:]')
	case $line in
	*_PASSWORD=) echo "$line$(word)" ;;
	*_TLS_CERT=) echo "$line$(base64 <"$made/$name.pem" | tr -d '\n')" ;;
	*_TLS_KEY=) echo "$line$(base64 <"$made/$name.key" | tr -d '\n')" ;;
	RECADO_SECRET_KEY=) echo "$line$(head -c 32 /dev/urandom | base64 | tr -d '\n')" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$here/../.env.example"
