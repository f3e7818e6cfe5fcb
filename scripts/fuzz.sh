#!/usr/bin/env bash
# Runs every fuzz target of the workspace for the given time each, and fails at the end where one has failed:
# scripts/fuzz.sh 30s [PATTERN of targets]
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
wanted=${2:-.}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# run fuzzes one target. Before Go 1.27 a run whose time is up may fail with a bare "context deadline exceeded"
# (golang/go#75804): nothing was found then.
run() {
	echo "fuzz ./$1 $2"
	go test "./$1" -run '^$' -fuzz "^$2\$" -fuzztime "$time" </dev/null 2>&1 | tee "$log" && return
	grep -q '^ *context deadline exceeded$' "$log" && ! grep -qE 'Failing input|panic:|_test\.go:' "$log"
}

failed=()
ran=0
while read -r dir; do
	while read -r target; do
		run "$dir" "$target" || failed+=("$dir $target")
		ran=$((ran + 1))
	done < <(grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$dir"/*_test.go | sed 's/^func //' | grep -E "$wanted")
done < <(grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' proto pkg services | xargs -rn1 dirname | sort -u)
if ((ran == 0)); then
	echo "no fuzz target matches $wanted" >&2
	exit 2
fi
if ((${#failed[@]})); then
	printf 'failed: %s\n' "${failed[@]}" >&2
	exit 1
fi
