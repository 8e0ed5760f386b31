package manage

import (
	"cmp"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/strategy"
)

// TemplateRow shows a built-in strategy in a list.
type TemplateRow struct {
	Template strategy.Template
	Values   strategy.Values
	// place sorts templates by their places in the list, as ids sort stored strategies.
	place int64
}

// Templates lists the built-in strategies with the filters and sorts of stored strategies. They
// have no times, so sorting by time keeps their order.
func (s *Strategies) Templates(f strategy.Filter, r page.Request) page.Page[TemplateRow] {
	rows := []TemplateRow{}
	for i, t := range words.Of[strategy.Template]() {
		if row := (TemplateRow{t, t.Values(), int64(i + 1)}); row.fits(f) {
			rows = append(rows, row)
		}
	}
	order := append(slices.Clone(r.Order), page.By{Field: "id", Desc: len(r.Order) > 0 && r.Order[len(r.Order)-1].Desc})
	slices.SortFunc(rows, func(a, b TemplateRow) int {
		for _, by := range order {
			c := compareTemplates(a, b, by.Field)
			if by.Desc {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return 0
	})
	out := page.Page[TemplateRow]{}
	if r.Count {
		n := int64(len(rows))
		out.Total = &n
	}
	if r.After != nil {
		last := r.After[len(r.After)-1]
		at := slices.IndexFunc(rows, func(row TemplateRow) bool { return last == any(row.place) })
		rows = rows[at+1:]
	}
	out.Items = rows[:min(r.Limit, len(rows))]
	if len(out.Items) < len(rows) {
		end := out.Items[len(out.Items)-1]
		for _, b := range order {
			out.Next = append(out.Next, end.value(b.Field))
		}
	}
	return out
}

func (t TemplateRow) fits(f strategy.Filter) bool {
	serves := len(f.Marketplaces) == 0 || slices.ContainsFunc(f.Marketplaces, func(m marketplace.ID) bool {
		return strategy.Coverage{Marketplaces: t.Values.MarketplaceIDs}.Serves(m)
	})
	return serves && (len(f.Types) == 0 || slices.Contains(f.Types, t.Values.Type)) && (f.Enabled == nil || *f.Enabled == t.Values.Enabled) &&
		strings.Contains(t.Values.Name, strings.ToLower(f.Query))
}

func compareTemplates(a, b TemplateRow, field string) int {
	switch field {
	case "name":
		return strings.Compare(a.Values.Name, b.Values.Name)
	case "id":
		return cmp.Compare(a.place, b.place)
	}
	return 0
}

func (t TemplateRow) value(field string) any {
	switch field {
	case "name":
		return t.Values.Name
	case "id":
		return t.place
	}
	return int64(0)
}
