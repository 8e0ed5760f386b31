// Package inventory holds the use cases of what a team sells and what it is
// made of. Its room syncing, which reads seller accounts, hands what it read to
// SKUIntake and ListingIntake.
package inventory
