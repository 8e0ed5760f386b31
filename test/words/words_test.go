package words

import (
	"flag"
	"maps"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write counts.tsv, unless the total of a tic rose")

// TestCounts compares the program with counts.tsv. A total that rose is an error even with -update;
// a count may move from one package to another.
func TestCounts(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(root + "/" + recordFile)
	require.NoError(t, err)
	old, err := parse(string(text))
	require.NoError(t, err)
	found, err := count(root)
	require.NoError(t, err)
	now := newRecord(found)
	rose := risen(old, now)
	if *update && len(rose) == 0 {
		require.NoError(t, os.WriteFile(root+"/"+recordFile, []byte(now.String()), 0o644))
		old = now
	}
	if len(rose) > 0 {
		t.Errorf("the totals rose of %s: %s cannot be written", strings.Join(rose, ", "), recordFile)
	}
	before := sync.OnceValue(func() map[key][]place { return committed(root, t.TempDir()) })
	for _, failure := range differences(old, found, before) {
		t.Error(failure)
	}
	require.Equal(t, now.tics, old.tics, "the first line of %s: run %s", recordFile, updating)
}

// lines returns the lines of each tic in a file.
func lines(t *testing.T, name, source string) map[string][]int {
	t.Helper()
	found, err := scan(name, source)
	require.NoError(t, err)
	got := map[string][]int{}
	for tic, places := range found {
		for _, p := range places {
			require.Equal(t, place{name, p.line, strings.TrimSpace(strings.Split(source, "\n")[p.line-1])}, p)
			got[tic] = append(got[tic], p.line)
		}
	}
	return got
}

func TestEachTicIsFound(t *testing.T) {
	require.Equal(t, map[string][]int{
		"what": {3, 5}, "x-is": {3, 7, 22, 25}, "those-of": {8, 8}, "none": {10, 10}, "hold": {12, 12, 12},
		"tell": {13, 13, 14}, "stand": {15}, "behind": {15}, "of-which": {17, 17, 18}, "text-what": {19, 23, 26},
		"name-one": {27, 28, 29}, "name-told": {30, 31, 32}, "param-in-by-of": {27, 33, 34},
		"wide-code": {35}, "wide-comment": {36},
	}, lines(t, "a/b.go", strings.ReplaceAll(`package b

// Cost is what a unit costs.
//
// What the supplier said
const Cost = 1
// The dearest order line is kept
// for those of the team, and that
// of another one.
// It has none; the price is not
// known.
// Then holds a lock, and hold it until it held.
// Tells a caller that was told, to
// tell
// nobody. It stands behind.
//
// The row of which, of whom and
// whose price.
const text = "What is sent."

// Tagged has members.
type Tagged struct { // all members are short
	A int 'json:"a" doc:"What it means."'
}
/* A block comment is found. */
var _ = map[string]string{"Summary": 'What is left.'}
func first(one, in int) {
	_ = one
}; func second(x struct{ one int }) {}
func third(told int) {}
func toldOf() {}
var wasTold = 0
type reads interface{ Read(by int) }
var f = func(of int) {}
var wide = "`+strings.Repeat("é", 120-12)+`é"
// `+strings.Repeat("w", 98)+`
`, "'", "`")))
}

func TestNearMisses(t *testing.T) {
	for _, miss := range []string{
		"//what is a directive", "// Whatever follows, somewhat quoted \"what it is\", 'those of', and what kind of row.",
		"// Those rows and that office interest nobody; nonetheless it is known.",
		"// An example:\n//\n//\twhat it is: none held", "// A household, a holder, a standard, to foretell, standstill.",
		"// It is late.", "// This is a row.", "// There are rows.", "// Returns whether a row is new.", "// Isolates rows.",
		"// The first of the many rows is too long to be a subject.", "// The price, is after a comma.",
		"var text, label = 'Whatever', 'Say What is sent.'", "var toldest, ones, oneOf, Of = 0, 0, 0, 0",
		"func in(inner, bye, off int) (by, of int) { return 0, 0 }", "type row struct{ in, by, of int 'doc:\"Says What.\"' }",
		"var fits = '" + strings.Repeat("é", 120-13) + "'", "// " + strings.Repeat("w", 97),
	} {
		require.Empty(t, lines(t, "a/b.go", "package b\n\n"+strings.ReplaceAll(miss, "'", "`")), miss)
	}
}

func TestDocs(t *testing.T) {
	require.Equal(t, map[string][]int{"text-what": {1, 3, 6, 7, 8, 8, 9}}, lines(t, "docs/a.md", `# What it does

What a paragraph says,
What its next line says.

- What an item says
1. **What** a number says
| What | a cell | What says |
> What a quotation says
- Whatever; say What
`))
}

func places(texts ...string) []place {
	var all []place
	for i, text := range texts {
		all = append(all, place{"a/x.go", i + 1, text})
	}
	return all
}

func TestDifferences(t *testing.T) {
	old := record{nil, map[key]int{{"a", "what"}: 2, {"b", "what"}: 2, {"gone", "hold"}: 1, {"same", "tell"}: 1}}
	found := map[key][]place{
		{"a", "what"}: places("// old", "// new", "// old", "// old"), {"b", "what"}: places("// left"),
		{"new", "behind"}: places("// behind"), {"same", "tell"}: places("// told"),
	}
	require.Equal(t, []string{
		"a: what rose from 2 to 4. Reword these, or run go test ./test/words -update if they moved here:\n" +
			"  a/x.go:2: // new\n  a/x.go:4: // old",
		"b: what fell from 2 to 1: run go test ./test/words -update",
		"gone: hold fell from 1 to 0: run go test ./test/words -update",
		"new: behind rose from 0 to 1. Reword these, or run go test ./test/words -update if they moved here:\n" +
			"  a/x.go:1: // behind",
	}, differences(old, found, func() map[key][]place {
		return map[key][]place{{"a", "what"}: places("// old", "// old")}
	}))
}

func TestTotalsDoNotRise(t *testing.T) {
	now := func(counts map[key]int) record { return record{[]string{"behind", "hold", "what"}, counts} }
	old := now(map[key]int{{"a", "what"}: 2, {"b", "what"}: 1, {"a", "hold"}: 1})
	require.Empty(t, risen(old, old))
	require.Empty(t, risen(old, now(map[key]int{{"moved", "what"}: 3})), "a move")
	require.Equal(t, []string{"what"}, risen(old, now(map[key]int{{"a", "what"}: 1, {"c", "what"}: 3})))
	require.Equal(t, []string{"behind"}, risen(old, now(map[key]int{{"a", "behind"}: 1})), "a tic that fell to zero")
	unknown := record{[]string{"hold", "what"}, maps.Clone(old.counts)}
	require.Empty(t, risen(unknown, now(map[key]int{{"a", "behind"}: 9})), "a tic that is counted for the first time")
}

func TestRecordIsReadAsWritten(t *testing.T) {
	r := record{[]string{"hold", "what"}, map[key]int{{"b", "what"}: 2, {"b", "hold"}: 10, {"a/c", "what"}: 1}}
	text := "# tics: hold what\npackage\ttic\tcount\na/c\twhat\t1\nb\thold\t10\nb\twhat\t2\n"
	require.Equal(t, text, r.String())
	read, err := parse(text)
	require.NoError(t, err)
	require.Equal(t, r, read)
	for _, wrong := range []string{"", header, text + "<<<<<<< HEAD", text + "a\twhat\t0", text + "a\twhat\tx"} {
		_, err := parse(wrong)
		require.Error(t, err, wrong)
	}
}
