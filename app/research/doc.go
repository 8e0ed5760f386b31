// Package research evaluates a product for a seller: the profit of its sale, here and on other
// marketplaces, its sales, and the facts of the provider of price histories.
package research
