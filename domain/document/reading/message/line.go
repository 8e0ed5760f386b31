package message

import (
	"regexp"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/optional"
)

// units normalises codes of UN/ECE Recommendations 20 and 21.
var units = map[string]string{
	"C62": "piece", "H87": "piece", "EA": "piece", "PCE": "piece", "XPP": "piece", "NAR": "piece",
	"PR": "pair", "SET": "set", "XPK": "pack", "PK": "pack",
	"CS": "case", "CT": "case", "BX": "case", "CR": "case",
	"XUN": "piece", "XNE": "piece", "XBO": "piece", "XBS": "piece", "XBQ": "piece", "XBV": "piece", "XVI": "piece",
	"XSX": "set", "XPA": "pack", "XRO": "roll", "XRL": "roll", "XSO": "spool", "XTU": "tube", "XCX": "can", "XCA": "can",
	"XTN": "can", "XJR": "jar", "XBG": "bag", "XSA": "sack", "XPO": "bag", "XST": "sheet", "XBJ": "bucket", "XTB": "tub",
	"XKG": "keg", "XDR": "drum",
	"DZN": "dozen", "DZP": "dozen", "DPC": "dozen", "HD": "half dozen", "SCO": "score",
	"CEN": "hundred", "HC": "hundred", "GRO": "gross", "MIL": "thousand", "T3": "thousand",
	"KGM": "kg", "GRM": "g", "MTR": "m", "MTK": "m2", "LTR": "l", "HUR": "hour", "DAY": "day",
}

// packages matches codes of Recommendation 21 for containers, if units does not list them.
var packages = regexp.MustCompile(`^X[A-Z0-9]{2}$`)

// pallet has unknown numbers of cases.
const pallet = "XPX"

// Unit normalises a unit by its code or word. It returns an unknown code unchanged.
func Unit(code string) string {
	if u, ok := units[code]; ok {
		return u
	}
	if packages.MatchString(code) && code != pallet {
		return "case"
	}
	u, _ := number.UnitOf(code)
	return u
}

// Begin makes a line with the texts and codes of its item.
func Begin(description, sku, mpn string) reading.Line {
	return reading.Line{
		RawText: description, Description: description, SupplierSKU: sku, MPN: mpn, PriceBase: decimal.One,
		Kind: reading.Product, Evidence: reading.Marked,
	}
}

// Identify reads a GTIN. A damaged code becomes a problem if its scheme says that it is a GTIN.
func Identify(l *reading.Line, text string, named bool) {
	if text == "" {
		return
	}
	switch code, err := gtin.Parse(text); {
	case err == nil:
		l.GTIN = code
	case named:
		l.Note(reading.InvalidIdentifier)
	}
}

// Base sets the quantity that a price is for.
func Base(l *reading.Line, quantity reading.Figure) {
	if q, ok := quantity.Get(); ok && q.IsPos() {
		l.PriceBase = q.Trim(0)
	}
}

// Reduce takes allowances less charges off a line. signed adds them with their printed signs, sized
// by their sizes, which count unless only the signs make the total of the line.
func Reduce(l *reading.Line, signed, sized decimal.Decimal) {
	off := func(value decimal.Decimal) reading.Line {
		line := *l
		if !value.IsZero() {
			line.DiscountAmount = optional.Some(value)
		}
		return line
	}
	trial := off(signed)
	if *l = off(sized); !signed.Equal(sized) && trial.Arithmetic().Result == reading.Pass {
		*l = trial
	}
}
