// Package imports has the use cases of imports of tables.
package imports
