// Package inbound reads plans and shipments to Amazon's warehouses, through the API of 2024-03-20
// and the older API.
package inbound
