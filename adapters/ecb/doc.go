// Package ecb reads the file of reference rates that the European Central Bank publishes on each
// working day, and its form with the last 90 days.
package ecb
