package pricelist

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/pricelist"
)

// coded makes the supplier's codes the identifiers of a list without other identifiers, if they are
// codes of products.
func coded(t *pricelist.Table) {
	at := slices.Index(t.Fields, pricelist.FieldSupplierSKU)
	if at < 0 || slices.Contains(t.Fields, pricelist.FieldIdentifier) {
		return
	}
	filled, good := 0, 0
	for _, row := range t.Sample {
		if at >= len(row) || row[at] == "" {
			continue
		}
		filled++
		if _, err := gtin.Parse(row[at]); err == nil {
			good++
		}
	}
	if filled > 0 && mostCodes*filled <= 100*good {
		t.Fields[at] = pricelist.FieldIdentifier
	}
}

// repeated leaves out codes that only their contents make identifiers, if all rows share one.
func repeated(t *pricelist.Table, columns []table.Column) {
	at := slices.Index(t.Fields, pricelist.FieldIdentifier)
	if at < 0 || len(t.Sample) < leastCodes || !columns[at].Guessed && columns[at].Kind != label.SKU {
		return
	}
	if !slices.ContainsFunc(t.Sample, func(row []string) bool { return at >= len(row) || row[at] != t.Sample[0][at] }) {
		t.Fields[at] = ""
	}
}

// leastCodes counts the rows that show whether a code differs.
const leastCodes = 3

// mostCodes has the percentage of codes of products in a column of codes that identify products.
const mostCodes = 80

// reduced handles lists with discounts and amounts, and without a quantity for the amount. The
// price after the discount is the cost if the figures show it. Else the price and the amount are
// candidates: a price may be before its discount, and an amount alone may be the cost.
func reduced(t *pricelist.Table, columns []table.Column) {
	has := func(kind label.Column) int {
		return slices.IndexFunc(columns, func(c table.Column) bool { return c.Kind == kind })
	}
	price, amount, discount := slices.Index(t.Fields, pricelist.FieldCost), has(label.Total), has(label.Discount)
	if len(t.Candidates[pricelist.FieldCost]) > 0 || has(label.Quantity) >= 0 || has(label.Ordered) >= 0 {
		return
	}
	ask := func(places ...int) {
		slices.Sort(places)
		for _, at := range places {
			t.Fields[at] = ""
		}
		t.Candidates[pricelist.FieldCost] = places
	}
	switch {
	case price < 0 && amount >= 0 && !slices.Contains(t.Fields, pricelist.FieldCaseCost):
		ask(amount)
	case price < 0 || discount < 0:
	case amount >= 0 && after(t.Sample, columns, price, discount, amount):
		t.Fields[price], t.Fields[amount] = "", pricelist.FieldCost
	case amount >= 0:
		ask(price, amount)
	case before(columns[price].Label) && discounts(t.Sample, columns, price, discount):
		ask(price)
	}
}

// before reports a label of a price that can be before its discount.
func before(text string) bool {
	kind, _, _ := label.Filed(text)
	return kind == label.Price
}

// discounts reports discounts beside a price that no other price shows to be taken off.
func discounts(sample [][]string, columns []table.Column, price, discount int) bool {
	for at := range columns {
		if at != price && at != discount && after(sample, columns, at, discount, price) {
			return false
		}
	}
	return slices.ContainsFunc(sample, func(row []string) bool {
		off, ok := valueAt(row, columns, discount)
		return ok && off.IsPos()
	})
}

// after reports whether a price less its discount in percent is another price, in most rows.
func after(sample [][]string, columns []table.Column, price, discount, net int) bool {
	compared, good := 0, 0
	for _, row := range sample {
		gross, ok := valueAt(row, columns, price)
		off, with := valueAt(row, columns, discount)
		left, known := valueAt(row, columns, net)
		if !ok || !with || !known || !off.IsPos() {
			continue
		}
		compared++
		if want, ok := reading.Net(gross, decimal.One, decimal.One, off); ok {
			if difference, err := want.SubAbs(left); err == nil && difference.Cmp(reading.Cent) <= 0 {
				good++
			}
		}
	}
	return compared > 0 && mostAgree*compared <= 100*good
}

// mostAgree has the percentage of rows that show a price after its discount.
const mostAgree = 80

func valueAt(row []string, columns []table.Column, at int) (value decimal.Decimal, ok bool) {
	if at >= len(row) {
		return value, false
	}
	n, ok := table.Cell{Text: row[at]}.Figure(columns[at].Sign)
	return n.Value, ok
}

// dubious asks for a cost below a label that can be another price: a selling price, a price with
// tax, a price by weight.
func dubious(t *pricelist.Table, columns []table.Column) {
	cost := slices.Index(t.Fields, pricelist.FieldCost)
	if cost < 0 || len(t.Candidates[pricelist.FieldCost]) > 0 || !label.Doubtful(columns[cost].Label) {
		return
	}
	if kind, _, _ := label.Filed(columns[cost].Label); kind == label.Price {
		t.Fields[cost], t.Candidates[pricelist.FieldCost] = "", []int{cost}
	}
}

// listed asks for the price in a report of a marketplace, which is the price of the seller.
func listed(t *pricelist.Table, columns []table.Column) {
	cost := slices.Index(t.Fields, pricelist.FieldCost)
	if cost >= 0 && !label.Bought(columns[cost].Label) &&
		slices.ContainsFunc(columns, func(c table.Column) bool { return label.Listing(c.Label) }) {
		t.Fields[cost], t.Candidates[pricelist.FieldCost] = "", []int{cost}
	}
}

// packed takes the units per case from the column that names a case, or asks for it where a price
// for a case needs them. Large contents are millilitres or grams.
func packed(t *pricelist.Table, columns []table.Column) {
	first := slices.Index(t.Fields, pricelist.FieldPackSize)
	if first < 0 {
		return
	}
	if label.Content(columns[first].Label) && slices.ContainsFunc(t.Sample, func(row []string) bool {
		n, ok := valueAt(row, columns, first)
		return ok && n.Cmp(mostUnits) > 0
	}) {
		t.Fields[first] = ""
		return
	}
	var packs, cases []int
	for at, c := range columns {
		if c.Kind == label.Pack && !label.Inner(c.Label) {
			packs = append(packs, at)
			if label.NamesCase(c.Label) {
				cases = append(cases, at)
			}
		}
	}
	if len(cases) > 0 {
		packs = cases
	}
	switch has := func(f pricelist.Field) bool { return slices.Contains(t.Fields, f) }; {
	case len(packs) == 1:
		t.Fields[first], t.Fields[packs[0]] = "", pricelist.FieldPackSize
	case len(packs) > 1 && has(pricelist.FieldCaseCost) && !has(pricelist.FieldCost):
		t.Fields[first], t.Candidates[pricelist.FieldPackSize] = "", packs
	}
}

// cased leaves out codes of cases beside other identifiers, and asks for them where they are alone,
// because a list has the costs of units.
func cased(t *pricelist.Table, columns []table.Column) {
	var cases, others []int
	for at, f := range t.Fields {
		switch {
		case f != pricelist.FieldIdentifier:
		case label.CaseCode(columns[at].Label):
			cases = append(cases, at)
		default:
			others = append(others, at)
		}
	}
	for _, at := range cases {
		t.Fields[at] = ""
	}
	if len(cases) > 0 && len(others) == 0 {
		t.Candidates[pricelist.FieldIdentifier] = cases
	}
}

// mostUnits has the most units of a case that a label of contents counts.
var mostUnits = decimal.MustNew(144, 0)

// doubt turns a cost that was found only by its contents into a candidate if another unlabelled
// column has amounts too. Spreadsheets write whole amounts without decimals, so one figure with
// decimals makes a column a column of amounts.
func doubt(t *pricelist.Table, columns []table.Column) {
	cost := slices.Index(t.Fields, pricelist.FieldCost)
	if cost < 0 || !columns[cost].Guessed {
		return
	}
	places := []int{cost}
	for at, c := range columns {
		if c.Kind == "" && amounts(t.Sample, at, c.Sign) {
			places = append(places, at)
		}
	}
	if len(places) > 1 {
		slices.Sort(places)
		t.Fields[cost], t.Candidates[pricelist.FieldCost] = "", places
	}
}

// amounts reports whether a column has only figures, some of them with decimals.
func amounts(sample [][]string, at int, sign number.Sign) (decimals bool) {
	for _, row := range sample {
		if at >= len(row) || row[at] == "" {
			continue
		}
		n, ok := table.Cell{Text: row[at]}.Figure(sign)
		if !ok || n.Percent {
			return false
		}
		decimals = decimals || n.Value.Scale() > 0
	}
	return decimals
}
