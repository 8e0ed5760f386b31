// Package market simulates the competition for the products of the simulated marketplace. It has
// the offers of all sellers, the buy box, the fees of a sale, and the buyers.
package market
