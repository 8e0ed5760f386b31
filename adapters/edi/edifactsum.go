package edi

import (
	"fmt"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/optional"
)

// totalled chooses the printed sums.
func (e *edifact) totalled() {
	h, known := &e.r.Header, func(codes ...string) (list []reading.Figure) {
		for _, c := range codes {
			if f := e.amounts[c]; f.Known() {
				list = append(list, f)
			}
		}
		return list
	}
	first := func(list []reading.Figure) reading.Figure {
		if len(list) == 0 {
			return reading.Figure{}
		}
		return list[0]
	}
	if len(e.allowances) == 0 {
		e.allowances = e.repeated
	}
	h.Discount, h.Shipping = e.charge()
	if len(e.allowances) == 0 {
		h.Discount, h.Shipping = e.amounts["260"], e.amounts["259"]
		if all, ok := e.amounts["131"].Get(); ok && !h.Discount.Known() && !h.Shipping.Known() {
			if h.Shipping = optional.Some(all); all.IsNeg() {
				h.Discount, h.Shipping = optional.Some(all.Neg()), reading.Figure{}
			}
		}
	}
	taxes := append(known("176", "124"), sum(e.taxes...), e.amounts["150"])
	h.Tax = first(slices.DeleteFunc(taxes, func(f reading.Figure) bool { return !f.Known() }))
	h.Subtotal = e.amounts["79"]
	if !h.Subtotal.Known() && !h.Shipping.Known() && !h.Discount.Known() {
		h.Subtotal = append(known("125"), sum(e.taxables...))[0]
	}
	totals := known("77", "39", "86", "128", "139", "9")
	h.Total = first(totals)
	e.choose(totals)
}

// choose takes the total and the charges that make the printed sums with the lines, else with the
// subtotal. The sums of charges may belong to lines, and lines may have the charges in them.
func (e *edifact) choose(totals []reading.Figure) {
	h := &e.r.Header
	printed, bare := *h, *h
	printed.Discount, printed.Shipping = e.amounts["260"], e.amounts["259"]
	bare.Discount, bare.Shipping = reading.Figure{}, reading.Figure{}
	for _, lines := range []bool{true, false} {
		for _, trial := range []reading.Header{*h, printed, bare} {
			for _, trial.Total = range totals {
				if lines && adds(&reading.Reading{Header: trial, Lines: e.r.Lines}) || !lines && trial.AddsUp() {
					*h = trial
					return
				}
			}
		}
	}
}

// termsOf writes terms as people do: 2% 10 Net 30.
func termsOf(terms []term) string {
	var out []string
	for _, t := range terms {
		switch {
		case t.text != "":
			out = append(out, t.text)
		case t.percent != "" && t.days != "":
			out = append(out, fmt.Sprintf("%s%% %s", t.percent, t.days))
		case t.days != "" && t.kind != "22":
			out = append(out, "Net "+t.days)
		}
	}
	// The discount comes first.
	slices.SortStableFunc(out, func(a, b string) int {
		rank := func(s string) int {
			if strings.HasPrefix(s, "Net ") {
				return 1
			}
			return 0
		}
		return rank(a) - rank(b)
	})
	return strings.Join(out, " ")
}
