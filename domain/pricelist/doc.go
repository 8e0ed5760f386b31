// Package pricelist finds out what the products of a supplier's list would earn on a marketplace: which column means what,
// which product a row is and how many supplied items are sold as one, what one sold unit costs, and whether the row is worth
// buying. Amounts are exact and in the marketplace's currency unless a member says another one.
package pricelist
