package catalogue

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Catalogue reads the products and SKUs of all teams.
type Catalogue struct {
	store *db.Store
	mpn   string
}

func New(s *db.Store) *Catalogue {
	mpn := "lower(json_extract(body, '$.mpn'))"
	if s.Dialect() == db.Postgres {
		mpn = "lower(body ->> 'mpn')"
	}
	return &Catalogue{s, mpn}
}

// longestKey limits the characters of a title's sort key.
const longestKey = 200

func titleKey(title string) string {
	runes := []rune(db.Fold(title))
	return string(runes[:min(len(runes), longestKey)])
}

func each(list []string, of func(string) string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = of(s)
	}
	return out
}

// Find reads products and SKUs by their keys.
func (c *Catalogue) Find(ctx context.Context, team id.Team, keys view.Keys) ([]view.Product, []view.SKU, error) {
	found, asins := map[int64]bool{}, map[int64][]string{}
	for _, n := range keys.Products {
		found[n] = true
	}
	var product int64
	var code string
	for _, by := range []struct {
		text string
		keys []string
	}{
		{"SELECT product_id, '' FROM inventory_product_gtins WHERE team_id = ? AND gtin IN (?)", keys.GTINs},
		{"SELECT product_id, asin FROM inventory_product_asins WHERE team_id = ? AND asin IN (?)", keys.ASINs},
		{"SELECT product_id, asin FROM inventory_matches WHERE team_id = ? AND asin IN (?)", keys.ASINs},
		{"SELECT id, '' FROM inventory_products WHERE team_id = ? AND deleted_at IS NULL AND " + c.mpn + " IN (?)", each(keys.MPNs, strings.ToLower)},
		{"SELECT id, '' FROM inventory_products WHERE team_id = ? AND deleted_at IS NULL AND title_key IN (?)", each(keys.Titles, titleKey)},
	} {
		if len(by.keys) == 0 {
			continue
		}
		err := db.Each(c.store.Rows(ctx, by.text, int64(team), bun.List(by.keys)))(func() {
			found[product] = true
			if code != "" && !slices.Contains(asins[product], code) {
				asins[product] = append(asins[product], code)
			}
		}, &product, &code)
		if err != nil {
			return nil, nil, err
		}
	}
	var skus []view.SKU
	if len(keys.SKUs) > 0 {
		var err error
		if skus, err = c.skus(ctx, team, "sku IN (?)", bun.List(keys.SKUs)); err != nil {
			return nil, nil, err
		}
	}
	for _, s := range skus {
		if s.Product != 0 {
			found[s.Product] = true
		}
	}
	products, err := c.products(ctx, team, slices.Sorted(maps.Keys(found)), asins)
	return products, skus, err
}

// body has the product values that are stored without a column.
type body struct {
	MPN   string   `json:"mpn"`
	GTINs []string `json:"gtins"`
	ASINs []struct {
		ASIN string `json:"asin"`
	} `json:"asins"`
}

// products reads active products with their SKUs.
func (c *Catalogue) products(ctx context.Context, team id.Team, ids []int64, asins map[int64][]string) ([]view.Product, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	skus, err := c.skus(ctx, team, "inventory_product_id IN (?)", bun.List(ids))
	if err != nil {
		return nil, err
	}
	of := map[int64][]int64{}
	for _, s := range skus {
		of[s.Product] = append(of[s.Product], s.ID)
	}
	var out []view.Product
	var one struct {
		id              int64
		title           string
		brand, currency *string
		cost            *int64
		body            db.JSON[body]
	}
	err = db.Each(c.store.Rows(ctx, "SELECT id, title, brand, unit_cost, currency, body FROM inventory_products WHERE team_id = ? AND deleted_at IS NULL"+
		" AND status = ? AND id IN (?) ORDER BY id", int64(team), string(inventory.ProductActive), bun.List(ids)))(func() {
		p := view.Product{ID: one.id, Title: one.title, MPN: one.body.V.MPN, ASINs: asins[one.id], SKUs: of[one.id]}
		if one.brand != nil {
			p.Brand = *one.brand
		}
		if one.cost != nil && one.currency != nil {
			p.UnitCost = optional.Some(money.Sum{Amount: money.FromUnits(*one.cost), Currency: money.Currency(*one.currency)})
		}
		for _, text := range one.body.V.GTINs {
			if g, err := inventory.ParseGTIN(text); err == nil {
				p.GTINs = append(p.GTINs, g.Key())
			}
		}
		for _, a := range one.body.V.ASINs {
			if !slices.Contains(p.ASINs, a.ASIN) {
				p.ASINs = append(p.ASINs, a.ASIN)
			}
		}
		out = append(out, p)
		one.brand, one.currency, one.cost, one.body = nil, nil, nil, db.JSON[body]{}
	}, &one.id, &one.title, &one.brand, &one.cost, &one.currency, &one.body)
	return out, err
}

func (c *Catalogue) skus(ctx context.Context, team id.Team, where string, keys any) (out []view.SKU, err error) {
	var one view.SKU
	err = db.Each(c.store.Rows(ctx, "SELECT id, COALESCE(inventory_product_id, 0), sku, asin FROM inventory_skus WHERE team_id = ? AND NOT hidden AND "+
		where+" ORDER BY id", int64(team), keys))(func() { out = append(out, one) }, &one.ID, &one.Product, &one.SKU, &one.ASIN)
	return out, err
}
