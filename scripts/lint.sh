#!/usr/bin/env bash
# Looks at the program without running it: formatting, go vet, golangci-lint.
# The linter is built once, at a fixed version, into .tools.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

version=v2.15.0

need_go
unformatted=$(gofmt -l adapters app cmd config domain migrations ports test tools)
if [ -n "$unformatted" ]; then
	printf 'not formatted by gofmt:\n%s\n' "$unformatted" >&2
	exit 1
fi
go vet ./...

tool=.tools/golangci-lint-$version
if [ ! -x "$tool" ]; then
	echo "building golangci-lint $version" >&2
	GOFLAGS='' GOBIN="$PWD/.tools/new" go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version"
	mv .tools/new/golangci-lint "$tool"
	rmdir .tools/new
fi
"$tool" run --timeout 10m ./...
