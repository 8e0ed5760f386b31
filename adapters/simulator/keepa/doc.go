// Package keepa is a provider of price histories in Keepa's wire form. It looks at
// the products of the simulated marketplace, now and in the past, so that its
// histories end in what the pricing operations answer.
package keepa
