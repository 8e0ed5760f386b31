# shellcheck shell=bash
# How everything is compiled, so that what one command compiled the others reuse. Sourced, not run.
# Only the race detector needs cgo. A debugger needs a program compiled without -dwarf=false.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -trimpath -gcflags=all=-dwarf=false -tags=nomsgpack,grpcnotrace"
