// Package inventory models the goods of a team: the SKUs of its seller accounts, the inventory
// products that they sell, the matches between the two, the costs of both by day, and the drafts of
// offers not yet made.
package inventory
