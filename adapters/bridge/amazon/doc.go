// Package amazon gives the Amazon client the grants of connections.
package amazon
