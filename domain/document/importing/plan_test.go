package importing_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func TestImportsThatFitNoDocument(t *testing.T) {
	choice := func(list ...importing.Choice) importing.Request {
		return importing.Request{Mode: importing.CreateOrder, Choices: list}
	}
	for name, c := range map[string]struct {
		kind    document.Type
		request importing.Request
		lines   int
		code    fault.Code
		pointer string
	}{
		"a packing slip is no credit note": {
			document.PackingSlip, importing.Request{Mode: importing.CreditOrder}, 1, fault.CodeNotSupported, "/mode",
		},
		"a credit note names its effect": {
			document.CreditNote, importing.Request{Mode: importing.CreditOrder}, 1, fault.CodeValidationFailed, "/credit_as",
		},
		"an update needs an order": {
			document.Invoice, importing.Request{Mode: importing.UpdateOrder}, 1, fault.CodeValidationFailed, "/purchase_order_id",
		},
		"a receipt needs an order": {
			document.Invoice, importing.Request{Mode: importing.ReceiveOnly}, 1, fault.CodeValidationFailed, "/purchase_order_id",
		},
		"more lines than an import books": {
			document.Invoice, importing.Request{Mode: importing.CreateOrder}, 5_001, fault.CodeLimitReached, "",
		},
		"a draft receives nothing": {
			document.Invoice, importing.Request{Mode: importing.CreateOrder, Receive: true}, 1, fault.CodeValidationFailed, "/receive",
		},
		"the first line is line 1":   {document.Invoice, choice(importing.Choice{No: 0}), 1, fault.CodeNotFound, "/lines/0/line_no"},
		"a line after the last":      {document.Invoice, choice(importing.Choice{No: 1}, importing.Choice{No: 2}), 1, fault.CodeNotFound, "/lines/1/line_no"},
		"a line that is named twice": {document.Invoice, choice(importing.Choice{No: 1}, importing.Choice{No: 1}), 1, fault.CodeValidationFailed, "/lines/1/line_no"},
		"an item of another order": {
			document.Invoice, choice(importing.Choice{No: 1, Item: optional.Some[int64](301)}), 1, fault.CodeNotFound, "/lines/0/purchase_order_item_id",
		},
	} {
		t.Run(name, func(t *testing.T) {
			lines := make([]reading.Line, c.lines)
			for i := range lines {
				lines[i] = goods()
			}
			_, _, err := look(importing.Known{}, nil, lines...).Plans(c.kind, c.request)
			var e *fault.Error
			require.True(t, errors.As(err, &e), "%v", err)
			require.Equal(t, []any{fault.Rule, c.code, c.pointer}, []any{e.Kind, e.Code, e.Pointer})
		})
	}
}

func TestLinesThatCannotBeBooked(t *testing.T) {
	create, update := importing.Request{Mode: importing.CreateOrder}, importing.Request{Mode: importing.UpdateOrder}
	receive, costs := importing.Request{Mode: importing.ReceiveOnly}, importing.Request{Mode: importing.CostsOnly}
	placed, received := create, update
	placed.Ordered, received.Receive = true, true
	as := func(a importing.Action) importing.Choice { return importing.Choice{No: 1, Action: optional.Some(a)} }
	var unsaid importing.Choice
	order := func(items ...importing.Item) *importing.Order {
		return &importing.Order{ID: 31, Currency: "EUR", Items: items}
	}
	lamps := order(importing.Item{ID: 301, SupplierSKU: "LA-1", Ordered: 10, Outstanding: 10})
	cheap := order(importing.Item{
		ID: 301, SupplierSKU: "LA-1", Ordered: 10, Outstanding: 10, UnitCost: optional.Some(money.MustParse("10")),
	})
	twice := order(
		importing.Item{ID: 301, SupplierSKU: "LA-1", Ordered: 5, Outstanding: 5},
		importing.Item{ID: 302, SupplierSKU: "LA-1", Ordered: 6, Outstanding: 6},
	)
	uncounted, unpriced := charge("Lamp", "", "20.00", "20.00"), charge("Lamp", "4", "", "")
	half := charge("Rope", "2.5", "10.00", "25.00")
	half.SupplierSKU = "LA-1"
	for name, c := range map[string]struct {
		line    reading.Line
		order   *importing.Order
		request importing.Request
		choice  importing.Choice
		word    string
	}{
		"a fee orders no units":             {of(reading.Fee, charge("Fee", "", "", "4.00")), nil, create, as(importing.CreateItem), "validation_failed"},
		"a new order has no item to update": {goods(), nil, create, as(importing.UpdateItem), "validation_failed"},
		"two items fit":                     {goods(), twice, update, as(importing.UpdateItem), "ambiguous_match"},
		"two items fit a receipt":           {goods(), twice, receive, unsaid, "ambiguous_match"},
		"no record to update":               {charge("Lid", "4", "2.00", "8.00"), lamps, update, as(importing.UpdateItem), "unmatched"},
		"a product that is not ordered": {
			goods(), order(), receive, importing.Choice{No: 1, Product: optional.Some[int64](40)}, "not_on_purchase_order",
		},
		"an order counts units":              {uncounted, nil, create, unsaid, "missing_quantity"},
		"a new item counts units":            {uncounted, lamps, update, as(importing.CreateItem), "missing_quantity"},
		"costs need a price":                 {unpriced, nil, costs, unsaid, "missing_price"},
		"an order that is placed has prices": {unpriced, nil, placed, unsaid, "missing_price"},
		"a draft has lines without a price":  {unpriced, nil, create, unsaid, ""},
		"half a unit is not ordered":         {half, nil, create, unsaid, "quantity_not_whole"},
		"half a unit has a cost":             {half, nil, costs, unsaid, ""},
		"an update keeps the ordered units":  {half, lamps, update, unsaid, ""},
		"an update that receives counts":     {half, lamps, received, unsaid, "quantity_not_whole"},
		"an update asks about a high cost":   {goods(), cheap, update, unsaid, "cost_jump"},
		"a receipt books no cost":            {goods(), cheap, receive, unsaid, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.line.No = 1
			if c.choice.No > 0 {
				c.request.Choices = []importing.Choice{c.choice}
			}
			p := importing.Look(importing.Input{
				Type: document.Invoice, Header: reading.Header{Currency: "EUR", Total: figure("1.00")}, Lines: []reading.Line{c.line},
				Order: c.order, Choices: c.request.Choices, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5},
			})
			plans, refused, err := p.Plans(document.Invoice, c.request)
			require.NoError(t, err)
			if c.word == "" {
				require.Empty(t, refused)
				require.Len(t, plans[0].Lines, 1)
				return
			}
			require.Len(t, refused, 1)
			require.Equal(t, c.word, refused[0].Word())
			require.NotEmpty(t, refused[0].Message)
			require.Empty(t, plans[0].Lines)
		})
	}
}

// A preview compares the import that its type of document suggests.
func TestPreviewsTryTheUsualImport(t *testing.T) {
	order := &importing.Order{ID: 31, Currency: "EUR"}
	for name, c := range map[string]struct {
		kind  document.Type
		order *importing.Order
		mode  importing.Mode
	}{
		"an invoice":             {document.Invoice, nil, importing.CreateOrder},
		"an invoice of an order": {document.Invoice, order, importing.UpdateOrder},
		"a credit note":          {document.CreditNote, order, importing.CreditOrder},
		"a packing slip":         {document.PackingSlip, order, importing.ReceiveOnly},
		"a price list":           {document.PriceList, nil, importing.CostsOnly},
	} {
		p := importing.Look(importing.Input{Type: c.kind, Header: reading.Header{Currency: "EUR"}, Lines: []reading.Line{goods()}, Order: c.order})
		require.Equal(t, c.mode, p.Trials(c.kind)[0].Mode, name)
	}
}

// The tax rate of a user goes before the printed rate. A rate below 0 is left out. Units that fill
// no case have no case size.
func TestBookingsKeepTaxRatesAndCases(t *testing.T) {
	rate := func(s string) optional.Maybe[money.Percent] {
		p, err := money.ParsePercent(s)
		require.NoError(t, err)
		return optional.Some(p)
	}
	for name, c := range map[string]struct {
		printed, quantity string
		choice            optional.Maybe[money.Percent]
		rate              optional.Maybe[money.Percent]
		cases             optional.Maybe[int64]
	}{
		"printed":            {"19.00", "12", optional.None[money.Percent](), rate("19"), optional.Some[int64](6)},
		"of the user":        {"19.00", "12", rate("7"), rate("7"), optional.Some[int64](6)},
		"below 0":            {"-19.00", "12", optional.None[money.Percent](), optional.None[money.Percent](), optional.Some[int64](6)},
		"of part of a case":  {"19.00", "10", optional.None[money.Percent](), rate("19"), optional.None[int64]()},
		"of too many digits": {"19.00001", "12", optional.None[money.Percent](), optional.None[money.Percent](), optional.Some[int64](6)},
	} {
		l := charge("Lamp", c.quantity, "20.00", "")
		l.TaxRate, l.UnitsPerCase = figure(c.printed), 6
		found, refused := plans(t, reading.Header{}, document.Invoice, importing.Request{Choices: []importing.Choice{{No: 1, TaxRate: c.choice}}}, l)
		require.Empty(t, refused, name)
		require.Equal(t, c.rate, found[0].Lines[0].TaxRate, name)
		require.Equal(t, c.cases, found[0].Lines[0].UnitsPerCase, name)
	}
}

// The worth of a line is its printed total, until a user sets another cost or quantity.
func TestPlansKnowTheWorthOfTheirLines(t *testing.T) {
	found, refused := plans(t, reading.Header{}, document.Invoice, importing.Request{
		Choices: []importing.Choice{{No: 2, Quantity: optional.Some[int64](3)}},
	}, goods(), goods())
	require.Empty(t, refused)
	p := found[0]
	require.Equal(t, []string{"200", "60", "0"}, []string{p.Worth(1).String(), p.Worth(2).String(), p.Worth(3).String()})
}

func TestHeaderChangesReplaceOnlyTheirMembers(t *testing.T) {
	read := reading.Header{
		InvoiceNumber: "R-1", Currency: "EUR", IssueDate: optional.Some(date.MustParse("2026-03-01")), DueDate: optional.Some(date.MustParse("2026-03-15")),
		Shipping: figure("4.90"), Tax: figure("19.00"),
	}
	require.Equal(t, read, importing.HeaderChanges{}.Over(read))
	changed := read
	changed.IssueDate = optional.Some(date.MustParse("2026-01-03"))
	changed.DueDate, changed.Shipping = optional.Some(date.MustParse("2026-01-31")), figure("5.0000")
	require.Equal(t, changed, importing.HeaderChanges{
		IssueDate: changed.IssueDate, DueDate: changed.DueDate, Shipping: optional.Some(money.MustParse("5")),
	}.Over(read))
}
