// Package imports joins the import of tables with the files it reads and the records it changes.
package imports
