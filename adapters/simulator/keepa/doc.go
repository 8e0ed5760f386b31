// Package keepa simulates a provider of price histories in Keepa's wire form. It reads the products
// of the simulated marketplace, now and in the past, so that its histories end in the answers of
// the pricing operations.
package keepa
