package world

import "strings"

const (
	// ASINPrefix starts the ASIN of every product of the catalogue.
	ASINPrefix = "B0SIM"
	asinDigits = 5
	base36     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	// MaxProducts bounds the catalogue.
	MaxProducts = 1_000_000
)

// ASIN returns the identifier of the product with this index in the catalogue.
func ASIN(index int) string {
	var b [asinDigits]byte
	for i := range b {
		b[asinDigits-1-i] = base36[index%36]
		index /= 36
	}
	return ASINPrefix + string(b[:])
}

// Index reverses ASIN. It returns false for identifiers outside the catalogue.
func (w *World) Index(asin string) (int, bool) {
	digits, ok := strings.CutPrefix(asin, ASINPrefix)
	if !ok || len(digits) != asinDigits {
		return 0, false
	}
	index := 0
	for _, c := range []byte(digits) {
		d := strings.IndexByte(base36, c)
		if d < 0 {
			return 0, false
		}
		index = index*36 + d
	}
	return index, index < w.Products
}
