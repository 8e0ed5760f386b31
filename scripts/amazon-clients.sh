#!/usr/bin/env bash
# Calls the relay with clients made for Amazon, unchanged, through the listener of SA_SPAPI_ADDR
# and a proxy with a certificate of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

need_go
command -v openssl >/dev/null || install openssl
tools=$(scripts/packages.sh amazonclients)
out=$(mktemp -d)
started=()
trap 'kill ${started[@]+"${started[@]}"} 2>/dev/null || true; rm -rf "$out"' EXIT

go build -o "$out/service" ./cmd/selling-assistant
cp tools/amazonclients/*.mjs test/openapi/sandbox/cases.tsv "$out"
ln -s "$tools/node_modules" "$out/node_modules"
cd "$out"
names=api.amazon.com
for region in na eu fe; do names+=,DNS:sellingpartnerapi-$region.amazon.com; done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test -keyout key.pem -out cert.pem \
	-addext "subjectAltName=DNS:$names" 2>openssl.txt || { cat openssl.txt; exit 1; }

# waits FILE PATTERN prints the first match of a pattern, when the file has one.
waits() {
	until grep -om1 -E "$2" "$1"; do
		kill -0 "${started[@]}" 2>/dev/null || { cat service.log front.txt >&2; exit 1; }
		sleep 0.1
	done
}

export SA_HTTP_ADDR=127.0.0.1:0 SA_METRICS_ADDR=127.0.0.1:0 SA_SPAPI_ADDR=127.0.0.1:0 SA_DATA_DIR="$out/data"
./service serve --demo --json >service.json 2>service.log &
started+=($!)
address=$(waits service.log 'made for Amazon.*"address":"[^"]+"' | sed 's/.*"address":"//; s/"$//')
waits service.json 'sak_[0-9A-Za-z]+' >key.txt
base=$(waits service.json 'http://[0-9.]+:[0-9]+' | head -1)
seller=$(./service connection list --demo --team 1 --json | node -p 'JSON.parse(require("fs").readFileSync(0)).data.find((c) => c.region === "na").seller_id')
node front.mjs key.pem cert.pem "$address" >front.txt &
started+=($!)
port=$(waits front.txt '^[0-9]+$')

FRONT=$port NODE_EXTRA_CA_CERTS="$out/cert.pem" NODE_OPTIONS="--import $out/hosts.mjs" \
	node run.mjs "$base" "$(cat key.txt)" "$seller" cases.tsv || { cp front.txt "${FRONT_LOG:-/dev/null}"; exit 1; }
