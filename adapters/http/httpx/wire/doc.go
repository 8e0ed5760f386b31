// Package wire reads and writes the parts of HTTP that all operations share: call ids, keys, media
// types, forms, buffers, entity tags, compression and other spellings of an address.
package wire
