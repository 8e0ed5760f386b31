// Package table finds out what the columns of a table mean, and reads its rows as lines of a document.
//
// A file is read twice: a Survey of all rows chooses the table, its header and its columns, then Lines reads row by row. So a
// long list is never held. Between two columns that could both be the cost nothing is chosen: the Mapping has the
// candidates.
package table
