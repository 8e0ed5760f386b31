// Package world is what the simulated marketplace is made of before any call:
// the seed with all randomness, the clock, the marketplaces with their
// currencies, the seller accounts and the identifiers of the products.
package world
