// Package imports has the ports of the import of tables.
package imports
