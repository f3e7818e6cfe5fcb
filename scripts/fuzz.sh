#!/usr/bin/env bash
# Runs every fuzz target of the workspace for the given time each: scripts/fuzz.sh 30s
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' proto pkg services | xargs -rn1 dirname | sort -u | while read -r dir; do
	grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$dir"/*_test.go | sed 's/^func //' | while read -r target; do
		echo "fuzz ./$dir $target"
		go test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" </dev/null
	done
done
