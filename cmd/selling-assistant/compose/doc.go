// Package compose has the composition root: only this code assigns adapters to ports. Each context
// has a file with one module; platform.go and store.go have the shared parts.
package compose
