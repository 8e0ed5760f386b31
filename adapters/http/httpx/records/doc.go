// Package records describes the operations that kinds of records have in common: lists with their
// tables, reading, creating, updating and deleting one record, and deleting many.
package records
