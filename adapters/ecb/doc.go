// Package ecb reads the reference rates of the European Central Bank: the file of each working day,
// and the file of the last 90 days.
package ecb
