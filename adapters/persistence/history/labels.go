package history

import (
	"context"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/history"
)

// arms lists the parts of the statement that reads labels: the kind of record asked for and its
// view. Views of products and items have different columns.
var arms = []struct{ asked, columns, view, by string }{
	{string(history.InventoryProduct), productColumns, "v_inventory_product_labels", "id"},
	{string(history.SKU), productColumns, "v_inventory_sku_labels", "id"},
	{string(history.Listing), productColumns, "v_inventory_listing_labels", "id"},
	{"item", itemColumns, "v_purchasing_item_labels", "id"},
	{"order", itemColumns, "v_purchasing_item_labels", "order_id"},
}

const (
	productColumns = "id, title, asin, marketplace_id, '', 0, 0, 0, ''"
	itemColumns    = "id, title, asin, marketplace_id, kind, subject_id, order_id, quantity, status"
)

// labels returns the statement: $1 is the team, and each part gets its ids. On SQLite it makes the
// planner use the ids. Without statistics SQLite prefers the index of the team and reads all SKUs
// and listings.
func labels(s *db.Store) string {
	parts := make([]string, len(arms))
	for i, a := range arms {
		team := "team_id"
		if s.Dialect() == db.SQLite && a.by == "id" {
			team = "+team_id"
		}
		parts[i] = "SELECT " + strconv.Itoa(i) + ", " + a.columns + " FROM " + a.view + " WHERE " + team + " = $1 AND " + s.IDsIn(a.by, i+2)
	}
	return strings.Join(parts, " UNION ALL ") + " ORDER BY 1, 2"
}

// Labels returns the labels of records.
func (e *Events) Labels(ctx context.Context, team id.Team, a ports.Asked) (ports.Labels, error) {
	ids := map[string][]int64{"item": a.Items, "order": a.Orders}
	for product, list := range a.Products {
		ids[string(product)] = list
	}
	args := []any{int64(team)}
	for _, arm := range arms {
		args = append(args, e.store.IDsArg(id.Ascending(ids[arm.asked])))
	}
	out := ports.Labels{
		Products: map[history.ProductType]map[int64]history.Product{}, Items: map[int64]history.Item{}, Orders: map[int64][]history.Item{},
	}
	var arm, one, subject, order, quantity int64
	var title, asin, place *string
	var kind, status string
	err := db.Each(e.store.Hot(ctx).Query(ctx, e.labels, args...))(func() {
		p := history.Product{ID: optional.Some(one), ASIN: optional.Of(asin), Marketplace: record.MaybeText[marketplace.ID](place), Title: optional.Of(title)}
		item := history.Item{ID: one, Order: order, Draft: status == "draft", Quantity: quantity}
		if item.Product = p; kind != "" {
			item.Product.Type, item.Product.ID = history.ProductType(kind), optional.None[int64]()
			if subject != 0 {
				item.Product.ID = optional.Some(subject)
			}
		}
		switch asked := arms[arm].asked; asked {
		case "item":
			out.Items[one] = item
		case "order":
			out.Orders[order] = append(out.Orders[order], item)
		default:
			p.Type = history.ProductType(asked)
			if out.Products[p.Type] == nil {
				out.Products[p.Type] = map[int64]history.Product{}
			}
			out.Products[p.Type][one] = p
		}
	}, &arm, &one, &title, &asin, &place, &kind, &subject, &order, &quantity, &status)
	return out, err
}
