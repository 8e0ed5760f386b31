// Package compose is the composition root: the only code that knows which
// adapter stands behind which port. Each context has a file with one module;
// platform.go and store.go hold what all of them share.
package compose
