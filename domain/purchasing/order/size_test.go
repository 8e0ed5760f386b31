//go:build !long

package order_test

// randomOrders is how many orders make test takes through random steps.
const randomOrders = 2_000
