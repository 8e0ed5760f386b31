// Package sandbox has what Amazon's static sandbox is asked and answers for the
// operations that are relayed, as calls of the simulated marketplace.
package sandbox
