package edi

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
)

// item ends the open line.
func (e *edifact) item() {
	i := e.line
	if i == nil {
		return
	}
	for q := range strings.FieldsSeq(e.kind.quantities) {
		if found := e.quantities[q]; found.Known() {
			i.Quantity, i.code = found, e.units[q]
			break
		}
	}
	if i.code != "" {
		i.Unit = message.Unit(i.code)
	}
	if n, ok := e.quantities["59"].Get(); ok && n.IsInt() && n.IsPos() {
		i.UnitsPerCase, _, _ = n.Int64(0)
		if i.code == "" && i.UnitsPerCase > 1 {
			i.counting()
		}
	}
	for a := range i.allowances {
		if !i.allowances[a].quantity.Known() {
			i.allowances[a].quantity = i.Quantity
		}
	}
	i.free = e.quantities["192"]
	if all := e.quantities["46"]; all.Known() && all == e.quantities["47"] {
		i.free = reading.Figure{} // counted already
	}
	e.total(i)
	e.close()
}

// counting decides whether a quantity without a unit counts cases or their content. The item itself
// or the unit of its price says it. Else the size of the case is left out, so that it is asked for.
func (i *item) counting() {
	priced := ""
	if len(i.prices) > 0 {
		priced = message.Unit(i.prices[0].unit)
	}
	switch {
	case i.packed == "piece", i.packed == "" && priced == "piece":
		i.Unit = "piece"
	case i.packed == "case", priced == "case":
		i.Unit = "case"
	default:
		i.Unit, i.UnitsPerCase = "case", 0
	}
}

// wholes reports that the last item has an amount, so that its parts have no price.
func (e *edifact) wholes() bool {
	for _, l := range slices.Backward(e.r.Lines) {
		if l.Kind != reading.Comment {
			return l.LineTotal.Known()
		}
	}
	return false
}

// total chooses the net amount of a line: 203, else the first other amount that its figures make.
func (e *edifact) total(i *item) {
	if i.LineTotal = e.totals["203"]; i.LineTotal.Known() {
		return
	}
	for _, q := range []string{"66", "128", "38"} {
		trial := *i
		if trial.LineTotal = e.totals[q]; !trial.LineTotal.Known() {
			continue
		}
		if len(i.prices) > 0 && !i.prices[0].net && len(i.allowances) > 0 {
			return // the amount of the goods alone
		}
		trial.settle()
		if trial.Arithmetic().Result == reading.Pass || len(i.prices) == 0 && q != "38" {
			i.LineTotal = e.totals[q]
			return
		}
	}
}
