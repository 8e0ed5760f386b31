package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// productFill makes products in bulk: brands and categories of very different sizes, and
// independent traits.
const productFill = `WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)
	INSERT INTO inventory_products (team_id, title, title_key, brand, brand_key, category, category_key, status, hazmat, reorder_point, body,
		unit_cost, currency, cost_source, cost_as_of, on_hand, inbound, reserved, matches_count, marketplaces, search,
		version, created_at, updated_at)
	SELECT %d, 'Product with a title of usual length ' || CAST(i * 7919 %% 100003 AS TEXT), 'product with a title of usual length ' || CAST(i * 7919 %% 100003 AS TEXT),
		CASE WHEN i %% 10 = 9 THEN NULL WHEN i %% 10 < 4 THEN 'Brand A' ELSE 'Brand ' || CAST(i %% 6007 AS TEXT) END,
		CASE WHEN i %% 10 = 9 THEN NULL WHEN i %% 10 < 4 THEN 'brand a' ELSE 'brand ' || CAST(i %% 6007 AS TEXT) END,
		'Category ' || CAST(i %% 83 AS TEXT), 'category ' || CAST(i %% 83 AS TEXT),
		CASE WHEN i %% 20 = 7 THEN 'archived' ELSE 'active' END,
		CASE i %% 11 WHEN 3 THEN 'yes' WHEN 4 THEN 'unknown' ELSE 'no' END, CASE WHEN i %% 3 = 0 THEN 40 END,
		%s, CASE WHEN i %% 7 > 0 THEN 10000 * (i %% 977) END, CASE WHEN i %% 7 > 0 THEN 'USD' END, CASE WHEN i %% 7 > 0 THEN 'api' END,
		CASE WHEN i %% 7 > 0 THEN 20500 END, i %% 499, i %% 13, i %% 5, CASE WHEN i %% 4 > 0 THEN 1 ELSE 0 END,
		CASE WHEN i %% 4 > 0 THEN '|ATVPDKIKX0DER|' ELSE '' END,
		'product with a title of usual length ' || CAST(i * 7919 %% 100003 AS TEXT) || '|brand ' || CAST(i %% 6007 AS TEXT) || '|b' || CAST(100000000 + i AS TEXT),
		1, 1774000000000000 + i * 61000137, 1774000000000000 + (i * 6089 %% 100003) * 61000149 FROM n`

// fillProducts stores the inventory products of a wholesaler, and of a neighbour of a tenth of its
// size.
func fillProducts(ctx context.Context, s *db.Store, rows int) error {
	body := `'{"pack_size":1,"image_url":"https://images.example.com/one.jpg","weight_g":350}'`
	if s.Dialect() == db.Postgres {
		body += "::jsonb"
	}
	for _, text := range []string{
		fmt.Sprintf(productFill, rows, team, body), fmt.Sprintf(productFill, rows/10, neighbour, body),
		`INSERT INTO inventory_product_gtins (team_id, gtin, product_id)
			SELECT team_id, SUBSTR('00000000000000' || CAST(id AS TEXT), LENGTH(CAST(id AS TEXT)) + 1), id FROM inventory_products`,
		`INSERT INTO inventory_product_asins (team_id, asin, marketplace_id, product_id)
			SELECT team_id, 'B' || CAST(100000000 + id AS TEXT), 'ATVPDKIKX0DER', id FROM inventory_products`,
		`INSERT INTO inventory_matches (team_id, product_id, target_type, target_id, sku, asin, marketplace_id, units_per_sale, bundle,
			method, confidence, created_by_name, created_at)
			SELECT team_id, id, 'sku', id, 'SKU-' || CAST(id AS TEXT), 'B' || CAST(100000000 + id AS TEXT), 'ATVPDKIKX0DER', 1, FALSE,
			'manual', 10000, '', created_at FROM inventory_products WHERE matches_count = 1`,
	} {
		if _, err := s.Write(ctx).ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return fillGrams(ctx, s)
}

// fillGrams makes the grams of all products, as their store does.
func fillGrams(ctx context.Context, s *db.Store) error {
	type row struct {
		ID     int64
		TeamID int64
		Search string
	}
	for after := int64(0); ; {
		var rows []row
		err := s.Read(ctx).NewSelect().Table("inventory_products").Column("id", "team_id", "search").
			Where("id > ?", after).Order("id").Limit(10_000).Scan(ctx, &rows)
		if err != nil || len(rows) == 0 {
			return err
		}
		after = rows[len(rows)-1].ID
		err = s.InTx(ctx, func(ctx context.Context) error {
			for _, r := range rows {
				if err := store.PutProductGrams(ctx, s, id.Team(r.TeamID), inventory.ProductID(r.ID), r.Search); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// askedProducts names a filter to measure.
type askedProducts struct {
	name   string
	filter ports.ProductFilter
}

func productFilters() []askedProducts {
	yes, no := true, false
	low, high := int64(490), int64(3)
	cheap := money.MustParse("3")
	begin := time.UnixMicro(1774000000000000)
	days := func(n float64) *time.Time { t := begin.Add(time.Duration(n * float64(24*time.Hour))); return &t }
	type filter = ports.ProductFilter
	return []askedProducts{
		{"none", filter{}},
		{"archived", filter{Statuses: []inventory.ProductStatus{inventory.ProductArchived}}},
		{"active or archived", filter{Statuses: []inventory.ProductStatus{inventory.ProductActive, inventory.ProductArchived}}},
		{"dangerous, without a cost", filter{Hazmats: []inventory.Hazmat{inventory.HazmatYes}, HasCost: &no}},
		{"has a cost", filter{HasCost: &yes}},
		{"low stock, unmatched", filter{LowStock: &yes, Matched: &no}},
		{"large brand", filter{Brands: []string{"BRAND A"}}},
		{"small brand", filter{Brands: []string{"brand 17"}}},
		{"unknown brand", filter{Brands: []string{"nobody's"}}},
		{"category", filter{Categories: []string{"category 5"}}},
		{"brand and category", filter{Brands: []string{"brand a"}, Categories: []string{"category 5"}}},
		{"on hand 490 and more", filter{OnHandFrom: &low}},
		{"cost to 3, on hand to 3", filter{CostTo: &cheap, OnHandTo: &high}},
		{"created in the first hour", filter{Window: page.Window{CreatedTo: days(1.0 / 24)}}},
		{"created on one day", filter{Window: page.Window{CreatedFrom: days(30), CreatedTo: days(31)}}},
		{"created in the second half", filter{Window: page.Window{CreatedFrom: days(35)}}},
		{"updated on one day", filter{Window: page.Window{UpdatedFrom: days(30), UpdatedTo: days(31)}}},
		{"asin", filter{ASINs: []string{"B100000017"}}},
		{"gtin", filter{GTINs: []string{"00000000000017"}}},
		{"sku", filter{SKUs: []string{"SKU-17"}}},
		{"q in all", filter{Query: "usual length"}},
		{"q in a tenth", filter{Query: "length 4"}},
		{"q in few", filter{Query: "length 4711"}},
		{"q in none", filter{Query: "no such thing"}},
		{"q of two letters in none", filter{Query: "zq"}},
		{"q of one letter in all", filter{Query: "e"}},
		{"q of one letter in none", filter{Query: "!"}},
		{"q in all, archived, dangerous", filter{Query: "usual length", Statuses: []inventory.ProductStatus{inventory.ProductArchived}, Hazmats: []inventory.Hazmat{inventory.HazmatYes}}},
	}
}

// productList describes the list of inventory products.
func productList(s *db.Store) list {
	products, filters := store.NewProducts(s), productFilters()
	l := list{name: "products", table: "inventory_products", sorts: []sort{
		{"created_at", "created_at"}, {"updated_at", "updated_at"}, {"title", "title_key"}, {"brand", "brand_key"},
		{"unit_cost", "unit_cost"}, {"on_hand", "on_hand"},
	}}
	for _, f := range filters {
		l.filters = append(l.filters, f.name)
	}
	l.next = func(ctx context.Context, filter int, r page.Request) (page.Key, error) {
		p, err := products.List(ctx, team, filters[filter].filter, r)
		return p.Next, err
	}
	return l
}

// facetTarget limits the time for the values of the filters.
const facetTarget = 300 * time.Millisecond

// measureFacets counts the values of the filters under each filter.
func measureFacets(ctx context.Context, s *db.Store, _ options) error {
	products := store.NewProducts(s)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "filter values on %s\ttook\n", s.Dialect())
	missed, all := 0, 0
	for _, f := range productFilters() {
		l := list{next: func(ctx context.Context, _ int, _ page.Request) (page.Key, error) {
			_, err := products.Facets(ctx, team, f.filter)
			return nil, err
		}}
		took, err := l.fastest(ctx, 0, page.Request{})
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if all++; took >= facetTarget {
			missed++
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\n", f.name, short(took))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Printf("filter values on %s: %d of %d in less than %s\n\n", s.Dialect(), all-missed, all, facetTarget)
	return nil
}
