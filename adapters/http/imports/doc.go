// Package imports serves imports of tables. It starts them from files, reports on each row, and
// undoes them.
package imports
