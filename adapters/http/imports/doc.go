// Package imports serves imports of tables: they are started from files, looked at row by row, and
// taken back.
package imports
