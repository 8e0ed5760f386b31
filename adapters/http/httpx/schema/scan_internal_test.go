package schema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/fault"
)

func list(entry string, times int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(entry+",", times), ",") + "]"
}

// crowd is a number of entries around where reading stops.
func crowd(t *rapid.T) int {
	return rapid.SampledFrom([]int{0, 1, 2, 3, 101, 102, 103, 104, 105, 250}).Draw(t, "entries")
}

// crowded draws a body for order whose lists and objects have few or very many entries.
func crowded(t *rapid.T) string {
	var members []string
	for range rapid.IntRange(1, 4).Draw(t, "members") {
		name := rapid.SampledFrom([]string{"many", "rate", "free", "inner", "name", "x", `m\u0061ny`}).Draw(t, "name")
		entry := rapid.SampledFrom([]string{`1`, `"a,b"`, `"\","`, `{"id":1}`, `{"id":1,"id":2}`, `[1,2]`, `null`, `{"y":[1,1]}`,
			`"` + strings.Repeat("a", 3000) + `"`, `"` + strings.Repeat(`\u1112\u1161\u11ab`, 200) + `ä"`, `"` + strings.Repeat(`\ud83d\ude00`, 200) + `"`,
			`"` + strings.Repeat("ä", 600) + `"`, `{"` + strings.Repeat("n", 1200) + `":"a"}`}).Draw(t, "entry")
		value := entry
		switch rapid.IntRange(0, 3).Draw(t, "sort") {
		case 0, 1:
			value = list(entry, crowd(t))
		case 2:
			var many []string
			for i := range crowd(t) {
				many = append(many, fmt.Sprintf(`"m%d": %s`, i, entry))
			}
			value = "{" + strings.Join(many, " ,") + "}"
		}
		members = append(members, `"`+name+`" :`+value)
	}
	text := "{" + strings.Join(members, ",") + "}"
	if rapid.IntRange(0, 9).Draw(t, "spoil") == 0 {
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		text = text[:at] + rapid.SampledFrom([]string{"]", "}", ",", `"`, "x", ""}).Draw(t, "with") + text[at+1:]
	}
	return text
}

// whole checks a body without stopping.
func whole(body []byte, n *Node) ([]fault.Item, bool) {
	if sentence, _ := malformed(body); sentence != "" {
		return nil, false
	}
	r := reader{b: body, whole: len(body)}
	r.value(n)
	return r.items, true
}

func TestWhatIsCutIsRefusedAnyhow(t *testing.T) {
	node, _, _ := compiled(reflect.TypeFor[order]())
	cuts := 0
	rapid.Check(t, func(t *rapid.T) {
		body := []byte(crowded(t))
		s := NewScan(node)
		for at := 0; at < len(body) && !s.Enough(body[:at]); {
			at += rapid.IntRange(1, 400).Draw(t, "arrives")
			at = min(at, len(body))
		}
		checked, items, err := s.Read(body)
		all, valid := whole(body, node)
		if !s.enough {
			if valid != (err == nil) || fmt.Sprint(items) != fmt.Sprint(all) {
				t.Fatalf("%s: %v %v, read whole %v", body, items, err, all)
			}
			return
		}
		cuts++
		if len(items) == 0 && err == nil {
			t.Fatalf("%s: cut at %d and taken as %s", body, s.at, checked)
		}
		if valid && err != nil {
			t.Fatalf("%s: cut at %d and called malformed: %v", body, s.at, err)
		}
		for _, item := range items {
			if valid && len(all) < maxItems && !slices.ContainsFunc(all, func(other fault.Item) bool { return fmt.Sprint(other) == fmt.Sprint(item) }) {
				t.Fatalf("%s: %v is no fault of the whole body", body, item)
			}
		}
		if scan := NewScan(node); !scan.Enough(body) || scan.at != s.at {
			t.Fatalf("%s: stopped at %d, in one piece at %d", body, s.at, scan.at)
		}
	})
	require.Positive(t, cuts)
}

// A rubbish body costs what stands before the place where it is certain, however
// long it is.
func TestBodiesAreReadALittleBeyondTheirBounds(t *testing.T) {
	node, _, _ := compiled(reflect.TypeFor[order]())
	many := `{"name":"a","many":` + list(`{"id":1}`, 100_000) + `}`
	for body, want := range map[string]string{
		many: "/many too_many",
		`{"many":` + list(`{"id":1}`, 103) + `,"name":"a","count":1,"free":{}}`:                       "/many too_many",
		`{"x":` + list("1", 100_000) + `}`:                                                            "/x unknown_member",
		`{"x":` + list("[1,1]", 100_000) + `}`:                                                        "/x unknown_member",
		`{"name":` + list("1", 100_000) + `}`:                                                         "/name wrong_type",
		list("1", 100_000):                                                                            " wrong_type",
		`{"name":"` + strings.Repeat("a", 100_000) + `"}`:                                             "/name too_long",
		`{"kind":"` + strings.Repeat("ä", 100_000) + `"}`:                                             "/kind not_allowed",
		`{"count":"` + strings.Repeat("ä", 100_000) + `"}`:                                            "/count wrong_type",
		strings.Repeat("1", 100_000):                                                                  " wrong_type",
		`{"inner":{` + strings.Repeat(`"id":1,`, 100_000) + `"id":1}}`:                                "/inner/id duplicate_member",
		`{"free":{` + strings.Repeat(`"x":1,`, 30) + `"x":[` + strings.Repeat("1,", 100_000) + `1]}}`: "/free/x duplicate_member",
	} {
		s := NewScan(node)
		_, items, err := s.Read([]byte(body))
		require.Nil(t, err, "%.50s", body)
		require.NotEmpty(t, items, "%.50s", body)
		require.Equal(t, want, items[0].Pointer+" "+string(items[0].Code), "%.50s", body)
		require.Less(t, s.at, 2000, "%.50s", body)
	}
	s := NewScan(node)
	_, _, err := s.Read([]byte(`{"many":` + strings.Repeat("[", 1<<20)))
	require.EqualError(t, err, "malformed_body: The body is nested deeper than 32 levels at line 1, column 40.")
	s = NewScan(node)
	_, _, err = s.Read([]byte(`{"many":[` + strings.Repeat("1,,", 100_000)))
	require.ErrorContains(t, err, "The body is not one valid JSON value at line 1, column 12.")
	for _, body := range []string{strings.Repeat("x", 1<<20), `{"name":"a"} ` + strings.Repeat("x", 1<<20), `"` + strings.Repeat(`\q`, 1<<20)} {
		s = NewScan(node)
		_, _, err = s.Read([]byte(body))
		require.ErrorContains(t, err, "malformed_body: The body ", "%.50s", body)
	}
	// A name of a thousand letters is no member.
	s = NewScan(node)
	_, items, err := s.Read([]byte(`{"` + strings.Repeat("n", 1<<20)))
	require.Nil(t, err)
	require.Equal(t, fault.CodeUnknownMember, items[0].Code)
	require.Less(t, s.at, 2000)
	// Where the schema has no bound, everything is read.
	_, items, err = NewScan(node).Read([]byte(`{"name":"a","count":1,"many":[],"free":{` + strings.TrimSuffix(strings.Repeat(`"x":1,`, 1000), ",") + `}}`))
	require.Nil(t, err)
	require.Len(t, items, maxItems)
}
