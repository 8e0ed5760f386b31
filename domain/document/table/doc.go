// Package table finds the kinds of a table's columns, and reads its rows as lines of a document.
//
// It reads a file twice. A Survey of all rows chooses the table, its header and its columns; then
// Lines reads row by row. So a long list is never in memory as a whole. If two columns could both
// be the cost, it chooses neither, and the Mapping has both as candidates.
package table
