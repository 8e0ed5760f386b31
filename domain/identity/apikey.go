package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"

	"sellingassistant/domain/kernel/secret"
)

const (
	keyMark   = "sak_"
	keyBody   = 30
	keyCheck  = 6
	keyLength = len(keyMark) + keyBody + keyCheck
	keyShown  = 8

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// GenerateKey makes a new key from a source of random bytes. It fails only
// when the source does.
func GenerateKey(random io.Reader) (secret.Text, error) {
	b := make([]byte, 0, keyLength)
	b = append(b, keyMark...)
	buf := make([]byte, 64)
	for len(b) < len(keyMark)+keyBody {
		if _, err := io.ReadFull(random, buf); err != nil {
			return secret.Text{}, fmt.Errorf("identity: no random bytes: %w", err)
		}
		for _, r := range buf {
			// The largest multiple of 62 in a byte is 248: beyond it some letters would be likelier
			// than others.
			if r < 248 && len(b) < len(keyMark)+keyBody {
				b = append(b, base62[r%62])
			}
		}
	}
	check := checkSum(b)
	return secret.New(string(append(b, check[:]...))), nil
}

// WellFormed reports whether the text has the form and the check sum of a key. Only a store knows
// whether such a key exists.
func WellFormed(key secret.Text) bool {
	s := key.Reveal()
	if len(s) != keyLength || s[:len(keyMark)] != keyMark {
		return false
	}
	for i := len(keyMark); i < keyLength; i++ {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	check := checkSum([]byte(s[:len(keyMark)+keyBody]))
	return s[len(keyMark)+keyBody:] == string(check[:])
}

func checkSum(b []byte) [keyCheck]byte {
	var out [keyCheck]byte
	n := crc32.ChecksumIEEE(b)
	for i := keyCheck - 1; i >= 0; i-- {
		out[i] = base62[n%62]
		n /= 62
	}
	return out
}

// Digest has the stored hash of a key.
type Digest [sha256.Size]byte

// Equal compares in constant time.
func (d Digest) Equal(o Digest) bool { return hmac.Equal(d[:], o[:]) }

// Peppers has the server's secrets for digesting keys. Older is accepted besides Primary during a
// change of the pepper; otherwise it is empty.
type Peppers struct{ Primary, Older secret.Text }

// Digest returns the digest under which a new key is kept.
func (p Peppers) Digest(key secret.Text) Digest { return digest(p.Primary, key) }

// Digests lists every digest under which the key may be kept, the primary first.
func (p Peppers) Digests(key secret.Text) []Digest {
	out := []Digest{digest(p.Primary, key)}
	if !p.Older.Empty() {
		out = append(out, digest(p.Older, key))
	}
	return out
}

func digest(pepper, key secret.Text) Digest {
	m := hmac.New(sha256.New, []byte(pepper.Reveal()))
	m.Write([]byte(key.Reveal()))
	var d Digest
	m.Sum(d[:0])
	return d
}
