#!/usr/bin/env bash
# Runs recado local and the seven services as eight processes, as compose and Kubernetes do, and starts again what dies.
# Process ids are in .recado/pids/, for who wants to kill one. ingest listens at 127.0.0.1:8080, the others at the next ports.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=${RECADO_DIR:-.recado}
port=${RECADO_FIRST_PORT:-8080}
services=(ingest sanitize intent-router agent-runner tool-executor embedding-indexer outbound-sender)
mkdir -p "$dir/pids"
rm -f "$dir/env" "$dir/run.json"

# supervise NAME COMMAND… runs a command until this script is stopped.
supervise() {
	local name=$1 child=
	shift
	trap 'trap - TERM; [ -z "$child" ] || { kill -TERM "$child" 2>/dev/null; wait "$child" || true; }; exit 0' TERM
	while :; do
		"$@" 2> >(sed "s/^/$name  /" >&2) &
		child=$!
		echo "$child" >"$dir/pids/$name"
		wait "$child" && code=0 || code=$?
		echo "$name  ended with $code, starts again" >&2
		[ "$code" = 2 ] && exit 2
		sleep 1
	done
}

# stop ends the services before what they need.
stop() {
	trap - EXIT INT TERM
	for pid in "${workers[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
	wait "${workers[@]}" 2>/dev/null || true
	kill -TERM "$base" 2>/dev/null || true
	wait "$base" 2>/dev/null || true
}

workers=()
supervise local .bin/recado local --dir "$dir" >/dev/null &
base=$!
trap 'stop; exit 0' INT TERM
trap stop EXIT
until [ -s "$dir/env" ] && [ -s "$dir/run.json" ]; do
	kill -0 "$base" 2>/dev/null || exit 1
	sleep 0.2
done
set -a
# shellcheck disable=SC1091
. "$dir/env"
set +a
root=$RECADO_SECRET_KEY
for name in "${services[@]}"; do
	case $name in # each gets the keys of its own purposes, some none
	ingest | sanitize | tool-executor | outbound-sender) keys=$(RECADO_SECRET_KEY=$root .bin/recado secret derive "$name") ;;
	*) keys= ;;
	esac
	RECADO_SECRET_KEY=$keys RECADO_HTTP_ADDR=127.0.0.1:$port supervise "$name" ".bin/$name" &
	workers+=($!)
	port=$((port + 1))
done
echo "eight processes run; their ids are in $dir/pids"
wait -n "$base" "${workers[@]}"
