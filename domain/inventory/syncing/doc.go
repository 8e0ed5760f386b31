// Package syncing decides when the SKUs of a seller account are read, records the progress of a
// read, and makes sure that it finds all of them.
package syncing
