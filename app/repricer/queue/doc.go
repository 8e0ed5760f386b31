// Package queue puts rows on the queue of rows to be evaluated, when they, their
// settings, strategies or costs change.
package queue
