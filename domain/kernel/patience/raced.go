//go:build race

package patience

// Slower multiplies limits of real time for one try or one call. The race detector makes programs
// many times slower, so that they get longer limits.
const Slower = 4
