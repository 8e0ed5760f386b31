// Package wire reads and writes what HTTP asks of every answer, whatever its
// operation: call ids, entity tags, compression and other spellings of an address.
package wire
