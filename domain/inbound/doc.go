// Package inbound models a seller's shipments to the marketplace's warehouses: plans, their
// shipments, and the items and boxes of these.
//
// The marketplace reports a shipment through two APIs. The new one knows plans, boxes and fees, the
// old one the received units. Merge and Join combine both; the word of the new one counts.
package inbound
