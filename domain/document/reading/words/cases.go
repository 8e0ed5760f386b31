package words

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// packWords bounds the words of the content of a case.
const packWords = 6

// readPack finds the content of a case: below its label any content, elsewhere outside of texts a
// content that names a case or the size of its units.
func (f *found) readPack() {
	best := 0
	for _, chunk := range f.row.Chunks() {
		for i := chunk[0]; i <= chunk[1]; i++ {
			for j := i; j <= chunk[1] && j < i+packWords; j++ {
				at := f.table.NearestTo(f.row.Words[i].Left, f.row.Words[j].Right, f.row.H)
				if at < 0 {
					continue
				}
				text := grid.Joined(f.row.Words[i : j+1])
				pack, ok := number.PackOf(text)
				kind := f.table.Columns[at].Kind
				if kind == "" && label.Container(f.table.Columns[at].Text) && !bare(text) {
					kind = label.Pack
				}
				sure := f.sureness(i, j, at, kind)
				alone := (kind == "" || kind == label.Unit) && i == chunk[0] && j == chunk[1]
				beside := !bare(text) && (slices.Contains(grid.QuantityKinds, kind) && f.follows(i) ||
					kind == label.Unit && wrapped.MatchString(text) || alone && number.CountsUnits(text))
				better := sure > best || sure == best && len(text) > len(f.pack)
				if ok && better && (kind == label.Pack || pack.Case && packKinds[kind] || beside) {
					f.pack, f.packed, best = text, [2]int{i, j + 1}, sure
				}
			}
		}
	}
}

// sureness grades words near the label of a column: 2 below the label of packs, 1 beside it, 0 near
// another label. A text before the column may end with a size: Puzzle 500pc.
func (f *found) sureness(first, last, column int, kind label.Column) int {
	c := f.table.Columns[column]
	switch {
	case kind != label.Pack:
		return 0
	case f.row.Words[first].Left < c.Right && c.Left < f.row.Words[last].Right:
		return 2
	}
	return 1
}

// follows reports a content right after a whole figure in its cell, as in 4 x 12 and 4 Ktn à 12.
func (f *found) follows(at int) bool {
	return !f.row.Apart(at) && slices.ContainsFunc(f.row.Figures, func(x grid.Figure) bool {
		return x.Last == at-1 && x.Value.IsInt() && x.Currency == ""
	})
}

// wrapped matches units with the number of pieces in them: PK12, Pack of 12, 12er-Pack, Lot de 6.
var wrapped = regexp.MustCompile(`(?i)^(?:(?:packs?|pk|pkt|pkg|packung|lot|set|sleeve)[^\d]*\d+|\d+er[ -]?pack)`)

// bare reports digits alone, which below the label of a container may count cases too.
func bare(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// packKinds lists columns that can have the content of a case beside their figure.
var packKinds = map[label.Column]bool{
	"": true, label.Unit: true, label.Quantity: true, label.Cases: true, label.Price: true, label.CasePrice: true,
}

// count completes quantity and prices where labels name cases.
func (f *found) count() {
	if f.Unit == "" {
		text := grid.Joined(f.texts[label.Unit])
		_, known := number.UnitOf(text)
		if p, ok := number.PackOf(text); known && label.Fold(text) != "" && !number.HasDigit(text) || ok && p.Case {
			f.Measure(text)
		}
	}
	if f.Unit == "" && f.cells.Below(f.parts[0]) == label.Weight {
		f.Unit = f.measure()
	}
	if unit := f.Unit; f.pack != "" {
		if f.Pack(f.pack); f.inUnits() {
			f.Unit = unit
		}
	} else if small, ok := f.upc(); ok {
		f.UnitsPerCase = small
	} else if text := f.packApart(); text != "" && f.UnitsPerCase == 0 {
		f.Pack(text)
	}
	q, p := f.parts[0], f.parts[1]
	if f.cells.Below(q) == label.Cases {
		f.InCases()
	}
	if f.cells.Below(p) == label.CasePrice {
		f.CasePrice, f.UnitPrice = f.UnitPrice, optional.None[decimal.Decimal]()
	}
	if f.UnitsPerCase == 0 && (f.Unit == "case" || f.CasePrice.Known()) {
		f.UnitsPerCase = f.titled()
	}
	units, counted := f.cells.Get(label.Quantity)
	if cases, ok := f.cells.Get(label.Cases); ok && counted && !f.uneven {
		f.Contain(units.Value, cases.Value)
	}
	if retail, ok := f.cells.Get(label.Retail); ok {
		f.AboveRetail(f.UnitPrice, retail.Known())
	}
	f.Each()
}

// packApart returns the content of a case in a row above or below the figures, or in a cell of text
// beside them if another row names the goods: after its label, or a content that counts units and
// nothing else. It is "" without a content, or with several.
func (f *found) packApart() (found string) {
	for _, r := range f.block {
		for _, text := range f.cellsApart(r) {
			words := strings.Fields(text)
			if name, rest, ok := strings.Cut(text, ":"); ok && headsPack(name) {
				text = rest
			} else if kind, n := label.Columns.At(words); n > 0 && n < len(words) && kind == label.Pack {
				text = strings.TrimLeft(strings.Join(words[n:], " "), ": ")
			} else if p, ok := number.PackOf(text); !ok || !p.Case && !number.CountsUnits(text) || bare(text) {
				continue
			}
			text, _, _ = strings.Cut(strings.TrimSpace(text), ",")
			if _, ok := number.PackOf(text); ok && found != "" && text != found {
				return ""
			} else if ok {
				found = text
			}
		}
	}
	return found
}

// cellsApart lists the texts of a row of the block: the row or its cells, in the row of the figures
// the cells without a figure of the line.
func (f *found) cellsApart(r *grid.Row) (texts []string) {
	chunks := r.Chunks()
	if r == f.row && len(f.block) == 1 || len(chunks) == 0 {
		return nil
	}
	if r != f.row {
		if len(chunks) > 1 {
			texts = append(texts, grid.Joined(r.Words))
		}
		if parts := strings.Split(r.Text(), " | "); len(parts) > 1 {
			texts = append(texts, parts...)
		}
	}
	for _, chunk := range chunks {
		inside := func(x *grid.Figure) bool { return x != nil && x.Last >= chunk[0] && x.First <= chunk[1] }
		if r != f.row || !slices.ContainsFunc(f.parts[:], inside) {
			texts = append(texts, grid.Joined(r.Words[chunk[0]:chunk[1]+1]))
		}
	}
	return texts
}

// headsPack reports the label of the content of a case.
func headsPack(text string) bool {
	kind, _, ok := label.ColumnOf(text)
	return ok && kind == label.Pack
}

// divides reports units that are no multiple of the cases beside them: they count a case or nothing
// that cases have.
func (f *found) divides() bool {
	units, counted := f.cells.Get(label.Quantity)
	cases, ok := f.cells.Get(label.Cases)
	if !counted || !ok || cases.Value.IsZero() {
		return false
	}
	_, rest, err := units.Value.QuoRem(cases.Value)
	return err == nil && !rest.IsZero()
}

// titled returns the only size of a case that the text in the row of figures names, or any text of
// a card, such as 24 x 330ml or Case of 12. It is 0 without a size, or with several.
func (f *found) titled() (size int64) {
	words := f.texts[label.Text]
	if len(f.table.Columns) > 0 {
		words = slices.DeleteFunc(slices.Clone(f.row.Words), func(w *grid.Word) bool { return !slices.Contains(words, w) })
	}
	for _, c := range contents(words, true) {
		if size > 0 && size != c.Units {
			return 0
		}
		size = c.Units
	}
	return size
}

// content has the content of a case and its text.
type content struct {
	number.Pack
	text string
}

// contents lists the contents among the words of a text: those that name a case, or all that are
// more than digits.
func contents(words []*grid.Word, cased bool) (list []content) {
	for i := 0; i < len(words); i++ {
		for j := min(i+packWords, len(words)); j > i; j-- {
			text := strings.Trim(grid.Joined(words[i:j]), ",;[]{}")
			if pack, ok := number.PackOf(text); ok && (pack.Case || !cased && !bare(text)) {
				list, i = append(list, content{pack, text}), j-1
				break
			}
		}
	}
	return list
}

// inUnits reports a quantity of units beside the number of their cases.
func (f *found) inUnits() bool {
	q := f.parts[0]
	cases, ok := f.cells.Get(label.Cases)
	if !ok || q == nil || q == cases || f.UnitsPerCase < 2 {
		return false
	}
	units, err := cases.Value.Mul(decimal.MustNew(f.UnitsPerCase, 0))
	return err == nil && units.Equal(q.Value)
}

// measure returns the unit of a weight, as the label of the weight or of the price names it.
func (f *found) measure() string {
	for _, x := range f.parts[:2] {
		if at := slices.Index(f.cells.ByColumn, x); x != nil && at >= 0 {
			if unit := label.Measure(f.table.Columns[at].Text); unit != "" {
				return unit
			}
		}
	}
	return ""
}

// upc reads units per case in a column that is called like a barcode.
func (f *found) upc() (int64, bool) {
	for i, c := range f.table.Columns {
		if x := f.cells.ByColumn[i]; x != nil && c.Kind == label.GTIN && label.Fold(c.Text) == "upc" {
			n, _, ok := x.Value.Int64(0)
			return n, ok && x.Value.IsInt() && n > 0 && n < 10_000
		}
	}
	return 0, false
}
