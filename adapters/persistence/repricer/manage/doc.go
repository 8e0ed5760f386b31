// Package manage stores settings, strategies and rows of the repricer, and the memories of rows.
//
// Frequent calls use prepared statements with fixed texts; bun builds lists with filters. Rows are
// never deleted. They get a time of deletion, which frees their keys.
package manage
