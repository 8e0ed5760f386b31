package evaluate

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/govalues/decimal"

	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// Found has a read line, and reports whether the file has a line with its figures.
type Found struct {
	Evidence   reading.Evidence
	Confidence document.Confidence
	Right      bool
}

// Share counts the right among all.
type Share struct{ Right, Of int }

func (s *Share) count(right bool) {
	s.Of++
	if right {
		s.Right++
	}
}

func (s *Share) add(o Share) { s.Right, s.Of = s.Right+o.Right, s.Of+o.Of }

// Part returns the share as a number; without any it is 1.
func (s Share) Part() float64 {
	if s.Of == 0 {
		return 1
	}
	return float64(s.Right) / float64(s.Of)
}

// File has the figures of a read file.
type File struct {
	Name string
	Truth
	// Recall counts the lines of the file that were found, Printed the lines with all figures on its
	// pages.
	Recall, Printed Share
	Found           []Found
	// Fields counts header members, Shown the printed members. SKUs, GTINs, Packs and Kind count
	// members of the found lines.
	Fields, Shown            map[string]Share
	SKUs, GTINs, Packs, Kind Share
	// Typed says whether the type was found.
	Typed Share
	// Failed says why nothing was read.
	Failed string
	// Missed lists lines of the truth that were not found, Wrong the found lines outside the truth.
	Missed []Line
	Wrong  []reading.Line
}

// Complete reports whether all lines were found and no other.
func (f *File) Complete() bool { return f.Recall.Right == f.Recall.Of && f.Recall.Of == len(f.Found) }

// Allows figures to differ by half a cent.
var slack = decimal.MustParse("0.005")

func near(a, b decimal.Decimal) bool {
	difference, err := a.Abs().SubAbs(b.Abs())
	return err == nil && difference.Cmp(slack) <= 0
}

// Compare counts the right parts of a reading.
func Compare(name string, t Truth, r parse.Result) File {
	f := File{Name: name, Truth: t, Fields: map[string]Share{}, Shown: map[string]Share{}}
	p := pagesOf(r.Words)
	used := make([]bool, len(r.Lines))
	for _, want := range t.Lines {
		at := -1
		for i := range r.Lines {
			if !used[i] && same(want, &r.Lines[i]) && (at < 0 || agreeing(want, &r.Lines[i]) > agreeing(want, &r.Lines[at])) {
				at = i
			}
		}
		f.Recall.count(at >= 0)
		if len(r.Words) > 0 && want.printed(p) {
			f.Printed.count(at >= 0)
		}
		if at < 0 {
			f.Missed = append(f.Missed, want)
			continue
		}
		used[at] = true
		got := &r.Lines[at]
		if want.SKU != "" {
			f.SKUs.count(got.SupplierSKU == want.SKU)
		}
		if want.GTIN != "" {
			f.GTINs.count(got.GTIN.String() == want.GTIN)
		}
		if want.UnitsPerCase != "" {
			f.Packs.count(want.UnitsPerCase.String() == strconv.FormatInt(got.UnitsPerCase, 10))
		}
		if want.Kind != "" {
			f.Kind.count(got.Kind == want.Kind)
		}
	}
	for i := range r.Lines {
		f.Found = append(f.Found, Found{r.Lines[i].Evidence, r.Lines[i].Confidence, used[i]})
		if !used[i] {
			f.Wrong = append(f.Wrong, r.Lines[i])
		}
	}
	header := headerOf(r.Header)
	for name, want := range t.Header {
		right := sameField(name, want, header[name])
		count(f.Fields, name, right)
		if len(r.Words) > 0 && p.print(name, want) {
			count(f.Shown, name, right)
		}
	}
	if t.Type != "" {
		f.Typed.count(r.Type == t.Type)
	}
	return f
}

// printed reports whether all figures of the line are on the pages.
func (l Line) printed(p pages) bool {
	return !slices.ContainsFunc([]json.Number{l.Quantity, l.UnitPrice, l.Total}, func(n json.Number) bool {
		return n != "" && !p.amount(n.String())
	})
}

// count adds one of the shares by name up.
func count(shares map[string]Share, name string, right bool) {
	s := shares[name]
	s.count(right)
	shares[name] = s
}

// agreeing counts the other members that are the same, to choose between lines of equal figures.
func agreeing(want Line, got *reading.Line) (n int) {
	if got.SupplierSKU == want.SKU {
		n++
	}
	if got.GTIN.String() == want.GTIN {
		n++
	}
	return n
}

// same reports equal figures. The price may be that after the discounts.
func same(want Line, got *reading.Line) bool {
	return equal(want.Quantity, got.Quantity) && equal(want.Total, got.LineTotal) && priced(want, got)
}

func equal(want json.Number, got reading.Figure) bool {
	a, err := decimal.Parse(string(want))
	if err != nil {
		return true
	}
	b, ok := got.Get()
	return ok && near(a, b)
}

func priced(want Line, got *reading.Line) bool {
	a, err := decimal.Parse(string(want.UnitPrice))
	if err != nil {
		return true
	}
	base, err := decimal.Parse(string(want.Base))
	if err != nil {
		base = decimal.One
	}
	if b, ok := got.UnitPrice.Get(); ok && near(a, b) && base.Cmp(got.PriceBase) == 0 {
		return true
	}
	total, summed := got.LineTotal.Get()
	quantity, counted := got.Quantity.Get()
	if !summed || !counted || quantity.IsZero() {
		return false
	}
	net, err := total.Quo(quantity)
	return err == nil && base.IsOne() && near(a, net)
}
