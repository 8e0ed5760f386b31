# shellcheck shell=bash
# Sets the flags of all compilations, so that commands reuse each other's results. Sourced, not
# run. The race detector alone needs cgo.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -trimpath -tags=nomsgpack,grpcnotrace"
