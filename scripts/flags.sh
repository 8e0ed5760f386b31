# shellcheck shell=bash
# Sets the flags of all compilations, so that commands reuse each other's results. Sourced, not
# run. Only the race detector needs cgo. A debugger needs a program compiled without -dwarf=false.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -trimpath -gcflags=all=-dwarf=false -tags=nomsgpack,grpcnotrace"
