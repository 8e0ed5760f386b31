package words

import (
	"math"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
)

// column is a label of a table and the place below it. The kind of a word that
// is no label is empty.
type column struct {
	kind        label.Column
	base        int64
	left, right float64
	text        string
}

// table is a header and the rows it is made of.
type table struct {
	columns []column
	rows    int
	// taught is the same table with the columns that an import confirmed.
	taught *table
}

func (t *table) has(kind label.Column) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.kind == kind })
}

// fingerprint is the header of a table as text, by which a layout is known again.
func (t *table) fingerprint() string {
	var b strings.Builder
	for _, c := range t.columns {
		b.WriteString(label.Fold(c.text))
		b.WriteByte('|')
	}
	return b.String()
}

// headerAt reads the labels of one to three rows; the best number of rows wins.
// It is nil where the rows are no header of lines.
func headerAt(rows []*row, slip bool) *table {
	var best *table
	score := 0.0
	for n := 1; n <= min(3, len(rows)); n++ {
		last := rows[n-1]
		if last.page != rows[0].page || last.decimals() || n > 1 && last.y-rows[n-2].y > 2.2*last.h || last.data() {
			break
		}
		t := &table{columns: columnsOf(rows[:n]), rows: n}
		if s := t.score(slip) - 0.5*float64(n-1); s > score {
			best, score = t, s
		}
	}
	for best != nil && best.rows < min(3, len(rows)) {
		next := rows[best.rows]
		if next.page != rows[0].page || len(next.figures) > 0 || next.y-rows[best.rows-1].y > 2.2*next.h || !next.onlyLabels() && !best.continuedBy(next) {
			break
		}
		best = &table{columns: columnsOf(rows[:best.rows+1]), rows: best.rows + 1}
	}
	return best
}

func (r *row) onlyLabels() bool {
	return !slices.ContainsFunc(r.labels(), func(c column) bool { return c.kind == "" })
}

// data reports a row of figures and codes, which no header is, whatever its words mean.
func (r *row) data() bool {
	figures := 0
	for _, f := range r.figures {
		whole, _, ok := f.Value.Int64(0)
		switch {
		case ok && bases100[whole]:
		case f.Unit != "":
			return true
		case ok && whole >= 10:
			figures++
		}
	}
	return figures > 1 || slices.ContainsFunc(r.words, func(w *Word) bool {
		_, dated := field.Day([]string{w.Text}, field.DayFirst)
		return dated || isCode(w.Text)
	})
}

// bases100 are numbers that labels of prices have.
var bases100 = map[int64]bool{10: true, 100: true, 1000: true}

// isCode reports a word of at least eight digits and nothing else.
func isCode(s string) bool {
	return len(s) >= 8 && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// continuedBy reports a row whose words all stand below labels, those of figures among them: the rest of labels of two rows.
func (t *table) continuedBy(r *row) bool {
	below, numeric := map[int]bool{}, false
	for _, chunk := range r.chunks() {
		left, right := r.words[chunk[0]].Left, r.words[chunk[1]].Right
		at := slices.IndexFunc(t.columns, func(c column) bool { return left < c.right && c.left < right })
		if at < 0 {
			return false
		}
		below[at] = true
		numeric = numeric || t.columns[at].kind != "" && !slices.Contains(textKinds, t.columns[at].kind)
	}
	return numeric && len(below) > 1
}

func (r *row) decimals() bool {
	return slices.ContainsFunc(r.figures, func(f figure) bool { return f.Value.Scale() > 0 })
}

// score counts the kinds of a header, 0 for what is none.
func (t *table) score(slip bool) float64 {
	kinds, strangers := map[label.Column]int{}, 0
	for _, c := range t.columns {
		if c.kind == "" {
			strangers++
			continue
		}
		kinds[c.kind]++
	}
	prices := kinds[label.Price] + kinds[label.Cost] + kinds[label.CasePrice]
	counts := kinds[label.Quantity] + kinds[label.Cases]
	total := kinds[label.Total] + kinds[label.Gross]
	text := kinds[label.Text] + kinds[label.SKU] + kinds[label.GTIN]
	switch {
	case slip && counts > 0 && text > 0 && len(kinds) >= 2:
	case len(kinds) < 3 && prices < 2, counts+prices == 0, total == 0 && prices < 2:
		return 0
	case counts == 0 && kinds[label.TaxBase] > 0:
		return 0
	}
	return max(0, float64(len(kinds))-unknown*float64(strangers))
}

// unknown is what a word that is no label takes off a header: sentences have many of them.
const unknown = 0.3

// taxTable reports the head of a table of taxes: lines do not stand below it.
func taxTable(r *row) bool {
	t := table{columns: columnsOf([]*row{r})}
	return len(t.columns) > 1 && !r.decimals() && !t.has(label.Quantity) &&
		(t.has(label.TaxBase) && (t.has(label.TaxRate) || t.has(label.TaxAmount)) || t.has(label.TaxRate) && t.has(label.TaxAmount))
}

// columnsOf reads the labels of rows that stand above each other.
func columnsOf(rows []*row) []column {
	var columns []column
	for _, r := range rows {
		for _, c := range r.labels() {
			i := slices.IndexFunc(columns, func(o column) bool { return c.left < o.right && o.left < c.right })
			if i < 0 {
				columns = append(columns, c)
				continue
			}
			o := &columns[i]
			text := o.text + " " + c.text
			kind, base, ok := label.ColumnOf(text)
			if !ok && o.kind != "" {
				kind, base = o.kind, o.base
			} else if !ok {
				kind, base = c.kind, c.base
			}
			*o = column{kind, base, min(o.left, c.left), max(o.right, c.right), text}
		}
	}
	slices.SortFunc(columns, func(a, b column) int {
		if a.left < b.left {
			return -1
		}
		return 1
	})
	kinds := make([]label.Column, len(columns))
	for i, c := range columns {
		kinds[i] = c.kind
	}
	label.Settle(kinds)
	settlePrices(kinds)
	for i := range columns {
		columns[i].kind = kinds[i]
	}
	return columns
}

// settlePrices makes the right one of two prices the total where there is none.
func settlePrices(kinds []label.Column) {
	var prices []int
	for i, k := range kinds {
		switch k {
		case label.Total:
			return
		case label.Price, label.Cost:
			prices = append(prices, i)
		}
	}
	if i := slices.Index(kinds, label.Gross); i >= 0 {
		kinds[i] = label.Total
	} else if len(prices) > 1 {
		kinds[prices[len(prices)-1]] = label.Total
	}
}

// labels reads the words of a row as labels, the longest first.
func (r *row) labels() []column {
	var list []column
	for _, chunk := range r.chunks() {
		for i := chunk[0]; i <= chunk[1]; {
			n := min(6, chunk[1]-i+1)
			c := column{}
			for ; n > 0; n-- {
				text := joined(r.words[i : i+n])
				if kind, base, ok := label.ColumnOf(text); ok {
					c = column{kind: kind, base: base, text: text}
					break
				}
			}
			if n == 0 {
				n, c.text = 1, r.words[i].Text
			}
			c.left, c.right = r.words[i].Left, r.words[i+n-1].Right
			list = append(list, c)
			i += n
		}
	}
	return list
}

// distance is what it costs to put a figure below a label, in heights; infinite
// for one that is too far away.
func distance(c column, left, right, h float64) float64 {
	if left < c.right && c.left < right {
		centre := math.Abs(c.left + c.right - left - right)
		return 0.2 * min(math.Abs(c.left-left), math.Abs(c.right-right), centre/2) / h
	}
	cost := max(c.left-right, left-c.right)/h + 0.4
	if cost > 5 {
		return math.Inf(1)
	}
	return cost
}

// cells puts the figures of a row below the labels: the cheapest first, one
// figure a label, in the order they stand in.
func (t *table) cells(r *row) cells {
	type pair struct {
		cost           float64
		figure, column int
	}
	var pairs []pair
	for f := range r.figures {
		for c := range t.columns {
			if cost := distance(t.columns[c], r.figures[f].Left, r.figures[f].Right, r.h); !math.IsInf(cost, 0) {
				pairs = append(pairs, pair{cost, f, c})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	below := make([]*figure, len(t.columns))
	for _, p := range pairs {
		f := &r.figures[p.figure]
		fits := below[p.column] == nil
		for column, other := range below {
			fits = fits && (other == nil || other != f && (other.first < f.first) == (column < p.column))
		}
		if fits {
			below[p.column] = f
		}
	}
	return cells{below, t}
}
