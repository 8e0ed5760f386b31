#!/usr/bin/env bash
# Renews the library that draws /docs: scripts/reference.sh VERSION of @scalar/api-reference. Needs npm.
# Look through its licences afterwards (LICENSES/scalar.txt), and run the tests of test/browser.
set -euo pipefail
cd "$(dirname "$0")/.."
package=@scalar/api-reference version=$1
folder=adapters/http/httpx/front/third_party/$package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" "$package@$version"
tar -xzf "$work"/*.tgz -C "$work" package/dist/browser/standalone.js
rm -f "$folder"/standalone-*.js.gz
gzip -9nc "$work/package/dist/browser/standalone.js" >"$folder/standalone-$version.js.gz"
ls -l "$folder"
