#!/usr/bin/env bash
# Prints the folder with the npm packages of tools/document, at fixed versions. It fetches them
# once for all checkouts.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
install ${missing[@]+"${missing[@]}"}

folder=${XDG_CACHE_HOME:-$HOME/.cache}/selling-assistant
tools=$folder/document-$(cat tools/document/package*.json | sha256sum | cut -c1-16)
if [ ! -e "$tools/ready" ]; then
	# Another process may do the same, so the folder appears whole.
	mkdir -p "$folder"
	new=$(mktemp -d "$folder/new.XXXXXX")
	cp tools/document/package*.json tools/document/.npmrc "$new"
	npm ci --prefix "$new" --ignore-scripts --no-progress --loglevel error >&2
	touch "$new/ready"
	[ -e "$tools/ready" ] || { rm -rf "$tools" && mv -T "$new" "$tools"; } || [ -e "$tools/ready" ]
	rm -rf "$new"
fi
echo "$tools"
