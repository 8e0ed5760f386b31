// Package world has the simulated marketplace's base. It has the seed with all randomness, the
// clock, the marketplaces with their currencies, the seller accounts and the identifiers of the
// products.
package world
