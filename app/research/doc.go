// Package research says what a product is worth to a seller: what its sale earns, here and on other marketplaces, how much
// of it is sold, and what the provider of price histories has of it.
package research
