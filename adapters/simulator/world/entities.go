package world

import "sellingassistant/adapters/simulator/draw"

// What numbers about sellers are drawn for.
const (
	OfListing draw.Entity = 1000 + iota
	OfStock
	OfDelay
	OfPlan
	OfShipment
	OfBox
	OfFeed
)
