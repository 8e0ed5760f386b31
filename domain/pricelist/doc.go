// Package pricelist calculates the profit of the products of a supplier's list on a marketplace. It
// finds the meaning of each column, the product of each row, the supplied items in one sold unit,
// the cost of a sold unit, and whether the row is worth buying. Amounts are exact and in the
// marketplace's currency unless a member says another one.
package pricelist
