// Package inbound models a seller's shipments to the marketplace's warehouses: plans, their
// shipments, and the items and boxes of these.
//
// The marketplace reports a shipment through two APIs. The new API has plans, boxes and fees, the
// old API the received units. Merge and Join combine both; the new API wins.
package inbound
