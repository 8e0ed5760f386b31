package imports_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

var now = time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)

func code(t *testing.T, err error) fault.Code {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	return e.Code
}

func TestHeadersOfOtherTools(t *testing.T) {
	for header, want := range map[string]imports.Field{
		"SKU": "sku", "seller-sku": "sku", "Marketplace ID": "marketplace", "Min": "min_price", "minimum-seller-allowed-price": "min_price", "Min Price (EUR)": "min_price",
		"Max. Preis": "max_price", "Höchstpreis": "max_price", "Repricing strategy": "strategy", "strategy_id": "strategy", "MODE": "mode", "limits.min_price": "min_price",
		"repricer_product_id": "id", "id": "id", "min_price_mode": "min_price_mode", "Target ROI": "target_roi", "Zielmarge": "target_margin",
		"Markup": "min_price_markup", "allow_loss": "allow_loss", "Max change": "max_change", "Max change %": "max_change_percent",
		"missing_cost_fallback": "missing_cost_fallback", "limits.target_roi": "target_roi",
		"MinSellingPrice": "min_price", "MaxSellingPrice": "max_price", "SellingVenue": "marketplace", "country-code": "marketplace", "País": "marketplace",
		"Mindest-VK": "min_price", "Prix plafond": "max_price", "Product Sku": "sku", "set_min_margin": "target_margin",
	} {
		f, sure := imports.RepricerProduct.Heads(header)
		require.True(t, sure, header)
		require.Equal(t, want, f, header)
	}
	for header, want := range map[string]imports.Field{
		"Lowest price": "min_price", "Markup %": "min_price_markup", "Min %": "min_price", "My SKU": "sku", "Condition": "", "ROI": "", "Margin": "", "Rule": "strategy", "effective_strategy_id": "strategy",
		"Title": "", "current_price": "", "Cost": "", "inventory_product_id": "", "": "", "Reorder point": "",
		"Artikelnummer": "sku", "rule-name": "strategy", "set_min_markup": "min_price_markup", "FulfillmentType": "", "COGS": "", "iPhone": "",
	} {
		f, sure := imports.RepricerProduct.Heads(header)
		require.False(t, sure, header)
		require.Equal(t, want, f, header)
	}
}

func TestHeadersOfCosts(t *testing.T) {
	for header, want := range map[string]imports.Field{
		"Cost/Unit": "unit_cost", "COGS Per Unit": "unit_cost", "Purchase Cost": "unit_cost", "EK netto": "unit_cost", "Prix d'achat HT": "unit_cost",
		"COGS Currency": "currency", "additional_cost": "other_cost", "vat_percent": "vat_rate", "FBM shipping cost": "outbound_shipping",
	} {
		f, sure := imports.SKU.Heads(header)
		require.True(t, sure, header)
		require.Equal(t, want, f, header)
	}
	for header, want := range map[string]imports.Field{
		"Supplier Shipping": "inbound_shipping", "Freight": "inbound_shipping", "ShippingCost": "outbound_shipping", "fulfillment_cost": "outbound_shipping",
		"Total Cost Per Unit": "unit_cost", "From Date": "",
	} {
		f, sure := imports.SKU.Heads(header)
		require.False(t, sure, header)
		require.Equal(t, want, f, header)
	}
}

// A cost counts from the day of the import on, whatever a column of dates says.
func TestDatesOfCostsAreNotRead(t *testing.T) {
	headers := []string{"SKU", "Cost", "From Date", "Cost start date", "Date", "Title"}
	m, err := imports.Table{HeaderRow: 1, Headers: headers}.Map(imports.SKU, imports.Wanted{}, nil)
	require.NoError(t, err)
	require.Equal(t, []imports.Column{
		{Field: "unit_cost", At: 2, Header: "From Date"}, {Field: "unit_cost", At: 3, Header: "Cost start date"},
	}, m.Dated())
	m, err = imports.Table{HeaderRow: 1, Headers: []string{"SKU", "Min", "From Date"}}.Map(imports.SKU, imports.Wanted{}, nil)
	require.NoError(t, err)
	require.Empty(t, m.Dated(), "no costs")
}

func TestMap(t *testing.T) {
	table := imports.Table{HeaderRow: 1, Headers: []string{"SKU", "Title", "Min", "Lowest price", "Max"}, Signs: []string{"", "", ",", ".", ""}}
	m, err := table.Map(imports.RepricerProduct, imports.Wanted{}, nil)
	require.NoError(t, err)
	require.Equal(t, []imports.Column{
		{Field: "sku", At: 0, Header: "SKU"}, {Field: "min_price", At: 2, Header: "Min", Sign: ","}, {Field: "max_price", At: 4, Header: "Max"},
	}, m.Columns, "a column that only may be the minimum gives way to one that is")
	require.Equal(t, []imports.Column{{At: 1, Header: "Title"}, {At: 3, Header: "Lowest price", Sign: "."}}, m.Unused)
	require.Equal(t, columns.Auto, m.Decimal)

	said, err := table.Map(imports.RepricerProduct, imports.Wanted{Columns: map[imports.Field]string{"min_price": "D"}, Ignore: []string{"5"}, Decimal: columns.Comma}, nil)
	require.NoError(t, err)
	require.Equal(t, []imports.Column{{Field: "min_price", At: 3, Header: "Lowest price", Sign: "."}, {Field: "sku", At: 0, Header: "SKU"}}, said.Columns)
	last, err := table.Map(imports.RepricerProduct, imports.Wanted{}, &said)
	require.NoError(t, err)
	require.Equal(t, said.Columns, last.Columns)
	require.Equal(t, columns.Auto, last.Decimal, "the figures of this file show their sign")
	for want, w := range map[fault.Code]imports.Wanted{
		"validation_failed": {Columns: map[imports.Field]string{"min_price": "F"}}, "not_supported": {Columns: map[imports.Field]string{"supplier": "B"}},
	} {
		_, err := table.Map(imports.RepricerProduct, w, nil)
		require.Equal(t, want, code(t, err))
	}
	_, err = table.Map(imports.RepricerProduct, imports.Wanted{Ignore: []string{"SKU", "nothing"}}, nil)
	require.Equal(t, fault.CodeValidationFailed, code(t, err))
	refused, _ := fault.As(err)
	require.Equal(t, "/mapping/ignore/1", refused.Pointer)
	require.NotEmpty(t, table.Fingerprint())
	headless := table
	headless.HeaderRow = 0
	require.Empty(t, headless.Fingerprint(), "no header, nothing to know it by")
	_, err = table.Map(imports.RepricerProduct, imports.Wanted{Ignore: []string{"SKU"}}, nil)
	require.Equal(t, fault.CodeMappingRequired, code(t, err))
}

// TestMisspeltHeaders has columns that are nearly known. Fields that have a column are not
// proposed.
func TestMisspeltHeaders(t *testing.T) {
	headers := []string{"SKU", "Cost", "Unit csot", "minprice", "Curency", "Title", "outbound_shippin", "Suplier", "Prepcost", "SKUs", "Vta"}
	m, err := imports.Table{HeaderRow: 1, Headers: headers}.Map(imports.SKU, imports.Wanted{}, nil)
	require.NoError(t, err)
	require.Equal(t, []imports.Column{
		{Field: "min_price", At: 3, Header: "minprice"}, {Field: "currency", At: 4, Header: "Curency"},
		{Field: "outbound_shipping", At: 6, Header: "outbound_shippin"}, {Field: "supplier", At: 7, Header: "Suplier"},
		{Field: "prep_cost", At: 8, Header: "Prepcost"}, {Field: "vat_rate", At: 10, Header: "Vta"},
	}, m.Misspelt(imports.SKU))

	_, err = imports.Table{HeaderRow: 1, Headers: []string{"SKU", "Strategi"}}.Map(imports.RepricerProduct, imports.Wanted{}, nil)
	refusal, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, "No column has anything to import: name such a column with mapping.", refusal.Message)
	require.Equal(t, map[string][]map[string]any{"strategy": {{"column": "B", "header": "Strategi"}}}, refusal.Details["candidates"])
}

// A currency without an amount is nothing to import: reports of settlements have it beside SKUs.
func TestACurrencyAloneIsAskedFor(t *testing.T) {
	table := imports.Table{HeaderRow: 1, Headers: []string{"sku", "currency", "amount"}}
	_, err := table.Map(imports.SKU, imports.Wanted{}, nil)
	require.Equal(t, fault.CodeMappingRequired, code(t, err))
	_, err = table.Map(imports.SKU, imports.Wanted{Columns: map[imports.Field]string{imports.Currency: "currency"}}, nil)
	require.NoError(t, err)
}

// Tries every pair of stage and event: an unlisted pair is refused and changes nothing.
func TestStages(t *testing.T) {
	const refused = imports.Stage("")
	want := map[imports.Event][]imports.Stage{
		imports.Claim:    {"running", "running", refused, refused, refused, refused, refused, refused, refused},
		imports.Done:     {refused, "completed", refused, refused, refused, refused, "taken_back", refused, refused},
		imports.Fail:     {"failed", "failed", refused, refused, refused, refused, "failed", refused, refused},
		imports.Cancel:   {"cancelled", "cancelled", refused, refused, refused, refused, "cancelled", refused, refused},
		imports.TakeBack: {refused, refused, "taking_back", "taking_back", "taking_back", "taking_back", refused, refused, refused},
		imports.Expire:   {refused, refused, "expired", "expired", "expired", "expired", refused, "expired", refused},
	}
	for event, list := range want {
		for i, stage := range imports.Stage("").Words() {
			v := imports.Values{Stage: stage, Counts: imports.Counts{Updated: 1}}
			before := v
			err := v.Move(event, now)
			if list[i] == refused {
				require.Equal(t, fault.CodeInvalidState, code(t, err), "%s %s", stage, event)
				require.Equal(t, before, v)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, list[i], v.Stage, "%s %s", stage, event)
			require.Equal(t, !v.Stage.Busy(), v.FinishedAt.Known())
		}
	}
	v := imports.Values{Stage: imports.Running, Counts: imports.Counts{Failed: 1}}
	require.NoError(t, v.Move(imports.Done, now))
	require.Equal(t, imports.CompletedWithErrors, v.Stage)
	require.Equal(t, optional.Some(now.Add(90*24*time.Hour)), v.Ends())
	require.Equal(t, fault.CodeInvalidState, code(t, v.Move(imports.TakeBack, now)), "nothing was changed")
	v.Counts.Created = 1
	created := v
	require.NoError(t, created.Move(imports.TakeBack, now), "rows that were created can be taken back")
	v.Counts.Updated, v.DryRun = 1, true
	require.Equal(t, fault.CodeInvalidState, code(t, v.Move(imports.TakeBack, now)))
}

func TestRowsAreCounted(t *testing.T) {
	var v imports.Values
	rows := []imports.Row{{Status: imports.Updated}, {Status: imports.Updated}, {Status: imports.Unchanged}, {Status: imports.RowFailed}}
	v.Advance(rows, 9)
	require.Equal(t, imports.Counts{Updated: 2, Unchanged: 1, Failed: 1}, v.Counts)
	require.Equal(t, []int64{4, 9}, []int64{v.Done, v.Last})
	v.Return(rows[:2], []imports.Row{{Status: imports.RowTakenBack}, {Status: imports.NotTakenBack}}, 5)
	require.Equal(t, imports.Counts{Unchanged: 1, Failed: 1, TakenBack: 1, NotTakenBack: 1}, v.Counts)
	v.Advance([]imports.Row{{Status: imports.Created}}, 11)
	require.EqualValues(t, 1, v.Counts.Created)
	v.Return([]imports.Row{{Status: imports.Created}}, []imports.Row{{Status: imports.RowTakenBack}}, 11)
	require.Equal(t, imports.Counts{Unchanged: 1, Failed: 1, TakenBack: 2, NotTakenBack: 1}, v.Counts)
	require.Equal(t, fault.CodeTooManyRunning, code(t, imports.Admit(5, 1)))
	require.Equal(t, fault.CodeLimitReached, code(t, imports.Admit(0, imports.MaxRows+1)))
	require.NoError(t, imports.Admit(4, imports.MaxRows))
}

func TestBackPutsBackWhatChanged(t *testing.T) {
	some, none := optional.Some[string], optional.None[string]()
	r := imports.Row{Record: 7, Values: []imports.Value{{"min_price", some("1"), some("2")}, {"mode", some("off"), some("off")}, {"max_price", none, some("9")}}}
	back := r.Back()
	require.Equal(t, []imports.Cell{{Field: "min_price", Text: "1"}, {Field: "max_price", Clear: true}}, back.Cells)
	is := map[imports.Field]optional.Maybe[string]{"min_price": some("2"), "max_price": some("9"), "mode": some("auto")}
	have := func(f imports.Field) optional.Maybe[string] { return is[f] }
	require.Nil(t, imports.Still(back.Still, have), "the mode was not changed by the row")
	is["max_price"] = none
	require.Equal(t, fault.CodeConflict, imports.Still(back.Still, have).Code)
}

func TestAnIDBesideAnotherSKUIsOfAnotherList(t *testing.T) {
	named := imports.Found{ID: 7, SKU: "A", Marketplace: "ATVPDKIKX0DER"}
	for _, c := range []struct {
		key  imports.Key
		good bool
	}{
		{imports.Key{ID: optional.Some(int64(7))}, true},
		{imports.Key{ID: optional.Some(int64(7)), SKU: "A", Marketplace: "ATVPDKIKX0DER"}, true},
		{imports.Key{ID: optional.Some(int64(7)), SKU: "B"}, false},
		{imports.Key{ID: optional.Some(int64(7)), SKU: "A", Marketplace: "A1PA6795UKMFR9"}, false},
		{imports.Key{SKU: "B"}, true},
	} {
		require.Equal(t, c.good, c.key.Matches(named, false) == nil, c.key)
	}
	require.Nil(t, imports.Key{ID: optional.Some(int64(7)), SKU: "B"}.Matches(imports.Found{ID: 7}, false), "a record without a SKU of its own")
}

func TestEveryFieldIsAKeyOrAMember(t *testing.T) {
	seen := imports.Keys()
	for _, k := range []imports.Kind{imports.SKU, imports.InventoryProduct, imports.RepricerProduct} {
		seen = append(seen, k.Members()...)
	}
	for _, f := range imports.Field("").Words() {
		require.True(t, slices.Contains(seen, f), f)
	}
}

func TestTheLastSignHoldsWhereTheFileShowsNone(t *testing.T) {
	table := imports.Table{
		HeaderRow: 1, Headers: []string{"SKU", "Min", "VAT rate"}, Signs: []string{"", "", ""},
		Open: map[int]columns.Open{1: {Text: "8.125", Point: "8.125", Comma: "8125"}, 2: {Text: "8.125", Point: "8.125", Comma: "8125"}},
	}
	_, err := table.Map(imports.SKU, imports.Wanted{}, nil)
	refused, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.CodeMappingRequired, refused.Code)
	require.Equal(t, "Min", refused.Details["column"])
	require.Equal(t, map[string]string{"sku": "A", "min_price": "B", "vat_rate": "C"}, refused.Details["suggestion"])
	said, err := table.Map(imports.SKU, imports.Wanted{Decimal: ","}, nil)
	require.NoError(t, err)
	require.Equal(t, columns.Comma, said.Decimal)
	m, err := table.Map(imports.SKU, imports.Wanted{}, &said)
	require.NoError(t, err)
	signs := map[imports.Field]string{}
	for _, c := range m.Columns {
		signs[c.Field] = m.Decimal.Sign(c.Sign)
	}
	require.Equal(t, map[imports.Field]string{"sku": "", "min_price": ",", "vat_rate": ","}, signs)

	// The sign of a percentage is its decimal sign: no rate has thousands.
	delete(table.Open, 1)
	said.Columns = said.Columns[:1]
	for _, last := range []*imports.Mapping{nil, &said} {
		m, err = table.Map(imports.SKU, imports.Wanted{Columns: map[imports.Field]string{"vat_rate": "VAT rate"}}, last)
		require.NoError(t, err)
		rate := slices.IndexFunc(m.Columns, func(c imports.Column) bool { return c.Field == imports.VATRate })
		require.Equal(t, ".", m.Columns[rate].Sign)
	}
}

func TestLargeChanges(t *testing.T) {
	for _, c := range []struct {
		field    imports.Field
		old, new string
		large    bool
	}{
		{imports.MinPrice, "10", "50", false}, {imports.MinPrice, "10", "50.0001", true}, {imports.UnitCost, "8", "8125", true},
		{imports.UnitCost, "10", "2", false}, {imports.UnitCost, "10", "1.9999", true}, {imports.MaxPrice, "10", "0", true},
		{imports.Postage, "0", "4", false}, {imports.UnitCost, "0", "4", true}, {imports.UnitCost, "0", "0", false}, {imports.MinPrice, "0", "4", true}, {imports.MapPrice, "", "400", false}, {imports.OtherCost, "4", "", false},
		{imports.ReorderPoint, "1", "900", false}, {imports.VATRate, "1", "19", false}, {imports.UnitCost, "0.0004", "0.0001", false},
		{imports.UnitCost, "0.0003", "0.0016", true}, {imports.UnitCost, "9999999999.9999", "0.0001", true},
	} {
		v := imports.Value{Field: c.field}
		if c.old != "" {
			v.Old = optional.Some(c.old)
		}
		if c.new != "" {
			v.New = optional.Some(c.new)
		}
		require.Equal(t, c.large, imports.Large([]imports.Value{v}) != nil, "%s: %s to %s", c.field, c.old, c.new)
	}
}

func TestSKUsThatASpreadsheetHasChanged(t *testing.T) {
	for _, c := range []struct {
		was, is string
		same    bool
	}{
		{"00123", "123", true}, {"'-lead", "-lead", true}, {"=SUM(1)", "'=SUM(1)", true}, {"+plus", "#NAME?", true}, {"1E5", "1.00E+05", true}, {"1E5", "1,00E+05", true},
		{"1E5", "100000", true}, {"12345678901234567", "1,23457E+16", true}, {"12345678901234567", "12345678901234500", true},
		{"12345678901234567", "12345678901234600", true}, {"3-4", "03. Apr", true}, {"3-4", "4-Mar", true}, {"3-4", "2026-04-03", true}, {"1-2-03", "2003-02-01", true},
		{"3/4", "03.04.2026", true}, {"MAR-1", "01. Mrz", true}, {"1.50", "1.5", true}, {"0.000012345", "1.23E-05", true}, {"0.000012345", "1,23E-05", true}, {"0.000012345", "1.24E-05", false},
		{"007.0", "7", true}, {"-5", "-5", true}, {" AB ", "AB", true},
		{"10:30", "10:30:00 AM", true}, {"22:15", "10:15:00 PM", true}, {"10:30", "10:30:00", true}, {"00:10", "12:10:00 AM", true},
		{"5%", "0.05", true}, {"5%", "0,05", true}, {"1,000", "1000", true}, {"1.000", "1000", true}, {"1,234,567", "1234567", true},
		{"TRUE", "WAHR", true}, {"true", "TRUE", true}, {"FALSE", "FAUX", true}, {"ŻABA-1", "?ABA-1", true}, {"日本-1", "??-1", true},
		{"10:30", "10:30:00 PM", false}, {"10:30", "10:31", false}, {"5%", "0.5", false}, {"1,000", "10000", false}, {"1,00", "100", false},
		{"TRUE", "FALSCH", false}, {"ABA-1", "?BA-1", false}, {"ŻABA-1", "?ABA-2", false}, {"ÄBA-1", "?BA-1", false},
		{"00123", "1E5", false}, {"3-4", "00123", false}, {"00123", "124", false}, {"A-1", "A-2", false}, {"3-4", "05. Apr", false}, {"ab", "AB", false},
		{"1E5", "1.00E+06", false}, {"12345678901234567", "1,33457E+16", false}, {"HT-001", "1", false}, {"12345678901234567", "12345678901244500", false},
	} {
		require.Equal(t, c.same, imports.Respelled(c.was, c.is), "%s as %s", c.was, c.is)
	}
	key := imports.Key{ID: optional.Some[int64](7), SKU: "123"}
	require.Nil(t, key.Matches(imports.Found{ID: 7, SKU: "00123"}, false))
	require.NotNil(t, key.Matches(imports.Found{ID: 7, SKU: "00123"}, true), "another record has the SKU 123")
	require.Nil(t, key.Matches(imports.Found{ID: 7, SKU: "123"}, true))
	require.NotNil(t, key.Matches(imports.Found{ID: 7, SKU: "1E5"}, false))
}

func TestCurrenciesOfARow(t *testing.T) {
	cell := func(f imports.Field, currencies ...money.Currency) imports.Cell {
		return imports.Cell{Field: f, Text: "12.5", Currencies: currencies}
	}
	named := imports.Cell{Field: imports.Currency, Text: "gbp"}
	dollars, crowns := []money.Currency{"USD", "CAD"}, []money.Currency{"", "SEK", "NOK", "DKK"}
	for name, c := range map[string]struct {
		market marketplace.ID
		cells  []imports.Cell
		want   string
		err    string
	}{
		"nothing printed":          {"ATVPDKIKX0DER", []imports.Cell{cell(imports.UnitCost), cell(imports.MinPrice)}, "", ""},
		"cost in pounds":           {"ATVPDKIKX0DER", []imports.Cell{cell(imports.UnitCost, "GBP"), cell(imports.MinPrice)}, "GBP", ""},
		"cost and price":           {"ATVPDKIKX0DER", []imports.Cell{cell(imports.PrepCost, "GBP"), cell(imports.MinPrice, dollars...)}, "GBP", ""},
		"dollars at home":          {"A2EUQ1WTGCTBG2", []imports.Cell{cell(imports.UnitCost, dollars...), cell(imports.MaxPrice, dollars...)}, "CAD", ""},
		"dollars elsewhere":        {"A1PA6795UKMFR9", []imports.Cell{cell(imports.UnitCost, dollars...)}, "USD", ""},
		"dollars of a product":     {"", []imports.Cell{cell(imports.UnitCost, dollars...)}, "USD", ""},
		"crowns at home":           {"A2NODRKZP88ZB9", []imports.Cell{cell(imports.UnitCost, crowns...)}, "SEK", ""},
		"crowns elsewhere":         {"ATVPDKIKX0DER", []imports.Cell{cell(imports.UnitCost, crowns...)}, "", "Several currencies have the sign beside the costs: name the currency in a column."},
		"price in euros":           {"ATVPDKIKX0DER", []imports.Cell{cell(imports.MinPrice, "EUR")}, "", "min_price: the table says EUR, and prices of amazon.com are in USD."},
		"advertised price":         {"A1F83G8C2ARO7P", []imports.Cell{cell(imports.MapPrice, dollars...)}, "", "map_price: the table says USD, and prices of amazon.co.uk are in GBP."},
		"two currencies of costs":  {"ATVPDKIKX0DER", []imports.Cell{cell(imports.UnitCost, "GBP"), cell(imports.Postage, dollars...)}, "", "The costs of the row are in several currencies."},
		"column beside its sign":   {"ATVPDKIKX0DER", []imports.Cell{cell(imports.UnitCost, "GBP"), named}, "", ""},
		"column beside another":    {"ATVPDKIKX0DER", []imports.Cell{named, cell(imports.UnitCost, "EUR")}, "", "The costs of the row are in several currencies."},
		"column and foreign price": {"A1F83G8C2ARO7P", []imports.Cell{named, cell(imports.MaxPrice, "EUR")}, "", "max_price: the table says EUR, and prices of amazon.co.uk are in GBP."},
	} {
		cells, err := imports.Line{Cells: c.cells}.Settle(c.market)
		if c.err != "" {
			require.NotNil(t, err, name)
			require.Equal(t, c.err, err.Message, name)
			continue
		}
		require.Nil(t, err, name)
		want := c.cells
		if c.want != "" {
			want = append(slices.Clip(c.cells), imports.Cell{Field: imports.Currency, Text: c.want})
		}
		require.Equal(t, want, cells, name)
	}
}
