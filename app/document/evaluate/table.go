package evaluate

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// Target has the aims of a set, as shares; 0 is no aim.
type Target struct{ Recall, Printed, Precision, Sure, Packs, Complete, Header, Error float64 }

// targets lists the targets of each set by its name. Other sets have no target.
var targets = map[string]Target{
	"public":             {Recall: 0.90, Printed: 0.95, Precision: 0.97, Sure: 0.99, Complete: 0.85, Header: 0.95, Error: 0.05},
	"synthetic":          {Recall: 0.90, Precision: 0.98, Header: 0.95, Error: 0.05},
	"synthetic held out": {Recall: 0.90, Precision: 0.98, Header: 0.95, Error: 0.05},
	"public xml":         {Recall: 1, Precision: 1, Complete: 1, Header: 1},
	"tables":             {Recall: 1, Precision: 1, Complete: 1},
	"scans":              {Recall: 0.80, Sure: 1},
	"scans held out":     {Recall: 0.80, Sure: 1},
	"cases":              {Packs: 0.95},
	"cases held out":     {Packs: 0.95},
}

// Group counts files together.
type Group struct {
	Files, Complete, Failed int
	Recall, Printed         Share
	// Precision counts the found lines, Sure the lines at 0.90 or more.
	Precision, Sure Share
	SKUs, GTINs     Share
	// Packs counts the sizes of cases.
	Packs            Share
	Kinds, Typed     Share
	Fields, Shown    map[string]Share
	lines            []Found
	byEvidence       map[reading.Evidence]Share
	layouts, renders map[string]*Group
}

func group() *Group {
	return &Group{
		Fields: map[string]Share{}, Shown: map[string]Share{}, byEvidence: map[reading.Evidence]Share{},
		layouts: map[string]*Group{}, renders: map[string]*Group{},
	}
}

func (g *Group) add(f *File) {
	g.Files++
	if f.Complete() {
		g.Complete++
	}
	if f.Failed != "" {
		g.Failed++
	}
	g.Recall.add(f.Recall)
	g.Printed.add(f.Printed)
	g.SKUs.add(f.SKUs)
	g.GTINs.add(f.GTINs)
	g.Packs.add(f.Packs)
	g.Kinds.add(f.Kind)
	g.Typed.add(f.Typed)
	for _, l := range f.Found {
		g.Precision.count(l.Right)
		if l.Confidence >= reading.Sure {
			g.Sure.count(l.Right)
		}
		class := g.byEvidence[l.Evidence]
		class.count(l.Right)
		g.byEvidence[l.Evidence] = class
	}
	g.lines = append(g.lines, f.Found...)
	add(g.Fields, f.Fields)
	add(g.Shown, f.Shown)
}

func add(to, from map[string]Share) {
	for name, s := range from {
		sum := to[name]
		sum.add(s)
		to[name] = sum
	}
}

// Sets groups files by their set; files kept from the development are a set of their own. Sets are
// never counted together.
func Sets(files []File) map[string]*Group {
	sets := map[string]*Group{}
	of := func(m map[string]*Group, name string) *Group {
		if m[name] == nil {
			m[name] = group()
		}
		return m[name]
	}
	for i := range files {
		f := &files[i]
		name := f.Set
		if f.HeldOut {
			name += " held out"
		}
		set := of(sets, name)
		set.add(f)
		of(set.layouts, f.Layout).add(f)
		of(set.renders, f.Renderer).add(f)
	}
	return sets
}

// Bin has lines of about the same confidence.
type Bin struct {
	From, To document.Confidence
	Share
	// the mean of their confidence
	Mean float64
}

// bounds limits the bins; the last has certain lines.
var bounds = []document.Confidence{0, 5_000, 7_000, 9_000, 9_500, 9_700, 9_900, 10_001}

// Reliability compares confidence with how many lines are right. The error is the mean distance
// over all lines.
func (g *Group) Reliability() (bins []Bin, off float64) {
	for n := 1; n < len(bounds); n++ {
		b := Bin{From: bounds[n-1], To: bounds[n]}
		sum := 0.0
		for _, l := range g.lines {
			if l.Confidence >= b.From && l.Confidence < b.To {
				b.count(l.Right)
				sum += l.Confidence.Fraction()
			}
		}
		if b.Of > 0 {
			b.Mean = sum / float64(b.Of)
			bins = append(bins, b)
			off += math.Abs(b.Mean-b.Part()) * float64(b.Of) / float64(len(g.lines))
		}
	}
	return bins, off
}

// Print writes the tables of all sets.
func Print(out io.Writer, sets map[string]*Group) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		printSet(w, name, sets[name])
	}
	return w.Flush()
}

func printSet(w io.Writer, name string, g *Group) {
	line := func(cells ...string) { _, _ = fmt.Fprintln(w, strings.Join(cells, "\t")) }
	head := []string{
		"files", "unread", "complete", "lines", "recall", "of printed", "found", "precision", ">=0.90", "right of it",
		"sku", "gtin", "case size", "kind", "type",
	}
	line(append([]string{name}, head...)...)
	line(append([]string{" all"}, g.cells()...)...)
	for title, groups := range map[string]map[string]*Group{"": g.layouts} {
		printGroups(line, title, groups)
	}
	if len(g.renders) > 1 || g.renders[""] == nil {
		line()
		line(append([]string{name + ", by renderer"}, head...)...)
		printGroups(line, "", g.renders)
	}
	line()
	line(name+", header", "right", "of", "share", "right of printed", "share")
	for _, field := range slices.Sorted(maps.Keys(g.Fields)) {
		s, shown := g.Fields[field], g.Shown[field]
		printed := fmt.Sprintf("%d of %d", shown.Right, shown.Of)
		line(" "+field, fmt.Sprint(s.Right), fmt.Sprint(s.Of), part(s.Part()), printed, part(shown.Part()))
	}
	line()
	line(name+", confidence", "lines", "mean", "right", "apart")
	bins, off := g.Reliability()
	for _, b := range bins {
		line(fmt.Sprintf(" %.2f to %.2f", b.From.Fraction(), min(b.To, document.Certain).Fraction()), fmt.Sprint(b.Of), part(b.Mean), part(b.Part()), part(math.Abs(b.Mean-b.Part())))
	}
	line(" error", fmt.Sprint(len(g.lines)), "", "", part(off))
	line()
	line(name+", evidence", "lines", "right", "(right+1)/(lines+2)")
	for _, e := range slices.SortedFunc(maps.Keys(g.byEvidence), func(a, b reading.Evidence) int { return cmp.Compare(g.byEvidence[b].Of, g.byEvidence[a].Of) }) {
		s := g.byEvidence[e]
		line(" "+string(e), fmt.Sprint(s.Of), fmt.Sprint(s.Right), part(float64(s.Right+1)/float64(s.Of+2)))
	}
	line()
	if figures := g.Figures(name); len(figures) > 0 {
		line(name, "reached", "target")
		for _, f := range figures {
			line(" "+f.Name, part(f.Reached), f.mark()+" "+part(f.Target))
		}
		line()
	}
}

func printGroups(line func(...string), title string, groups map[string]*Group) {
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		if name != "" {
			line(append([]string{" " + title + name}, groups[name].cells()...)...)
		}
	}
}

func part(x float64) string { return fmt.Sprintf("%.3f", x) }

func (g *Group) cells() []string {
	n := func(n int) string { return fmt.Sprint(n) }
	share := func(s Share) string {
		if s.Of == 0 {
			return "-"
		}
		return part(s.Part())
	}
	return []string{
		n(g.Files), n(g.Failed), n(g.Complete), n(g.Recall.Of), share(g.Recall), share(g.Printed), n(g.Precision.Of), share(g.Precision), n(g.Sure.Of), share(g.Sure),
		share(g.SKUs), share(g.GTINs), share(g.Packs), share(g.Kinds), share(g.Typed),
	}
}

// Figure has a figure of a set beside its target.
type Figure struct {
	Name            string
	Reached, Target float64
	// Most says that the target is the most and not the least.
	Most bool
}

// Holds reports whether the target is reached.
func (f Figure) Holds() bool {
	if f.Most {
		return f.Reached <= f.Target
	}
	return f.Reached >= f.Target
}

func (f Figure) mark() string {
	switch {
	case f.Most && f.Holds():
		return "<="
	case f.Holds():
		return ">="
	}
	return "MISSED"
}

// Figures returns the figures of a set that have a target.
func (g *Group) Figures(set string) []Figure {
	t, ok := targets[set]
	if !ok {
		return nil
	}
	_, off := g.Reliability()
	complete := Share{g.Complete, g.Files}
	list := []Figure{
		{"recall of lines", g.Recall.Part(), t.Recall, false}, {"recall of printed lines", g.Printed.Part(), t.Printed, false},
		{"precision of lines", g.Precision.Part(), t.Precision, false}, {"precision of lines >= 0.90", g.Sure.Part(), t.Sure, false},
		{"case sizes", g.Packs.Part(), t.Packs, false},
		{"complete files", complete.Part(), t.Complete, false},
	}
	for _, field := range []string{"invoice_number", "issue_date", "currency", "total"} {
		s := g.Fields[field]
		if shown := g.Shown[field]; shown.Of > 0 {
			s = shown
		}
		if s.Of > 0 {
			list = append(list, Figure{"header " + field, s.Part(), t.Header, false})
		}
	}
	list = append(list, Figure{"reliability error", off, t.Error, true})
	return slices.DeleteFunc(list, func(f Figure) bool { return f.Target == 0 })
}

// PrintMisses writes the missed lines of a file, and the invented lines.
func PrintMisses(out io.Writer, f *File) {
	if f.Failed != "" {
		_, _ = fmt.Fprintf(out, "%s: unread: %s\n", f.Name, f.Failed)
	}
	for _, l := range f.Missed {
		_, _ = fmt.Fprintf(out, "%s: missed: %s x %s / %s = %s %s\n", f.Name, l.Quantity, l.UnitPrice, l.Base, l.Total, l.Kind)
	}
	for _, l := range f.Wrong {
		_, _ = fmt.Fprintf(out, "%s: wrong: %s x %s / %s = %s %s %q\n", f.Name, numberOf(l.Quantity), numberOf(l.UnitPrice), l.PriceBase, numberOf(l.LineTotal), l.Evidence, l.RawText)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Fields)) {
		if s := f.Fields[name]; s.Right < s.Of {
			_, _ = fmt.Fprintf(out, "%s: header: %s is not %s\n", f.Name, name, f.Header[name])
		}
	}
}
