package inventory

import (
	"slices"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/words"
	ports "sellingassistant/ports/inventory"
)

// The bits of the column traits, see the migration.
const (
	traitArchived = 1 << iota
	traitCost
	traitMatched
	traitLow
	traitNoHazmat
	traitHazmat
	traitsEnd = 3 << 4 // no product is and is not dangerous
)

// flags are the filters that traits answers.
type flags struct {
	statuses                []inventory.ProductStatus
	hazmats                 []inventory.Hazmat
	cost, matched, lowStock *bool
}

func flagsOf(f ports.ProductFilter) flags {
	out := flags{f.Statuses, f.Hazmats, f.HasCost, f.Matched, f.LowStock}
	if len(out.statuses) == 0 {
		out.statuses = []inventory.ProductStatus{inventory.ProductActive}
	}
	return out
}

// without leaves the filter of a key out.
func (f flags) without(k inventory.FacetKey) flags {
	switch k {
	case inventory.FacetStatus:
		f.statuses = words.Of[inventory.ProductStatus]()
	case inventory.FacetHazmat:
		f.hazmats = nil
	case inventory.FacetHasCost:
		f.cost = nil
	case inventory.FacetMatched:
		f.matched = nil
	}
	return f
}

func (f flags) allow(traits int64) bool {
	has := func(want *bool, bit int64) bool { return want == nil || *want == (traits&bit != 0) }
	return slices.Contains(f.statuses, statusOf(traits)) && (len(f.hazmats) == 0 || slices.Contains(f.hazmats, hazmatOf(traits))) &&
		has(f.cost, traitCost) && has(f.matched, traitMatched) && has(f.lowStock, traitLow)
}

// traits lists the values that are allowed, nil for all.
func (f flags) traits() []int64 {
	var out []int64
	for t := range int64(traitsEnd) {
		if f.allow(t) {
			out = append(out, t)
		}
	}
	if len(out) == traitsEnd {
		return nil
	}
	return out
}

func statusOf(traits int64) inventory.ProductStatus {
	if traits&traitArchived != 0 {
		return inventory.ProductArchived
	}
	return inventory.ProductActive
}

func hazmatOf(traits int64) inventory.Hazmat {
	switch {
	case traits&traitHazmat != 0:
		return inventory.HazmatYes
	case traits&traitNoHazmat != 0:
		return inventory.HazmatNo
	}
	return inventory.HazmatUnknown
}

// where is a list of conditions that all have to hold, in bun's form.
type where struct {
	text string
	args []any
}

func (w *where) add(text string, args ...any) {
	if text == "" {
		return
	}
	if w.text != "" {
		w.text += " AND "
	}
	w.text += text
	w.args = append(slices.Clone(w.args), args...)
}

// live are the conditions of every statement: the team's live products.
func live(team id.Team) where {
	return where{"team_id = ? AND deleted_at IS NULL", []any{int64(team)}}
}

// absent reports whether a filter names records that no context keeps yet.
func absent(f ports.ProductFilter) bool { return len(f.Suppliers)+len(f.Warehouses)+len(f.Tags) > 0 }

// named adds the filters that name few products; it reports whether there is
// one.
func (w *where) named(team id.Team, f ports.ProductFilter) bool {
	before := w.text
	if len(f.IDs) > 0 {
		w.add("id IN (?)", bun.List(db.Plain(f.IDs)))
	}
	if len(f.GTINs) > 0 {
		w.add("id IN (SELECT product_id FROM inventory_product_gtins WHERE team_id = ? AND gtin IN (?))", int64(team), bun.List(f.GTINs))
	}
	if len(f.ASINs) > 0 {
		w.add("id IN (SELECT product_id FROM inventory_product_asins WHERE team_id = ? AND asin IN (?)"+
			" UNION SELECT product_id FROM inventory_matches WHERE team_id = ? AND asin IN (?))",
			int64(team), bun.List(f.ASINs), int64(team), bun.List(f.ASINs))
	}
	if len(f.SKUs) > 0 {
		w.add("id IN (SELECT product_id FROM inventory_matches WHERE team_id = ? AND sku IN (?))", int64(team), bun.List(f.SKUs))
	}
	return w.text != before
}

// narrowed adds the filters that may leave many products, save traits; it
// reports whether there is one.
func (w *where) narrowed(f ports.ProductFilter) bool {
	before := w.text
	w.words("brand_key", f.Brands)
	w.words("category_key", f.Categories)
	w.ranged(f)
	return w.text != before
}

// ranged adds the filters of ranges and text.
func (w *where) ranged(f ports.ProductFilter) {
	if f.CostFrom != nil {
		w.add("unit_cost >= ?", f.CostFrom.Units())
	}
	if f.CostTo != nil {
		w.add("unit_cost <= ?", f.CostTo.Units())
	}
	w.within("on_hand", f.OnHandFrom, f.OnHandTo)
	w.within("created_at", db.NullMicros(f.CreatedFrom), db.NullMicros(f.CreatedTo))
	w.within("updated_at", db.NullMicros(f.UpdatedFrom), db.NullMicros(f.UpdatedTo))
	if f.Query != "" {
		text, pattern := db.LikeContains("search", f.Query)
		w.add(text, pattern)
	}
}

func (w *where) words(column string, words []string) {
	if len(words) == 0 {
		return
	}
	keys := make([]string, len(words))
	for i, s := range words {
		keys[i] = foldedKey(s)
	}
	w.add(column+" IN (?)", bun.List(keys))
}

func (w *where) within(column string, from, to *int64) {
	if from != nil {
		w.add(column+" >= ?", *from)
	}
	if to != nil {
		w.add(column+" <= ?", *to)
	}
}

// flagged adds the filters that traits answers. An opaque column keeps the
// database from looking for them in an index.
func (w *where) flagged(f flags, column string) {
	if t := f.traits(); t != nil {
		w.add(column+" IN (?)", bun.List(t))
	}
}
