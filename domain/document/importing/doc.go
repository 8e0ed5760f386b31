// Package importing says what the lines of a document mean for a team: which records they match, what is wrong with
// them, and what an import books of them. It decides from facts that callers read.
package importing
