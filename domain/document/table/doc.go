// Package table finds out what the columns of a table mean, and reads its rows as lines of a document.
package table
