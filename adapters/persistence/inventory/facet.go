package inventory

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/inventory"
)

// Facets counts in one statement of three parts: brands, categories, and the combinations of traits
// and marketplaces. There are few such combinations, and they give the counts of all other keys.
//
// Filters on words and flags alone are counted in an index. Other filters run once, and all parts
// count their results.
func (p *Products) Facets(ctx context.Context, team id.Team, f ports.ProductFilter) ([]inventory.Facet, error) {
	values := map[inventory.FacetKey][]inventory.FacetValue{}
	if err := p.countValues(ctx, team, f, values); err != nil {
		return nil, err
	}
	out := inventory.Facets()
	for i := range out {
		found := values[out[i].Key]
		out[i].Values = found[:min(len(found), inventory.MaxFacetValues)]
		out[i].Truncated = len(found) > inventory.MaxFacetValues
	}
	return out, nil
}

func (p *Products) countValues(ctx context.Context, team id.Team, f ports.ProductFilter, out map[inventory.FacetKey][]inventory.FacetValue) error {
	common, err := p.common(ctx, team, f.Query)
	if err != nil {
		return err
	}
	query, args := p.facetText(team, f, common)
	counts, wanted := tally{}, flagsOf(f)
	var key, text string
	var traits, n int64
	err = db.Each(p.store.Rows(ctx, query, args...))(func() {
		if key != "" {
			counts.add(inventory.FacetKey(key), text, n)
		} else {
			counts.combination(wanted, traits, text, n)
		}
	}, &key, &text, &traits, &n)
	for key, found := range counts {
		out[key] = byCount(key, found)
	}
	if err != nil {
		return err
	}
	return p.countLinks(ctx, team, f, common, out)
}

// countLinks counts suppliers, warehouses and tags over the products that pass the other filters.
func (p *Products) countLinks(ctx context.Context, team id.Team, f ports.ProductFilter, common bool, out map[inventory.FacetKey][]inventory.FacetValue) error {
	const names = "v_purchasing_names AS n ON n.kind = '"
	links := []struct {
		key          inventory.FacetKey
		rest         ports.ProductFilter
		column, join string
		names        string
	}{
		{inventory.FacetSupplier, f, "p.default_supplier_id", "", names + string(inventory.FacetSupplier) + "' AND"},
		{inventory.FacetWarehouse, f, "p.default_warehouse_id", "", names + string(inventory.FacetWarehouse) + "' AND"},
		{
			inventory.FacetTag, f, "l.tag_id", " JOIN v_annotation_links AS l ON l.team_id = p.team_id AND l.kind = '" + string(mark.Product) +
				"' AND l.target_id = p.id", "v_annotation_tags AS n ON",
		},
	}
	links[0].rest.Suppliers, links[1].rest.Warehouses, links[2].rest.Tags = nil, nil, mark.Filter{}
	for _, link := range links {
		within := slices.Concat(live(team), named(team, link.rest), narrowed(link.rest), tagged(team, link.rest), flagsOf(f).flagged("traits"))
		if !common {
			within = append(within, p.grams(team, f.Query)...)
		}
		where, args := db.Conditions(within)
		var v inventory.FacetValue
		err := db.Each(p.store.Rows(ctx, "SELECT CAST(u.link AS TEXT), COALESCE(n.name, ''), u.n FROM (SELECT "+link.column+" AS link, count(*) AS n"+
			" FROM (SELECT team_id, id, default_supplier_id, default_warehouse_id FROM inventory_products WHERE "+where+") AS p"+link.join+
			" WHERE "+link.column+" IS NOT NULL GROUP BY "+link.column+" ORDER BY n DESC, link LIMIT ?) AS u"+
			" LEFT JOIN "+link.names+" n.team_id = ? AND n.id = u.link ORDER BY u.n DESC, u.link",
			append(args, inventory.MaxFacetValues+1, int64(team))...))(func() { out[link.key] = append(out[link.key], v) }, &v.Value, &v.Label, &v.Count)
		if err != nil {
			return err
		}
	}
	return nil
}

// facetText returns the statement of Facets. Its rows have a key, a value, traits and a count. Rows
// without a key are combinations of marketplaces and traits.
func (p *Products) facetText(team id.Team, f ports.ProductFilter, common bool) (string, []any) {
	var text string
	var args []any
	within, from := append(live(team), named(team, f)...), "inventory_products"
	if rest := append(ranged(f), tagged(team, f)...); len(within) > 1 || len(rest) > 0 {
		within = append(within, rest...)
		if !common {
			within = append(within, p.grams(team, f.Query)...)
		}
		where, found := db.Conditions(within)
		text = "WITH hits AS MATERIALIZED (SELECT brand_key, category_key, traits, marketplaces FROM inventory_products WHERE " + where + ") "
		args, within, from = found, nil, "hits"
	}
	for _, word := range []struct {
		column string
		other  []string
		where  []db.Condition
	}{{"brand", f.Categories, worded(nil, f.Categories)}, {"category", f.Brands, worded(f.Brands, nil)}} {
		key := word.column + "_key"
		where, found := db.Conditions(slices.Concat(within, word.where, flagsOf(f).flagged("+traits"), []db.Condition{{Text: key + " IS NOT NULL"}}))
		if len(word.other) > 0 {
			// Makes the planner use the index of the filtered words, not of the counted words.
			key = "(" + key + " || '')"
		}
		// Words that differ only in letter case appear in one product's spelling.
		text += "SELECT '" + word.column + "', (SELECT l." + word.column + " FROM inventory_products AS l WHERE l.team_id = ?" +
			" AND l.deleted_at IS NULL AND l." + word.column + "_key = u.word LIMIT 1), 0, u.n FROM (SELECT " + key +
			" AS word, count(*) AS n FROM " + from + " WHERE " + where + " GROUP BY " + key +
			" ORDER BY n DESC, word LIMIT ?) AS u UNION ALL "
		args = append(append(append(args, int64(team)), found...), inventory.MaxFacetValues+1)
	}
	combined := "marketplaces, traits"
	if len(f.Brands)+len(f.Categories) > 0 {
		combined = "(marketplaces || ''), (traits + 0)"
	}
	text += "SELECT '', " + combined + ", count(*) FROM " + from
	where, found := db.Conditions(append(within, worded(f.Brands, f.Categories)...))
	if where != "" {
		text += " WHERE " + where
	}
	return text + " GROUP BY " + combined, append(args, found...)
}

// tally counts the values of keys.
type tally map[inventory.FacetKey]map[string]int64

// combination adds n products with the same traits and marketplaces.
func (c tally) combination(wanted flags, traits int64, places string, n int64) {
	for key, value := range map[inventory.FacetKey]string{
		inventory.FacetStatus: string(statusOf(traits)), inventory.FacetHazmat: string(hazmatOf(traits)),
		inventory.FacetHasCost: strconv.FormatBool(traits&traitCost != 0),
		inventory.FacetMatched: strconv.FormatBool(traits&traitMatched != 0),
	} {
		if wanted.without(key).allow(traits) {
			c.add(key, value, n)
		}
	}
	if places == "" || !wanted.allow(traits) {
		return
	}
	for m := range strings.SplitSeq(strings.Trim(places, "|"), "|") {
		c.add(inventory.FacetMarketplace, m, n)
	}
}

func (c tally) add(key inventory.FacetKey, value string, n int64) {
	if c[key] == nil {
		c[key] = map[string]int64{}
	}
	c[key][value] += n
}

// byCount lists values, the most frequent first.
func byCount(key inventory.FacetKey, found map[string]int64) []inventory.FacetValue {
	out := make([]inventory.FacetValue, 0, len(found))
	for value, n := range found {
		v := inventory.FacetValue{Value: value, Label: value, Count: n}
		if m, ok := marketplace.ByID(marketplace.ID(value)); ok && key == inventory.FacetMarketplace {
			v.Label = m.Domain
		}
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b inventory.FacetValue) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return out
}
