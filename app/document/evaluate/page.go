package evaluate

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
)

// pages knows the values that the pages of a document print.
type pages struct {
	figures, days map[string]bool
	text          string
}

func pagesOf(words []grid.Page) pages {
	p := pages{figures: grid.Figures(words), days: map[string]bool{}}
	var text strings.Builder
	for _, r := range grid.RowsOf(words) {
		text.WriteString(plain(r.Text()))
		texts := grid.TextsOf(r.Words)
		for i := range texts {
			for _, order := range []field.Order{field.DayFirst, field.MonthFirst} {
				if day, ok := field.Day(texts[i:], order); ok {
					p.days[day.String()] = true
				}
			}
		}
	}
	p.text = text.String()
	return p
}

// amount reports a printed figure, without its sign.
func (p pages) amount(figure string) bool {
	d, err := decimal.Parse(figure)
	return err == nil && p.figures[d.Abs().Trim(0).String()]
}

// print reports a printed member of the header. It looks for each row of a name. No currency is
// looked for: it has too many signs.
func (p pages) print(name, value string) bool {
	switch name {
	case "currency":
		return true
	case "issue_date", "due_date":
		return p.days[value]
	case "subtotal", "shipping", "discount", "tax", "total":
		return p.amount(value)
	}
	return !slices.ContainsFunc(strings.Split(value, "\n"), func(row string) bool {
		return !strings.Contains(p.text, plain(row))
	})
}

// plain leaves out case and spaces.
func plain(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }
