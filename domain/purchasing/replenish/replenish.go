// Package replenish says how many units of a product to order and by when, from what it
// sold and what there is.
package replenish

import "sellingassistant/domain/kernel/optional"

const (
	// AssumedLeadTime is the lead time in days where none is known.
	AssumedLeadTime = 14
	// leastDays is the least number of days that sales are told from.
	leastDays = 7
	// maxQuantity is what an item of an order has at most.
	maxQuantity = 1_000_000
)

// LeadTimeSource says where a lead time came from.
type LeadTimeSource string

// The sources, the best first.
const (
	FromOffer    LeadTimeSource = "offer"
	FromProduct  LeadTimeSource = "product"
	FromMeasured LeadTimeSource = "supplier_measured"
	FromSupplier LeadTimeSource = "supplier_default"
	Assumed      LeadTimeSource = "assumed"
)

var leadTimeSources = []LeadTimeSource{FromOffer, FromProduct, FromMeasured, FromSupplier, Assumed}

// LeadTime is the first known of the lead times in days: of the preferred offer, the
// product, the supplier as measured, and the supplier's default.
func LeadTime(offer, product, measured, supplier optional.Maybe[int64]) (int64, LeadTimeSource) {
	for i, days := range []optional.Maybe[int64]{offer, product, measured, supplier} {
		if n, ok := days.Get(); ok {
			return n, leadTimeSources[i]
		}
	}
	return AssumedLeadTime, Assumed
}

// Reason says what a suggestion is told from.
type Reason string

// The reasons.
const (
	FromSales    Reason = "sales"
	SalesUnknown Reason = "sales_unknown"
)

// Product is what a suggestion for a product is made from, in its units and in days.
type Product struct {
	// UnitsSold were sold in the window, of which so many days are known.
	UnitsSold  int64
	WindowDays int64
	DaysKnown  int64
	// The stock is to last for the lead time and so many days more.
	LeadTimeDays int64
	CoverDays    int64
	// Position is what there is and what is to come.
	Position     int64
	ReorderPoint int64
	// MOQ and Multiple are those of the offer, 1 without one.
	MOQ      int64
	Multiple int64
}

// Suggestion is how many units to order.
type Suggestion struct {
	// Needed is what is missing, Quantity what can be ordered of it: both are 0 where
	// there is enough.
	Needed   int64
	Quantity int64
	// OrderWithinDays is below 0 where it is late already, none where no sales tell it.
	OrderWithinDays optional.Maybe[int64]
	Reason          Reason
}

// Suggest finds the quantity from the sales of the known days, or up to the reorder point
// where fewer than a week of them are known.
func Suggest(p Product) Suggestion {
	s := Suggestion{Needed: p.ReorderPoint - p.Position, Reason: SalesUnknown}
	if days := min(p.DaysKnown, p.WindowDays); days >= leastDays {
		s = Suggestion{Needed: up(p.UnitsSold*(p.LeadTimeDays+p.CoverDays), days) - p.Position, Reason: FromSales}
		if p.UnitsSold > 0 {
			s.OrderWithinDays = optional.Some(p.Position*days/p.UnitsSold - p.LeadTimeDays)
		}
	}
	if s.Needed = max(0, s.Needed); s.Needed > 0 {
		multiple := max(1, p.Multiple)
		s.Quantity = min(up(max(s.Needed, p.MOQ), multiple), max(1, maxQuantity/multiple)) * multiple
	}
	return s
}

// up divides and rounds up.
func up(n, by int64) int64 { return (n + by - 1) / by }
