package importing

import (
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading"
)

// KeysOf returns the keys of lines that are products.
func KeysOf(lines []reading.Line) Keys {
	var k Keys
	seen := map[string]bool{}
	add := func(list *[]string, kind, text string) {
		if key := kind + text; text != "" && !seen[key] {
			seen[key] = true
			*list = append(*list, text)
		}
	}
	for i := range lines {
		l := &lines[i]
		if l.Kind != reading.Product {
			continue
		}
		for _, code := range codes(l) {
			add(&k.GTINs, "g", code)
		}
		add(&k.ASINs, "a", l.ASIN.String())
		add(&k.SKUs, "s", l.SupplierSKU)
		add(&k.SKUs, "s", l.BuyerSKU)
		add(&k.MPNs, "m", l.MPN)
		add(&k.Titles, "t", strings.TrimSpace(l.Description))
	}
	return k
}

// codes returns the line's code in 14 digits. For the code of a case it adds the code of the unit
// inside.
func codes(l *reading.Line) []string {
	if l.GTIN.String() == "" {
		return nil
	}
	key := l.GTIN.Key()
	if key[0] == '0' || key[0] == '9' {
		return []string{key}
	}
	return []string{key, unitCode(key)}
}

// unitCode returns the code of the unit in a case: its first digit is 0, and its last digit is the
// new check digit.
func unitCode(key string) string {
	digits := "0" + key[1:13]
	sum := 0
	for i, c := range digits {
		if n := int(c - '0'); i%2 == 0 {
			sum += 3 * n
		} else {
			sum += n
		}
	}
	return digits + strconv.Itoa((10-sum%10)%10)
}

// folded returns a text in the form for comparison: in small letters, with single spaces.
func folded(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
