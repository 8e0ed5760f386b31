// Package replenish calculates how many units of a product to order and by when, from its sales and
// its stock.
package replenish

import "sellingassistant/domain/kernel/optional"

const (
	// AssumedLeadTime has the lead time in days if no lead time is known.
	AssumedLeadTime = 14
	// leastDays has the least number of known days for counting sales.
	leastDays = 7
	// maxQuantity bounds an item of an order.
	maxQuantity = 1_000_000
)

// LeadTimeSource names the origin of a lead time.
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

// LeadTime returns the first known of the lead times in days: of the preferred offer, the product,
// the supplier as measured, and the supplier's default.
func LeadTime(offer, product, measured, supplier optional.Maybe[int64]) (int64, LeadTimeSource) {
	for i, days := range []optional.Maybe[int64]{offer, product, measured, supplier} {
		if n, ok := days.Get(); ok {
			return n, leadTimeSources[i]
		}
	}
	return AssumedLeadTime, Assumed
}

// Reason names the basis of a suggestion.
type Reason string

// The reasons.
const (
	FromSales    Reason = "sales"
	SalesUnknown Reason = "sales_unknown"
)

// Product has the input of a suggestion for a product, in its units and in days.
type Product struct {
	// UnitsSold were sold in the window; DaysKnown of its days are known.
	UnitsSold  int64
	WindowDays int64
	DaysKnown  int64
	// LeadTimeDays and CoverDays add up to the days that the stock is to last.
	LeadTimeDays int64
	CoverDays    int64
	// Position sums the stock and the incoming units.
	Position     int64
	ReorderPoint int64
	// MOQ and Multiple come from the offer, 1 without an offer.
	MOQ      int64
	Multiple int64
}

// Suggestion says how many units to order.
type Suggestion struct {
	// Needed counts the missing units, Quantity the units that can be ordered. Both are 0 with
	// enough stock.
	Needed   int64
	Quantity int64
	// OrderWithinDays falls below 0 if it is late already. It is absent without known sales.
	OrderWithinDays optional.Maybe[int64]
	Reason          Reason
}

// Suggest finds the quantity from the sales of the known days, or up to the reorder point if fewer
// than a week of them are known.
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
