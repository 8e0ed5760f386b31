package service

import (
	"fmt"
	"strings"
	"testing"

	"sellingassistant/adapters/simulator"
	documentapp "sellingassistant/app/document"
	repricerapp "sellingassistant/app/repricer"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// Records are the ids of what a team has.
type Records struct {
	Documents, Strategies, Products []int64
}

// Fill gives the team n documents, n strategies, n repricer rows and settings.
// Names carry tag, so that it can be done again.
func (m *Team) Fill(t testing.TB, tag string, n int) Records {
	t.Helper()
	var r Records
	for i := range n {
		r.Documents = append(r.Documents, m.Document(t, fmt.Sprintf("%s-%d.csv", tag, i)))
		r.Strategies = append(r.Strategies, m.Strategy(t, fmt.Sprintf("%s %d", tag, i)))
	}
	r.Products = m.Products(t, tag, n)
	ctx := t.Context()
	if _, err := m.service.Operator.Settings.Update(ctx, m.Who(), repricerapp.UpdateSettings{Patch: repricer.SettingsPatch{
		DefaultStrategyID: repricer.Put(repricer.StrategyID(r.Strategies[0])),
	}}); err != nil {
		t.Fatalf("make settings: %v", err)
	}
	return r
}

// Document uploads a small file of that name; its bytes are its name.
func (m *Team) Document(t testing.TB, name string) int64 {
	t.Helper()
	ctx, docs := t.Context(), m.service.Operator.Documents
	file, err := docs.Receive(ctx, m.Who(), documentapp.File{
		Name: name, Content: strings.NewReader("sku,quantity,price\n" + name + ",1,2.50\n"),
	})
	if err != nil {
		t.Fatalf("receive a document: %v", err)
	}
	defer file.Discard()
	in := documentapp.Upload{File: file, OnDuplicate: documentapp.Allow}
	if err := docs.Keep(ctx, m.Who(), in); err != nil {
		t.Fatalf("keep a document: %v", err)
	}
	up, err := docs.Upload(ctx, m.Who(), in)
	if err != nil {
		t.Fatalf("upload a document: %v", err)
	}
	return int64(up.Document.ID())
}

// Strategy makes a strategy.
func (m *Team) Strategy(t testing.TB, name string) int64 {
	t.Helper()
	s, err := m.service.Operator.Strategies.Create(t.Context(), m.Who(), repricer.StrategyPatch{
		Name: repricer.Put(name), Type: repricer.Put(repricer.TypeCompetitor),
		CompeteWith: repricer.Put(repricer.TargetBuyBox), Action: repricer.Put(repricer.ActionMatch),
	})
	if err != nil {
		t.Fatalf("make a strategy: %v", err)
	}
	return int64(s.ID)
}

// Products makes n repricer rows between 10 and 30.
func (m *Team) Products(t testing.TB, tag string, n int) []int64 {
	t.Helper()
	rows := make([]repricer.NewProduct, n)
	for i := range rows {
		rows[i] = repricer.NewProduct{
			Key:  repricer.Key{MarketplaceID: marketplace.US, SKU: fmt.Sprintf("%s-%d", tag, i)},
			ASIN: simulator.ASIN(i),
			Patch: repricer.ProductPatch{
				Mode: repricer.Some(repricer.ModeOff),
				Limits: repricer.Put(repricer.LimitsPatch{
					MinPrice: repricer.Put(money.MustParse("10")), MaxPrice: repricer.Put(money.MustParse("30")),
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
	}
	return ids
}
