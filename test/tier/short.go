//go:build !long

package tier

// Long reports whether make test-long runs.
const Long = false
