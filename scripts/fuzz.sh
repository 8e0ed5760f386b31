#!/usr/bin/env bash
# Runs every fuzz target for a while: scripts/fuzz.sh [time for each, default 30s]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/flags.sh
time=${1:-30s}
found=0
while read -r file target; do
	found=1
	folder=./$(dirname "$file")
	echo "$folder $target"
	go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$folder"
done < <(grep -rno --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' adapters app cmd config domain migrations ports test tools |
	sed 's/^\([^:]*\):[0-9]*:func /\1 /' | sort)
if [ "$found" = 0 ]; then
	echo "no fuzz targets" >&2
	exit 1
fi
