// Package quota bounds what the calls of one team cost the others: how many are
// accepted in a window, how many are refused, and how many bytes of their bodies
// are read at once.
package quota
