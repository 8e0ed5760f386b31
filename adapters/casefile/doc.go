// Package casefile reads worked cases of the repricer's decision, and writes the decisions. A case
// has the form
//
//	{"id", "name", "input", "expected", "why"}
//
// and only the input is required. A file has a list of cases, {"version", "note", "cases": [...]},
// or one case on each line. Numbers are read as decimals and absent members have their defaults. An
// unknown member is a fault of its case.
package casefile
