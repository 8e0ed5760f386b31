// Package inbound shows inbound shipments, put together from the two interfaces the marketplace has
// for them.
package inbound
