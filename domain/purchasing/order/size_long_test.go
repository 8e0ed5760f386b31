//go:build long

package order_test

// randomOrders counts the orders that make test-long takes through random steps.
const randomOrders = 100_000
