#!/usr/bin/env bash
# Makes the file system of the image: scripts/image-root.sh FOLDER. root/ has the files that the
# service only reads, owned/ the files that its user owns. GOARCH names another processor.
set -euo pipefail
folder=$(realpath -m "${1:?a folder is needed}")
cd "$(dirname "$0")/.."
. scripts/flags.sh
export GOOS=linux

rm -rf "$folder"
mkdir -p "$folder"/root/{licenses,etc/ssl/certs} "$folder"/owned/{data,backups,tmp}
chmod 0700 "$folder"/owned/*
go build -ldflags="-s -w" -pgo=cmd/selling-assistant/serve.pgo -o "$folder/root/selling-assistant" ./cmd/selling-assistant
cp -R LICENSE NOTICE LICENSES "$folder/root/licenses/"
for roots in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
	[ ! -s "$roots" ] || break
done
# The program trusts these certificate authorities; time zones are inside of it.
cp -L "$roots" "$folder/root/etc/ssl/certs/ca-certificates.crt"
chmod 0644 "$folder/root/etc/ssl/certs/ca-certificates.crt"
