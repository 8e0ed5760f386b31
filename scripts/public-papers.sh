#!/usr/bin/env bash
# Fetches public invoices with electronic invoices inside, for selling-assistant documents
# evaluate --set FOLDER.
#
#	scripts/public-papers.sh FOLDER [REPOSITORY [COMMIT]]
#
# They are samples of others under the Apache licence 2.0, and stay outside of this repository. The commit is fixed, so that figures
# of two days are of the same files.
set -euo pipefail
folder=${1:?a folder is needed: scripts/public-papers.sh FOLDER}
repository=${2:-https://github.com/ZUGFeRD/corpus}
commit=${3:-d891458e9822e34271a5438497bf924e89955979}

here=$(cd "$(dirname "$0")/.." && pwd -P)
folder=$(cd "$(dirname "$folder")" && pwd -P)/$(basename "$folder")
case "$folder/" in
"$here"/*)
	echo "$folder is inside of this repository" >&2
	exit 1
	;;
esac
mkdir -p "$folder"
if [ -n "$(ls -A "$folder")" ]; then
	echo "$folder is not empty" >&2
	exit 1
fi

from=$(mktemp -d)
trap 'rm -rf "$from"' EXIT
git -C "$from" init --quiet
git -C "$from" fetch --quiet --depth 1 "$repository" "$commit"
git -C "$from" archive FETCH_HEAD | tar -x -C "$folder"
echo "$(find "$folder" -type f -iname '*.pdf' | wc -l) PDFs in $folder, of $repository at $commit"
