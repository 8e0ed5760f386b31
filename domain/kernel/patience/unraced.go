//go:build !race

package patience

// slower stretches no limit.
const slower = 1
