// Package syncing decides when the SKUs of a seller account are read, and records the progress of a
// read. It makes sure that a full read finds all of them.
package syncing
