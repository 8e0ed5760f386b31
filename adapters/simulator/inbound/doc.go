// Package inbound is what sellers send to the fulfilment centres of the simulated
// marketplace: plans and shipments, as the present interface and the old one
// tell of them. They follow from the seed and the clock alone.
package inbound
