//go:build !long

package order_test

// randomOrders counts the orders that make test takes through random steps.
const randomOrders = 2_000
