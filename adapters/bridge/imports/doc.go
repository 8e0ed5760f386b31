// Package imports connects the import of tables with its files and the changed records.
package imports
