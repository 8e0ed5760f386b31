package document

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document"
)

func TestUnixLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringOf(rapid.RuneFrom([]rune("\r\nab"))).Draw(t, "text")
		var r io.Reader = strings.NewReader(in)
		if rapid.Bool().Draw(t, "byte by byte") {
			r = iotest.OneByteReader(r)
		}
		r = unixLines{bufio.NewReaderSize(r, 16)}
		if rapid.Bool().Draw(t, "small reads") {
			r = iotest.OneByteReader(r)
		}
		out, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, strings.ReplaceAll(in, "\r\n", "\n"), string(out))
	})
}

func TestLongTextPartsAreTheCallersFault(t *testing.T) {
	for _, n := range []int{document.MaxNotes + 1, 4 * document.MaxNotes, 4*document.MaxNotes + 1, 4*document.MaxNotes + 2, 60_000} {
		_, err := text("notes", strings.NewReader(strings.Repeat("x", n)), document.MaxNotes)
		require.ErrorContains(t, err, "notes must have at most 5000 characters", n)
	}
	s, err := text("notes", strings.NewReader(strings.Repeat("€", document.MaxNotes)), document.MaxNotes)
	require.NoError(t, err)
	require.Len(t, *s, 3*document.MaxNotes)
}

func TestParseRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Int64Range(1, 1<<40).Draw(t, "size")
		header := rapid.OneOf(rapid.String(), rapid.StringMatching(`bytes=[0-9]{0,20}-[0-9]{0,20}`)).Draw(t, "range")
		start, length, err := parseRange(header, size)
		if err == nil {
			require.True(t, start >= 0 && length > 0 && start+length <= size, "%d+%d of %d", start, length, size)
		}
	})
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"a.pdf":          `; filename="a.pdf"`,
		`a"b\\c.pdf`:     `; filename="a_b__c.pdf"; filename*=UTF-8''a%22b%5C%5Cc.pdf`,
		"100%.csv":       `; filename="100_.csv"; filename*=UTF-8''100%25.csv`,
		"Größe (1).xlsx": `; filename="Gr__e (1).xlsx"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.xlsx`,
		"€😀.txt":         `; filename="__.txt"; filename*=UTF-8''%E2%82%AC%F0%9F%98%80.txt`,
	} {
		require.Equal(t, want, body.FileName(name))
	}
}

func FuzzParseTargets(f *testing.F) {
	for _, seed := range []string{`[]`, `[{"type":"sku","id":"12"}]`, `[{"type":"sku","id":1,"id":2}]`, `[[[[`, `[{}]`, `{"a":[]}`, "[]\n x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		targets, err := parseTargets(s)
		if err != nil {
			return
		}
		if len(targets) > document.MaxTargets {
			t.Fatalf("%d targets", len(targets))
		}
		for _, target := range targets {
			if !target.Kind.Valid() || target.ID <= 0 {
				t.Fatalf("%+v", target)
			}
		}
	})
}
