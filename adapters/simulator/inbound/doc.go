// Package inbound simulates the plans and shipments that sellers send to the fulfilment centres of
// the marketplace, in the present and the old interface. They follow from the seed and the clock
// alone.
package inbound
