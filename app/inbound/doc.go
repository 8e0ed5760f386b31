// Package inbound is the view of inbound shipments, put together from the two
// interfaces the marketplace has for them.
package inbound
