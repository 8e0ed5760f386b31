package fee

import (
	"slices"

	"sellingassistant/domain/kernel/profit"
)

// Fees converts the schedule for the calculation of profit.
func (s *Schedule) Fees() profit.Fees {
	starts := []int64{s.unit}
	for _, t := range s.tariffs {
		for _, seg := range t.segments {
			if at := (seg.from + s.unit - 1) / s.unit * s.unit; seg.from > s.unit && at <= profit.MaxPrice {
				starts = append(starts, at)
			}
		}
	}
	slices.Sort(starts)
	starts = append(slices.Compact(starts), profit.MaxPrice+s.unit)
	fees := profit.Fees{Unit: s.unit, Digital: s.digital.Line, Pieces: make([]profit.Piece, len(starts)-1)}
	for i := range fees.Pieces {
		p := &fees.Pieces[i]
		p.From, p.To = starts[i], starts[i+1]-s.unit
		for k := range s.tariffs {
			t := &s.tariffs[k]
			seg, lines := t.at(p.From), &p.Own
			if t.of.Digital() {
				lines = &p.Shared
			}
			if seg.hole {
				p.Missing = append(p.Missing, string(t.of))
			} else {
				lines.Add(seg.Line)
			}
		}
	}
	return fees
}

// Fees returns fees that are the same at every price.
func (b Bill) Fees(unit int64) profit.Fees {
	p := profit.Piece{From: unit, To: profit.MaxPrice, Own: profit.Lines{Fixed: b.Total.Units()}}
	for _, line := range b.Missing {
		p.Missing = append(p.Missing, string(line))
	}
	return profit.Fees{Unit: unit, Pieces: []profit.Piece{p}}
}
