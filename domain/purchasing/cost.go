package purchasing

import (
	"math/big"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// CostTargetKind names the kind of record that a cost belongs to.
type CostTargetKind string

// The targets of costs. The units of a SKU are units that it sells.
const (
	CostOfProduct CostTargetKind = "product"
	CostOfSKU     CostTargetKind = "sku"
)

// CostTarget names an inventory product or a SKU.
type CostTarget struct {
	Kind CostTargetKind
	ID   int64
}

// CostReceipt has the units of a target that an order delivered on a day.
type CostReceipt struct {
	Order int64
	// Units counts the accepted units less corrections. Returns do not count.
	Units int64
	// Landed has the exact cost of one unit up to its arrival, in Currency. Rate converts 1
	// Currency to CostCurrency.
	Landed       *big.Rat
	Currency     money.Currency
	CostCurrency money.Currency
	Rate         money.Rate
	// Prep has the charge of the order's warehouse for one unit; it is absent if it does not count.
	Prep optional.Maybe[money.Sum]
}

// CostDay has the receipts of a day by all orders. Stock counts the units before the first receipt,
// which a weighted average includes.
type CostDay struct {
	Day      date.Date
	Stock    int64
	Receipts []CostReceipt
}

// TargetCosts has the receipts of a target on the day of a change. With a weighted average it also
// has the receipts of all later days, ascending.
type TargetCosts struct {
	Target CostTarget
	Days   []CostDay
	// Priced says that the days have the prices of a document; its id replaces the order's.
	Priced bool
}

// CostKey names the units of a target that an order delivered on a day.
type CostKey struct {
	Target CostTarget
	Day    date.Date
	Order  int64
}

// CostNote says why a receipt is not part of a cost. It is "" for a receipt that is part of a cost,
// and for a target without costs. manual_cost is a cost of another source that begins that day;
// currency a cost in force in a third currency; limit_reached a cost out of range or one layer too
// many.
type CostNote string

// CostAnswer has the result for a CostKey.
type CostAnswer struct {
	// Written reports that the units count in a cost.
	Written bool
	Note    CostNote
}
