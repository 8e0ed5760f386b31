#!/usr/bin/env bash
# Prints the folder with the npm packages of a folder of tools, at fixed versions: packages.sh
# [FOLDER], at first document. It fetches them once for all checkouts.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
install ${missing[@]+"${missing[@]}"}

of=${1:-document}
folder=${XDG_CACHE_HOME:-$HOME/.cache}/selling-assistant
tools=$folder/$of-$(cat "tools/$of"/package*.json | sha256sum | cut -c1-16)
if [ ! -e "$tools/ready" ]; then
	# Another process may do the same, so the folder appears whole.
	mkdir -p "$folder"
	new=$(mktemp -d "$folder/new.XXXXXX")
	cp "tools/$of"/package*.json "tools/$of/.npmrc" "$new"
	npm ci --prefix "$new" --ignore-scripts --no-progress --loglevel error >&2
	touch "$new/ready"
	[ -e "$tools/ready" ] || { rm -rf "$tools" && mv -T "$new" "$tools"; } || [ -e "$tools/ready" ]
	rm -rf "$new"
fi
echo "$tools"
