// Package syncing is what readings of a seller account need from outside.
package syncing
