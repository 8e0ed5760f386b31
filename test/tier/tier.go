// Package tier sets the thoroughness of tests: make test compiles them without the build tag long,
// make test-long with it.
package tier

// Of returns the size of a test: short in make test, long in make test-long.
func Of[T any](short, long T) T {
	if Long {
		return long
	}
	return short
}
