// Package queue queues rows for evaluation when they, their settings, strategies or costs change.
package queue
