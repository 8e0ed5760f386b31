// Package inbound shows inbound shipments, merged from the two APIs of the marketplace.
package inbound
