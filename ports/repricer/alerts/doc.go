// Package alerts is what telling people needs from outside: alerts that wait,
// and the channels by which they are told.
package alerts
