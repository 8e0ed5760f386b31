package inventory

import (
	"slices"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
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
	traitsEnd = 3 << 4 // a product cannot be both dangerous and not dangerous
)

// flags has the filters on the column traits.
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

// without removes the filter of a key.
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

// traits lists the allowed values of the column; nil allows all.
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

// live selects the team's live products, a condition of every statement.
func live(team id.Team) []db.Condition {
	return []db.Condition{{Text: "team_id = ? AND deleted_at IS NULL", Args: []any{int64(team)}}}
}

// named returns the filters that select few products.
func named(team id.Team, f ports.ProductFilter) []db.Condition {
	where := conditions(record.In("id", f.Window.IDs), record.In("default_supplier_id", f.Suppliers), record.In("default_warehouse_id", f.Warehouses))
	if len(f.GTINs) > 0 {
		where = append(where, db.Condition{
			Text: "id IN (SELECT product_id FROM inventory_product_gtins WHERE team_id = ? AND gtin IN (?))",
			Args: []any{int64(team), bun.List(f.GTINs)},
		})
	}
	if len(f.ASINs) > 0 {
		where = append(where, db.Condition{
			Text: "id IN (SELECT product_id FROM inventory_product_asins WHERE team_id = ? AND asin IN (?)" +
				" UNION SELECT product_id FROM inventory_matches WHERE team_id = ? AND asin IN (?))",
			Args: []any{int64(team), bun.List(f.ASINs), int64(team), bun.List(f.ASINs)},
		})
	}
	if len(f.SKUs) > 0 {
		where = append(where, db.Condition{
			Text: "id IN (SELECT product_id FROM inventory_matches WHERE team_id = ? AND sku IN (?))",
			Args: []any{int64(team), bun.List(f.SKUs)},
		})
	}
	return where
}

// narrowed returns the filters that may leave many products, except traits and tags.
func narrowed(f ports.ProductFilter) []db.Condition {
	return append(worded(f.Brands, f.Categories), ranged(f)...)
}

// tagged selects the products with the tags of a filter.
func tagged(team id.Team, f ports.ProductFilter) []db.Condition {
	return conditions(record.TaggedOf(team, "id", mark.Product, f.Tags))
}

// ranged returns the filters on ranges and text.
func ranged(f ports.ProductFilter) []db.Condition {
	return conditions(record.Between("unit_cost", record.Units(f.CostFrom), record.Units(f.CostTo)),
		record.Between("on_hand", f.OnHandFrom, f.OnHandTo),
		record.During("created_at", f.Window.CreatedFrom, f.Window.CreatedTo),
		record.During("updated_at", f.Window.UpdatedFrom, f.Window.UpdatedTo),
		record.Contains("search", f.Query))
}

// worded returns the filters on words, ignoring letter case.
func worded(brands, categories []string) []db.Condition {
	return conditions(record.In("brand_key", each(brands, foldedKey)), record.In("category_key", each(categories, foldedKey)))
}

// flagged returns the filters on traits. Pass an expression as column to keep the database from
// using an index.
func (f flags) flagged(column string) []db.Condition {
	return conditions(record.In(column, f.traits()))
}
