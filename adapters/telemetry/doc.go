// Package telemetry sets up the log and the traces of the process.
package telemetry
