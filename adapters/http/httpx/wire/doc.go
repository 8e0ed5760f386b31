// Package wire reads and writes what HTTP asks of every call, whatever its
// operation: call ids, keys, media types, forms, buffers, entity tags, compression and other
// spellings of an address.
package wire
