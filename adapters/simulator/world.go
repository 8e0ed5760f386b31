package simulator

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// hash is all the randomness there is: a number from the seed and some names.
func (m *Marketplace) hash(parts ...any) uint64 {
	sum := m.digest(parts...)
	return binary.BigEndian.Uint64(sum[:8])
}

// opaque is hash as text, for ids and tokens.
func (m *Marketplace) opaque(parts ...any) string {
	sum := m.digest(parts...)
	return hex.EncodeToString(sum[:])
}

func (m *Marketplace) digest(parts ...any) [sha256.Size]byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", m.cfg.Seed)
	for _, p := range parts {
		fmt.Fprintf(&b, "\x00%v", p)
	}
	return sha256.Sum256([]byte(b.String()))
}

const (
	asinPrefix = "B0SIM"
	asinDigits = 5
	base36     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	// MaxProducts is the largest catalogue: more than anybody asks for.
	MaxProducts = 1_000_000
)

// ASIN is the identifier of the product with this index in the catalogue.
func ASIN(index int) string {
	var b [asinDigits]byte
	for i := range b {
		b[asinDigits-1-i] = base36[index%36]
		index /= 36
	}
	return asinPrefix + string(b[:])
}

// Index is the reverse of ASIN. It is false for identifiers outside the catalogue.
func (m *Marketplace) Index(asin string) (int, bool) {
	digits, ok := strings.CutPrefix(asin, asinPrefix)
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
	return index, index < m.cfg.Products
}
