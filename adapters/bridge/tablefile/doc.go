// Package tablefile lends contexts what the documents do with table files: keeping them, and reading their rows.
package tablefile
