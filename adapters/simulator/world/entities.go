package world

import "sellingassistant/adapters/simulator/draw"

// Series of numbers about sellers.
const (
	OfListing draw.Entity = 1000 + iota
	OfStock
	OfDelay
	OfPlan
	OfShipment
	OfBox
	OfFeed
)
