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

// offered lists products that sell some dozens a month, so that an order costs as much as a small
// seller spends.
var offered = []struct {
	product int
	cost    string
}{
	{208, "17.5"}, {213, "9.4"}, {217, "6.2"}, {218, "4.1"}, {233, "7.9"}, {246, "14.8"}, {248, "3.9"}, {258, "11.6"},
	{259, "7.2"}, {277, "8.8"}, {298, "16.5"}, {299, "8.4"}, {311, "11.9"}, {324, "5.6"}, {339, "7.5"}, {361, "4.6"},
	{370, "12.4"}, {373, "24"}, {386, "6.8"}, {434, "14.2"}, {498, "16.9"}, {609, "9.8"}, {656, "9.6"}, {676, "21"},
}

// fillAnalyses starts the analysis of a list of products that others sell. Workers run it after the
// first start.
func (d *Demo) fillAnalyses(ctx context.Context, op *compose.Operator, st *state) error {
	suppliers, err := op.Suppliers.List(ctx, st.caller(), purchasingports.SupplierFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil || len(suppliers.Items) == 0 {
		return err // a user may have deleted them
	}
	list := make([]domain.Input, len(offered))
	for i, o := range offered {
		list[i] = domain.Input{
			Ref: fmt.Sprintf("line %d", i+1), Identifier: simulator.ASIN(o.product), Type: domain.TypeASIN, SupplierSKU: fmt.Sprintf("HT-%03d", i+1),
			Cost: optional.Some(money.MustParse(o.cost)), Minimum: optional.Some(int64(12)),
		}
	}
	_, err = op.Analyses.Start(ctx, st.caller(), pricelist.Draft{
		Name: "Harbour Trading, spring list", Choice: marketplace.Choice{MarketplaceID: string(marketplace.US)},
		Values:   domain.Values{Way: domain.FBA, Supplier: optional.Some(int64(suppliers.Items[0].ID))},
		Expenses: domain.ExpensesPatch{Prep: optional.Put(money.MustParse("0.5")), Inbound: optional.Put(money.MustParse("0.3"))},
	}, list)
	return err
}
