package importing_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// charge makes a line with a quantity, a price and a total. An empty text leaves the figure out.
func charge(text, quantity, price, total string) reading.Line {
	l := reading.Line{Description: text, PriceBase: decimal.One, Kind: reading.Product, Evidence: reading.Columns}
	for to, s := range map[*reading.Figure]string{&l.Quantity: quantity, &l.UnitPrice: price, &l.LineTotal: total} {
		if s != "" {
			*to = figure(s)
		}
	}
	return l
}

func of(kind reading.Kind, l reading.Line) reading.Line {
	l.Kind = kind
	return l
}

func marked(l reading.Line) reading.Line {
	l.Evidence = reading.Marked
	return l
}

// goods makes a line of ten units at 20.00.
func goods() reading.Line {
	l := charge("Lamp", "10", "20.00", "200.00")
	l.SupplierSKU = "LA-1"
	return l
}

func plans(t *testing.T, h reading.Header, kind document.Type, r importing.Request, lines ...reading.Line) ([]importing.Plan, []importing.Refusal) {
	t.Helper()
	for i := range lines {
		lines[i].No = i + 1
	}
	h.Currency = "EUR"
	p := importing.Look(importing.Input{Type: kind, Header: h, Lines: lines, Choices: r.Choices, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5}})
	if r.Mode == "" {
		r.Mode = importing.CreateOrder
	}
	found, refused, err := p.Plans(kind, r)
	require.NoError(t, err)
	return found, refused
}

func TestLinesThatOrderNothingKeepTheirSign(t *testing.T) {
	type cost struct {
		amount string
		owed   bool
	}
	for name, c := range map[string]struct {
		line               reading.Line
		shipping, discount string
		costs              []cost
	}{
		"a discount of quantity -1":        {charge("Loyalty discount", "-1", "10.00", "-10.00"), "0", "10", nil},
		"a discount with a negative price": {charge("Treuerabatt 5 %", "1", "-10.00", "-10.00"), "0", "10", nil},
		"a promotion without a total":      {charge("PROMO spring", "-1", "10.00", ""), "0", "10", nil},
		"a discount by its price alone":    {charge("Rabatt", "", "-10.00", ""), "0", "10", nil},
		"a coupon without a quantity":      {of(reading.Discount, charge("Coupon", "", "", "-10.00")), "0", "10", nil},
		"a remise":                         {charge("Remise exceptionnelle", "1", "-10.00", "-10.00"), "0", "10", nil},
		"returned units":                   {charge("Lamp returned", "-2", "20.00", "-40.00"), "0", "0", []cost{{"-40", true}}},
		"a return by its total alone":      {charge("Lamp", "2", "20.00", "-40.00"), "0", "0", []cost{{"-40", true}}},
		"freight":                          {of(reading.Freight, charge("Freight", "1", "12.90", "12.90")), "12.9", "0", nil},
		"freight without a total":          {of(reading.Freight, charge("Freight", "2", "6.45", "")), "12.9", "0", nil},
		"freight that is given back":       {of(reading.Freight, charge("Freight", "1", "-12.90", "-12.90")), "0", "0", []cost{{"-12.9", true}}},
		"a deposit":                        {of(reading.Deposit, charge("Pfand", "10", "0.25", "2.50")), "0", "0", []cost{{"2.5", true}}},
		"empties":                          {of(reading.Deposit, charge("Leergut", "-60", "0.25", "-15.00")), "0", "0", []cost{{"-15", true}}},
		"a fee":                            {of(reading.Fee, charge("Handling", "", "", "4.00")), "0", "0", []cost{{"4", false}}},
		"a fee that is given back":         {of(reading.Fee, charge("Rounding", "", "", "-0.02")), "0", "0", []cost{{"-0.02", true}}},
		"a discount that is charged again": {of(reading.Discount, charge("Discount reversed", "1", "3.00", "3.00")), "0", "0", []cost{{"3", true}}},
		"text without figures":             {charge("Thank you for your order", "", "", ""), "0", "0", nil},
		"a section of an invoice":          {marked(charge("Section A", "0", "0", "0.00")), "0", "0", nil},
		"an element without a quantity":    {marked(charge("Imballo", "", "6.50", "6.50")), "0", "0", []cost{{"6.5", false}}},
		"an amount of three decimals":      {of(reading.Fee, charge("Fee", "1", "0.125", "0.125")), "0", "0", []cost{{"0.13", false}}},
	} {
		t.Run(name, func(t *testing.T) {
			found, refused := plans(t, reading.Header{Total: figure("1.00")}, document.Invoice, importing.Request{}, goods(), c.line)
			require.Empty(t, refused)
			p := found[0]
			require.Len(t, p.Lines, 1, "only the goods are ordered")
			require.Equal(t, "20", p.Lines[0].UnitCost.Or(money.Amount{}).String())
			require.Equal(t, []string{c.shipping, c.discount}, []string{p.Shipping.Or(money.Amount{}).String(), p.Discount.Or(money.Amount{}).String()})
			var costs []cost
			for _, one := range p.Costs {
				require.NotEmpty(t, one.Label)
				costs = append(costs, cost{one.Amount.String(), one.Owed})
			}
			require.Equal(t, c.costs, costs)
		})
	}
}

// Two minus signs of quantity and price cancel each other out.
func TestTwoMinusSignsOrderUnits(t *testing.T) {
	boxed := charge("Lamp", "-2", "", "40.00")
	boxed.CasePrice, boxed.UnitsPerCase = figure("-20.00"), 5
	for name, c := range map[string]struct {
		line  reading.Line
		units int64
		cost  string
	}{
		"of a unit": {charge("Lamp", "-2", "-20.00", "40.00"), 2, "20"},
		"of a case": {boxed, 10, "4"},
	} {
		found, refused := plans(t, reading.Header{}, document.Invoice, importing.Request{}, c.line)
		require.Empty(t, refused, name)
		require.Equal(t, c.units, found[0].Lines[0].Quantity.Or(0), name)
		require.Equal(t, c.cost, found[0].Lines[0].UnitCost.Or(money.Amount{}).String(), name)
	}
}

// Shipping and tax that the header gives back are receivable. They do not change unit costs.
func TestHeadersGiveBack(t *testing.T) {
	h := reading.Header{Shipping: figure("-5.00"), Tax: figure("-3.00"), Total: figure("1.00")}
	found, _ := plans(t, h, document.Invoice, importing.Request{}, goods(), of(reading.Freight, charge("Freight", "", "", "12.90")))
	require.Len(t, found, 1)
	p := found[0]
	require.Equal(t, []string{"12.9", "0"}, []string{p.Shipping.Or(money.Amount{}).String(), p.Tax.Or(money.Amount{}).String()})
	require.Equal(t, []importing.Cost{
		{Label: "Shipping", Amount: money.MustParse("-5"), Owed: true}, {Label: "Tax", Amount: money.MustParse("-3"), Owed: true},
	}, p.Costs)
}

func TestLinesAndHeaderChargeTogether(t *testing.T) {
	freight := func(s string) reading.Line { return of(reading.Freight, charge("Freight", "", "", s)) }
	for name, c := range map[string]struct {
		header             reading.Header
		line               reading.Line
		shipping, discount []string
	}{
		"beside a shipping of 0":      {reading.Header{Shipping: figure("0.00"), Total: figure("1.00")}, freight("12.90"), []string{"12.9"}, []string{"0"}},
		"beside another shipping":     {reading.Header{Shipping: figure("5.00"), Total: figure("1.00")}, freight("12.90"), []string{"17.9"}, []string{"0"}},
		"the same shipping":           {reading.Header{Shipping: figure("12.90"), Total: figure("1.00")}, freight("12.90"), []string{"25.8", "12.9"}, []string{"0", "0"}},
		"the same shipping, no total": {reading.Header{Shipping: figure("12.90")}, freight("12.90"), []string{"25.8"}, []string{"0"}},
		"the same discount": {
			reading.Header{Discount: figure("-10.00"), Total: figure("1.00")}, charge("Rabatt", "1", "-10.00", "-10.00"), []string{"0", "0"}, []string{"20", "10"},
		},
		"the same discount without its sign": {
			reading.Header{Discount: figure("10.00"), Total: figure("1.00")}, charge("Rabatt", "1", "-10.00", "-10.00"), []string{"0", "0"}, []string{"20", "10"},
		},
	} {
		h := c.header
		h.Tax = figure("0.00")
		found, _ := plans(t, h, document.Invoice, importing.Request{}, goods(), c.line)
		require.Len(t, found, len(c.shipping), name)
		for i, p := range found {
			require.Equal(t, c.shipping[i], p.Shipping.Or(money.Amount{}).String(), name)
			require.Equal(t, c.discount[i], p.Discount.Or(money.Amount{}).String(), name)
		}
	}
}

func TestANegativeTotalIsACreditNote(t *testing.T) {
	p := importing.Look(importing.Input{
		Type: document.Invoice, Header: reading.Header{Total: figure("-47.60")}, Lines: []reading.Line{charge("Lamp", "-2", "20.00", "-40.00")},
		Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5},
	})
	_, _, err := p.Plans(document.Invoice, importing.Request{Mode: importing.CreateOrder})
	require.True(t, fault.Is(err, fault.CodeNotSupported), "%v", err)
}

func TestQuantitiesAboveTheLimitSaySo(t *testing.T) {
	_, refused := plans(t, reading.Header{}, document.Invoice, importing.Request{}, charge("Label", "74391833", "0.01", ""))
	require.Equal(t, []string{"out_of_range", "out_of_range"}, []string{string(refused[0].Code), string(refused[0].Problem)})
}

func TestLeftOutLinesCount(t *testing.T) {
	half := charge("Rope", "2.5", "10.00", "25.00")
	found, refused := plans(t, reading.Header{}, document.Invoice, importing.Request{Partial: true, Choices: []importing.Choice{
		{No: 3, Action: optional.Some(importing.Skip)}, {No: 4, Action: optional.Some(importing.Skip)},
	}}, goods(), half, goods(), of(reading.Fee, charge("Fee", "", "", "4.00")))
	require.Equal(t, "25", refused[0].Worth.String())
	require.Equal(t, "229", found[0].Missing.String(), "25.00 that cannot be booked, and 204.00 left out by name")
	require.Empty(t, found[0].Costs)
	require.Len(t, found[0].Lines, 1)
}

// Lines without any figures are refused where no printed total would reveal them.
func TestLinesOfWhichNobodySaysAnything(t *testing.T) {
	unsure := func() reading.Line {
		l := charge("Vase", "7", "12.40", "96.60")
		l.Evidence = reading.Placed
		return l
	}
	total := reading.Header{Total: figure("296.60")}
	for name, c := range map[string]struct {
		header  reading.Header
		request importing.Request
		refused int
		lines   int
		missing string
	}{
		"without a total":           {reading.Header{}, importing.Request{}, 1, 1, "96.6"},
		"the total finds it":        {total, importing.Request{}, 0, 1, "0"},
		"left out by name":          {reading.Header{}, importing.Request{Choices: []importing.Choice{{No: 2, Action: optional.Some(importing.Skip)}}}, 0, 1, "96.6"},
		"booked by name":            {reading.Header{}, importing.Request{Choices: []importing.Choice{{No: 2, Action: optional.Some(importing.CreateItem)}}}, 0, 2, "0"},
		"costs alone order nothing": {reading.Header{}, importing.Request{Mode: importing.CostsOnly}, 0, 1, "0"},
		"in part, with its cost":    {reading.Header{}, importing.Request{Partial: true}, 1, 1, "96.6"},
	} {
		found, refused := plans(t, c.header, document.Invoice, c.request, goods(), unsure())
		require.Len(t, refused, c.refused, name)
		require.Len(t, found[0].Lines, c.lines, name)
		require.Equal(t, c.missing, found[0].Missing.String(), name)
		if c.refused > 0 {
			require.Equal(t, importing.Refusal{
				No: 2, Worth: money.MustParse("96.6"), Index: -1, Problem: reading.LowConfidence, Code: fault.CodeValidationFailed,
				Message: "The figures may be wrong: compare them with the document.",
			}, refused[0], name)
		}
	}
}

func TestPricesKeepWhatTheirTotalNeeds(t *testing.T) {
	per := func(base, quantity, price, total string) reading.Line {
		l := charge("Screw", quantity, price, total)
		l.PriceBase = decimal.MustParse(base)
		return l
	}
	for name, c := range map[string]struct {
		line         reading.Line
		cost, amount string
		units        int64
	}{
		"a price per thousand":        {per("1000", "50000", "1.23", "61.50"), "0.0012", "0.0123", 10},
		"a thousand of them":          {per("1000", "1000", "1.21", "1.21"), "0.0012", "0.0121", 10},
		"of seven decimals":           {per("100000", "250000", "12.34", "30.85"), "0.0001", "0.0617", 500},
		"a third":                     {charge("Mat", "3", "", "100.00"), "33.3333", "100", 3},
		"four decimals":               {charge("Mat", "8", "1.125", "9.00"), "1.125", "1.125", 1},
		"a price too fine to keep":    {charge("Mat", "8", "1.123456789012", ""), "1.1235", "1.1235", 1},
		"of two units out of range":   {charge("Mat", "1", "9999999999.99985", ""), "9999999999.9999", "9999999999.9999", 1},
		"an element's net is charged": {marked(charge("Mat", "15", "0.6667", "150.00")), "10", "10", 1},
		"an element without a price":  {marked(charge("Mat", "10", "0.00", "71.40")), "7.14", "7.14", 1},
	} {
		found, refused := plans(t, reading.Header{}, document.Invoice, importing.Request{}, c.line)
		require.Empty(t, refused, name)
		b := found[0].Lines[0]
		require.Equal(t, c.cost, b.UnitCost.Or(money.Amount{}).String(), name)
		require.Equal(t, money.Price{Amount: money.MustParse(c.amount), Units: c.units}, b.Price, name)
	}
}

func TestCostsAreComparedWithTheBreakThatIsReached(t *testing.T) {
	offer := importing.Offer{ID: 9, Product: 40, SupplierSKU: "LA-1", PackSize: 1, UnitCost: money.Sum{Amount: money.MustParse("30"), Currency: "USD"}, Breaks: []importing.Break{
		{From: 10, UnitCost: money.MustParse("20")}, {From: 50, UnitCost: money.MustParse("15")},
	}}
	l := look(importing.Known{Offers: []importing.Offer{offer}}, nil, goods()).Lines[0]
	require.Equal(t, "20", l.Compared.Before.Or(money.Amount{}).String())
	require.Empty(t, codes(l.Found))
}

func reckoning(t *testing.T, total string, sums importing.Sums, lines int) importing.Reckoning {
	t.Helper()
	all := make([]reading.Line, lines)
	for i := range all {
		all[i] = goods()
	}
	h := reading.Header{Currency: "EUR"}
	if total != "" {
		h.Total = figure(total)
	}
	p := importing.Look(importing.Input{Header: h, Lines: all, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5}})
	_, r := p.Meant([]importing.Plan{{Mode: importing.CreateOrder, Currency: "EUR"}}, []importing.Reckoned{{Sums: optional.Some(sums)}})
	return r
}

func TestTheOrderIsComparedWithThePrintedTotal(t *testing.T) {
	sums := func(total string) importing.Sums { return importing.Sums{Total: money.MustParse(total)} }
	for name, c := range map[string]struct {
		printed, order string
		lines          int
		result         reading.Result
	}{
		"the same":                    {"60.00", "60", 1, reading.Pass},
		"two cents":                   {"60.02", "60", 3, reading.Pass},
		"three cents":                 {"60.03", "60", 3, reading.Fail},
		"three cents less":            {"59.97", "60", 4, reading.Fail},
		"half a cent for each line":   {"60.05", "60", 10, reading.Pass},
		"more than that":              {"60.06", "60", 10, reading.Fail},
		"a total that is not printed": {"", "60", 1, reading.Unknown},
	} {
		r := reckoning(t, c.printed, sums(c.order), c.lines)
		require.Equal(t, c.result, r.Check().Result, name)
		require.Equal(t, c.result == reading.Fail, r.Refused(nil) != nil, name)
		require.Nil(t, r.Refused([]reading.Code{"total_differs"}), name)
		require.Equal(t, c.result == reading.Fail, r.Refused([]reading.Code{"cost_jump"}) != nil, name)
	}
	e := reckoning(t, "345.10", importing.Sums{
		Subtotal: money.MustParse("250"), Discount: money.MustParse("10"), Shipping: money.MustParse("5"), OtherCosts: money.MustParse("5"), Tax: money.MustParse("55.1"),
		Total: money.MustParse("305.1"),
	}, 2).Refused(nil)
	require.Equal(t, fault.CodeTotalDiffers, e.Code)
	require.Equal(t, "The order would come to 305.1 and the document says 345.1: subtotal 250, discount 10, shipping 5, other costs 5, tax 55.1.", e.Message)
	require.NotContains(t, e.Details, "suggestion")
}

// Lines that are left out are part of the comparison, and the refusal names their worth.
func TestTotalsMissWhatIsLeftOut(t *testing.T) {
	h := reading.Header{Currency: "EUR", Total: figure("100.00")}
	p := importing.Look(importing.Input{Header: h, Lines: []reading.Line{goods()}, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5}})
	sums := []importing.Reckoned{{Sums: optional.Some(importing.Sums{Subtotal: money.MustParse("60"), Total: money.MustParse("60")})}}
	for missing, message := range map[string]string{
		"40": "",
		"25": "The order would come to 60 and the document says 100: subtotal 60, discount 0, shipping 0, other costs 0, tax 0. Lines worth 25 are left out.",
	} {
		_, r := p.Meant([]importing.Plan{{Mode: importing.CreateOrder, Currency: "EUR", Missing: money.MustParse(missing)}}, sums)
		e := r.Refused(nil)
		require.Equal(t, message != "", e != nil, missing)
		if e != nil {
			require.Equal(t, message, e.Message)
		}
	}
}

func TestPricesWithTaxAreSuggested(t *testing.T) {
	e := reckoning(t, "108.90", importing.Sums{Subtotal: money.MustParse("108.9"), Tax: money.MustParse("18.9"), Total: money.MustParse("127.8")}, 2).Refused(nil)
	require.Equal(t, "prices_include_tax", e.Details["suggestion"])
	require.Contains(t, e.Message, "header.prices_include_tax")
}

// Returned units of an article of the document at its price are a return, with any name.
func TestABonusPackThatGoesBackIsAReturn(t *testing.T) {
	pack := charge("Bonus pack shampoo", "6", "5.00", "30.00")
	pack.SupplierSKU = "SH-1"
	back := of(reading.Discount, charge("Bonus pack shampoo", "-2", "5.00", "-10.00"))
	back.SupplierSKU = "SH-1"
	rebate := of(reading.Discount, charge("Bonus on SH-1", "-1", "3.00", "-3.00"))
	rebate.SupplierSKU = "SH-1"
	found, _ := plans(t, reading.Header{}, document.Invoice, importing.Request{}, pack, back, rebate)
	require.Equal(t, []importing.Cost{{Label: "Bonus pack shampoo", Amount: money.MustParse("-10"), Owed: true}}, found[0].Costs)
	require.Equal(t, optional.Some(money.MustParse("3")), found[0].Discount)
}

// An import asks for a currency that the document does not name.
func TestAnUnknownCurrencyStopsTheImport(t *testing.T) {
	p := importing.Look(importing.Input{
		Type: document.Invoice, Lines: []reading.Line{goods()}, Problems: []reading.Problem{reading.ProblemOf(reading.CurrencyUnknown)},
		Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5},
	})
	_, _, err := p.Plans(document.Invoice, importing.Request{Mode: importing.CreateOrder})
	broken, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, []string{"validation_failed", "/header/currency"}, []string{string(broken.Code), broken.Pointer})
	_, _, err = p.Plans(document.Invoice, importing.Request{
		Mode: importing.CreateOrder, Header: importing.HeaderChanges{Currency: optional.Some(money.Currency("GTQ"))},
	})
	require.NoError(t, err)
}
