// Package imports is what the import of tables needs from outside.
package imports
