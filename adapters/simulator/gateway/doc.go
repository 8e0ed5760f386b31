// Package gateway handles every call of the simulated marketplace. It hands out tokens for the
// consent of sellers, finds the operation, keeps the published rates, reads parameters and pages,
// counts, and applies faults.
package gateway
