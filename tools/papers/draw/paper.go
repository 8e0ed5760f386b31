package draw

import (
	"fmt"
	"strings"

	"sellingassistant/adapters/orderfile"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/domain/purchasing/form"
)

// Paper has a file and its true content.
type Paper struct {
	Name  string
	PDF   []byte
	Truth evaluate.Truth
}

// Draw draws the n-th document of a layout; the same seed draws the same document.
func Draw(l Layout, seed uint64, n int) (Paper, error) {
	c, err := contentOf(l, seed, n)
	if err != nil {
		return Paper{}, err
	}
	p := Paper{Name: fmt.Sprintf("%s-%d", l.Name, n), Truth: c.truth()}
	if l.Renderer == Order {
		p.PDF, err = c.form()
	} else {
		p.PDF, err = c.sheet()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", p.Name, err)
	}
	return p, err
}

// form prints the document in the form of purchase orders.
func (c *content) form() ([]byte, error) {
	f := form.Form{
		Title: c.fill(c.Title), Number: c.number, Page: "-", At: c.issued, Note: c.thanks,
		Parties: []form.Party{{Label: c.company, Lines: []string{c.town}}, {Label: c.buyer, Lines: []string{c.towns[0]}}},
	}
	for _, fact := range c.facts {
		f.Facts = append(f.Facts, form.Fact{Label: fact.label, Value: c.value(fact.kind)})
	}
	for _, col := range c.columns {
		f.Columns = append(f.Columns, form.Column{Label: strings.ReplaceAll(col.label, "~", "\n"), Width: int(col.width), Number: col.align == "R"})
	}
	for n, i := range c.items {
		row := make([]string, len(c.columns))
		for at, col := range c.columns {
			if row[at] = c.cell(i, n, col.kind); col.kind == "desc" {
				row[at] = strings.Join(append([]string{i.name}, i.below...), "\n")
			}
		}
		f.Rows = append(f.Rows, row)
	}
	for _, row := range c.sumRows() {
		f.Sums = append(f.Sums, form.Fact{Label: row[0], Value: row[1]})
	}
	w, err := orderfile.New(nil)
	if err != nil {
		return nil, err
	}
	return w.Write(f, form.PDF)
}
