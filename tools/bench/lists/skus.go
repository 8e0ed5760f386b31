package main

import (
	"context"
	"fmt"
	"time"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// skuList describes the list of SKUs.
func skuList(s *db.Store) list {
	skus, filters := store.NewSKUs(s), skuFilters()
	l := list{name: "SKUs", table: "inventory_skus", sorts: []sort{
		{"sku", "sku"}, {"title", "title_key"}, {"price", "price"}, {"unit_cost", "unit_cost"},
		{"fulfillable", "fulfillable"}, {"updated_at", "updated_at"},
	}}
	for _, f := range filters {
		l.filters = append(l.filters, f.name)
	}
	l.next = func(ctx context.Context, filter int, r page.Request) (page.Key, error) {
		p, err := skus.List(ctx, team, filters[filter].filter, r)
		return p.Next, err
	}
	return l
}

// asked names a filter to measure.
type asked struct {
	name   string
	filter ports.SKUFilter
}

func skuFilters() []asked {
	yes, no := true, false
	price := func(from, to string) ports.SKUFilter {
		a, b := money.MustParse(from), money.MustParse(to)
		return ports.SKUFilter{Hidden: &no, PriceFrom: &a, PriceTo: &b}
	}
	updated := func(from, to time.Duration) ports.SKUFilter {
		a, b := now.Add(-from), now.Add(-to)
		return ports.SKUFilter{Hidden: &no, Window: page.Window{UpdatedFrom: &a, UpdatedTo: &b}}
	}
	out := []asked{
		{"none", ports.SKUFilter{Hidden: &no}},
		{"hidden or not", ports.SKUFilter{}},
		{"hidden", ports.SKUFilter{Hidden: &yes}},
		{"has_cost", ports.SKUFilter{Hidden: &no, HasCost: &yes}},
		{"no cost", ports.SKUFilter{Hidden: &no, HasCost: &no}},
		{"unmatched", ports.SKUFilter{Hidden: &no, Matched: &no}},
		{"fbm", ports.SKUFilter{Hidden: &no, Channels: []inventory.Channel{inventory.FBM}}},
		{"marketplace of a tenth", ports.SKUFilter{Hidden: &no, Marketplaces: markets[3:]}},
		{"marketplace without SKUs", ports.SKUFilter{Hidden: &no, Marketplaces: []marketplace.ID{"A2EUQ1WTGCTBG2"}}},
		{"unknown sku", ports.SKUFilter{SKUs: []string{"NOBODY"}}},
		{"collectible, stranded", ports.SKUFilter{Hidden: &no, Conditions: []inventory.Condition{inventory.ConditionCollectible}, Statuses: []inventory.SKUStatus{inventory.SKUStranded}}},
		{"sku", ports.SKUFilter{SKUs: []string{"MUG-A0001-000001"}}},
		{"asin of 20", ports.SKUFilter{Hidden: &no, ASINs: asins(20)}},
		{"fnsku", ports.SKUFilter{FNSKUs: []string{"X000000007"}}},
		{"inventory_product_id", ports.SKUFilter{Products: []int64{7}}},
		{"price 20 to 20.10", price("20", "20.10")},
		{"price 20 to 22", price("20", "22")},
		{"price 20 to 40", price("20", "40")},
		{"price 150 to 200", price("150", "200")},
		{"updated 1 hour", updated(48*time.Hour, 47*time.Hour)},
		{"updated 1 day", updated(48*time.Hour, 24*time.Hour)},
		{"poll of a mirror, no change", ports.SKUFilter{Hidden: &no, Window: page.Window{UpdatedFrom: &now, Removed: true}}},
		{"updated long ago", updated(4000*time.Hour, 720*time.Hour)},
	}
	for i := range out {
		// A call without filters does the same.
		if out[i].filter.Hidden == nil && out[i].name != "hidden or not" {
			out[i].filter.Hidden = &no
		}
	}
	for _, s := range inventory.SKUStatuses() {
		out = append(out, asked{string(s), ports.SKUFilter{Hidden: &no, Statuses: []inventory.SKUStatus{s}}})
	}
	for _, q := range []string{"kettle", "kettle, blue 77", "steel", "zephyr", "e", "zq", "zz9", "not there", "B000012345", "77", "x00000", "acme silent"} {
		out = append(out, asked{"q=" + q, ports.SKUFilter{Hidden: &no, Query: q}})
	}
	mixed := price("20", "40")
	mixed.Query, mixed.Channels = "steel", []inventory.Channel{inventory.FBM}
	rare := price("150", "5000")
	rare.Query, rare.Statuses = "zephyr", []inventory.SKUStatus{inventory.SKUStranded}
	return append(out, asked{"q=steel, fbm, price 20 to 40", mixed}, asked{"q=zephyr, stranded, price over 150", rare},
		asked{"q=e, closed", ports.SKUFilter{Hidden: &no, Query: "e", Statuses: []inventory.SKUStatus{inventory.SKUClosed}}})
}

func asins(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("B0%08d", i*1000)
	}
	return out
}
