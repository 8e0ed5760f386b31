// Package sandbox has the requests and answers of Amazon's static sandbox for the relayed
// operations, as calls of the simulated marketplace.
package sandbox
