package service

import (
	"context"
	"fmt"
	"testing"
	"time"

	"sellingassistant/adapters/simulator"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/repricer/manage"
	webhookapp "sellingassistant/app/webhook"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/domain/webhook"
	inventoryports "sellingassistant/ports/inventory"
	historyports "sellingassistant/ports/repricer/history"
	"sellingassistant/test/repricing"
)

// Records has the ids of a team's records.
type Records struct {
	// Read lists documents with lines.
	Read []int64

	Documents, Strategies, Products, Inventory, SKUs, Listings, Suppliers, Warehouses, Offers, Orders, Items, Tags, Notes []int64
	// Placed lists an ordered purchase order, and then its items.
	Placed []int64
	// Analysis has the rows in Rows.
	Analysis, Rows []int64
	// Imports have ended.
	Imports []int64
	// Rates were entered.
	Rates []int64
	// Hooks are endpoints; the first has the Deliveries.
	Hooks, Deliveries []int64
	// Events happened.
	Events []string
}

// Fill gives the team settings, and n records of each kind: documents, strategies, repricer rows
// with a decision each, inventory products, SKUs, listing drafts, suppliers, warehouses, balances,
// offers, tags and notes. Names contain tag, so that it can be called again.
func (m *Team) Fill(t testing.TB, tag string, n int) Records {
	t.Helper()
	var r Records
	for i := range n {
		r.Documents = append(r.Documents, m.Document(t, fmt.Sprintf("%s-%d.csv", tag, i)))
		r.Read = append(r.Read, m.ReadDocument(t, fmt.Sprintf("%s-lines-%d.csv", tag, i)))
		r.Strategies = append(r.Strategies, m.Strategy(t, fmt.Sprintf("%s %d", tag, i)))
		r.Suppliers = append(r.Suppliers, m.Supplier(t, fmt.Sprintf("%s %d", tag, i)))
		r.Offers = append(r.Offers, m.Offer(t, r.Suppliers[0], fmt.Sprintf("%s %d", tag, i)))
		r.Warehouses = append(r.Warehouses, int64(m.warehouse(t, fmt.Sprintf("%s %d", tag, i)).ID))
		r.Tags = append(r.Tags, m.Tag(t, fmt.Sprintf("%s %d", tag, i)))
		r.Inventory = append(r.Inventory, m.InventoryProduct(t, fmt.Sprintf("%s %d", tag, i)))
		r.Notes = append(r.Notes, m.Note(t, r.Suppliers[0], tag))
		r.Rates = append(r.Rates, m.Rate(t, i))
		r.Hooks = append(r.Hooks, m.Hook(t))
		r.Events = append(r.Events, m.Event(t))
		r.Deliveries = append(r.Deliveries, m.Delivery(t, r.Hooks[0]))
	}
	// Some products and warehouses stay without stock, so that they can be deleted.
	side := 1
	for side*side < n {
		side++
	}
	for i := range n {
		m.Stock(t, r.Warehouses[i/side], r.Inventory[i%side])
	}
	for range n {
		r.Orders = append(r.Orders, m.Order(t, r.Suppliers[0]))
		r.Items = append(r.Items, m.Item(t, r.Orders[0]))
	}
	r.Placed = append(r.Placed, m.Order(t, r.Suppliers[0]))
	for range n {
		r.Placed = append(r.Placed, m.Item(t, r.Placed[0]))
	}
	m.Place(t, r.Placed[0])
	m.catalogue(t)
	r.Products, r.SKUs = m.Products(t, tag, n), m.SKUs(t, tag, n)
	r.Listings = m.Listings(t, tag, n)
	m.Decisions(t, r.Products...)
	analysis, rows := m.Analysis(t, tag, n)
	r.Analysis, r.Rows = []int64{analysis}, rows
	for i := range n {
		r.Imports = append(r.Imports, m.Import(t, fmt.Sprintf("%s %d", tag, i), fmt.Sprintf("%s-%d", tag, i)))
	}
	ctx := t.Context()
	if _, err := m.service.Operator.Settings.Update(ctx, m.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		DefaultStrategyID: optional.Put(strategy.ID(r.Strategies[0])),
	}}); err != nil {
		t.Fatalf("make settings: %v", err)
	}
	return r
}

// Strategy makes a strategy.
func (m *Team) Strategy(t testing.TB, name string) int64 {
	t.Helper()
	s, err := m.service.Operator.Strategies.Create(t.Context(), m.Who(), strategy.Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeCompetitor),
		CompeteWith: optional.Put(decision.TargetBuyBox), Action: optional.Put(decision.ActionMatch),
	})
	if err != nil {
		t.Fatalf("make a strategy: %v", err)
	}
	return int64(s.ID)
}

// Tag makes a tag that some records may get.
func (m *Team) Tag(t testing.TB, name string) int64 {
	t.Helper()
	made, err := m.service.Operator.Tags.Create(t.Context(), m.Who(), annotation.TagPatch{Name: optional.Put(name)})
	if err != nil {
		t.Fatalf("make a tag: %v", err)
	}
	return int64(made.ID)
}

// Rate enters the rate of a day, which is the same for the same number.
func (m *Team) Rate(t testing.TB, number int) int64 {
	t.Helper()
	made, err := m.service.Operator.Rates.Put(t.Context(), m.Who(), []exchange.Entry{{
		Base: optional.Put(money.Currency("SEK")), Quote: optional.Put(money.Currency("USD")),
		Day: optional.Put(date.MustParse("2020-01-01").Add(number)), Rate: optional.Put(money.MustParseRate("0.11")),
	}})
	if err != nil {
		t.Fatalf("enter a rate: %v", err)
	}
	return int64(made.Rates[0].ID)
}

// Hook makes an endpoint. Its address is for documentation alone, so nothing is called.
func (m *Team) Hook(t testing.TB) int64 {
	t.Helper()
	made, err := m.service.Operator.Endpoints.Create(t.Context(), m.Who(), webhook.EndpointPatch{
		URL: optional.Put("https://192.0.2.1/hook"), Types: optional.Put([]webhook.Pattern{"inventory_product.*"}),
	})
	if err != nil {
		t.Fatalf("make an endpoint: %v", err)
	}
	return int64(made.ID)
}

// Event makes an event and returns its id.
func (m *Team) Event(t testing.TB) string {
	t.Helper()
	m.happened++
	event := fmt.Sprintf("evt_%013d%013d", m.ID, m.happened)
	m.service.Alter(t, "INSERT INTO webhook_events (team_id, event_id, type, data, at) VALUES ($1, $2, $3, $4, $5)",
		int64(m.ID), event, "inventory_product.updated", `{"record":1}`, m.service.Operator.Clock.Now().UnixMicro())
	return event
}

// Delivery brings an event to an endpoint.
func (m *Team) Delivery(t testing.TB, endpoint int64) int64 {
	t.Helper()
	m.Event(t)
	ctx, to, now := t.Context(), webhook.EndpointID(endpoint), m.service.Operator.Clock.Now()
	if _, err := m.service.Operator.Endpoints.Replay(ctx, m.Who(), to, webhookapp.Replay{
		From: now.Add(-time.Hour), To: now.Add(time.Hour), Which: webhook.ReplayMissing,
	}); err != nil {
		t.Fatalf("turn events into deliveries: %v", err)
	}
	found, err := m.service.Operator.Endpoints.Deliveries(ctx, m.Who(), to, webhook.DeliveryFilter{},
		page.Request{Limit: 1, Order: []page.By{{Field: "id", Desc: true}}})
	if err != nil || len(found.Items) == 0 {
		t.Fatalf("find a delivery: %v", err)
	}
	return int64(found.Items[0].ID)
}

// Note makes a note about a supplier.
func (m *Team) Note(t testing.TB, supplier int64, text string) int64 {
	t.Helper()
	made, err := m.service.Operator.Notes.Create(t.Context(), m.Who(), annotation.NotePatch{
		Target: optional.Put(annotation.Target{Type: annotation.TargetType(mark.Supplier), ID: optional.Some(supplier)}), Body: optional.Put(text),
	})
	if err != nil {
		t.Fatalf("make a note: %v", err)
	}
	return int64(made.ID)
}

// InventoryProduct makes a product that is matched with an ASIN.
func (m *Team) InventoryProduct(t testing.TB, title string) int64 {
	t.Helper()
	p, err := m.service.Operator.Inventory.Create(t.Context(), m.Who(), inventoryapp.CreateProduct{Patch: inventory.ProductPatch{
		Title: optional.Some(title), Brand: optional.Put("Brewwell"), UnitCost: optional.Put(money.MustParse("4.5")),
	}})
	if err != nil {
		t.Fatalf("make an inventory product: %v", err)
	}
	m.InventoryMatch(t, int64(p.ID), simulator.ASIN(0))
	return int64(p.ID)
}

// InventoryMatch matches a product with another ASIN and returns the match.
func (m *Team) InventoryMatch(t testing.TB, product int64, asin string) int64 {
	t.Helper()
	ctx, products := t.Context(), m.service.Operator.Inventory
	p, err := products.Get(ctx, m.Who(), inventory.ProductID(product))
	if err != nil {
		t.Fatalf("get an inventory product: %v", err)
	}
	wanted := []inventory.WantedMatch{{
		Target: inventory.MatchTarget{Type: inventory.MatchASIN, ASIN: asin, Marketplace: marketplace.US}, UnitsPerSale: 1,
	}}
	for _, old := range p.Matches {
		wanted = append(wanted, inventory.WantedMatch{Target: old.Target, UnitsPerSale: old.UnitsPerSale, Bundle: old.Bundle})
	}
	if p, err = products.SetMatches(ctx, m.Who(), inventoryapp.SetMatches{Product: p.ID, Matches: wanted}); err != nil {
		t.Fatalf("match an inventory product: %v", err)
	}
	return int64(p.Matches[len(p.Matches)-1].ID)
}

// Products makes n repricer rows with limits 10 and 30.
func (m *Team) Products(t testing.TB, tag string, n int) []int64 {
	t.Helper()
	rows := make([]repricer.NewProduct, n)
	for i := range rows {
		rows[i] = repricer.NewProduct{
			Key:  repricer.Key{MarketplaceID: marketplace.US, SKU: fmt.Sprintf("%s-%d", tag, i)},
			ASIN: simulator.ASIN(i),
			Patch: repricer.ProductPatch{
				Mode: optional.Some(decision.ModeOff),
				Limits: optional.Put(repricer.LimitsPatch{
					MinPrice: optional.Put(money.MustParse("10")), MaxPrice: optional.Put(money.MustParse("30")),
				}),
			},
		}
	}
	results, err := m.service.Operator.Products.Create(t.Context(), m.Who(), rows)
	if err != nil {
		t.Fatalf("make repricer rows: %v", err)
	}
	var ids []int64
	for _, r := range results {
		if r.Err != nil {
			t.Fatalf("make a repricer row: %v", r.Err)
		}
		ids = append(ids, int64(r.ID))
		// No listing provides the price here.
		m.service.Alter(t, "UPDATE repricer_products SET current_price = 200000 WHERE id = $1", int64(r.ID))
	}
	return ids
}

// Alter changes rows without the program.
func (s *Service) Alter(t testing.TB, statement string, args ...any) {
	t.Helper()
	if err := s.Store.InTx(t.Context(), func(ctx context.Context) error {
		_, err := s.Store.Hot(ctx).Exec(ctx, statement, args...)
		return err
	}); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// SKUs makes n SKUs, as if they had been read from the marketplace.
func (m *Team) SKUs(t testing.TB, tag string, n int) []int64 {
	t.Helper()
	rows, names := make([]inventory.Observation, n), make([]string, n)
	for i := range rows {
		names[i] = fmt.Sprintf("%s-%d", tag, i)
		price, title := money.FromUnits(int64(19+i)*10_000), "Kettle "+names[i]
		rows[i] = inventory.Observation{
			Seller: "A2SELLER", Connection: 1, Marketplace: marketplace.US, SKU: names[i], ASIN: simulator.ASIN(i), Title: &title,
			Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive, Price: &price, Currency: "USD",
		}
	}
	o, ctx := m.service.Operator, t.Context()
	if _, err := o.SKUIntake.Observe(ctx, m.ID, 1, m.service.Clock.Now(), rows); err != nil {
		t.Fatalf("make SKUs: %v", err)
	}
	made, err := o.SKUs.List(ctx, m.Who(), inventoryports.SKUFilter{SKUs: names}, page.Request{Limit: n, Order: []page.By{{Field: "sku"}}})
	if err != nil {
		t.Fatalf("make SKUs: %v", err)
	}
	ids := make([]int64, len(made.Items))
	for i, s := range made.Items {
		ids[i] = int64(s.ID)
	}
	return ids
}

// Decisions decides to raise the price of rows from 20 to 21, by their own strategy, if any.
func (m *Team) Decisions(t testing.TB, rows ...int64) {
	t.Helper()
	decided := make([]historyports.Decided, len(rows))
	for i, n := range rows {
		row, err := m.service.Operator.Products.Get(t.Context(), m.Who(), decision.ProductID(n))
		if err != nil {
			t.Fatalf("read a repricer row: %v", err)
		}
		input := decision.Input{Now: m.service.Clock.Now(), Row: decision.Row{Currency: row.Currency, Price: money.MustParse("20")}}
		made := history.NewChange{
			Row: row.ProductSnapshot, Trigger: history.TriggerSweep, Input: input,
			Decision: decision.Decision{
				Verdict: decision.VerdictChange, Price: money.MustParse("21"), Reason: decision.ReasonAboveTarget,
				Floor: optional.Some(money.MustParse("10")), BuyBox: decision.BuyBox{Owner: decision.BoxUnknown},
			},
		}
		if s, ok := row.StrategyID.Get(); ok {
			made.Strategy = optional.Some(history.StrategyUsed{ID: s, Version: 1})
		}
		change, err := history.NewPriceChange(made)
		if err != nil {
			t.Fatalf("make a decision: %v", err)
		}
		decided[i] = historyports.Decided{Change: change, Input: input}
	}
	if _, err := repricing.NewRecorder(m.service.Store).Record(t.Context(), m.ID, decided); err != nil {
		t.Fatalf("record decisions: %v", err)
	}
}
