// Package alerts is what sending alerts needs from outside: waiting alerts, and the channels they
// are sent through.
package alerts
