package inventory_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// inOrder sorts as the list promises: unknown values last, ties by id in the direction of the last
// field.
func inOrder(rows []inventory.ProductSnapshot, order []page.By) []inventory.ProductSnapshot {
	out := slices.Clone(rows)
	slices.SortFunc(out, func(a, b inventory.ProductSnapshot) int {
		for _, by := range order {
			x, y := sortValue(a, by.Field), sortValue(b, by.Field)
			switch {
			case x == nil && y == nil:
				continue
			case x == nil:
				return 1
			case y == nil:
				return -1
			}
			var c int
			if text, ok := x.(string); ok {
				c = strings.Compare(text, y.(string))
			} else {
				c = cmp.Compare(x.(int64), y.(int64))
			}
			if by.Desc {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		if order[len(order)-1].Desc {
			return cmp.Compare(b.ID, a.ID)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	return out
}

func sortValue(s inventory.ProductSnapshot, field string) any {
	switch field {
	case "id":
		return int64(s.ID)
	case "created_at":
		return s.CreatedAt.UnixMicro()
	case "updated_at":
		return s.UpdatedAt.UnixMicro()
	case "title":
		return db.Fold(s.Values.Title)
	case "on_hand":
		return s.Quantities.OnHand
	case "brand":
		if !s.Values.Brand.Known() {
			return nil
		}
		return foldedWord(s.Values.Brand)
	}
	if c, ok := s.Cost.Get(); ok {
		return c.Unit.Units()
	}
	return nil
}

// countedValues counts, for each key, the products that pass the filter without
// the key's own part.
func countedValues(rows []inventory.ProductSnapshot, f ports.ProductFilter) map[inventory.FacetKey]map[string]int64 {
	out := map[inventory.FacetKey]map[string]int64{}
	narrowed := func(key inventory.FacetKey, s inventory.ProductSnapshot) bool {
		names := func(list []int64, m optional.Maybe[int64]) bool {
			return len(list) == 0 || m.Known() && slices.Contains(list, m.Or(0))
		}
		has := func(want *bool, is bool) bool { return want == nil || *want == is }
		statuses := f.Statuses
		if len(statuses) == 0 {
			statuses = []inventory.ProductStatus{inventory.ProductActive}
		}
		words := func(list []string, m optional.Maybe[string]) bool {
			return len(list) == 0 || m.Known() && slices.ContainsFunc(list, func(s string) bool { return db.Fold(s) == foldedWord(m) })
		}
		return (key == inventory.FacetStatus || slices.Contains(statuses, s.Values.Status)) &&
			(key == inventory.FacetHazmat || len(f.Hazmats) == 0 || slices.Contains(f.Hazmats, s.Values.Hazmat)) &&
			(key == inventory.FacetHasCost || has(f.HasCost, s.Cost.Known())) &&
			(key == inventory.FacetMatched || has(f.Matched, len(s.Matches) > 0)) &&
			(key == inventory.FacetSupplier || names(f.Suppliers, s.Values.Supplier)) &&
			(key == inventory.FacetTag || hasTags(int64(s.ID), f.Tags)) &&
			(key == inventory.FacetWarehouse || names(f.Warehouses, s.Values.Warehouse)) &&
			(key == inventory.FacetBrand || words(f.Brands, s.Values.Brand)) &&
			(key == inventory.FacetCategory || words(f.Categories, s.Values.Category)) &&
			has(f.LowStock, s.LowStock()) && restHolds(f, s)
	}
	for _, k := range inventory.Facets() {
		out[k.Key] = map[string]int64{}
		for _, s := range rows {
			if !narrowed(k.Key, s) {
				continue
			}
			for _, v := range valuesUnder(k.Key, s) {
				out[k.Key][v]++
			}
		}
	}
	return out
}

// restHolds checks the parts of a filter without a key.
func restHolds(f ports.ProductFilter, s inventory.ProductSnapshot) bool {
	unit := s.Cost.Or(inventory.CurrentCost{}).Unit
	within := func(from, to *int64, n int64) bool { return (from == nil || n >= *from) && (to == nil || n <= *to) }
	between := func(from, to *time.Time, at time.Time) bool {
		return (from == nil || !at.Before(*from)) && (to == nil || at.Before(*to))
	}
	text := s.Values.Title + "\n" + s.Values.Brand.Or("")
	var asins, gtins, skus []string
	for _, g := range s.Values.GTINs {
		gtins = append(gtins, g.Key())
	}
	for _, a := range s.Values.ASINs {
		asins = append(asins, a.ASIN)
	}
	for _, m := range s.Matches {
		skus, asins = append(skus, m.Record.SKU), append(asins, m.Record.ASIN)
	}
	text += "\n" + strings.Join(slices.Concat(asins, gtins, skus), "\n")
	meets := func(wanted, have []string) bool {
		return len(wanted) == 0 || slices.ContainsFunc(wanted, func(s string) bool { return slices.Contains(have, s) })
	}
	return within(f.OnHandFrom, f.OnHandTo, s.Quantities.OnHand) && between(f.Window.CreatedFrom, f.Window.CreatedTo, s.CreatedAt) &&
		between(f.Window.UpdatedFrom, f.Window.UpdatedTo, s.UpdatedAt) && meets(f.ASINs, asins) && meets(f.GTINs, gtins) && meets(f.SKUs, skus) &&
		(len(f.Window.IDs) == 0 || slices.Contains(f.Window.IDs, int64(s.ID))) && strings.Contains(db.Fold(text), db.Fold(f.Query)) &&
		(f.CostFrom == nil || s.Cost.Known() && unit.Cmp(*f.CostFrom) >= 0) && (f.CostTo == nil || s.Cost.Known() && unit.Cmp(*f.CostTo) <= 0)
}

func valuesUnder(key inventory.FacetKey, s inventory.ProductSnapshot) []string {
	word := func(m optional.Maybe[string]) []string {
		if !m.Known() {
			return nil
		}
		return []string{foldedWord(m)}
	}
	link := func(m optional.Maybe[int64]) []string {
		if !m.Known() {
			return nil
		}
		return []string{strconv.FormatInt(m.Or(0), 10)}
	}
	switch key {
	case inventory.FacetTag:
		var out []string
		for _, tag := range tagsOf(int64(s.ID)) {
			out = append(out, strconv.FormatInt(tag, 10))
		}
		return out
	case inventory.FacetSupplier:
		return link(s.Values.Supplier)
	case inventory.FacetWarehouse:
		return link(s.Values.Warehouse)
	case inventory.FacetBrand:
		return word(s.Values.Brand)
	case inventory.FacetCategory:
		return word(s.Values.Category)
	case inventory.FacetStatus:
		return []string{string(s.Values.Status)}
	case inventory.FacetHazmat:
		return []string{string(s.Values.Hazmat)}
	case inventory.FacetHasCost:
		return []string{strconv.FormatBool(s.Cost.Known())}
	case inventory.FacetMatched:
		return []string{strconv.FormatBool(len(s.Matches) > 0)}
	case inventory.FacetMarketplace:
		var places []string
		for _, a := range s.Values.ASINs {
			places = append(places, string(a.Marketplace))
		}
		for _, m := range s.Matches {
			places = append(places, string(m.Record.Marketplace))
		}
		slices.Sort(places)
		return slices.Compact(places)
	}
	return nil
}

// valuesOf converts facets to counts by folded value.
func valuesOf(facets []inventory.Facet) map[inventory.FacetKey]map[string]int64 {
	out := map[inventory.FacetKey]map[string]int64{}
	for _, f := range facets {
		out[f.Key] = map[string]int64{}
		for _, v := range f.Values {
			key := v.Value
			if f.Type == inventory.FacetText {
				key = foldedWord(optional.Some(v.Value))
			}
			out[f.Key][key] = v.Count
		}
	}
	return out
}
