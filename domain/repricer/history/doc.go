// Package history records each decision about a row and follows its price until it is live,
// rejected or given up.
package history
