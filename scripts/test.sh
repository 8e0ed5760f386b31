#!/usr/bin/env bash
# Runs every test. Installs missing programs where that is allowed; else it lists them and fails.
#
#	scripts/test.sh [-long|-repeat] [flags of go test] [packages]
#
# -long is make test-long: more of everything, with the race detector. -repeat is its second part:
# every test ten times beside two loops that keep processors busy.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

need_go
missing=()
command -v git >/dev/null || missing+=(git)
[ "${1:-}" != -long ] || has_compiler || missing+=(gcc libc6-dev)
# The image is built in make test-long alone, and the pooler and Redis run there alone.
[ "${1:-}" != -long ] || command -v buildah >/dev/null || missing+=(buildah)
[ "${1:-}" != -long ] || has_pgbouncer || missing+=(pgbouncer)
[ "${1:-}" != -long ] || command -v redis-server >/dev/null || missing+=(redis-server)
[ -n "${TEST_DATABASE_URL:-}" ] || has_postgres || missing+=(postgresql)
has_chromium || missing+=(chromium)
has_tesseract || missing+=(tesseract-ocr tesseract-ocr-eng tesseract-ocr-deu)
# The TypeScript client is compiled and run.
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
# The tutorials are run as a person does.
command -v curl >/dev/null || missing+=(curl)
command -v jq >/dev/null || missing+=(jq)
install ${missing[@]+"${missing[@]}"} &
installing=$!
if [ ${#missing[@]} -gt 0 ]; then
	# A new machine compiles meanwhile. The tests repeat the errors of this.
	go list -f '{{if ne .Name "main"}}{{.ImportPath}}{{end}}' ./... | GOGC=400 xargs go build || true
fi
wait "$installing"

# Not «go run», which would add a line of its own to a failure.
go build -o .tools/test-run ./test/run
exec .tools/test-run "$@"
