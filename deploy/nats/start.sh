#!/bin/sh
# Starts the server of a configuration file, unless a password is empty: NATS would take that as one.
set -eu
if env | grep -q '^NATS_.*_PASSWORD=$'; then
	echo "no password for: $(env | sed -n 's/^NATS_\(.*\)_PASSWORD=$/\1/p' | tr '\n' ' ')(deploy/env.sh > .env makes them)" >&2
	exit 1
fi
exec nats-server -c "$1"
