// Package syncing has the ports of the syncs of seller accounts.
package syncing
