package inventory_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

var productDay = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func pricing() inventory.ProductPricing {
	return inventory.ProductPricing{Today: date.MustParse("2026-11-21"), Home: "EUR"}
}

func kettle(t require.TestingT, c inventory.ProductPatch) *inventory.Product {
	if !c.Title.Known() {
		c.Title = optional.Some("Kettle")
	}
	p, _, err := inventory.NewProduct(1, c, pricing(), productDay)
	require.NoError(t, err)
	s := p.Snapshot()
	s.ID = 7
	p, err = inventory.RestoreProduct(s)
	require.NoError(t, err)
	return p
}

func TestStoredProductsKeepTheirShape(t *testing.T) {
	good := kettle(t, inventory.ProductPatch{}).Snapshot()
	for name, spoil := range map[string]func(*inventory.ProductSnapshot){
		"id": func(s *inventory.ProductSnapshot) { s.ID = 0 }, "version": func(s *inventory.ProductSnapshot) { s.Version = 0 },
		"title": func(s *inventory.ProductSnapshot) { s.Values.Title = "" }, "pack": func(s *inventory.ProductSnapshot) { s.Values.PackSize = 0 },
		"hazmat": func(s *inventory.ProductSnapshot) { s.Values.Hazmat = "" }, "status": func(s *inventory.ProductSnapshot) { s.Values.Status = "" },
	} {
		bad := good
		spoil(&bad)
		_, err := inventory.RestoreProduct(bad)
		require.Error(t, err, name)
	}
}

func TestNewProductHasDefaults(t *testing.T) {
	v := kettle(t, inventory.ProductPatch{}).Snapshot().Values
	require.Equal(t, 1, v.PackSize)
	require.Equal(t, inventory.HazmatUnknown, v.Hazmat)
	require.Equal(t, inventory.ProductActive, v.Status)
	require.Empty(t, v.GTINs)
	require.False(t, v.Meltable.Known())
}

func TestProductPatchesThatAreRefused(t *testing.T) {
	gtins := func(list ...string) inventory.ProductPatch { return inventory.ProductPatch{GTINs: optional.Some(list)} }
	for name, x := range map[string]struct {
		patch    inventory.ProductPatch
		pointers []string
	}{
		"a blank title":         {titledPatch(" "), []string{"/title"}},
		"a long title":          {titledPatch(strings.Repeat("é", 501)), []string{"/title"}},
		"two lines":             {titledPatch("a\nb"), []string{"/title"}},
		"an unknown currency":   {inventory.ProductPatch{Currency: optional.Put(money.Currency("XYZ"))}, []string{"/currency"}},
		"a long brand":          {inventory.ProductPatch{Brand: optional.Put(strings.Repeat("x", 201))}, []string{"/brand"}},
		"an http address":       {inventory.ProductPatch{ImageURL: optional.Put("http://example.com/a.jpg")}, []string{"/image_url"}},
		"an address with space": {inventory.ProductPatch{ImageURL: optional.Put("https://example.com/a b.jpg")}, []string{"/image_url"}},
		"an address with user":  {inventory.ProductPatch{ImageURL: optional.Put("https://a@example.com/")}, []string{"/image_url"}},
		"a wrong check digit":   {gtins("036000291452", "036000291453"), []string{"/gtins/1"}},
		"an ISBN":               {gtins("0306406152"), []string{"/gtins/0"}},
		"hyphens":               {gtins("978-0-306-40615-7"), []string{"/gtins/0"}},
		"the same code twice":   {gtins("036000291452", "0036000291452"), []string{"/gtins/1"}},
		"many codes":            {gtins(make([]string, 21)...), []string{"/gtins"}},
		"no ASIN":               {inventory.ProductPatch{ASINs: optional.Some([]inventory.ProductASIN{{ASIN: "B0", Marketplace: "nowhere"}})}, []string{"/asins/0/asin", "/asins/0/marketplace_id"}},
		"the same ASIN twice":   {inventory.ProductPatch{ASINs: optional.Some([]inventory.ProductASIN{{ASIN: "B000000001", Marketplace: "ATVPDKIKX0DER"}, {ASIN: "b000000001", Marketplace: "ATVPDKIKX0DER"}})}, []string{"/asins/1"}},
		"a cost below 0":        {inventory.ProductPatch{UnitCost: optional.Put(money.MustParse("-0.0001"))}, []string{"/unit_cost"}},
		"nothing in the pack":   {inventory.ProductPatch{PackSize: optional.Some(0)}, []string{"/pack_size"}},
		"no weight, no width":   {inventory.ProductPatch{WeightG: optional.Put(0), WidthMM: optional.Put(-1)}, []string{"/weight_g", "/width_mm"}},
		"a point below 0":       {inventory.ProductPatch{ReorderPoint: optional.Put(-1)}, []string{"/reorder_point"}},
		"no class of VAT":       {inventory.ProductPatch{VATClass: optional.Put(vat.Class("low"))}, []string{"/vat_class"}},
		"words nobody knows":    {inventory.ProductPatch{Hazmat: optional.Some(inventory.Hazmat("maybe")), Status: optional.Some(inventory.ProductStatus("gone"))}, []string{"/hazmat", "/status"}},
	} {
		f, ok := fault.As(x.patch.Check())
		require.True(t, ok, name)
		require.Equal(t, fault.Invalid, f.Kind, name)
		var pointers []string
		for _, e := range f.Errors {
			pointers = append(pointers, e.Pointer)
		}
		require.Equal(t, x.pointers, pointers, name)
	}
	_, _, err := inventory.NewProduct(1, inventory.ProductPatch{}, pricing(), productDay)
	f, _ := fault.As(err)
	require.NotNil(t, f)
	require.Equal(t, "/title", f.Pointer)
}

func titledPatch(title string) inventory.ProductPatch {
	return inventory.ProductPatch{Title: optional.Some(title)}
}

func TestProductCostFollowsThePatch(t *testing.T) {
	amount := func(s string) optional.Field[money.Amount] { return optional.Put(money.MustParse(s)) }
	layer := inventory.CostLayer{From: date.MustParse("2026-11-01"), Cost: inventory.Cost{
		Unit: money.MustParse("10"), Prep: money.MustParse("0.5"), OutboundShipping: optional.Some(money.MustParse("4")), Currency: "USD",
	}}
	held, err := inventory.RestoreCostLayers([]inventory.CostLayer{layer})
	require.NoError(t, err)
	for name, x := range map[string]struct {
		costs inventory.CostLayers
		patch inventory.ProductPatch
		// unit, currency, prep and postage in force afterwards; "" if absent.
		unit, currency, prep, posted string
		refused                      bool
	}{
		"nothing said":                {held, inventory.ProductPatch{}, "10", "USD", "0.5", "4", false},
		"another amount":              {held, inventory.ProductPatch{UnitCost: amount("11")}, "11", "USD", "0.5", "4", false},
		"another currency":            {held, inventory.ProductPatch{Currency: optional.Put(money.Currency("EUR"))}, "10", "EUR", "0", "", false},
		"both":                        {held, inventory.ProductPatch{UnitCost: amount("9"), Currency: optional.Put(money.Currency("EUR"))}, "9", "EUR", "0", "", false},
		"no longer known":             {held, inventory.ProductPatch{UnitCost: optional.Clear[money.Amount]()}, "", "", "", "", false},
		"neither":                     {held, inventory.ProductPatch{UnitCost: optional.Clear[money.Amount](), Currency: optional.Clear[money.Currency]()}, "", "", "", "", false},
		"an amount without currency":  {held, inventory.ProductPatch{Currency: optional.Clear[money.Currency]()}, "10", "USD", "0.5", "4", true},
		"a currency without amount":   {held, inventory.ProductPatch{UnitCost: optional.Clear[money.Amount](), Currency: optional.Put(money.Currency("EUR"))}, "10", "USD", "0.5", "4", true},
		"postage":                     {held, inventory.ProductPatch{OutboundShipping: amount("4.5")}, "10", "USD", "0.5", "4.5", false},
		"postage of another money":    {held, inventory.ProductPatch{OutboundShipping: amount("5"), Currency: optional.Put(money.Currency("EUR"))}, "10", "EUR", "0", "5", false},
		"postage no longer known":     {held, inventory.ProductPatch{OutboundShipping: optional.Clear[money.Amount]()}, "10", "USD", "0.5", "", false},
		"postage without amount":      {held, inventory.ProductPatch{UnitCost: optional.Clear[money.Amount](), OutboundShipping: amount("5")}, "10", "USD", "0.5", "4", true},
		"postage without a cost":      {inventory.CostLayers{}, inventory.ProductPatch{OutboundShipping: amount("5")}, "", "", "", "", true},
		"no postage without a cost":   {inventory.CostLayers{}, inventory.ProductPatch{OutboundShipping: optional.Clear[money.Amount]()}, "", "", "", "", false},
		"the first with postage":      {inventory.CostLayers{}, inventory.ProductPatch{UnitCost: amount("3"), OutboundShipping: amount("2")}, "3", "EUR", "0", "2", false},
		"the first":                   {inventory.CostLayers{}, inventory.ProductPatch{UnitCost: amount("0")}, "0", "EUR", "0", "", false},
		"the first in another money":  {inventory.CostLayers{}, inventory.ProductPatch{UnitCost: amount("4"), Currency: optional.Put(money.Currency("GBP"))}, "4", "GBP", "0", "", false},
		"a currency without a cost":   {inventory.CostLayers{}, inventory.ProductPatch{Currency: optional.Put(money.Currency("EUR"))}, "", "", "", "", true},
		"no currency without a cost":  {inventory.CostLayers{}, inventory.ProductPatch{Currency: optional.Clear[money.Currency]()}, "", "", "", "", false},
		"the first without currency?": {inventory.CostLayers{}, inventory.ProductPatch{UnitCost: amount("4"), Currency: optional.Clear[money.Currency]()}, "", "", "", "", true},
	} {
		p := kettle(t, inventory.ProductPatch{})
		with := pricing()
		with.Costs = x.costs
		done, err := p.Change(x.patch, with, productDay)
		require.Equal(t, x.refused, err != nil, "%s: %v", name, err)
		layers := done.Layers
		if x.refused {
			require.True(t, fault.Is(err, fault.CodeValidationFailed), name)
			layers = x.costs
			require.Equal(t, int64(1), p.Version(), name)
		}
		now, ok := layers.In(with.Today)
		require.Equal(t, x.unit != "", ok, name)
		if ok {
			require.Equal(t, []string{x.unit, x.currency, x.prep, x.posted}, []string{
				now.Cost.Unit.String(), string(now.Cost.Currency), now.Cost.Prep.String(), optional.Convert(now.Cost.OutboundShipping, money.Amount.String).Or(""),
			}, name)
		}
		if done.Costs {
			before, _ := layers.In(with.Today.Add(-1))
			require.Equal(t, len(x.costs.All()) > 0, before.Cost.Unit == money.MustParse("10"), "%s: yesterday's cost stays", name)
			require.Equal(t, int64(2), p.Version(), name)
		}
	}
}

// TestALaterCostKeepsItsDays changes today's cost before a planned cost.
func TestALaterCostKeepsItsDays(t *testing.T) {
	later := inventory.CostLayer{From: date.MustParse("2026-12-01"), Cost: inventory.Cost{Unit: money.MustParse("12"), Currency: "EUR"}}
	held, err := inventory.RestoreCostLayers([]inventory.CostLayer{later})
	require.NoError(t, err)
	with := pricing()
	with.Costs = held
	p := kettle(t, inventory.ProductPatch{})
	done, err := p.Change(inventory.ProductPatch{UnitCost: optional.Put(money.MustParse("11"))}, with, productDay)
	require.NoError(t, err)
	require.Len(t, done.Layers.All(), 2)
	require.Equal(t, later, done.Layers.All()[1])
	require.Equal(t, "2026-11-30", done.Layers.All()[0].To.Or(date.Date{}).String())
	require.Equal(t, optional.Some(later.From), p.Snapshot().CostTurnsOn)
}

// TestGTINsKeepHowTheyWereWritten takes any digits. It shows them as given and compares by 14
// digits.
func TestGTINsKeepHowTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringOfN(rapid.RuneFrom([]rune("0123456789")), 11, 11, 11).Draw(t, "body")
		var found []inventory.GTIN
		for last := '0'; last <= '9'; last++ {
			if g, err := inventory.ParseGTIN(body + string(last)); err == nil {
				found = append(found, g)
			}
		}
		require.Len(t, found, 1)
		longer, err := inventory.ParseGTIN("0" + found[0].Given)
		require.NoError(t, err)
		require.Equal(t, found[0].Key(), longer.Key())
		require.NotEqual(t, found[0].Given, longer.Given)
		require.Equal(t, gtin.MustParse(found[0].Given).Key(), found[0].Key())
	})
}

// TestAPatchTwiceIsAPatchOnce applies a patch again: nothing changes.
func TestAPatchTwiceIsAPatchOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := func(name string) optional.Field[string] {
			return rapid.SampledFrom([]optional.Field[string]{{}, optional.Clear[string](), optional.Put("a"), optional.Put(" b ")}).Draw(t, name)
		}
		number := func(name string) optional.Field[int] {
			return rapid.SampledFrom([]optional.Field[int]{{}, optional.Clear[int](), optional.Put(1), optional.Put(2)}).Draw(t, name)
		}
		draw := func(n string) inventory.ProductPatch {
			return inventory.ProductPatch{
				Brand: word("brand" + n), Category: word("category" + n), MPN: word("mpn" + n), WeightG: number("weight" + n),
				ReorderPoint: number("point" + n), LeadTimeDays: number("days" + n),
				GTINs: rapid.SampledFrom([]optional.Maybe[[]string]{{}, optional.Some([]string{}), optional.Some([]string{"036000291452"})}).Draw(t, "gtins"+n),
			}
		}
		p := kettle(t, draw("1"))
		patch := draw("2")
		first, err := p.Change(patch, pricing(), productDay)
		require.NoError(t, err)
		after := p.Snapshot()
		again, err := p.Change(patch, pricing(), productDay.Add(time.Hour))
		require.NoError(t, err)
		require.False(t, again.Any)
		require.Equal(t, after, p.Snapshot())
		require.Equal(t, first.Any, after.Version == 2)
	})
}

func TestLowStock(t *testing.T) {
	for _, x := range []struct {
		point optional.Maybe[int]
		units inventory.Quantities
		want  bool
	}{
		{optional.None[int](), inventory.Quantities{}, false}, {optional.Some(0), inventory.Quantities{}, true},
		{optional.Some(5), inventory.Quantities{OnHand: 5}, true}, {optional.Some(5), inventory.Quantities{OnHand: 6}, false},
		{optional.Some(5), inventory.Quantities{OnOrder: 6}, false}, {optional.Some(5), inventory.Quantities{Inbound: 6}, false},
		{optional.Some(5), inventory.Quantities{InWarehouse: 6}, false}, {optional.Some(5), inventory.Quantities{Reserved: 6}, true},
		{optional.Some(5), inventory.Quantities{OnHand: 1, Inbound: 1, InWarehouse: 1, OnOrder: 2}, true},
		{optional.Some(5), inventory.Quantities{OnHand: 1, Inbound: 1, InWarehouse: 1, OnOrder: 3}, false},
	} {
		s := inventory.ProductSnapshot{Values: inventory.ProductValues{ReorderPoint: x.point}, Quantities: x.units}
		require.Equal(t, x.want, s.LowStock(), "%+v", x)
	}
}
