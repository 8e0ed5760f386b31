// Package inventory models the goods of a team: SKUs of its seller accounts, inventory products
// that they sell, and matches between both. It has the costs of both by day, and drafts of offers.
package inventory
