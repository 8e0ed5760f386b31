// Package webhook finds the states of records that are events when they begin.
package webhook
