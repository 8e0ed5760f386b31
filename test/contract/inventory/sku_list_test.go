package inventory_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// assortedSKUs stores SKUs among which every filter finds some and every sort
// has ties and unknown values.
func assortedSKUs(t *testing.T, w *skuWorld, n int) []inventory.SKUSnapshot {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	titles := []string{"Kettle 100% steel", "ÄRMEL_lang", "Straße!", "kettle", "水筒 500ml", "zebra", "Apfel"}
	made := make([]*inventory.SKU, n)
	for i := range made {
		o := seen(i)
		o.Marketplace = []marketplace.ID{skuDE, skuGB, skuJP}[r.IntN(3)]
		o.ASIN = fmt.Sprintf("B%09d", r.IntN(40))
		o.Status, o.Channel = oneOf(r, inventory.SKUStatuses()), oneOf(r, inventory.Channels())
		o.Condition = oneOf(r, inventory.Conditions())
		if r.IntN(3) > 0 {
			o.Title = ptr(oneOf(r, titles))
		}
		if r.IntN(2) == 0 {
			o.FNSKU = ptr(fmt.Sprintf("X%03d", r.IntN(50)))
		}
		if r.IntN(4) > 0 {
			o.Price = ptr(money.FromUnits(int64(10+r.IntN(8)) * 10_000))
		}
		s := inventory.NewSKU(skuTeam, o, 1, skuNoon).Snapshot()
		s.ID = 1
		if r.IntN(3) > 0 {
			s.Fulfillable = optional.Some(int64(r.IntN(5)))
		}
		s.Hidden = r.IntN(4) == 0
		if i%3 > 0 {
			s.Supplier = optional.Some(int64(1 + i%4))
		}
		if r.IntN(2) == 0 {
			s.UnitCost = optional.Some(money.FromUnits(int64(r.IntN(6)) * 5_000))
		}
		if r.IntN(2) == 0 {
			s.Matches, s.Product = 1, optional.Some(int64(1+r.IntN(9)))
		}
		s.UpdatedAt = skuNoon.Add(time.Duration(r.IntN(9)) * time.Second)
		var err error
		made[i], err = inventory.RestoreSKU(s)
		require.NoError(t, err)
	}
	taken, err := w.skus.Insert(t.Context(), skuTeam, made)
	require.NoError(t, err)
	require.Empty(t, taken)
	out := make([]inventory.SKUSnapshot, n)
	keys := make([]inventory.SKUKey, n)
	for i, m := range made {
		out[i], keys[i] = m.Snapshot(), m.Key()
	}
	found, err := w.skus.Find(t.Context(), skuTeam, keys)
	require.NoError(t, err)
	for i := range out {
		out[i].ID = found[keys[i]]
		require.Positive(t, out[i].ID)
	}
	return out
}

func oneOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

type skuFilterCase struct {
	name   string
	filter ports.SKUFilter
	holds  func(s inventory.SKUSnapshot) bool
}

func skuFilters() []skuFilterCase {
	yes, no := true, false
	after, before := skuNoon.Add(3*time.Second), skuNoon.Add(5*time.Second)
	text := func(s inventory.SKUSnapshot, q string) bool {
		return strings.Contains(db.Fold(s.Key.SKU+"\n"+s.ASIN+"\n"+s.FNSKU.Or("")+"\n"+s.Title.Or("")), db.Fold(q))
	}
	cases := []skuFilterCase{
		{"none", ports.SKUFilter{}, func(inventory.SKUSnapshot) bool { return true }},
		{"sku", ports.SKUFilter{SKUs: []string{"sku-007", "SKU-008", "sku-009"}}, func(s inventory.SKUSnapshot) bool {
			return s.Key.SKU == "sku-007" || s.Key.SKU == "sku-009"
		}},
		{"asin", ports.SKUFilter{ASINs: []string{"B000000007", "B000000008"}}, func(s inventory.SKUSnapshot) bool {
			return s.ASIN == "B000000007" || s.ASIN == "B000000008"
		}},
		{"fnsku", ports.SKUFilter{FNSKUs: []string{"X007", "x008"}}, func(s inventory.SKUSnapshot) bool { return s.FNSKU.Or("") == "X007" }},
		{"marketplace", ports.SKUFilter{Marketplaces: []marketplace.ID{skuGB}}, func(s inventory.SKUSnapshot) bool { return s.Key.Marketplace == skuGB }},
		{"status", ports.SKUFilter{Statuses: []inventory.SKUStatus{inventory.SKUClosed, inventory.SKUStranded}}, func(s inventory.SKUSnapshot) bool {
			return s.Status == "closed" || s.Status == "stranded"
		}},
		{"channel", ports.SKUFilter{Channels: []inventory.Channel{inventory.FBM}}, func(s inventory.SKUSnapshot) bool { return s.Channel == "fbm" }},
		{"condition", ports.SKUFilter{Conditions: []inventory.Condition{inventory.ConditionRefurbished}}, func(s inventory.SKUSnapshot) bool { return s.Condition == "refurbished" }},
		{"supplier", ports.SKUFilter{Suppliers: []int64{1, 3}}, func(s inventory.SKUSnapshot) bool { return s.Supplier.Or(0) == 1 || s.Supplier.Or(0) == 3 }},
		{"product", ports.SKUFilter{Products: []int64{2, 4, 999}}, func(s inventory.SKUSnapshot) bool { return s.Product.Or(0) == 2 || s.Product.Or(0) == 4 }},
		{"has cost", ports.SKUFilter{HasCost: &yes}, func(s inventory.SKUSnapshot) bool { return s.UnitCost.Known() }},
		{"has no cost", ports.SKUFilter{HasCost: &no}, func(s inventory.SKUSnapshot) bool { return !s.UnitCost.Known() }},
		{"a cost counts", ports.SKUFilter{Costed: &yes}, func(s inventory.SKUSnapshot) bool { return s.UnitCost.Known() }},
		{"no cost counts", ports.SKUFilter{Costed: &no}, func(s inventory.SKUSnapshot) bool { return !s.UnitCost.Known() }},
		{"matched", ports.SKUFilter{Matched: &yes}, func(s inventory.SKUSnapshot) bool { return s.Matches > 0 }},
		{"unmatched", ports.SKUFilter{Matched: &no}, func(s inventory.SKUSnapshot) bool { return s.Matches == 0 }},
		{"hidden", ports.SKUFilter{Hidden: &yes}, func(s inventory.SKUSnapshot) bool { return s.Hidden }},
		{"shown", ports.SKUFilter{Hidden: &no}, func(s inventory.SKUSnapshot) bool { return !s.Hidden }},
		{"price", ports.SKUFilter{PriceFrom: euros("12"), PriceTo: euros("13")}, func(s inventory.SKUSnapshot) bool {
			p := s.Price.Or(money.Amount{})
			return s.Price.Known() && p.Cmp(money.MustParse("12")) >= 0 && p.Cmp(money.MustParse("13")) <= 0
		}},
		{"price from", ports.SKUFilter{PriceFrom: euros("16.01")}, func(s inventory.SKUSnapshot) bool {
			return s.Price.Or(money.Amount{}).Cmp(money.MustParse("17")) == 0
		}},
		{"updated", ports.SKUFilter{Window: page.Window{UpdatedFrom: &after, UpdatedTo: &before}}, func(s inventory.SKUSnapshot) bool {
			return !s.UpdatedAt.Before(after) && s.UpdatedAt.Before(before)
		}},
		{"all together", ports.SKUFilter{Hidden: &no, HasCost: &yes, Channels: []inventory.Channel{inventory.FBA}, PriceFrom: euros("11"), Query: "e"}, func(s inventory.SKUSnapshot) bool {
			return !s.Hidden && s.UnitCost.Known() && s.Channel == "fba" && s.Price.Or(money.Amount{}).Cmp(money.MustParse("11")) >= 0 && text(s, "e")
		}},
		{"nowhere", ports.SKUFilter{Marketplaces: []marketplace.ID{"ATVPDKIKX0DER"}}, func(inventory.SKUSnapshot) bool { return false }},
	}
	for i, tags := range tagFilters {
		cases = append(cases,
			skuFilterCase{fmt.Sprint("tags ", i), ports.SKUFilter{Tags: tags}, func(s inventory.SKUSnapshot) bool { return hasTags(int64(s.ID), tags) }},
			skuFilterCase{fmt.Sprint("shown with tags ", i), ports.SKUFilter{Tags: tags, Hidden: &no, HasCost: &yes, Query: "e"}, func(s inventory.SKUSnapshot) bool {
				return hasTags(int64(s.ID), tags) && !s.Hidden && s.UnitCost.Known() && text(s, "e")
			}})
	}
	for _, q := range []string{"KETTLE", "100%", "_L", "ärmel", "STRASSE", "水筒", "k", "ke", `"`, "sku-01", "b00000003", "x04", "nothing", "B1\x1f"} {
		cases = append(cases, skuFilterCase{"q " + q, ports.SKUFilter{Query: q}, func(s inventory.SKUSnapshot) bool { return text(s, q) }})
	}
	return cases
}

// skuSorts maps fields to their values, nil if unknown.
var skuSorts = map[string]func(s inventory.SKUSnapshot) any{
	"sku":         func(s inventory.SKUSnapshot) any { return s.Key.SKU },
	"title":       func(s inventory.SKUSnapshot) any { return known(s.Title, db.Fold) },
	"price":       func(s inventory.SKUSnapshot) any { return known(s.Price, money.Amount.Units) },
	"unit_cost":   func(s inventory.SKUSnapshot) any { return known(s.UnitCost, money.Amount.Units) },
	"fulfillable": func(s inventory.SKUSnapshot) any { return known(s.Fulfillable, func(n int64) int64 { return n }) },
	"created_at":  func(s inventory.SKUSnapshot) any { return s.CreatedAt.UnixMicro() },
	"updated_at":  func(s inventory.SKUSnapshot) any { return s.UpdatedAt.UnixMicro() },
	"id":          func(s inventory.SKUSnapshot) any { return int64(s.ID) },
}

func known[T, U any](m optional.Maybe[T], build func(T) U) any {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	return build(v)
}

// wantedSKUs returns the list that a filter and an order must give.
func wantedSKUs(all []inventory.SKUSnapshot, c skuFilterCase, order []page.By) []inventory.SKUID {
	var kept []inventory.SKUSnapshot
	for _, s := range all {
		if c.holds(s) {
			kept = append(kept, s)
		}
	}
	slices.SortFunc(kept, func(a, b inventory.SKUSnapshot) int {
		for _, by := range order {
			x, y := skuSorts[by.Field](a), skuSorts[by.Field](b)
			if (x == nil) != (y == nil) {
				if x == nil {
					return 1
				}
				return -1
			}
			n := 0
			switch v := x.(type) {
			case string:
				n = strings.Compare(v, y.(string))
			case int64:
				n = cmp.Compare(v, y.(int64))
			}
			if by.Desc {
				n = -n
			}
			if n != 0 {
				return n
			}
		}
		if order[len(order)-1].Desc {
			return cmp.Compare(b.ID, a.ID)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	out := make([]inventory.SKUID, len(kept))
	for i, s := range kept {
		out[i] = s.ID
	}
	return out
}

func TestSKUListAgainstBruteForce(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		all := assortedSKUs(t, w, 450)
		ids := make([]int64, len(all))
		for i, sku := range all {
			ids[i] = int64(sku.ID)
		}
		tagAll(t, w.store, skuTeam, mark.SKU, ids)
		// Postgres joins in other orders once it knows how many rows there are.
		_, err := w.store.DB().ExecContext(t.Context(), "ANALYZE")
		require.NoError(t, err)
		foreign := seen(1)
		w.observe(t, skuRival, foreign)
		orders := [][]page.By{{{Field: "title"}, {Field: "price", Desc: true}}, {{Field: "fulfillable", Desc: true}, {Field: "sku"}}}
		for field := range skuSorts {
			orders = append(orders, []page.By{{Field: field}}, []page.By{{Field: field, Desc: true}})
		}
		// By turns with a reach that few rows are enough to leave.
		lists := []*store.SKUs{w.skus, w.skus.Reaching(store.Reach{Few: 40, Walked: 60, Far: 150, Most: 100})}
		for i, c := range skuFilters() {
			// Every filter meets every order over the cases; the first has them all.
			picked := orders
			if i > 0 {
				picked = [][]page.By{orders[i%len(orders)], orders[(i*5+3)%len(orders)]}
			}
			for n, order := range picked {
				want := wantedSKUs(all, c, order)
				limit := max(len(want)/4, 1)
				if len(want) > 200 {
					limit = 200
				}
				req := page.Request{Limit: limit, Order: order, Count: true}
				var got []inventory.SKUID
				for {
					p, err := lists[(i+n)%2].List(t.Context(), skuTeam, c.filter, req)
					require.NoError(t, err, "%s %v", c.name, order)
					require.Equal(t, int64(len(want)), *p.Total, "%s %v", c.name, order)
					for _, s := range p.Items {
						got = append(got, s.ID)
					}
					if p.Next == nil {
						break
					}
					require.Len(t, p.Items, limit)
					req.After = p.Next
				}
				require.Equal(t, len(want), len(got), "%s %v", c.name, order)
				if len(want) > 0 {
					require.Equal(t, want, got, "%s %v", c.name, order)
				}
			}
		}
	})
}

func TestSKUListShowsWhatWasStored(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		all := assortedSKUs(t, w, 50)
		_, _, err := inventory.CostLayers{}.Set(inventory.CostSpan{From: date.MustParse("2026-01-01")}, inventory.Cost{Currency: "EUR"})
		require.NoError(t, err)
		layers, _, err := inventory.CostLayers{}.Set(inventory.CostSpan{From: date.MustParse("2026-01-01")},
			inventory.Cost{Unit: money.MustParse("4.1234"), VATRate: optional.Some(money.MustParsePercent("19")), Currency: "EUR", Source: inventory.Source{Kind: inventory.SourceAPI}})
		require.NoError(t, err)
		require.NoError(t, w.layers.Save(t.Context(), skuTeam, inventory.CostOfSKU, ports.LayerChange{Owner: int64(all[3].ID), After: layers}))
		all[3].Costs = layers
		p, err := w.skus.List(t.Context(), skuTeam, ports.SKUFilter{}, page.Request{Limit: 50, Order: []page.By{{Field: "sku"}}})
		require.NoError(t, err)
		require.Nil(t, p.Next)
		require.Nil(t, p.Total)
		require.Equal(t, all, p.Items)
	})
}

func TestSKUListRefusesPlacesOfOtherLists(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		w.observe(t, skuTeam, seen(1))
		for _, key := range []page.Key{{"a"}, {"a", "b"}, {nil, int64(1)}, {int64(1), int64(2)}, {"a", int64(1), int64(1)}} {
			_, err := w.skus.List(t.Context(), skuTeam, ports.SKUFilter{}, page.Request{Limit: 5, Order: []page.By{{Field: "sku"}}, After: key})
			require.ErrorContains(t, err, "invalid_cursor")
		}
	})
}
