// Package pricelist calculates the profit of the products of a supplier's list on a marketplace. It
// finds the meaning of each column and the product of each row. It finds the supplied items in a
// sold unit, the cost of a sold unit, and whether the row is worth buying. Amounts are exact and in
// the marketplace's currency unless a member names another currency.
package pricelist
