// Package inbound serves the view of inbound shipments.
package inbound
