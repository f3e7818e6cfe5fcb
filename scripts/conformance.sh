#!/usr/bin/env bash
# Runs the official suite of the Model Context Protocol against the door for programs, which has beside the tools what the suite expects.
# Needs npm; the suite, and the Node that it runs on, are installed in .bin/mcp-suite.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=$PWD/.bin/mcp-suite
addr=127.0.0.1:${1:-3911}
if ! command -v npm >/dev/null; then
	echo "npm is missing: the suite is a program for Node" >&2
	exit 1
fi
if [ ! -x "$suite/node_modules/.bin/conformance" ]; then
	npm install --prefix "$suite" --no-save --silent node@22 @modelcontextprotocol/conformance@0.1.16
fi
go build -o "$suite/server" ./services/tool-executor/mcp/conformance
rm -rf "$suite/results"
"$suite/server" -addr "$addr" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
until (exec 3<>"/dev/tcp/${addr/://}") 2>/dev/null; do
	kill -0 "$server"
	sleep 0.1
done
PATH="$suite/node_modules/.bin:$PATH" conformance server --url "http://$addr/mcp" -o "$suite/results" | sed -n '/=== SUMMARY/,$p'
