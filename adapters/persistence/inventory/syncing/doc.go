// Package syncing stores the progress of syncs of seller accounts.
package syncing
