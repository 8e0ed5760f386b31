// Package inventory provides the use cases of a team's goods: products, SKUs and costs. Package
// listings keeps drafts and listings. Package syncing reads seller accounts and passes the results
// to SKUIntake and listings.ListingIntake.
package inventory
