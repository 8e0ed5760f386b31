// Package tier tells tests how thorough to be: make test compiles them without the build
// tag long, make test-long with it.
package tier

// Of returns the size of a test: the first in make test, the second in make test-long.
func Of[T any](short, long T) T {
	if Long {
		return long
	}
	return short
}
