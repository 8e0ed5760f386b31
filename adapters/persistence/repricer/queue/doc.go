// Package queue stores the rows to be evaluated, and the rows that wait for a fee estimate.
package queue
