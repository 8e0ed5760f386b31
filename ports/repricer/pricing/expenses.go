package pricing

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// TeamExpenses reads the team's defaults for sales.
type TeamExpenses func(ctx context.Context, team id.Team) (Expenses, error)

// Expenses has the team's defaults. An unset default has no value.
type Expenses struct {
	// StorageMonths counts months in the unit of profit.Months.
	StorageMonths optional.Maybe[money.Amount]
	// VAT has the team's defaults for VAT; VAT.For completes the VAT of a row's cost for its
	// marketplace.
	VAT vat.Defaults
}
