# shellcheck shell=bash
# How everything is compiled, so that what one command compiled the others reuse. Sourced, not run.
# The race detector alone needs cgo.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -trimpath -tags=nomsgpack,grpcnotrace"
