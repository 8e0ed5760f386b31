//go:build long

package order_test

// randomOrders is how many orders make test-long takes through random steps.
const randomOrders = 100_000
