// Package syncing says when the SKUs of a seller account are read, how far a
// reading is, and how all of them are met.
package syncing
