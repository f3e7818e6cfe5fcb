#!/bin/sh
# Prints .env for docker compose, with new secrets: deploy/env.sh > .env
# It takes names from .env.example; a value there that is empty and whose name ends in PASSWORD or SECRET_KEY is made here.
set -eu
umask 077
word() { printf p; head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; } # a letter first: a number would not be a word to NATS
while IFS= read -r line; do
	case $line in
	*_PASSWORD=) echo "$line$(word)" ;;
	RECADO_SECRET_KEY=) echo "$line$(head -c 32 /dev/urandom | base64 | tr -d '\n')" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$(dirname "$0")/../.env.example"
