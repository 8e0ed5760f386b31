// Package orders provides the use cases of purchase orders: their items, receipts and costs.
package orders
