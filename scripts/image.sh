#!/usr/bin/env bash
# Builds the image from a program that is compiled here: scripts/image.sh [NAME:TAG]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh
need_go
name=${1:-selling-assistant:latest}
for builder in buildah podman docker; do
	! command -v "$builder" >/dev/null || break
	builder=
done
if [ -z "$builder" ]; then
	echo "Neither buildah, podman nor docker is installed. On Debian: apt-get install buildah" >&2
	exit 1
fi
scripts/image-root.sh bin/image
# The format of Docker keeps the health check.
format=()
[ "$builder" = docker ] || format=(--format docker)
"$builder" build -f Containerfile --build-arg PROGRAM=prebuilt ${format[@]+"${format[@]}"} -t "$name" .
