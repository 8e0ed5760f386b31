package httpx

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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
		cursor := sealCursor(key, binding, place)
		got, err := openCursor(key, binding, cursor, n)
		if err != nil {
			t.Fatal(err)
		}
		require.Equal(t, place, got)
		for name, open := range map[string]func() (page.Key, error){
			"another key":     func() (page.Key, error) { return openCursor([]byte("yek"), binding, cursor, n) },
			"another binding": func() (page.Key, error) { return openCursor(key, binding+"x", cursor, n) },
			"another length":  func() (page.Key, error) { return openCursor(key, binding, cursor, n+1) },
			"changed": func() (page.Key, error) {
				b := []byte(cursor)
				i := rapid.IntRange(0, len(b)-1).Draw(t, "at")
				b[i] = "AB"[map[bool]int{true: 1}[b[i] == 'A']]
				return openCursor(key, binding, string(b), n)
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
	f.Add(sealCursor([]byte("key"), "b", page.Key{int64(1), nil, "x"}))
	f.Fuzz(func(t *testing.T, s string) {
		place, err := openCursor([]byte("key"), "b", s, 3)
		if err == nil && sealCursor([]byte("key"), "b", place) != s {
			t.Fatalf("%q is another spelling of %v", s, place)
		}
	})
}
