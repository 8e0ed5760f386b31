// Package queue has the ports of the queue of rows to be evaluated.
package queue
