// Package inbound is what a seller sends to the marketplace's warehouses:
// plans, their shipments, and the items and boxes of these.
//
// The marketplace tells about a shipment through two interfaces. The new one
// knows plans, boxes and fees, the old one what has been received. Merge and
// Join put the two together; the new one's word counts.
package inbound
