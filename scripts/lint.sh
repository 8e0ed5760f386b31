#!/usr/bin/env bash
# Looks at the program without running it: formatting and golangci-lint, which
# runs go vet's checks among its own. The linter is built once for all checkouts,
# at a fixed version.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

version=v2.15.0

need_go
unformatted=$(gofmt -l adapters app clients cmd config docs domain migrations ports test tools)
if [ -n "$unformatted" ]; then
	printf 'not formatted by gofmt:\n%s\n' "$unformatted" >&2
	exit 1
fi

folder=${XDG_CACHE_HOME:-$HOME/.cache}/selling-assistant
tool=$folder/golangci-lint-$version
if [ ! -x "$tool" ]; then
	echo "building golangci-lint $version, once" >&2
	mkdir -p "$folder"
	new=$(mktemp -d "$folder/new.XXXXXX")
	GOBIN="$new" go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version"
	mv "$new/golangci-lint" "$tool"
	rmdir "$new"
fi
"$tool" run --timeout 10m ./...
# A module of its own, which ./... leaves out.
cd clients/go
"$tool" run --timeout 10m --config ../../.golangci.yml ./...
