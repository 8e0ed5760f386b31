// Package queue stores which rows are to be evaluated, and which are to be asked for
// their fees when there is time.
package queue
