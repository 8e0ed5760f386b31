// Package inventory provides the use cases of a team's goods: products, SKUs, listings and costs.
// Its subpackage syncing reads seller accounts and passes the results to SKUIntake and
// ListingIntake.
package inventory
