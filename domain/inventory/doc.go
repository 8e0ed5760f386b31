// Package inventory is what a team sells and what it is made of: the SKUs of
// its seller accounts, the inventory products behind them, the matches between
// the two, what both cost since when, and the drafts of offers not yet made.
package inventory
