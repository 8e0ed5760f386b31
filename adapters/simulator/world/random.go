package world

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"

	"sellingassistant/adapters/simulator/draw"
)

// Draws begins a series of this world.
func (w *World) Draws(e draw.Entity, key, tick uint64) draw.Series {
	return draw.From(w.Seed, e, key, tick)
}

// Hash returns a number that follows from the seed and some names.
func (w *World) Hash(parts ...any) uint64 {
	sum := w.Digest(parts...)
	return binary.BigEndian.Uint64(sum[:8])
}

// Opaque returns the digest of the seed and some names as text, for ids and tokens.
func (w *World) Opaque(parts ...any) string {
	sum := w.Digest(parts...)
	return hex.EncodeToString(sum[:])
}

func (w *World) Digest(parts ...any) [sha256.Size]byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", w.Seed)
	for _, p := range parts {
		fmt.Fprintf(&b, "\x00%v", p)
	}
	return sha256.Sum256([]byte(b.String()))
}

// Dashed returns 36 characters in the form of a UUID.
func (w *World) Dashed(parts ...any) string {
	s := w.Opaque(parts...)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:32]
}
