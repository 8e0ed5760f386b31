package list

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/card"
	"sellingassistant/domain/document/reading/code"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// How many rows are a price list, also below a title that says so.
const listRows, titledRows, titleRows = 20, 3, 12

// listTitle matches titles of price lists.
var listTitle = regexp.MustCompile(`price ?list|preisliste|liste (?:de|des) prix|tarif|lista (?:de )?prec|` +
	`lista prezzi|listino|prijslijst|cennik|prislist|cenik`)

// Texts parts the words of a row by the columns of a table, without the given figures.
type Texts func(t *grid.Table, r *grid.Row, parts []*grid.Figure) map[label.Column][]*grid.Word

// Entry keeps a row of a price list: a code, a text and the amounts after them.
type Entry struct {
	Row, Whole *grid.Row
	Table      *grid.Table
	// Code has the word of an entry without labels. Text has the words of a name.
	Code, Text []*grid.Word
	Amounts    []*grid.Figure
	// More has rows that continue the text.
	More []*grid.Row
	// counted says that the row has a figure below the label of a quantity.
	counted bool
}

// List collects entries below labels, and those that no labels are needed for.
type List struct {
	Labelled, Plain []Entry
	// Heads has the rows of labels.
	Heads []*grid.Row

	sign  number.Sign
	texts Texts
	// tables has the columns of each part of the page, which begin at places.
	tables []*grid.Table
	places []float64
	titled bool
	// skipped counts rows with a code and figures, but without a sure amount. Nameless counts rows
	// with a price below its label, without a name and a code.
	skipped, nameless int
}

// New makes an empty list.
func New(sign number.Sign, texts Texts) *List { return &List{sign: sign, texts: texts} }

// Title looks for the title of a price list in a row, below top other rows.
func (l *List) Title(r *grid.Row, top int) {
	l.titled = l.titled || top < titleRows && listTitle.MatchString(label.Fold(r.Text()))
}

// Add reads the first of some rows. It reports an entry with a code, and a row of labels.
func (l *List) Add(rows []*grid.Row) (coded, heads bool) {
	if l.head(rows) {
		return false, true
	}
	return l.below(rows[0]), false
}

// AddPlain reads entries of a row that need no labels.
func (l *List) AddPlain(r *grid.Row) {
	list := l.unlabelled(r)
	if l.Plain = append(l.Plain, list...); len(list) == 0 && len(r.Figures) > 0 && len(r.Words) > 2 && listed(r, 0) {
		l.skipped++
	}
}

// Skips reports a list with many rows that no entry was made of.
func (l *List) Skips(list []Entry) bool {
	skipped := l.nameless
	if len(list) > 0 && list[0].Code != nil {
		skipped = l.skipped
	}
	return skipped*skippedRows > len(list)
}

// skippedRows counts the entries for each row that may be left out.
const skippedRows = 10

// Chosen returns the entries of a price list with more entries than lines; nil for other documents.
// Least counts the lines that were read as a table, plain those that count beside entries without
// labels.
func (l *List) Chosen(least, plain int) []Entry {
	list := l.Labelled
	if !l.titled {
		list = slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return !l.sure(e.Table) })
	}
	if len(list) < len(l.Plain) {
		list, least = l.Plain, plain
	}
	if len(list) < titledRows || len(list) < listRows && !l.titled || len(list) < least {
		return nil
	}
	return list
}

// sure reports labels of codes and prices without quantities: their labels are missing, or are
// above empty cells of an order form. Labels that repeat beside each other are sure too. Other
// labels need the title of a price list above them: statements of accounts have texts and amounts
// too.
func (l *List) sure(t *grid.Table) bool {
	if len(l.places) > 0 && slices.Contains(l.tables, t) {
		return true
	}
	counted := slices.ContainsFunc(grid.QuantityKinds, t.Has) &&
		slices.ContainsFunc(l.Labelled, func(e Entry) bool { return e.Table == t && e.counted })
	return !counted && (t.Has(label.SKU) || t.Has(label.GTIN)) &&
		(t.Has(label.Price) || t.Has(label.Cost) || t.Has(label.CasePrice))
}

// head takes the labels of the first row.
func (l *List) head(rows []*grid.Row) bool {
	tables, places := grid.ListHead(rows[0], rows[1:])
	if tables == nil {
		return false
	}
	l.tables, l.places, l.Heads = tables, places, append(l.Heads, rows[0])
	return true
}

// below reads a row below labels, in each column of the page. It reports an entry with a code.
func (l *List) below(r *grid.Row) (coded bool) {
	if l.tables == nil {
		return false
	}
	parts, ok := r.PartAt(l.places)
	if !ok {
		return false
	}
	for k, p := range parts {
		if p == nil {
			continue
		}
		t := l.tables[k]
		e := Entry{Row: p, Whole: r, Table: t}
		priced := l.amounts(&e)
		texts := l.texts(t, p, e.Amounts)
		own := slices.ContainsFunc(texts[label.SKU], isCode)
		switch {
		case len(e.Amounts) == 0:
			l.wrap(e)
		case own, !t.Has(label.SKU) && len(texts[label.Text])+len(texts[label.GTIN]) > 0:
			e.Text = texts[label.Text]
			l.Labelled = append(l.Labelled, e)
			coded = coded || own
		case priced:
			l.nameless++
		}
	}
	return coded
}

// amounts finds the amounts of an entry below labels. It reports one below the label of a price: a
// figure with a sign among the words of the name is then no amount.
func (l *List) amounts(e *Entry) (priced bool) {
	cells := e.Table.Cells(e.Row)
	for i, f := range cells.ByColumn {
		priced = priced || f != nil && e.Table.Prices(e.Table.Columns[i])
	}
	for i := range e.Row.Figures {
		f := &e.Row.Figures[i]
		_, money := card.Money(grid.Joined(e.Row.Words[f.First:f.Last+1]), l.sign)
		below := cells.Below(f)
		if below == label.Price || below == label.Cost {
			money = money || !f.Percent && f.Unit == ""
		} else if slices.Contains(grid.QuantityKinds, below) {
			e.counted = true
		}
		texted := below != "" && slices.Contains(grid.TextKinds, below) && (priced || !f.Signed)
		if money && !f.Open && !texted {
			e.Amounts = append(e.Amounts, f)
		}
	}
	return priced
}

// isCode reports a word that can be a code below its label: with digits, or in capitals.
func isCode(w *grid.Word) bool {
	return number.HasDigit(w.Text) || len(w.Text) > 1 && w.Text == strings.ToUpper(w.Text) &&
		w.Text != strings.ToLower(w.Text)
}

// wrap gives a row without amounts to the entry above, where all of it is below the label of texts
// and codes are left of it. It begins below the text of the entry: headings of groups do not.
func (l *List) wrap(e Entry) {
	at := slices.IndexFunc(e.Table.Columns, func(c grid.Column) bool { return c.Kind == label.Text })
	for i := len(l.Labelled) - 1; i >= 0 && l.Labelled[i].Row.Page == e.Row.Page; i-- {
		above := &l.Labelled[i]
		if above.Table != e.Table {
			continue
		}
		last := append([]*grid.Row{above.Row}, above.More...)[len(above.More)]
		if at > 0 && slices.ContainsFunc(e.Table.Columns[:at], func(c grid.Column) bool { return c.Kind == label.SKU }) &&
			e.Row.Words[0].Left >= e.Table.Columns[at].Left-0.6*e.Row.H && above.continues(e.Row) &&
			(e.Row.Y-last.Y)/e.Row.H <= 1.9 && len(above.More) < maxWrapped {
			above.More = append(above.More, e.Row)
		}
		return
	}
}

// continues reports a row that begins below the text of the entry, within maxIndent heights.
func (e *Entry) continues(r *grid.Row) bool {
	return len(e.Text) == 0 || math.Abs(r.Words[0].Left-e.Text[0].Left) <= maxIndent*r.H
}

// maxIndent bounds how far a second row of a text may be moved, in heights.
const maxIndent = 1

// maxWrapped bounds the rows that continue the text of an entry.
const maxWrapped = 3

// unlabelled parts a row after its amounts.
func (l *List) unlabelled(r *grid.Row) (list []Entry) {
	begin := 0
	for i := range r.Figures {
		f := &r.Figures[i]
		if _, ok := card.Money(grid.Joined(r.Words[f.First:f.Last+1]), l.sign); !ok || !f.Signed && !r.Apart(f.First) {
			continue
		}
		words := r.Words[begin:f.First]
		switch code, text := l.coded(r, begin, f.First); {
		case len(words) == 0 && len(list) == 0:
			continue // a code that looks like an amount
		case len(words) == 0:
			list[len(list)-1].Amounts = append(list[len(list)-1].Amounts, f)
		case len(list) > 0 && !lettered(words):
			// Counts and codes between amounts begin no entry.
		case code != nil:
			list = append(list, Entry{Row: r, Whole: r, Table: &grid.Table{}, Code: code, Text: text,
				Amounts: []*grid.Figure{f}})
		default:
			return nil
		}
		begin = f.Last + 1
	}
	return list
}

// lettered reports a word with letters beside each other, as texts have.
func lettered(words []*grid.Word) bool {
	return slices.ContainsFunc(words, func(w *grid.Word) bool {
		before := false
		for _, r := range w.Text {
			if letter := unicode.IsLetter(r); letter && before {
				return true
			}
			before = unicode.IsLetter(r)
		}
		return false
	})
}

// coded parts words before an amount into a code and a text, in either order.
func (l *List) coded(r *grid.Row, first, end int) (code, text []*grid.Word) {
	if end-first < 2 {
		return nil, nil
	}
	if listed(r, first) {
		return r.Words[first : first+1], r.Words[first+1 : end]
	}
	if r.Apart(end-1) && cellCode(r.Words[end-1].Text) {
		return r.Words[end-1 : end], r.Words[first : end-1]
	}
	return nil, nil
}

// listed reports a code before a text: it looks like a code, or has a gap after it and capitals
// only or enough digits.
func listed(r *grid.Row, at int) bool {
	w := r.Words[at].Text
	capitals := len(w) >= 3 && w == strings.ToUpper(w) && strings.ToLower(w) != w
	return code.Like(w) || r.Gap(at) >= 0.8 && (capitals || cellCode(w))
}

// cellCode reports a word that is a code where it fills a cell: also 57.190.
func cellCode(w string) bool {
	digits := 0
	for _, c := range w {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case !strings.ContainsRune("-_./", c):
			return code.Like(w)
		}
	}
	return digits >= 4
}
