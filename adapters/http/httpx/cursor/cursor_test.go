package cursor_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/http/httpx/cursor"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

func TestCursorsSurviveAndCannotBeMade(t *testing.T) {
	key := []byte("key")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "values")
		place := make(page.Key, n)
		for i := range place {
			switch rapid.IntRange(0, 2).Draw(t, "sort") {
			case 1:
				place[i] = rapid.String().Draw(t, "text")
			case 2:
				place[i] = rapid.Int64().Draw(t, "number")
			}
		}
		binding := rapid.String().Draw(t, "binding")
		sealed := cursor.Seal(key, binding, place)
		got, err := cursor.Open(key, binding, sealed, n)
		if err != nil {
			t.Fatal(err)
		}
		require.Equal(t, place, got)
		for name, open := range map[string]func() (page.Key, error){
			"another key":     func() (page.Key, error) { return cursor.Open([]byte("yek"), binding, sealed, n) },
			"another binding": func() (page.Key, error) { return cursor.Open(key, binding+"x", sealed, n) },
			"another length":  func() (page.Key, error) { return cursor.Open(key, binding, sealed, n+1) },
			"changed": func() (page.Key, error) {
				b := []byte(sealed)
				i := rapid.IntRange(0, len(b)-1).Draw(t, "at")
				b[i] = "AB"[map[bool]int{true: 1}[b[i] == 'A']]
				return cursor.Open(key, binding, string(b), n)
			},
		} {
			if _, err := open(); !fault.Is(err, fault.CodeInvalidCursor) {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}

func FuzzOpenCursor(f *testing.F) {
	f.Add("AAAA")
	f.Add(cursor.Seal([]byte("key"), "b", page.Key{int64(1), nil, "x"}))
	f.Fuzz(func(t *testing.T, s string) {
		place, err := cursor.Open([]byte("key"), "b", s, 3)
		if err == nil && cursor.Seal([]byte("key"), "b", place) != s {
			t.Fatalf("%q is another spelling of %v", s, place)
		}
	})
}
