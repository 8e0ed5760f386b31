// Package inventory holds the use cases of what a team sells: products, SKUs, listings and costs.
// Its subpackage syncing reads seller accounts and passes the results to SKUIntake and
// ListingIntake.
package inventory
