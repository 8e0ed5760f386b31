#!/usr/bin/env bash
# Holds the published document to what others make of it: linters, a validator of
# its examples, and generators of clients whose output is compiled. The packages
# are fetched once for all checkouts, at fixed versions.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

oapi=github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.1
runtime=github.com/oapi-codegen/runtime@v1.9.0

need_go
missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
install ${missing[@]+"${missing[@]}"}

tools=${XDG_CACHE_HOME:-$HOME/.cache}/selling-assistant/document-$(cat tools/document/package*.json | sha256sum | cut -c1-16)
if [ ! -e "$tools/ready" ]; then
	mkdir -p "$tools"
	cp tools/document/package*.json tools/document/.npmrc "$tools"
	npm ci --prefix "$tools" --ignore-scripts --no-progress --loglevel error
	touch "$tools/ready"
fi
out=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$out"' EXIT

echo "document: from a service that is started for it"
go build -o "$out/service" ./cmd/selling-assistant
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
key=$(node -e 'console.log(require("crypto").randomBytes(32).toString("hex"))')
env SA_SECRET_KEY="$key" SA_HTTP_ADDR="127.0.0.1:$port" SA_METRICS_ADDR=127.0.0.1:0 SA_DATABASE_URL="sqlite://$out/service.db" SA_DATA_DIR="$out/data" \
	"$out/service" serve >"$out/service.log" 2>&1 &
server=$!
cp tools/document/examples.mjs tools/document/redocly.yaml tools/document/.spectral.yaml "$out"
ln -s "$tools/node_modules" "$out/node_modules"
cd "$out"
node --input-type=module - "http://127.0.0.1:$port" <<'JS'
import { writeFileSync } from "node:fs";
const base = process.argv[2], deadline = Date.now() + 60_000;
for (const name of ["openapi.json", "openapi-3.0.json"]) {
  for (;;) {
    const answer = await fetch(`${base}/${name}`).catch(() => null);
    if (answer?.ok) {
      writeFileSync(name, await answer.text());
      break;
    }
    if (Date.now() > deadline) throw new Error(`${base}/${name} is not served`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}
JS
kill "$server"
server=

bin=$tools/node_modules/.bin
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
echo "document: spectral, redocly, ajv"
"$bin/spectral" lint --ruleset .spectral.yaml --fail-severity warn openapi.json openapi-3.0.json >spectral.txt 2>&1 &
spectral=$!
for form in openapi.json openapi-3.0.json; do
	"$bin/redocly" lint --config redocly.yaml --format json "$form" >redocly.json 2>redocly.txt || true
	node -e 'const t = JSON.parse(require("fs").readFileSync("redocly.json")).totals; process.exit(t.errors + t.warnings)' ||
		{ "$bin/redocly" lint --config redocly.yaml --max-problems 20 "$form"; exit 1; }
done
node examples.mjs openapi.json

echo "document: clients of openapi-typescript, hey-api and oapi-codegen"
"$bin/openapi-typescript" openapi.json -o types.ts >types.txt 2>&1 || { cat types.txt; exit 1; }
"$bin/openapi-ts" -i ./openapi.json -o client --no-log-file >client.txt 2>&1 || { cat client.txt; exit 1; }
"$bin/tsc" --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable types.ts client/index.ts
mkdir go
go run "$oapi" -generate types,client -package client -o go/client.go openapi-3.0.json
cd go
printf 'module client\n\ngo 1.24\n' >go.mod
GOFLAGS="$GOFLAGS -mod=mod" go get "$runtime" >go.txt 2>&1 && GOFLAGS="$GOFLAGS -mod=mod" go mod tidy >>go.txt 2>&1 || { cat go.txt; exit 1; }
go vet ./...
cd ..
wait "$spectral" || { cat spectral.txt; exit 1; }
echo "document: no error and no warning"
