// Package queue is what the queue of rows to be evaluated needs from outside.
package queue
