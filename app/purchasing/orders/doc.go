// Package orders holds the use cases of purchase orders: their items, what of them came,
// and what that cost.
package orders
