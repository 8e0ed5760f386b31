// Package importing interprets the lines of a document for a team: the records they match, their
// problems, and the bookings of an import. It decides from facts that callers read.
package importing
