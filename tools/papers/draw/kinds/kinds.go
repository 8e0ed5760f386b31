// Package kinds has layouts beyond plain tables. Each kind forms a set, which is counted alone.
// Nine of the ninety stay unseen.
package kinds

import (
	"slices"

	"sellingassistant/tools/papers/draw"
)

var (
	dots    = draw.Figures{Decimal: ".", Thousands: ","}
	dollars = draw.Figures{Decimal: ".", Thousands: ",", Before: "$"}
	pounds  = draw.Figures{Decimal: ".", Thousands: ",", Before: "£"}
	commas  = draw.Figures{Decimal: ",", Thousands: "."}
	plain   = draw.Figures{Decimal: ","}
	euros   = draw.Figures{Decimal: ",", Thousands: ".", After: " €"}
	spaced  = draw.Figures{Decimal: ",", Thousands: " ", After: " €"}
	swiss   = draw.Figures{Decimal: ".", Thousands: "'"}
)

// counted adds a unit to quantities.
func counted(f draw.Figures, unit string) draw.Figures {
	f.Unit = unit
	return f
}

// Layouts returns the known layouts and then the unseen.
func Layouts() []draw.Layout {
	var known, held []draw.Layout
	for _, kind := range []struct {
		set     string
		layouts []draw.Layout
	}{
		{"cards", cards}, {"header grids", headerGrids}, {"codes", codes}, {"cases", cases},
		{"price lists", priceLists}, {"sums", sums}, {"letterheads", letterheads}, {"trades", trades},
	} {
		for _, l := range slices.Concat(kind.layouts, heldOut[kind.set]) {
			if l.Set = kind.set; l.HeldOut {
				held = append(held, l)
			} else {
				known = append(known, l)
			}
		}
	}
	return append(known, held...)
}
