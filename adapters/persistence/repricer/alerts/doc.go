// Package alerts stores waiting alerts and messages.
package alerts
