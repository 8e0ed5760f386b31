#!/usr/bin/env bash
# Checks the published document with other tools: linters, a validator of its examples, and
# generators of clients, which it compiles. Two of the clients make the first calls of a newcomer.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

oapi=github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
ogen=github.com/ogen-go/ogen/cmd/ogen@v1.24.0
runtimes=(github.com/oapi-codegen/runtime@v1.9.0 github.com/ogen-go/ogen@v1.24.0)

need_go
tools=$(scripts/packages.sh)
out=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$out"' EXIT

echo "document: from a service that is started for it"
go build -o "$out/service" ./cmd/selling-assistant
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
base=http://127.0.0.1:$port
env SA_HTTP_ADDR="127.0.0.1:$port" SA_METRICS_ADDR=127.0.0.1:0 SA_DATA_DIR="$out/data" \
	"$out/service" serve --demo --json >"$out/service.json" 2>"$out/service.log" &
server=$!
cp tools/document/*.[cm]js tools/document/*.yaml tools/document/.spectral.yaml tools/document/testdata/newcomer.mts "$out"
ln -s "$tools/node_modules" "$out/node_modules"
mkdir "$out/go"
cp tools/document/testdata/*.go tools/document/testdata/go.mod "$out/go"
cd "$out"
node --input-type=module - "$base" <<'JS'
import { writeFileSync } from "node:fs";
const base = process.argv[2], deadline = Date.now() + 120_000;
for (const [path, name] of [["readyz", "ready.json"], ["openapi.json", "openapi.json"], ["openapi-3.0.json", "openapi-3.0.json"]]) {
  for (;;) {
    const answer = await fetch(`${base}/${path}`).catch(() => null);
    if (answer?.ok) {
      writeFileSync(name, await answer.text());
      break;
    }
    if (Date.now() > deadline) throw new Error(`${base}/${path} is not served`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}
JS
key=$(node -p 'JSON.parse(require("fs").readFileSync("service.json")).api_key')

bin=$tools/node_modules/.bin
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
echo "document: spectral, redocly, ajv"
"$bin/spectral" lint --ruleset .spectral.yaml --fail-severity warn openapi.json openapi-3.0.json >spectral.txt 2>&1 &
spectral=$!
for form in openapi.json openapi-3.0.json; do
	# By the letter of OpenAPI 3.0 a reference is never null, which no generator minds. The examples
	# come from the 3.1 form; test/openapi checks them with both.
	skip=()
	[ "$form" = openapi.json ] || skip=(--skip-rule no-invalid-media-type-examples)
	"$bin/redocly" lint --config redocly.yaml "${skip[@]}" --format json "$form" >redocly.json 2>redocly.txt || true
	node -e 'const t = JSON.parse(require("fs").readFileSync("redocly.json")).totals; process.exit(t.errors + t.warnings)' ||
		{ "$bin/redocly" lint --config redocly.yaml "${skip[@]}" --max-problems 20 "$form"; exit 1; }
done
node examples.mjs openapi.json

# quiet shows the output of a command only if it fails.
quiet() {
	"$@" >quiet.txt 2>&1 || { cat quiet.txt; exit 1; }
}

echo "document: clients of openapi-typescript, hey-api, orval and kubb, and a collection for Postman"
quiet "$bin/openapi-typescript" openapi.json -o types.ts
quiet "$bin/openapi-ts" -i ./openapi.json -o client --no-log-file
quiet "$bin/orval" --config orval.config.cjs
quiet "$bin/kubb" generate --config kubb.config.mjs
strict=(--strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib "es2022,dom,dom.iterable")
"$bin/tsc" --noEmit --allowImportingTsExtensions "${strict[@]}" types.ts client/index.ts kubb/index.ts orval/*/*.ts orval-3.0/*/*.ts
quiet "$bin/openapi2postmanv2" -s openapi.json -o postman.json
node postman.mjs openapi.json postman.json

echo "document: clients of oapi-codegen and ogen"
mkdir go/client
go run "$oapi" -generate types,client -package client -o go/client/client.go openapi-3.0.json
quiet go run "$ogen" -config ogen.yaml -target go/ogen -package ogen openapi-3.0.json
cd go
export GOFLAGS="$GOFLAGS -mod=mod"
quiet go get "${runtimes[@]}"
quiet go mod tidy
go vet ./...
go build -o newcomer .
cd ..

echo "document: the first calls of a newcomer, in TypeScript and in Go"
"$bin/tsc" "${strict[@]}" --outDir newcomer newcomer.mts
node newcomer/newcomer.mjs "$base" "$key" >typescript.txt
go/newcomer "$base" "$key" >go.txt
cat go.txt
# The repricer of a demo goes on working, so that a dry run may come to another price a moment later.
diff <(grep -v "^dry run: " typescript.txt) <(grep -v "^dry run: " go.txt)
kill "$server"
server=
wait "$spectral" || { cat spectral.txt; exit 1; }
echo "document: no error and no warning"
