package pricelist

import (
	"slices"

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

// mostCodes has the percentage of codes of products in a column of codes that identify products.
const mostCodes = 80

// reduced handles lists with discounts and without a quantity for the amount: it makes the price
// and the amount candidates for the cost.
func reduced(t *pricelist.Table, columns []table.Column) {
	price, amount, discount, counted := -1, -1, false, false
	for at, c := range columns {
		switch c.Kind {
		case label.Price, label.Cost:
			price = at
		case label.Total:
			amount = at
		case label.Discount:
			discount = true
		case label.Quantity, label.Ordered:
			counted = true
		}
	}
	if price >= 0 && amount >= 0 && discount && !counted && t.Fields[price] == pricelist.FieldCost {
		t.Fields[price], t.Candidates[pricelist.FieldCost] = "", []int{min(price, amount), max(price, amount)}
	}
}

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
