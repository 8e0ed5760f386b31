// Package casefile reads worked cases of the repricer's decision, and writes
// what is decided. A case is
//
//	{"id", "name", "input", "expected", "why"}
//
// of which only the input is needed. Cases stand in a list, in a file
// {"version", "note", "cases": [...]}, or one on each line. Numbers are read as
// decimals, a member that is absent has its default, and one that is not known
// is a fault of its case.
package casefile
