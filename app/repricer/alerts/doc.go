// Package alerts notes what people are to be told, and tells it.
package alerts
