package service

import (
	"encoding/json"
	"testing"

	"sellingassistant/adapters/simulator"
	app "sellingassistant/app/pricelist"
	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
)

// Analysis analyzes a list of n products to its end, and returns the ids of its rows.
func (m *Team) Analysis(t testing.TB, name string, n int) (analysis int64, items []int64) {
	t.Helper()
	rows := make([]pricelist.Input, n)
	for i := range rows {
		rows[i] = pricelist.Input{Identifier: simulator.ASIN(i), Type: pricelist.TypeASIN, Cost: optional.Some(money.FromUnits(int64(i+1) * 10_000)), Title: name}
	}
	m.Idle(t)
	suppliers, err := m.service.Operator.Suppliers.List(t.Context(), m.Who(), purchasingapp.SupplierFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil {
		t.Fatalf("list suppliers: %v", err)
	}
	supplier := int64(0)
	if len(suppliers.Items) > 0 {
		supplier = int64(suppliers.Items[0].ID)
	} else {
		supplier = m.Supplier(t, "For lists")
	}
	made, err := m.service.Operator.Analyses.Start(t.Context(), m.Who(), app.Draft{
		Name: name, Values: pricelist.Values{Supplier: optional.Some(supplier)},
	}, rows)
	if err != nil {
		t.Fatalf("start an analysis: %v", err)
	}
	args, err := json.Marshal(map[string]any{"analysis": made.ID})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.service.Operator.Analyses.Handlers()[0].Run(t.Context(), jobs.Job{Team: m.ID, Args: args}); err != nil {
		t.Fatalf("analyze a list: %v", err)
	}
	shown, err := m.service.Operator.Analyses.Get(t.Context(), m.Who(), made.ID)
	if err != nil {
		t.Fatalf("read an analysis: %v", err)
	}
	found, err := m.service.Operator.Analyses.List(t.Context(), m.Who(), shown.Analysis, pricelist.Filter{}, page.Request{Limit: n, Order: []page.By{{Field: "row_number"}}})
	if err != nil || len(found.Items) != n {
		t.Fatalf("list results: %d of %d, %v", len(found.Items), n, err)
	}
	for _, item := range found.Items {
		items = append(items, int64(item.Item.ID))
	}
	return int64(made.ID), items
}

// Idle marks all analyses and imports of the team as ended, so that others can start.
func (m *Team) Idle(t testing.TB) {
	t.Helper()
	m.service.Alter(t, "UPDATE pricelist_analyses SET running = false WHERE team_id = $1", int64(m.ID))
	m.service.Alter(t, "UPDATE imports SET busy = false WHERE team_id = $1", int64(m.ID))
}
