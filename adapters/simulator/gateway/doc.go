// Package gateway is what every call of the simulated marketplace passes: it
// hands out tokens for the consent of sellers, finds the operation, keeps the
// published rates, reads parameters and pages, counts, and misbehaves as faults
// want it.
package gateway
