// Package alerts stores what people are to be told.
package alerts
