// Package cursor encodes and checks positions in lists.
package cursor

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

// macSize sets how many bytes of the authentication code a cursor has.
const macSize = 16

// Seal encodes a position in a list. Only this service can make the cursor, and it is valid only
// for its binding.
func Seal(key []byte, binding string, place page.Key) string {
	payload, err := json.Marshal([]any(place))
	if err != nil {
		panic("cursor: a page key holds something else than text, int64 and nil: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(append(mac(key, binding, payload), payload...))
}

// Open decodes a cursor, which must have the given number of values.
func Open(key []byte, binding, cursor string, values int) (page.Key, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < macSize || !hmac.Equal(b[:macSize], mac(key, binding, b[macSize:])) {
		return nil, badCursor()
	}
	var raw []any
	d := json.NewDecoder(bytes.NewReader(b[macSize:]))
	d.UseNumber()
	if err := d.Decode(&raw); err != nil || len(raw) != values {
		return nil, badCursor()
	}
	place := make(page.Key, len(raw))
	for i, v := range raw {
		switch v := v.(type) {
		case nil, string:
			place[i] = v
		case json.Number:
			n, err := v.Int64()
			if err != nil {
				return nil, badCursor()
			}
			place[i] = n
		default:
			return nil, badCursor()
		}
	}
	return place, nil
}

func mac(key []byte, binding string, payload []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(binding))
	m.Write([]byte{0})
	m.Write(payload)
	return m.Sum(nil)[:macSize]
}

func badCursor() *fault.Error {
	return fault.New(fault.Invalid, fault.CodeInvalidCursor,
		"The cursor does not belong to this list with these filters and this sort.").In("cursor")
}
