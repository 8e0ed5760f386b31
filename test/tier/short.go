//go:build !long

package tier

// Long reports whether this is make test-long.
const Long = false
