// Package sending sends the prices that were decided, each once, and follows each
// until it was seen, refused or given up.
package sending
