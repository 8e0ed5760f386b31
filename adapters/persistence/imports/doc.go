// Package imports stores imports of tables and their reports on both databases.
package imports
