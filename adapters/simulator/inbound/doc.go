// Package inbound simulates the plans and shipments that sellers send to the fulfilment centres of
// the marketplace, in the present interface and the old one. They follow from the seed and the
// clock alone.
package inbound
