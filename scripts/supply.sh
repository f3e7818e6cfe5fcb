#!/usr/bin/env bash
# Writes a bill of materials (CycloneDX) beside each binary of .bin, checks the licences of what is linked, and asks the Go
# vulnerability database. What cannot be fetched on this machine is said and not checked; what is found fails.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/.bin
if ! why=$(GOWORK=off GOBIN="$bin" go -C tools/supply install tool ./licences 2>&1); then
	printf 'the tools that check what is linked cannot be built here, so it is not checked:\n%s\n' "$(tail -2 <<<"$why")"
	exit 0
fi
bills=()
for main in services/cmd/*/; do
	name=$(basename "$main")
	"$bin/cyclonedx-gomod" bin -json -noserial -version "$(git describe --always --dirty)" -output "$bin/$name.cdx.json" "$bin/$name"
	bills+=("$bin/$name.cdx.json")
done
"$bin/licences" "${bills[@]}"
# recado holds every service
if ! found=$("$bin/govulncheck" -mode binary "$bin/recado" 2>&1); then
	if grep -q 'fetching vulnerabilities' <<<"$found"; then
		echo "the vulnerability database cannot be reached from here, so it was not asked: $(tail -1 <<<"$found")"
		exit 0
	fi
	echo "$found"
	exit 1
fi
echo "$found"
