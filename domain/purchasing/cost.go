package purchasing

import (
	"math/big"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// CostTargetKind says what a cost belongs to.
type CostTargetKind string

// The targets of costs. The units of a SKU are those it sells.
const (
	CostOfProduct CostTargetKind = "product"
	CostOfSKU     CostTargetKind = "sku"
)

// CostTarget is an inventory product or a SKU.
type CostTarget struct {
	Kind CostTargetKind
	ID   int64
}

// CostReceipt is what an order brought of a target on a day.
type CostReceipt struct {
	Order int64
	// Units were accepted less what was corrected. Returns do not count.
	Units int64
	// Landed is what one of them cost until it came, exact, in Currency. Rate is how
	// much CostCurrency is 1 Currency.
	Landed       *big.Rat
	Currency     money.Currency
	CostCurrency money.Currency
	Rate         money.Rate
	// Prep is what the order's warehouse takes for one unit, none where that is not
	// to count.
	Prep optional.Maybe[money.Sum]
}

// CostDay are the receipts of a day by all orders. Stock is what there was before
// the first of them, which a weighted average counts.
type CostDay struct {
	Day      date.Date
	Stock    int64
	Receipts []CostReceipt
}

// TargetCosts are the receipts of a target: those of the day of a change, and with a
// weighted average of all later days, ascending.
type TargetCosts struct {
	Target CostTarget
	Days   []CostDay
	// Priced says that the days have what a document says, whose id stands for the order's.
	Priced bool
}

// CostKey names what an order brought of a target on a day.
type CostKey struct {
	Target CostTarget
	Day    date.Date
	Order  int64
}

// CostNote says why a receipt is not part of a cost, "" where it is or where no cost
// is kept of the target: manual_cost for a cost of another source that begins that day,
// currency for a cost in force in a third currency, limit_reached for a cost that is no
// amount or one layer too many.
type CostNote string

// CostAnswer tells what became of a CostKey.
type CostAnswer struct {
	// Written says that the units count in a cost.
	Written bool
	Note    CostNote
}
