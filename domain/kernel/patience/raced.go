//go:build race

package patience

// slower stretches limits.
const slower = 4
