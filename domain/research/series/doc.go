// Package series models the changes of a product's numbers over time, and counts figures from them.
//
// A history is a list of changes: each value is in force until the next. Times are minutes, values
// ten-thousandths of their unit, so that windows, means and shares are exact integers. While no
// value was in force, such as a price without an offer, the history has a gap; before its first
// change nothing is known.
package series
