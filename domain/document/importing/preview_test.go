package importing_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func figure(s string) reading.Figure { return optional.Some(decimal.MustParse(s)) }

func usd(s string) money.Sum { return money.Sum{Amount: money.MustParse(s), Currency: "USD"} }

// bottle makes a line of 24 units at 12.50, then edits it.
func bottle(edit func(l *reading.Line)) reading.Line {
	l := reading.Line{
		No: 1, Description: "Steel bottle 750ml", SupplierSKU: "A-77", Quantity: figure("24"), UnitPrice: figure("12.50"), LineTotal: figure("300.00"),
		PriceBase: decimal.One, Kind: reading.Product, Evidence: reading.Columns, Confidence: 9_900,
	}
	if edit != nil {
		edit(&l)
	}
	return l
}

func look(k importing.Known, o *importing.Order, lines ...reading.Line) importing.Preview {
	for i := range lines {
		lines[i].No = i + 1
	}
	return importing.Look(importing.Input{
		Header: reading.Header{Currency: "USD"}, Lines: lines, Known: k, Order: o, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5},
	})
}

func codes(list []reading.Problem) []string {
	out := []string{}
	for _, p := range list {
		out = append(out, string(p.Code))
	}
	return out
}

var (
	ean     = gtin.MustParse("4006381333931")
	coded   = importing.Product{ID: 40, GTINs: []string{ean.Key()}, Title: "Bottle", SKUs: []int64{77}}
	other   = importing.Product{ID: 41, ASINs: []string{"B0SIM00003"}, Title: "Lid"}
	branded = importing.Product{ID: 42, MPN: "XT-9", Brand: "Steel", Title: "Flask"}
)

func TestLinesAreMatched(t *testing.T) {
	offer := importing.Offer{ID: 9, Product: 40, SupplierSKU: "a-77", PackSize: 1, UnitCost: usd("12")}
	for name, c := range map[string]struct {
		line    reading.Line
		known   importing.Known
		order   *importing.Order
		status  importing.Status
		by      importing.By
		product int64
		offer   int64
		item    int64
	}{
		"by the supplier's number": {bottle(nil), importing.Known{Offers: []importing.Offer{offer}}, nil, importing.Matched, importing.BySupplierSKU, 40, 9, 0},
		"by its code": {
			bottle(func(l *reading.Line) { l.GTIN = ean }), importing.Known{Products: []importing.Product{coded, other}}, nil, importing.Matched, importing.ByGTIN, 40, 0, 0,
		},
		"by its ASIN": {
			bottle(func(l *reading.Line) { l.ASIN = asin.MustParse("B0SIM00003") }), importing.Known{Products: []importing.Product{coded, other}}, nil,
			importing.Matched, importing.ByASIN, 41, 0, 0,
		},
		"number and code of two products": {
			bottle(func(l *reading.Line) { l.GTIN = ean }),
			importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{{ID: 9, Product: 41, SupplierSKU: "A-77", PackSize: 1}}}, nil,
			importing.Ambiguous, "", 0, 0, 0,
		},
		"a code of two products": {
			bottle(func(l *reading.Line) { l.GTIN = ean }), importing.Known{Products: []importing.Product{coded, {ID: 43, GTINs: coded.GTINs}}}, nil,
			importing.Ambiguous, "", 0, 0, 0,
		},
		"a code in packs of two sizes": {
			bottle(func(l *reading.Line) { l.GTIN, l.SupplierSKU = ean, "" }), importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{
				{ID: 9, Product: 40, GTINs: coded.GTINs, PackSize: 1}, {ID: 10, Product: 40, GTINs: coded.GTINs, PackSize: 12},
			}}, nil, importing.Ambiguous, "", 0, 0, 0,
		},
		"a short number is no SKU of the team": {
			bottle(nil), importing.Known{SKUs: []importing.SKU{{ID: 7, Product: 41, Name: "A-77"}}}, nil, importing.None, "", 0, 0, 0,
		},
		"the buyer's own number": {
			bottle(func(l *reading.Line) { l.SupplierSKU, l.BuyerSKU = "Z-1", "77" }), importing.Known{SKUs: []importing.SKU{{ID: 7, Product: 41, Name: "77"}}}, nil,
			importing.Matched, importing.BySKU, 41, 0, 0,
		},
		"a SKU of the team": {
			bottle(func(l *reading.Line) { l.SupplierSKU = "BOTTLE-750" }), importing.Known{SKUs: []importing.SKU{{ID: 7, Product: 41, Name: "BOTTLE-750"}}}, nil,
			importing.Matched, importing.BySKU, 41, 0, 0,
		},
		"the maker's number with the brand": {
			bottle(func(l *reading.Line) { l.MPN = "xt-9" }), importing.Known{Products: []importing.Product{branded}}, nil, importing.Matched, importing.ByMPN, 42, 0, 0,
		},
		"the maker's number without the brand": {
			bottle(func(l *reading.Line) { l.MPN, l.Description = "xt-9", "Bottle 750" }), importing.Known{Products: []importing.Product{branded}}, nil,
			importing.None, "", 0, 0, 0,
		},
		"its code is a stronger sign than its ASIN": {
			bottle(func(l *reading.Line) { l.GTIN, l.ASIN = ean, asin.MustParse("B0SIM00003") }),
			importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{
				{ID: 9, Product: 40, ASIN: "B0SIM00003", PackSize: 1},
			}}, nil, importing.Matched, importing.ByGTIN, 40, 9, 0,
		},
		"an offer without a product is an offer of the code's product": {
			bottle(func(l *reading.Line) { l.GTIN = ean }),
			importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{{ID: 9, SupplierSKU: "A-77", PackSize: 1}}}, nil,
			importing.Matched, importing.ByGTIN, 40, 9, 0,
		},
		"the only offer of the product": {
			bottle(func(l *reading.Line) { l.GTIN, l.SupplierSKU = ean, "" }),
			importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{{ID: 9, Product: 40, PackSize: 1}}}, nil,
			importing.Matched, importing.ByGTIN, 40, 9, 0,
		},
		"no offer where the product has two": {
			bottle(func(l *reading.Line) { l.GTIN, l.SupplierSKU = ean, "" }),
			importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{
				{ID: 9, Product: 40, PackSize: 1}, {ID: 10, Product: 40, PackSize: 1},
			}}, nil, importing.Matched, importing.ByGTIN, 40, 0, 0,
		},
		"two SKUs of no product": {
			bottle(func(l *reading.Line) { l.SupplierSKU, l.BuyerSKU = "BOTTLE-750", "77" }),
			importing.Known{SKUs: []importing.SKU{{ID: 7, Name: "77"}, {ID: 8, Name: "BOTTLE-750"}}}, nil, importing.Ambiguous, "", 0, 0, 0,
		},
		"an equal title only suggests": {
			bottle(func(l *reading.Line) { l.Description = "bottle" }), importing.Known{Products: []importing.Product{coded}}, nil, importing.Suggested, "", 0, 0, 0,
		},
		"freight is ignored": {bottle(func(l *reading.Line) { l.Kind = reading.Freight }), importing.Known{Products: []importing.Product{coded}}, nil, importing.Ignored, "", 0, 0, 0},
		"an item of the order": {
			bottle(nil), importing.Known{}, &importing.Order{ID: 31, Currency: "USD", Items: []importing.Item{{ID: 301, SupplierSKU: "A-77", Ordered: 24, Outstanding: 24}}},
			importing.Matched, importing.ByItem, 0, 0, 301,
		},
		"two items of the order, a single match of its quantity": {
			bottle(nil), importing.Known{Offers: []importing.Offer{offer}}, &importing.Order{ID: 31, Currency: "USD", Items: []importing.Item{
				{ID: 301, Product: 40, Ordered: 10, Outstanding: 10}, {ID: 302, Product: 40, Ordered: 24, Outstanding: 24},
			}}, importing.Matched, importing.BySupplierSKU, 40, 9, 302,
		},
		"two items of the order, no match of its quantity": {
			bottle(nil), importing.Known{Offers: []importing.Offer{offer}}, &importing.Order{ID: 31, Currency: "USD", Items: []importing.Item{
				{ID: 301, Product: 40, Ordered: 10, Outstanding: 10}, {ID: 302, Product: 40, Ordered: 12, Outstanding: 12},
			}}, importing.Ambiguous, "", 0, 0, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := look(c.known, c.order, c.line).Lines[0].Match
			require.Equal(t, c.status, m.Status)
			require.Equal(t, c.by, m.By)
			require.Equal(t, []int64{c.product, c.offer, c.item}, []int64{m.Product, m.Offer, m.Item})
			require.Equal(t, c.status == importing.Ambiguous || c.status == importing.Suggested, len(m.Candidates) > 0)
		})
	}
}

// An equal title suggests records of every kind, a product and its offer once.
func TestEqualTitlesSuggestRecords(t *testing.T) {
	line := bottle(func(l *reading.Line) { l.SupplierSKU = "" })
	title := "steel  Bottle 750ml"
	m := look(importing.Known{
		Products: []importing.Product{{ID: 40, Title: title}},
		Offers:   []importing.Offer{{ID: 9, Product: 40, Title: title}, {ID: 10, Product: 41, Title: title}, {ID: 11, Title: "Lid"}},
	}, &importing.Order{ID: 31, Currency: "USD", Items: []importing.Item{{ID: 301, SKU: 77, Title: title}}}, line).Lines[0].Match
	require.Equal(t, importing.Suggested, m.Status)
	require.Equal(t, []importing.Target{
		{Product: 40, Title: title, By: importing.ByWords, Confidence: 5_000},
		{Product: 41, Offer: 10, Title: title, By: importing.ByWords, Confidence: 5_000},
		{SKU: 77, Item: 301, Title: title, By: importing.ByWords, Confidence: 5_000},
	}, m.Candidates)
}

// A user who names a record settles the open question of the line.
func TestNamedRecordsAreTaken(t *testing.T) {
	known := importing.Known{Products: []importing.Product{coded}, Offers: []importing.Offer{{ID: 9, Product: 40, PackSize: 1, UnitCost: usd("12")}}}
	order := &importing.Order{ID: 31, Currency: "USD", Items: []importing.Item{{ID: 301, Product: 40, SKU: 77, Ordered: 24, Outstanding: 24}}}
	for name, c := range map[string]struct {
		choice importing.Choice
		target []int64
	}{
		"a product":           {importing.Choice{No: 1, Product: optional.Some[int64](40)}, []int64{40, 0, 9, 0}},
		"an offer":            {importing.Choice{No: 1, Offer: optional.Some[int64](9)}, []int64{40, 0, 9, 0}},
		"an item":             {importing.Choice{No: 1, Item: optional.Some[int64](301)}, []int64{40, 77, 9, 301}},
		"a SKU of no product": {importing.Choice{No: 1, SKU: optional.Some[int64](78)}, []int64{0, 78, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			l := importing.Look(importing.Input{
				Header: reading.Header{Currency: "USD"}, Known: known, Order: order, Choices: []importing.Choice{c.choice},
				Lines: []reading.Line{bottle(func(l *reading.Line) { l.Note(reading.InvalidIdentifier) })},
			}).Lines[0]
			require.Equal(t, importing.Matched, l.Match.Status)
			require.Equal(t, importing.ByRequest, l.Match.By)
			require.Equal(t, c.target, []int64{l.Match.Product, l.Match.SKU, l.Match.Offer, l.Match.Item})
			require.NotContains(t, codes(l.Found), "invalid_identifier")
		})
	}
}

// A SKU that is matched is among the SKUs of its match, with a product or without.
func TestSKUsOfMatches(t *testing.T) {
	line := bottle(func(l *reading.Line) { l.SupplierSKU, l.BuyerSKU = "", "SIM-0041" })
	for _, product := range []int64{0, 41} {
		m := look(importing.Known{SKUs: []importing.SKU{{ID: 7, Product: product, Name: "SIM-0041"}}}, nil, line).Lines[0].Match
		require.Equal(t, importing.Matched, m.Status)
		require.Equal(t, []int64{7}, m.SKUs)
	}
}

func TestUnitsAndCosts(t *testing.T) {
	box := func(edit func(l *reading.Line)) reading.Line {
		return bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.LineTotal, l.Unit = figure("3"), figure("30.00"), figure("90.00"), "case"
			if edit != nil {
				edit(l)
			}
		})
	}
	known := importing.Known{Offers: []importing.Offer{{ID: 9, Product: 40, SupplierSKU: "A-77", PackSize: 12}}}
	for name, c := range map[string]struct {
		line      reading.Line
		known     importing.Known
		units     int64
		cost, net string
		problem   string
	}{
		"pieces": {bottle(nil), importing.Known{}, 24, "12.5", "12.5", ""},
		"a discount": {bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.DiscountPercent, l.LineTotal = figure("5"), figure("4.55"), figure("10"), figure("20.48")
		}), importing.Known{}, 5, "4.55", "4.095", ""},
		"an amount taken off": {bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.DiscountAmount, l.LineTotal = figure("10"), figure("10.00"), figure("10.00"), figure("90.00")
		}), importing.Known{}, 10, "9", "9", ""},
		"a price per hundred": {bottle(func(l *reading.Line) {
			l.Quantity, l.PriceBase, l.LineTotal = figure("3000"), decimal.Hundred, figure("375.00")
		}), importing.Known{}, 3000, "0.125", "0.125", ""},
		"a rounded price": {bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.LineTotal = figure("20"), figure("2.77"), figure("55.46")
		}), importing.Known{}, 20, "2.773", "2.773", ""},
		"no price, a total": {bottle(func(l *reading.Line) { l.UnitPrice = reading.Figure{} }), importing.Known{}, 24, "12.5", "12.5", ""},
		"placed figures as printed": {bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.LineTotal, l.Evidence = figure("10"), figure("5.00"), figure("55.00"), reading.Placed
		}), importing.Known{}, 10, "5", "5", ""},
		"a case of a known pack":     {box(func(l *reading.Line) { l.UnitsPerCase = 12 }), importing.Known{}, 36, "2.5", "2.5", ""},
		"a case of the offer's pack": {box(nil), known, 36, "2.5", "2.5", ""},
		"the price of a case": {bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.CasePrice, l.LineTotal, l.UnitsPerCase = figure("3"), figure("2.49"), figure("30.00"), figure("90.00"), 12
		}), importing.Known{}, 36, "2.5", "2.5", ""},
		"a price out of range": {bottle(func(l *reading.Line) {
			l.UnitPrice, l.LineTotal = figure("10000000000.00"), reading.Figure{}
		}), importing.Known{}, 24, "", "", ""},
		"an unknown unit":        {box(func(l *reading.Line) { l.Unit = "Gestell" }), known, 0, "", "", "pack_size_mismatch"},
		"an unknown unit of six": {box(func(l *reading.Line) { l.Unit, l.UnitsPerCase = "Gestell", 6 }), importing.Known{}, 18, "5", "5", ""},
		"a roll":                 {box(func(l *reading.Line) { l.Unit, l.UnitsPerCase = "Rolle", 6 }), importing.Known{}, 3, "30", "30", ""},
		"a total that the sum proves": {bottle(func(l *reading.Line) {
			l.Quantity, l.UnitPrice, l.LineTotal, l.Evidence = figure("60"), figure("2.00"), figure("102.60"), reading.Joined
		}), importing.Known{}, 60, "1.71", "1.71", ""},
		"a case of an unknown pack": {box(nil), importing.Known{}, 0, "", "", "pack_size_mismatch"},
		"a pack column alone":       {bottle(func(l *reading.Line) { l.UnitsPerCase = 6 }), importing.Known{}, 24, "12.5", "12.5", ""},
		"the code of a case":        {bottle(func(l *reading.Line) { l.GTIN, l.UnitsPerCase = gtin.MustParse("14006381333938"), 4 }), importing.Known{}, 96, "3.125", "3.125", ""},
		"half a unit":               {bottle(func(l *reading.Line) { l.Quantity = figure("2.5") }), importing.Known{}, 0, "12.5", "12.5", "quantity_not_whole"},
		"two dozen": {bottle(func(l *reading.Line) {
			l.Quantity, l.Unit, l.UnitPrice, l.LineTotal = figure("2"), "dozen", figure("24.00"), figure("48.00")
		}), importing.Known{}, 24, "2", "2", ""},
		"five hundred": {bottle(func(l *reading.Line) {
			l.Quantity, l.Unit, l.UnitPrice, l.LineTotal = figure("5"), "hundred", figure("12.00"), figure("60.00")
		}), importing.Known{}, 500, "0.12", "0.12", ""},
		"two thousand": {bottle(func(l *reading.Line) {
			l.Quantity, l.Unit, l.UnitPrice, l.LineTotal = figure("2"), "thousand", figure("41.00"), figure("82.00")
		}), importing.Known{}, 2000, "0.041", "0.041", ""},
		"a gross": {bottle(func(l *reading.Line) {
			l.Quantity, l.Unit, l.UnitPrice, l.LineTotal = figure("1"), "gross", figure("14.40"), figure("14.40")
		}), importing.Known{}, 144, "0.1", "0.1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			l := look(c.known, nil, c.line).Lines[0]
			require.Equal(t, c.units, l.Units.Or(0))
			text := func(m optional.Maybe[money.Amount]) string {
				a, ok := m.Get()
				if !ok {
					return ""
				}
				return a.String()
			}
			require.Equal(t, []string{c.cost, c.net}, []string{text(l.Price.UnitCost), text(l.Price.Net)})
			if c.problem != "" {
				require.Contains(t, codes(l.Found), c.problem)
			} else {
				require.NotContains(t, codes(l.Found), "pack_size_mismatch")
				require.NotContains(t, codes(l.Found), "quantity_not_whole")
			}
		})
	}
}

func TestCreditNotesAreReadInBothSigns(t *testing.T) {
	back := bottle(func(l *reading.Line) { l.Quantity, l.LineTotal = figure("-24"), figure("-300.00") })
	for name, c := range map[string]struct {
		line   reading.Line
		header reading.Header
	}{
		"negative units":  {back, reading.Header{Subtotal: figure("-300.00"), Tax: figure("-57.00"), Total: figure("-357.00")}},
		"negative prices": {bottle(func(l *reading.Line) { l.UnitPrice, l.LineTotal = figure("-12.50"), figure("-300.00") }), reading.Header{Total: figure("-300.00")}},
		"no total":        {back, reading.Header{Subtotal: figure("-300.00")}},
		"positive":        {bottle(nil), reading.Header{Subtotal: figure("300.00"), Total: figure("357.00")}},
	} {
		p := importing.Look(importing.Input{
			Type: document.CreditNote, Header: c.header, Lines: []reading.Line{c.line}, Order: &importing.Order{ID: 31, Items: []importing.Item{
				{ID: 301, SupplierSKU: "A-77", Ordered: 24, Outstanding: 0},
			}}, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5},
		})
		require.Equal(t, int64(24), p.Lines[0].Units.Or(0), name)
		require.Equal(t, "12.5", p.Lines[0].Price.UnitCost.Or(money.Amount{}).String(), name)
		require.Equal(t, c.line.LineTotal, p.Lines[0].LineTotal, "as it is printed")
		plans, refused, err := p.Plans(document.CreditNote, importing.Request{Mode: importing.CreditOrder, CreditAs: importing.AsDiscount})
		require.NoError(t, err)
		require.Empty(t, refused)
		require.Equal(t, "300", plans[0].Credit.Or(money.Amount{}).String(), name)
	}
}

func TestLinesAreComparedWithTheOrder(t *testing.T) {
	order := func(cost string) *importing.Order {
		return &importing.Order{ID: 31, Currency: "USD", Items: []importing.Item{
			{ID: 301, SupplierSKU: "A-77", Ordered: 24, Outstanding: 20, UnitCost: optional.Some(money.MustParse(cost))},
			{ID: 302, SupplierSKU: "Z-1", Ordered: 1, Outstanding: 1},
		}}
	}
	p := look(importing.Known{}, order("12"), bottle(nil), bottle(func(l *reading.Line) { l.SupplierSKU = "N-1" }))
	l := p.Lines[0]
	require.Equal(t, "4.17", l.Compared.Change.Or(money.Percent{}).String())
	require.Equal(t, []string{"quantity_over_ordered", "cost_changed"}, codes(l.Found))
	require.Equal(t, importing.UpdateItem, l.Action)
	require.Equal(t, importing.Skip, p.Lines[1].Action)
	require.Equal(t, []string{"missing_from_invoice"}, codes(p.Problems))
	for _, mode := range []importing.Mode{importing.UpdateOrder, importing.ReceiveOnly} {
		_, refused, err := p.Plans(document.Invoice, importing.Request{Mode: mode})
		require.NoError(t, err)
		require.Equal(t, "unmatched", refused[len(refused)-1].Word(), "%s: nothing else shows that a line is not booked", mode)
	}

	require.Equal(t, []string{"quantity_over_ordered", "cost_jump"}, codes(look(importing.Known{}, order("9.99"), bottle(nil)).Lines[0].Found))
	require.Equal(t, []string{"quantity_over_ordered"}, codes(look(importing.Known{}, order("12.49"), bottle(nil)).Lines[0].Found))
	foreign := look(importing.Known{}, order("12"), bottle(func(l *reading.Line) { l.Currency = "EUR" })).Lines[0]
	require.Contains(t, codes(foreign.Found), "currency_mismatch")
}

// Without an offer's price a cost is compared with the cost of the product, in the same currency.
func TestCostsAreComparedWithTheProducts(t *testing.T) {
	for currency, before := range map[money.Currency]string{"USD": "10", "EUR": "0"} {
		product := coded
		product.UnitCost = optional.Some(money.Sum{Amount: money.MustParse("10"), Currency: currency})
		l := look(importing.Known{Products: []importing.Product{product}}, nil, bottle(func(l *reading.Line) { l.GTIN = ean })).Lines[0]
		require.Equal(t, before, l.Compared.Before.Or(money.Amount{}).String(), currency)
		require.Equal(t, currency == "USD", l.Compared.Before.Known(), currency)
		require.Equal(t, currency == "USD", l.Compared.Change.Known(), currency)
	}
}

func TestSuppliersAreRecognised(t *testing.T) {
	for name, c := range map[string]struct {
		list   []importing.Candidate
		status importing.Status
		id     int64
	}{
		"nothing":               {nil, importing.None, 0},
		"a tax number":          {[]importing.Candidate{{5, "A", importing.ByTaxID}, {5, "A", importing.ByName}}, importing.Matched, 5},
		"two signs of two":      {[]importing.Candidate{{5, "A", importing.ByTaxID}, {6, "B", importing.ByDomain}}, importing.Ambiguous, 0},
		"a near name":           {[]importing.Candidate{{5, "A", importing.ByNearName}}, importing.Suggested, 0},
		"a name and a near one": {[]importing.Candidate{{6, "B", importing.ByNearName}, {5, "A", importing.ByName}}, importing.Matched, 5},
	} {
		m := importing.Recognise(c.list)
		require.Equal(t, c.status, m.Status, name)
		require.Equal(t, c.id, m.ID, name)
	}
}

func TestOpenOrdersAreChosen(t *testing.T) {
	lines := []reading.Line{bottle(nil), bottle(func(l *reading.Line) { l.SupplierSKU = "B-1" })}
	item := func(sku string, n int64) importing.Item {
		return importing.Item{ID: n, SupplierSKU: sku, Ordered: 24, Outstanding: 24}
	}
	right := importing.Order{ID: 1, Items: []importing.Item{item("A-77", 1), item("B-1", 2)}}
	half := importing.Order{ID: 2, Items: []importing.Item{item("A-77", 1), item("C-1", 2)}}
	require.Equal(t, int64(1), importing.Choose(lines, []importing.Order{half, right}).ID)
	require.Equal(t, importing.Suggested, importing.Choose(lines, []importing.Order{half}).Status)
	require.Equal(t, importing.Ambiguous, importing.Choose(lines, []importing.Order{right, {ID: 3, Items: right.Items}}).Status)
	require.Equal(t, importing.None, importing.Choose(lines, nil).Status)
	freight := bottle(func(l *reading.Line) { l.Kind = reading.Freight })
	require.Equal(t, importing.None, importing.Choose([]reading.Line{freight}, []importing.Order{right}).Status, "no line is a product")
}
