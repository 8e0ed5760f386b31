// Package market is the competition for the products of the simulated
// marketplace: the offers of all sellers, who has the buy box, what fees a sale
// costs, and the buyers.
package market
