// Package syncing stores how far readings of seller accounts are.
package syncing
