package edi

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
)

// apart lists the codes of allowances and charges that are settled outside of the invoice.
const apart = " 01 03 04 05 15 "

// allow reads an allowance or charge by SAC.
func (x *x12) allow(s segment) {
	x.grant(s, s.value(2), s.value(12), func(f *figures) allowance {
		return allowance{
			amount: f.implied(s.value(5)), percent: f.read(s.value(7)), rate: f.read(s.value(8)),
			quantity: f.read(s.value(10)), reason: s.value(15),
		}
	})
}

// allowance reads an allowance or charge by ITA, which versions before 003040 have.
func (x *x12) allowance(s segment) {
	x.grant(s, s.value(3), s.value(4), func(f *figures) allowance {
		return allowance{
			amount: f.implied(s.value(7)), percent: f.read(s.value(9)), rate: f.read(s.value(6)),
			quantity: f.read(s.value(10)), reason: s.value(13),
		}
	})
}

// grant adds an allowance or charge to the line or to the document, with the code of its kind and
// the code of how it is settled.
func (x *x12) grant(s segment, code, settled string, values func(*figures) allowance) {
	side, f := s.value(1), &x.heads
	if x.line != nil {
		f = &x.line.figures
	}
	if side != "A" && side != "C" || x.group == "SLN" || settled != "" && strings.Contains(apart, " "+settled+" ") {
		return
	}
	if x.crowded() {
		f.bad = true
		return
	}
	a := values(f)
	a.charge, a.reason = side == "C", reading.Cut(a.reason, longest)
	switch {
	case a.charge && taxing(code, a.reason) && a.amount.Known():
		if x.line != nil {
			x.lineCharged = append(x.lineCharged, a.amount)
			return
		}
		x.charged = append(x.charged, a.amount)
	case x.line != nil:
		x.line.allowances = append(x.line.allowances, a)
	default:
		x.allowances = append(x.allowances, a)
	}
}

// taxing reports charges that are taxes.
func taxing(code, text string) bool {
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r < 'A' || r > 'Z' })
	return code == "D360" || code == "H850" || code == "TX" || slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"TAX", "TAXES", "VAT", "GST", "HST", "PST", "QST"}, w)
	})
}
