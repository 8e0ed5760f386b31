package catalog

import (
	"fmt"
	"strconv"

	"sellingassistant/adapters/simulator/draw"
)

// code has an identifier printed on a product.
type code struct {
	Type  string // UPC, EAN, GTIN, ISBN
	Value string
}

// symbology names the family of codes that a product carries.
type symbology uint8

const (
	american symbology = iota // UPC, also listed as EAN and GTIN
	european                  // EAN, also listed as GTIN
	book                      // ISBN, also listed as EAN and GTIN
)

// codeStarts has the starts of the thirteen digits. The first two lie in ranges that are kept for
// numbers within a shop, so that no real article has one of these codes. The third is an unused
// group of ISBNs.
var codeStarts = [...]string{american: "04007", european: "29007", book: "97866"}

// A code has seven digits between the start and the check digit.
const (
	codeNumbers = 10_000_000
	codeFactor  = 6_700_417 // coprime to codeNumbers, so that products never share a number
)

// codeInverse undoes codeFactor: their product is 1 modulo codeNumbers.
var codeInverse = inverse(codeFactor, codeNumbers)

func inverse(a, n uint64) uint64 {
	// a^(φ(n)-1) with φ(10^7) = 4·10^6.
	result, power := uint64(1), a%n
	for e := n/10*4 - 1; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result * power % n
		}
		power = power * power % n
	}
	return result
}

func (cat *Catalog) codeShift() uint64 { return draw.Mix(cat.world.Seed+codeFactor) % codeNumbers }

// codeDigits returns the thirteen digits of the code with this owner.
func (cat *Catalog) codeDigits(s symbology, owner int) string {
	n := (uint64(owner)*codeFactor + cat.codeShift()) % codeNumbers
	b := fmt.Appendf(nil, "%s%07d", codeStarts[s], n)
	return string(append(b, checkDigit(b)))
}

// checkDigit returns the last digit of a GTIN: the others count 3 and 1 in turn, from the right.
func checkDigit(body []byte) byte {
	sum := 0
	for i := range body {
		d := int(body[len(body)-1-i] - '0')
		if i%2 == 0 {
			d *= 3
		}
		sum += d
	}
	return byte('0' + (10-sum%10)%10)
}

// codes returns the identifiers of the digits.
func codes(s symbology, digits string) []code {
	switch s {
	case american:
		return []code{{"EAN", digits}, {"GTIN", "0" + digits}, {"UPC", digits[1:]}}
	case book:
		return []code{{"EAN", digits}, {"GTIN", "0" + digits}, {"ISBN", digits}}
	default:
		return []code{{"EAN", digits}, {"GTIN", "0" + digits}}
	}
}

// oldISBN returns the form of ten characters, which has a check digit of its own.
func oldISBN(digits string) string {
	body, sum := digits[3:12], 0
	for i := range 9 {
		sum += (10 - i) * int(body[i]-'0')
	}
	if check := (11 - sum%11) % 11; check < 10 {
		return body + strconv.Itoa(check)
	}
	return body + "X"
}

// ProductsWith finds the products that carry a code, in the order of their
// index. A JAN is an EAN; no product has a MINSAN.
func (cat *Catalog) ProductsWith(kind, value string) []*Product {
	var digits string
	switch {
	case kind == "UPC" && len(value) == 12:
		digits = "0" + value
	case (kind == "EAN" || kind == "JAN" || kind == "ISBN") && len(value) == 13:
		digits = value
	case kind == "GTIN" && len(value) == 14 && value[0] == '0':
		digits = value[1:]
	case kind == "ISBN" && len(value) == 10:
		body := []byte("978" + value[:9])
		digits = string(append(body, checkDigit(body)))
		if PlainNumber(digits) < 0 || oldISBN(digits) != value {
			return nil
		}
	}
	s, owner, ok := cat.codeOwner(digits)
	if !ok || (kind == "ISBN" && s != book) {
		return nil
	}
	var found []*Product
	for i := owner; i < min(owner+maxSharers, cat.world.Products); i++ {
		if p := cat.ProductAt(i); p.symbology == s && len(p.GTINs) > 0 && p.GTINs[0].Value == digits {
			found = append(found, p)
		}
	}
	return found
}

// codeOwner returns the first product that can have the thirteen digits.
func (cat *Catalog) codeOwner(digits string) (symbology, int, bool) {
	if len(digits) != 13 {
		return 0, 0, false
	}
	for s, start := range codeStarts {
		n := PlainNumber(digits[5:12])
		if digits[:5] != start || n < 0 || checkDigit([]byte(digits[:12])) != digits[12] {
			continue
		}
		owner := (uint64(n) + codeNumbers - cat.codeShift()) % codeNumbers * codeInverse % codeNumbers
		return symbology(s), int(owner), owner < uint64(cat.world.Products)
	}
	return 0, 0, false
}

// PlainNumber reads decimal digits, or returns -1 if there are other characters.
func PlainNumber(digits string) int {
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}
