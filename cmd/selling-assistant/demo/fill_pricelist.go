package demo

import (
	"context"
	"fmt"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/pricelist"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	domain "sellingassistant/domain/pricelist"
	purchasingports "sellingassistant/ports/purchasing"
)

// fillAnalyses starts the analysis of a list of products that others sell, which workers do behind the first start.
func (d *Demo) fillAnalyses(ctx context.Context, op *compose.Operator, st *state) error {
	suppliers, err := op.Suppliers.List(ctx, st.caller(), purchasingports.SupplierFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil || len(suppliers.Items) == 0 {
		return err // a user may have deleted them
	}
	const rows = 24
	list := make([]domain.Input, rows)
	for i := range list {
		list[i] = domain.Input{
			Ref: fmt.Sprintf("line %d", i+1), Identifier: simulator.ASIN(200 + i), Type: domain.TypeASIN, SupplierSKU: fmt.Sprintf("HT-%03d", i+1),
			Cost: optional.Some(money.FromUnits(int64(2_0000 + 7_500*i))), Minimum: optional.Some(int64(12)),
		}
	}
	_, err = op.Analyses.Start(ctx, st.caller(), pricelist.Draft{
		Name: "Harbour Trading, spring list", Choice: marketplace.Choice{MarketplaceID: string(marketplace.US)},
		Values:   domain.Values{Way: domain.FBA, Supplier: optional.Some(int64(suppliers.Items[0].ID))},
		Expenses: domain.ExpensesPatch{Prep: optional.Put(money.MustParse("0.5")), Inbound: optional.Put(money.MustParse("0.3"))},
	}, list)
	return err
}
