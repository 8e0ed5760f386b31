package inventory_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/words"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

// productRows counts the products of lists that are compared with a plain loop.
const productRows = 600

// assortedProducts makes products in which every filter finds some and every
// sort has ties and unknown values.
func assortedProducts() []inventory.ProductSnapshot {
	r := rand.New(rand.NewPCG(11, 5))
	pick := func(most int) int { return r.IntN(most) }
	maybe := func(list ...string) optional.Maybe[string] {
		if pick(4) == 0 {
			return optional.None[string]()
		}
		return optional.Some(list[pick(len(list))])
	}
	codes := []string{"036000291452", "0036000291452", "4006381333931", "96385074", "10036000291459"}
	out := make([]inventory.ProductSnapshot, productRows)
	for i := range out {
		v := inventory.ProductValues{
			Title: []string{"Kettle 100% steel", "ÄRMEL_lang", "Straße!", "kettle"}[pick(4)] + " " + strconv.Itoa(pick(300)),
			Brand: maybe("Brewwell", "BREWWELL", "Ärmel  & Co", "Nobody's"), Category: maybe("Kitchen", "kitchen", "Garden"),
			PackSize: 1, Hazmat: words.Of[inventory.Hazmat]()[pick(3)], Status: words.Of[inventory.ProductStatus]()[min(1, pick(5)/4)],
		}
		if pick(3) == 0 {
			g, err := inventory.ParseGTIN(codes[pick(len(codes))])
			if err != nil {
				panic(err)
			}
			v.GTINs = append(v.GTINs, g)
		}
		for range pick(3) {
			v.ASINs = append(v.ASINs, inventory.ProductASIN{ASIN: fmt.Sprintf("B%09d", i*3+len(v.ASINs)), Marketplace: []marketplace.ID{skuDE, skuGB, skuJP}[pick(3)]})
		}
		if pick(2) == 0 {
			v.ReorderPoint = optional.Some(pick(12))
			v.Supplier, v.Warehouse = optional.Some(int64(1+i%4)), optional.Some(int64(1+i%3))
		}
		s := inventory.ProductSnapshot{
			ID: 1, Team: skuTeam, Values: v, Version: 1, CreatedAt: skuNoon.Add(time.Duration(pick(700)) * time.Microsecond),
			UpdatedAt: skuNoon.Add(time.Duration(pick(40)) * time.Second), Quantities: inventory.Quantities{OnHand: int64(pick(15))},
		}
		if pick(4) > 0 {
			s.Cost = optional.Some(inventory.CurrentCost{
				Unit: money.FromUnits(int64(pick(30)) * 5_000), Currency: "EUR", Source: inventory.Source{Kind: inventory.SourceAPI},
				AsOf: date.MustParse("2026-11-01"),
			})
		}
		for range pick(3) {
			n := int64(i*10 + len(s.Matches) + 1)
			s.Matches = append(s.Matches, inventory.Match{
				Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: n}, UnitsPerSale: 1, Method: inventory.MatchedManually,
				Record:    inventory.MatchedRecord{SKU: fmt.Sprintf("Sku-%05d", n), ASIN: fmt.Sprintf("B%09d", pick(90)), Marketplace: skuDE},
				CreatedAt: skuNoon,
			})
		}
		out[i] = s
	}
	return out
}

// keepProducts stores products as they are and gives them their ids.
func keepProducts(t *testing.T, w *productWorld, rows []inventory.ProductSnapshot) {
	t.Helper()
	for chunk := range slices.Chunk(rows, 500) {
		require.NoError(t, w.store.InTx(t.Context(), func(ctx context.Context) error {
			for i := range chunk {
				p, err := inventory.RestoreProduct(chunk[i])
				if err != nil {
					return err
				}
				if chunk[i].ID, err = w.products.Insert(ctx, p); err != nil {
					return err
				}
				if err := w.products.SaveMatches(ctx, chunk[i].Team, ports.MatchesOf{Product: chunk[i].ID, MatchChange: inventory.MatchChange{Added: chunk[i].Matches}}); err != nil {
					return err
				}
				_, err = w.store.Write(ctx).ExecContext(ctx, "UPDATE inventory_products SET on_hand = ? WHERE id = ?",
					chunk[i].Quantities.OnHand, int64(chunk[i].ID))
				if err != nil {
					return err
				}
			}
			return nil
		}))
	}
}

// foldedWord returns the text by which two brands are compared.
func foldedWord(m optional.Maybe[string]) string {
	return db.Fold(strings.Join(strings.Fields(m.Or("")), " "))
}

// productCase has a filter and its condition in a plain loop. A filter selects active products
// only, unless all is true.
type productCase struct {
	filter ports.ProductFilter
	all    bool
	holds  func(s inventory.ProductSnapshot) bool
}

func productCases(rows []inventory.ProductSnapshot) map[string]productCase {
	yes, no := true, false
	low, high := int64(4), int64(9)
	from, to := skuNoon.Add(100*time.Microsecond), skuNoon.Add(350*time.Microsecond)
	later, latest := skuNoon.Add(10*time.Second), skuNoon.Add(20*time.Second)
	cheap, dear := money.MustParse("2.5"), money.MustParse("7")
	both := words.Of[inventory.ProductStatus]()
	every := func(inventory.ProductSnapshot) bool { return true }
	unit := func(s inventory.ProductSnapshot) int64 { return s.Cost.Or(inventory.CurrentCost{}).Unit.Units() }
	contains := func(q string) func(inventory.ProductSnapshot) bool {
		return func(s inventory.ProductSnapshot) bool {
			texts := []string{s.Values.Title, s.Values.Brand.Or("")}
			for _, g := range s.Values.GTINs {
				texts = append(texts, g.Key())
			}
			for _, a := range s.Values.ASINs {
				texts = append(texts, a.ASIN)
			}
			for _, m := range s.Matches {
				texts = append(texts, m.Record.SKU, m.Record.ASIN)
			}
			return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(db.Fold(t), db.Fold(q)) })
		}
	}
	out := map[string]productCase{
		"none":        {filter: ports.ProductFilter{}, holds: every},
		"both states": {filter: ports.ProductFilter{Statuses: both}, all: true, holds: every},
		"archived": {filter: ports.ProductFilter{Statuses: both[1:]}, all: true, holds: func(s inventory.ProductSnapshot) bool {
			return s.Values.Status == inventory.ProductArchived
		}},
		"ids": {filter: ports.ProductFilter{Window: page.Window{IDs: []int64{int64(rows[3].ID), int64(rows[500].ID), 999_999}}}, holds: func(s inventory.ProductSnapshot) bool {
			return s.ID == rows[3].ID || s.ID == rows[500].ID
		}},
		"asin": {filter: ports.ProductFilter{ASINs: []string{"B000000017", "B000000300"}}, holds: func(s inventory.ProductSnapshot) bool {
			wanted := func(a string) bool { return a == "B000000017" || a == "B000000300" }
			return slices.ContainsFunc(s.Values.ASINs, func(a inventory.ProductASIN) bool { return wanted(a.ASIN) }) ||
				slices.ContainsFunc(s.Matches, func(m inventory.Match) bool { return wanted(m.Record.ASIN) })
		}},
		"gtin": {filter: ports.ProductFilter{GTINs: []string{"00036000291452", "00000096385074"}}, holds: func(s inventory.ProductSnapshot) bool {
			return slices.ContainsFunc(s.Values.GTINs, func(g inventory.GTIN) bool {
				return g.Key() == "00036000291452" || g.Key() == "00000096385074"
			})
		}},
		"sku": {filter: ports.ProductFilter{SKUs: []string{"Sku-00011", "Sku-00021", "Sku-00031", "sku-00041"}}, holds: func(s inventory.ProductSnapshot) bool {
			return slices.ContainsFunc(s.Matches, func(m inventory.Match) bool {
				return slices.Contains([]string{"Sku-00011", "Sku-00021", "Sku-00031"}, m.Record.SKU)
			})
		}},
		"brand": {filter: ports.ProductFilter{Brands: []string{"brewWELL", "ärmel & CO"}}, holds: func(s inventory.ProductSnapshot) bool {
			return slices.Contains([]string{"brewwell", "ärmel & co"}, foldedWord(s.Values.Brand))
		}},
		"category": {filter: ports.ProductFilter{Categories: []string{"KITCHEN"}}, holds: func(s inventory.ProductSnapshot) bool {
			return foldedWord(s.Values.Category) == "kitchen"
		}},
		"brand and category": {filter: ports.ProductFilter{Brands: []string{"Nobody's"}, Categories: []string{"garden"}}, holds: func(s inventory.ProductSnapshot) bool {
			return s.Values.Brand.Or("") == "Nobody's" && s.Values.Category.Or("") == "Garden"
		}},
		"hazmat": {filter: ports.ProductFilter{Hazmats: []inventory.Hazmat{inventory.HazmatUnknown, inventory.HazmatYes}}, holds: func(s inventory.ProductSnapshot) bool {
			return s.Values.Hazmat != inventory.HazmatNo
		}},
		"matched":      {filter: ports.ProductFilter{Matched: &yes}, holds: func(s inventory.ProductSnapshot) bool { return len(s.Matches) > 0 }},
		"unmatched":    {filter: ports.ProductFilter{Matched: &no}, holds: func(s inventory.ProductSnapshot) bool { return len(s.Matches) == 0 }},
		"with cost":    {filter: ports.ProductFilter{HasCost: &yes}, holds: func(s inventory.ProductSnapshot) bool { return s.Cost.Known() }},
		"cost unknown": {filter: ports.ProductFilter{HasCost: &no, Statuses: both}, all: true, holds: func(s inventory.ProductSnapshot) bool { return !s.Cost.Known() }},
		"low":          {filter: ports.ProductFilter{LowStock: &yes}, holds: inventory.ProductSnapshot.LowStock},
		"not low":      {filter: ports.ProductFilter{LowStock: &no}, holds: func(s inventory.ProductSnapshot) bool { return !s.LowStock() }},
		"cost range": {filter: ports.ProductFilter{CostFrom: &cheap, CostTo: &dear}, holds: func(s inventory.ProductSnapshot) bool {
			return s.Cost.Known() && unit(s) >= 25_000 && unit(s) <= 70_000
		}},
		"units range": {filter: ports.ProductFilter{OnHandFrom: &low, OnHandTo: &high}, holds: func(s inventory.ProductSnapshot) bool {
			return s.Quantities.OnHand >= 4 && s.Quantities.OnHand <= 9
		}},
		"created": {filter: ports.ProductFilter{Window: page.Window{CreatedFrom: &from, CreatedTo: &to}}, holds: func(s inventory.ProductSnapshot) bool {
			return !s.CreatedAt.Before(from) && s.CreatedAt.Before(to)
		}},
		"updated": {filter: ports.ProductFilter{Window: page.Window{UpdatedFrom: &later, UpdatedTo: &latest}, Matched: &yes}, holds: func(s inventory.ProductSnapshot) bool {
			return !s.UpdatedAt.Before(later) && s.UpdatedAt.Before(latest) && len(s.Matches) > 0
		}},
		"text in title":  {filter: ports.ProductFilter{Query: "ärmel_l"}, holds: contains("ÄRMEL_L")},
		"a percent sign": {filter: ports.ProductFilter{Query: "100% s"}, holds: contains("100% s")},
		"text in brand":  {filter: ports.ProductFilter{Query: "well"}, holds: contains("well")},
		"text in sku":    {filter: ports.ProductFilter{Query: "SKU-0123"}, holds: contains("sku-0123")},
		"text in asin":   {filter: ports.ProductFilter{Query: "b0000000"}, holds: contains("B0000000")},
		"text in gtin":   {filter: ports.ProductFilter{Query: "6000291"}, holds: contains("6000291")},
		"two letters":    {filter: ports.ProductFilter{Query: "ß!"}, holds: contains("ß!")},
		"one letter":     {filter: ports.ProductFilter{Query: "%"}, holds: contains("%")},
		"no such text":   {filter: ports.ProductFilter{Query: "kettle kettle"}, holds: contains("kettle kettle")},
		"text and more": {filter: ports.ProductFilter{Query: "kettle", Brands: []string{"brewwell"}, HasCost: &yes, OnHandTo: &high}, holds: func(s inventory.ProductSnapshot) bool {
			return contains("kettle")(s) && foldedWord(s.Values.Brand) == "brewwell" && s.Cost.Known() && s.Quantities.OnHand <= 9
		}},
		"a supplier": {filter: ports.ProductFilter{Suppliers: []int64{1, 3}}, holds: func(s inventory.ProductSnapshot) bool {
			return slices.Contains([]int64{1, 3}, s.Values.Supplier.Or(0))
		}},
		"a warehouse": {filter: ports.ProductFilter{Warehouses: []int64{1}, Suppliers: []int64{2}}, holds: func(s inventory.ProductSnapshot) bool {
			return s.Values.Warehouse.Or(0) == 1 && s.Values.Supplier.Or(0) == 2
		}},
	}
	for i, tags := range tagFilters {
		out[fmt.Sprint("tags ", i)] = productCase{filter: ports.ProductFilter{Tags: tags}, holds: func(s inventory.ProductSnapshot) bool {
			return hasTags(int64(s.ID), tags)
		}}
	}
	tags := mark.Filter{Any: []int64{1, 3}}
	out["tags and more"] = productCase{filter: ports.ProductFilter{Tags: tags, Brands: []string{"brewwell"}, Query: "kettle"}, holds: func(s inventory.ProductSnapshot) bool {
		return hasTags(int64(s.ID), tags) && contains("kettle")(s) && foldedWord(s.Values.Brand) == "brewwell"
	}}
	out["tags of a supplier's"] = productCase{filter: ports.ProductFilter{Tags: tags, Suppliers: []int64{1, 3}}, holds: func(s inventory.ProductSnapshot) bool {
		return hasTags(int64(s.ID), tags) && slices.Contains([]int64{1, 3}, s.Values.Supplier.Or(0))
	}}
	return out
}

// TestProductListsAgainstAPlainLoop reads every filter in every order page by
// page, and counts its values.
func TestProductListsAgainstAPlainLoop(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		t.Parallel()
		w := newProductWorld(t, s)
		rows := assortedProducts()
		keepProducts(t, w, rows)
		foreign := slices.Clone(rows[:300])
		for i := range foreign {
			foreign[i].Team = skuRival
		}
		keepProducts(t, w, foreign)
		tagAll(t, s, skuTeam, mark.Product, db.Plain(namesOf(rows)))
		cases := productCases(rows)
		orders := [][]page.By{
			{{Field: "created_at", Desc: true}}, {{Field: "title"}}, {{Field: "title", Desc: true}}, {{Field: "brand"}}, {{Field: "brand", Desc: true}},
			{{Field: "unit_cost"}}, {{Field: "unit_cost", Desc: true}}, {{Field: "on_hand", Desc: true}}, {{Field: "updated_at"}}, {{Field: "id"}}, {{Field: "id", Desc: true}},
			{{Field: "brand", Desc: true}, {Field: "unit_cost"}}, {{Field: "updated_at"}, {Field: "title", Desc: true}},
		}
		n := 0
		for _, name := range slices.Sorted(maps.Keys(cases)) {
			c := cases[name]
			var want []inventory.ProductSnapshot
			for _, row := range rows {
				if c.holds(row) && (c.all || row.Values.Status == inventory.ProductActive) {
					want = append(want, row)
				}
			}
			// Each filter in the default order and in one of the others, in turn.
			n++
			for _, order := range [][]page.By{orders[0], orders[1+n%(len(orders)-1)]} {
				require.Equal(t, namesOf(inOrder(want, order)), readAll(t, w, c.filter, order, 97), "%s %v", name, order)
			}
			total, err := w.products.List(t.Context(), skuTeam, c.filter, page.Request{Limit: 1, Order: orders[0], Count: true})
			require.NoError(t, err)
			require.Equal(t, int64(len(want)), *total.Total, name)
			got, err := w.products.Facets(t.Context(), skuTeam, c.filter)
			require.NoError(t, err)
			require.Equal(t, countedValues(rows, c.filter), valuesOf(got), name)
		}
		for _, order := range orders {
			require.Equal(t, namesOf(inOrder(active(rows), order)), readAll(t, w, ports.ProductFilter{}, order, 200), "%v", order)
		}
		_, err := w.products.List(t.Context(), skuTeam, ports.ProductFilter{}, page.Request{
			Limit: 1, Order: orders[3], After: page.Key{nil, int64(1), int64(2)},
		})
		require.True(t, fault.Is(err, fault.CodeInvalidCursor), "%v", err)
	})
}

func active(rows []inventory.ProductSnapshot) []inventory.ProductSnapshot {
	var out []inventory.ProductSnapshot
	for _, r := range rows {
		if r.Values.Status == inventory.ProductActive {
			out = append(out, r)
		}
	}
	return out
}

func namesOf(rows []inventory.ProductSnapshot) []inventory.ProductID {
	out := []inventory.ProductID{}
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}

// readAll reads a list page by page.
func readAll(t *testing.T, w *productWorld, f ports.ProductFilter, order []page.By, limit int) []inventory.ProductID {
	t.Helper()
	out := []inventory.ProductID{}
	req := page.Request{Limit: limit, Order: order}
	for {
		p, err := w.products.List(t.Context(), skuTeam, f, req)
		require.NoError(t, err)
		out = append(out, namesOf(p.Items)...)
		if p.Next == nil {
			return out
		}
		require.Len(t, p.Items, limit)
		req.After = p.Next
	}
}

// TestFacetsShowTheMostFrequentValues has more brands than are shown.
func TestFacetsShowTheMostFrequentValues(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		var rows []inventory.ProductSnapshot
		for i := range 230 {
			for range 1 + i/200 {
				rows = append(rows, inventory.ProductSnapshot{
					ID: 1, Team: skuTeam, Version: 1, CreatedAt: skuNoon, UpdatedAt: skuNoon, Values: inventory.ProductValues{
						Title: "Kettle", Brand: optional.Some(fmt.Sprintf("Brand %03d", i)), PackSize: 1,
						Hazmat: inventory.HazmatNo, Status: inventory.ProductActive,
					},
				})
			}
		}
		keepProducts(t, w, rows)
		facets, err := w.products.Facets(t.Context(), skuTeam, ports.ProductFilter{})
		require.NoError(t, err)
		require.Len(t, facets, 10)
		brands := facets[0]
		require.Equal(t, inventory.FacetBrand, brands.Key)
		require.True(t, brands.Truncated)
		require.Len(t, brands.Values, 200)
		require.Equal(t, inventory.FacetValue{Value: "Brand 200", Label: "Brand 200", Count: 2}, brands.Values[0])
		require.Equal(t, inventory.FacetValue{Value: "Brand 229", Label: "Brand 229", Count: 2}, brands.Values[29])
		require.Equal(t, inventory.FacetValue{Value: "Brand 169", Label: "Brand 169", Count: 1}, brands.Values[199])
		require.False(t, facets[1].Truncated)
		require.Empty(t, facets[1].Values)
	})
}
