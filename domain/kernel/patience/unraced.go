//go:build !race

package patience

// Slower multiplies limits of real time for one try or one call. Only the race detector needs more
// than 1.
const Slower = 1
