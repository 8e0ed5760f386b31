package fee

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Mode says how bands of a referral fee count.
type Mode string

// The modes: one rate; one rate for the whole total, by the band it lies in; each slice of
// the total by its own rate; whole up to a limit, above it slices of all of it.
const (
	ModeFlat              Mode = "flat"
	ModeWhole             Mode = "whole"
	ModeMarginal          Mode = "marginal"
	ModeWholeThenMarginal Mode = "whole_then_marginal"
)

func (Mode) Words() []Mode { return []Mode{ModeFlat, ModeWhole, ModeMarginal, ModeWholeThenMarginal} }

// Band has a rate in millionths up to a total, included; the last is open.
type Band struct {
	UpTo optional.Maybe[int64]
	Rate int64
}

// Category has a referral fee, and may have a closing fee.
type Category struct {
	Name           string
	Certainty      Certainty
	Mode           Mode
	Bands, Above   []Band
	Least, Closing int64
	// Roots lists the root categories that lead here.
	Roots  []string
	slices []slice
}

// Referral has the categories of a market.
type Referral struct {
	Block
	Categories []Category
	// Otherwise names the category of everything else.
	Otherwise string
	// LeastByTier has the least fees of large products.
	LeastByTier map[string]int64
	byName      map[string]*Category
}

// slice has a part of the totals in which a referral fee is rate·total + more.
type slice struct {
	upTo optional.Maybe[int64]
	// rate has millionths, more has millionths of a ten-thousandth.
	rate, more int64
	row        string
}

// sliced makes every mode the same: a rate and a sum for each part of the totals.
func (c *Category) sliced() []slice {
	whole := c.Mode == ModeWhole || c.Mode == ModeWholeThenMarginal
	var out []slice
	add := func(bands []Band, whole bool) {
		lower, last, more := int64(0), int64(0), int64(0)
		for i, b := range bands {
			if i > 0 && !whole {
				more += lower * (last - b.Rate)
			}
			out = append(out, slice{upTo: b.UpTo, rate: b.Rate, more: more, row: c.Name})
			lower, last = b.UpTo.Or(0), b.Rate
		}
	}
	add(c.Bands, whole)
	add(c.Above, false)
	for i := range out {
		upTo, bounded := out[i].upTo.Get()
		switch {
		case bounded:
			out[i].row += ".to_" + money.FromUnits(upTo).String()
		case i > 0:
			out[i].row += ".above_" + money.FromUnits(out[i-1].upTo.Or(0)).String()
		}
	}
	return out
}
