#!/usr/bin/env bash
# Prints the sizes of what is tracked, as it stands in the working tree, beside their limits, and fails where one is over.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

over=0
# check NAME BYTES LIMIT_MB
check() {
	printf '%-34s %6.2f MB of %2d\n' "$1" "$(awk "BEGIN { print $2 / 1000000 }")" "$3"
	(($2 <= $3 * 1000000)) || over=1
}

# bytes FOLDER: of all tracked files
bytes() { git ls-files -z -- "$1" | xargs -0 cat -- | wc -c; }

check 'checkout without .git' "$(bytes .)" 22
check 'corpora/' "$(bytes corpora)" 12
check 'archive of the module pkg (tar.gz)' "$(git ls-files -z -- pkg | tar --null -czf - -T - | wc -c)" 3
if ((over)); then
	echo "too large: texts belong into corpora/, packed and thinned; binary files are committed once per retrain" >&2
	exit 1
fi
