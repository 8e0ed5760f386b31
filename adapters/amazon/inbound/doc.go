// Package inbound reads plans and shipments on their way to Amazon, through the
// interface of 2024-03-20 and the old one beside it.
package inbound
