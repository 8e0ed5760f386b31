package pricelist

import (
	"regexp"
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/optional"
)

// Confidence has a share of a hundred.
type Confidence int64

// Confidences of packs by their source. Two sources that differ are as unsure as a title.
const (
	sure        Confidence = 100
	byAttribute Confidence = 95
	byTitle     Confidence = 70
	assumed     Confidence = 50
	// unsure has the least confidence that needs no review.
	unsure Confidence = 80
)

// MaxPack bounds the units of a pack.
const MaxPack = 100_000

// Pack counts the supplied items in one sold unit: UnitsNeeded is AmazonUnits over SupplierUnits.
type Pack struct {
	SupplierUnits, AmazonUnits, UnitsNeeded int64
	Source                                  PackSource
	Confidence                              Confidence
	// Bundle says that the catalogue has two numbers for the pack.
	Bundle bool
	// Otherwise has the other reading of a pack, until a user decides.
	Otherwise optional.Maybe[Reading]
}

// Reading counts the units of a supplied item and of a sold unit.
type Reading struct{ SupplierUnits, AmazonUnits int64 }

// needed counts the supplied items of a sold unit; false for a fraction.
func (r Reading) needed() (int64, bool) {
	return r.AmazonUnits / max(r.SupplierUnits, 1), r.SupplierUnits > 0 && r.AmazonUnits%r.SupplierUnits == 0
}

// other returns the pack with its other reading.
func (p Pack) other() (Pack, bool) {
	r, ok := p.Otherwise.Get()
	if !ok {
		return p, false
	}
	p.SupplierUnits, p.AmazonUnits = r.SupplierUnits, r.AmazonUnits
	p.UnitsNeeded, ok = r.needed()
	return p, ok
}

// pack finds the pack of a row. If the row names its product by ASIN, its cost counts as the cost
// of the product as it is sold, until a user decides otherwise: the pack of a title or of the
// catalogue multiplies it only by an edit.
func (r *Row) pack(f Facts) (Pack, bool) {
	p, fits := NewPack(r.Input.Title, f, r.Edits.AmazonUnits)
	if !fits || p.Source == PackEdited || p.UnitsNeeded == 1 || r.Method() != "asin" {
		return p, fits
	}
	p.Otherwise = optional.Some(Reading{p.SupplierUnits, p.AmazonUnits})
	p.SupplierUnits, p.UnitsNeeded, p.Confidence = p.AmazonUnits, 1, min(p.Confidence, byTitle)
	return p, true
}

var packOf = regexp.MustCompile(`(?i)\b(?:pack|case|box) of (\d{1,4})\b|\b(\d{1,4})[ -]?pack\b`)

// mayHavePack spares most titles the expression.
func mayHavePack(title string) bool {
	for i := 0; i+4 <= len(title); i++ {
		word := title[i : i+4]
		switch title[i] {
		case 'p', 'P', 'c', 'C', 'b', 'B':
			if strings.EqualFold(word, "pack") || strings.EqualFold(word, "case") || strings.EqualFold(word, "box ") {
				return true
			}
		}
	}
	return false
}

// packIn returns the number of a "pack of 6" or "6-pack" in a title.
func packIn(title string) optional.Maybe[int64] {
	if !mayHavePack(title) {
		return optional.None[int64]()
	}
	if found := packOf.FindStringSubmatch(title); found != nil {
		if n, err := strconv.ParseInt(found[1]+found[2], 10, 64); err == nil && n > 0 {
			return optional.Some(n)
		}
	}
	return optional.None[int64]()
}

// NewPack finds the pack of a product: by an edit, the catalogue's package quantity or number of
// items, the title, or else 1. It returns false if units of the marketplace do not consist of whole
// supplied items.
func NewPack(listed string, f Facts, edited optional.Maybe[int64]) (Pack, bool) {
	p := Pack{SupplierUnits: packIn(listed).Or(1)}
	quantity, several := f.PackageQuantity.Get()
	items, counted := f.NumberOfItems.Get()
	title, said := packIn(f.Title).Get()
	units, set := edited.Get()
	switch {
	case set:
		p.AmazonUnits, p.Source, p.Confidence = units, PackEdited, sure
	case several || counted:
		if !several {
			quantity = items
		}
		p.AmazonUnits, p.Source, p.Confidence = quantity, PackByAttribute, byAttribute
		if several && counted && quantity != items || said && title != quantity {
			p.Bundle, p.Confidence = true, byTitle
		}
		if said && title != quantity {
			p.Otherwise = optional.Some(Reading{p.SupplierUnits, title})
		}
	case said:
		p.AmazonUnits, p.Source, p.Confidence = title, PackByTitle, byTitle
		if title != p.SupplierUnits {
			p.Otherwise = optional.Some(Reading{title, title})
		}
	default:
		p.AmazonUnits, p.Source, p.Confidence = 1, PackAssumed, assumed
	}
	if p.AmazonUnits < 1 || p.AmazonUnits > MaxPack || p.AmazonUnits%p.SupplierUnits != 0 {
		return p, false
	}
	p.UnitsNeeded = p.AmazonUnits / p.SupplierUnits
	return p, true
}
