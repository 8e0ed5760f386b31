package einvoice

import (
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// units are the codes of UN/ECE Recommendations 20 and 21 for the units that lines are normalised to.
var units = map[string]string{
	"C62": "piece", "H87": "piece", "EA": "piece", "PCE": "piece", "XPP": "piece", "NAR": "piece", "PR": "pair", "SET": "set", "XPK": "pack", "PK": "pack",
	"XCS": "case", "CS": "case", "XCT": "case", "CT": "case", "XBX": "case", "BX": "case", "DZN": "dozen", "KGM": "kg", "GRM": "g", "MTR": "m", "MTK": "m2",
	"LTR": "l", "HUR": "hour", "DAY": "day",
	"DZP": "dozen", "DPC": "dozen", "HD": "half dozen", "SCO": "score", "CEN": "hundred", "HC": "hundred",
	"GRO": "gross", "MIL": "thousand", "T3": "thousand",
}

func unit(code string) string {
	if u, ok := units[code]; ok {
		return u
	}
	if u, ok := number.Unit(code); ok {
		return u
	}
	return code
}

// begin is a line with what all messages have: an item's texts and codes, and a unit of one.
func begin(description, sku, mpn string) reading.Line {
	return reading.Line{
		RawText: description, Description: description, SupplierSKU: sku, MPN: mpn, PriceBase: decimal.One,
		Kind: reading.Product, Evidence: reading.Marked,
	}
}

// global reads a code that is said to be a GTIN. One of another scheme is none; a damaged one is a problem.
func global(l *reading.Line, n *node, schemes ...string) {
	if n == nil || n.text == "" {
		return
	}
	code, err := gtin.Parse(n.text)
	if err == nil {
		l.GTIN = code
		return
	}
	for _, s := range schemes {
		if n.attrs["schemeID"] == s {
			l.Note(reading.InvalidIdentifier)
		}
	}
}

// base is how many units a price is for.
func base(l *reading.Line, quantity reading.Figure) {
	if q, ok := quantity.Get(); ok && q.IsPos() {
		l.PriceBase = q.Trim(0)
	}
}

// allowances takes allowances off the line and adds charges, which have the indicator "true". A
// negative amount counts by its size, unless only its sign makes the total of the line.
func allowances(l *reading.Line, all []*node, indicator, amount string) {
	given, sizes := decimal.Zero, decimal.Zero
	for _, a := range all {
		value, ok := a.figure(amount).Get()
		if !ok {
			continue
		}
		size := value.Abs()
		if strings.EqualFold(a.word(indicator), "true") || a.word(indicator) == "1" {
			value, size = value.Neg(), size.Neg()
		}
		sum, err := given.Add(value)
		other, fault := sizes.Add(size)
		if err != nil || fault != nil {
			return
		}
		given, sizes = sum, other
	}
	off := func(value decimal.Decimal) reading.Line {
		line := *l
		if !value.IsZero() {
			line.DiscountAmount = optional.Some(value)
		}
		return line
	}
	signed, sized := off(given), off(sizes)
	if *l = sized; !given.Equal(sizes) && signed.Arithmetic().Result == reading.Pass {
		*l = signed
	}
}

// currencyOf is a code of three capitals, or nothing.
func currencyOf(code string) money.Currency {
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return money.Currency(code)
}
