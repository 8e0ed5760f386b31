// Package research says what a product is worth to a seller: what its sale earns, here and on other marketplaces.
package research
