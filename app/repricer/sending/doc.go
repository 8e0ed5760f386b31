// Package sending sends decided prices, each once, and follows each until it is live, rejected or
// given up.
package sending
