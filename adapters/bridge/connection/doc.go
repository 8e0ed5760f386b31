// Package connection starts the work of other contexts for a connection.
package connection
