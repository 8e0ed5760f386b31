package table

import (
	"slices"

	"sellingassistant/domain/document/reading/label"
)

// totals lists the columns of totals. The column of taxable amounts, or of amounts with tax, has
// them if quantities and prices make it alone: Imponibile, Imposta, Totale.
func (d *decision) totals(quantities, prices []int) []int {
	found := d.of(label.Total)
	made := func(columns []int) (list []int) {
		for _, at := range columns {
			if _, _, _, ok := d.product(quantities, prices, []int{at}); ok {
				list = append(list, at)
			}
		}
		return list
	}
	if len(made(found)) > 0 {
		return found
	}
	for _, kind := range []label.Column{label.TaxBase, label.Gross} {
		others := made(d.of(kind))
		if len(others) != 1 {
			continue
		}
		for _, at := range found {
			d.Columns[at].Kind = label.Gross
		}
		d.Columns[others[0]].Kind = label.Total
		d.taxed = kind == label.Gross
		return others
	}
	return found
}

// some lists the columns without a kind that have a content that passes the test. In a short table
// labels of sums may fill the other cells.
func (d *decision) some(is func(content) bool) (found []int) {
	for at, c := range d.Columns {
		if c.Kind == "" && slices.ContainsFunc(d.body, func(r []content) bool { return is(r[at]) }) {
			found = append(found, at)
		}
	}
	return found
}

// untaxed reports prices with tax beside no printed tax, so the costs without tax are unknown.
func (l *Lines) untaxed() bool { return l.taxed && !l.Header.Tax.Known() }
