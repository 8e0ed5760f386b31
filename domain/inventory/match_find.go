package inventory

import (
	"time"

	"sellingassistant/domain/kernel/gtin"
)

// UnmatchedSKU describes a SKU that belongs to no product.
type UnmatchedSKU struct {
	ID     int64
	Record MatchedRecord
}

// Codes returns the GTINs, in 14 digits, that follow from the SKU itself: the ASIN of a book is its
// ISBN, and many sellers use the code on the box as SKU. Numbers of eight digits are ignored,
// because they are rarely codes.
func (s UnmatchedSKU) Codes() []string {
	var out []string
	if code, err := gtin.Parse(s.Record.ASIN); err == nil && len(s.Record.ASIN) == 10 {
		out = append(out, code.Key())
	}
	if g, err := ParseGTIN(s.Record.SKU); err == nil && len(g.Given) >= 12 && (len(out) == 0 || out[0] != g.Key()) {
		out = append(out, g.Key())
	}
	return out
}

// MatchCandidate names a product that a SKU may belong to, and the method that found it.
type MatchCandidate struct {
	SKU     int64
	Product ProductID
	// Method may be MatchedByASIN or MatchedByGTIN.
	Method MatchMethod
}

// Decide finds the product that a SKU belongs to among its candidates. It reports false without
// candidates, or if they are different products.
func Decide(candidates []MatchCandidate) (MatchCandidate, bool) {
	if len(candidates) == 0 {
		return MatchCandidate{}, false
	}
	best := candidates[0]
	for _, c := range candidates[1:] {
		if c.Product != best.Product {
			return MatchCandidate{}, false
		}
		if c.Method == MatchedByASIN {
			best = c
		}
	}
	return best, true
}

// Found returns the match of a SKU with the product the program decided on: one unit per sale,
// without a maker.
func (s UnmatchedSKU) Found(method MatchMethod, now time.Time) Match {
	return Match{
		Target: MatchTarget{Type: MatchSKU, ID: s.ID}, Record: s.Record, UnitsPerSale: 1, Method: method,
		Confidence: Certain, CreatedAt: now,
	}
}
