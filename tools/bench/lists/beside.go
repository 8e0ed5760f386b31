package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	annotationstore "sellingassistant/adapters/persistence/annotation"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/app/inventory"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
)

// operate runs do with the use cases of the program on the measured database.
func operate(ctx context.Context, o options, do func(ctx context.Context, op *compose.Operator) error) (err error) {
	dir, err := os.MkdirTemp("", "sa-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	cfg, err := config.Load([]string{
		"SA_DATABASE_URL=" + o.url, "SA_DATA_DIR=" + dir, "SA_SECRET_KEY=" + fmt.Sprintf("%064d", 1), "SA_LOG_LEVEL=error",
	}, false)
	if err != nil {
		return err
	}
	return compose.Operate(ctx, cfg, compose.Options{}, do)
}

// measureOrders measures the list of purchase orders. It compares page 2,000 with page 1, and page
// 1 with a single statement that reads the same.
func measureOrders(ctx context.Context, s *db.Store, o options) error {
	if err := measureList(ctx, s, orderList(s), o); err != nil {
		return err
	}
	var rows int
	if err := s.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM purchasing_orders WHERE team_id = 1 AND deleted_at IS NULL").Scan(&rows); err != nil {
		return err
	}
	const pages = 2000
	var at, id int64
	err := s.Read(ctx).QueryRowContext(ctx, "SELECT created_at, id FROM purchasing_orders WHERE team_id = 1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?",
		min((pages-1)*page.DefaultLimit, rows-page.DefaultLimit)-1).Scan(&at, &id)
	if err != nil {
		return err
	}
	return operate(ctx, o, func(ctx context.Context, op *compose.Operator) error {
		first := page.Request{Limit: page.DefaultLimit, Order: []page.By{{Field: "created_at", Desc: true}}}
		late := first
		late.After = page.Key{at, id}
		read := func(r page.Request) func() error {
			return func() error {
				found, err := op.Orders.List(ctx, caller.Caller{Team: team}, orders.Filter{}, r)
				if err == nil && len(found.Items) != page.DefaultLimit {
					err = fmt.Errorf("%d orders instead of %d", len(found.Items), page.DefaultLimit)
				}
				return err
			}
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintf(table, "unfiltered pages of %d orders on %s\tmedian (lowest to highest)\ttarget\n", rows, s.Dialect())
		if err := compared(table, "page 2,000, of the time of page 1", "1.20", read(late), read(first)); err != nil {
			return err
		}
		if err := compared(table, "page 1 by one statement, of the time of the use case", "0.85", func() error { return leastOrders(ctx, s) }, read(first)); err != nil {
			return err
		}
		return table.Flush()
	})
}

// measureMarks measures the cost of tags, notes and offers on pages of products and SKUs.
func measureMarks(ctx context.Context, s *db.Store, o options) error {
	return operate(ctx, o, func(ctx context.Context, op *compose.Operator) error {
		who, req := caller.Caller{Team: team}, page.Request{Limit: page.DefaultLimit, Order: []page.By{{Field: "updated_at", Desc: true}}}
		marks, offers := annotationstore.NewMarks(s), store.NewOffers(s)
		products, err := op.Inventory.List(ctx, who, inventory.ProductFilter{}, req)
		if err != nil {
			return err
		}
		skus, err := op.SKUs.List(ctx, who, inventory.SKUFilter{}, req)
		if err != nil {
			return err
		}
		var ofProducts, ofSKUs []int64
		for i := range products.Items {
			ofProducts, ofSKUs = append(ofProducts, int64(products.Items[i].ID)), append(ofSKUs, int64(skus.Items[i].ID))
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintf(table, "pages with tags, notes and offers on %s\tof the time without\ttarget\n", s.Dialect())
		without := func(whole, part time.Duration) float64 { return float64(whole) / float64(whole-part) }
		if err := inTurns(table, "inventory products", "1.15", without, func() error {
			_, err := op.Inventory.List(ctx, who, inventory.ProductFilter{}, req)
			return err
		}, func() error {
			_, err := marks.Of(ctx, team, mark.Product, ofProducts)
			if err == nil {
				_, err = offers.Count(ctx, team, ofProducts)
			}
			return err
		}); err != nil {
			return err
		}
		if err := inTurns(table, "SKUs", "1.15", without, func() error {
			_, err := op.SKUs.List(ctx, who, inventory.SKUFilter{}, req)
			return err
		}, func() error {
			_, err := marks.Of(ctx, team, mark.SKU, ofSKUs)
			return err
		}); err != nil {
			return err
		}
		return table.Flush()
	})
}

// fillMarks adds tags to every third product and SKU, notes to every fourth, and offers to every
// second product.
func fillMarks(ctx context.Context, s *db.Store, rows int) error {
	at := fmt.Sprint(db.Micros(now))
	numbers := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", rows)
	texts := []string{numbers + "INSERT INTO annotation_tags (team_id, version, created_at, updated_at, name, name_key) SELECT 1, 1, " + at + ", " + at +
		", 'Tag ' || i, 'tag ' || i FROM n"}
	for kind, table := range map[mark.Kind]string{mark.Product: "inventory_products", mark.SKU: "inventory_skus"} {
		texts = append(texts, fmt.Sprintf("INSERT INTO annotation_tag_links (team_id, tag_id, kind, target_id) SELECT 1, 1 + id %% %d, '%s', id FROM %s"+
			" WHERE team_id = 1 AND id %% 3 = 0", rows, kind, table),
			"INSERT INTO annotation_notes (team_id, version, created_at, updated_at, body, kind, target_id, pinned, search) SELECT 1, 1, "+at+", "+at+
				", '{}', '"+string(kind)+"', id, 0, 'note' FROM "+table+" WHERE team_id = 1 AND id % 4 = 0")
	}
	for _, text := range append(texts, "INSERT INTO purchasing_offers (team_id, version, created_at, updated_at, body, supplier_id, product_id, unit_cost, status, availability,"+
		" preferred, search) SELECT 1, 1, "+at+", "+at+", '{}', 1, id, 10000, 'active', 'unknown', FALSE, 'offer' FROM inventory_products WHERE team_id = 1 AND id % 2 = 0") {
		if _, err := s.DB().ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// compared prints the time of one function relative to another.
func compared(table *tabwriter.Writer, name, target string, build, other func() error) error {
	return inTurns(table, name, target, func(other, length time.Duration) float64 { return float64(length) / float64(other) }, other, build)
}

// inTurns times two functions in turns and prints their ratio, with the time of the first.
func inTurns(table *tabwriter.Writer, name, target string, ratio func(length, other time.Duration) float64, build, other func() error) error {
	const calls = 100
	took := func(do func() error) (time.Duration, error) {
		begin := time.Now()
		for range calls {
			if err := do(); err != nil {
				return 0, err
			}
		}
		return time.Since(begin), nil
	}
	ratios := make([]float64, rounds)
	var usual time.Duration
	for n := range ratios {
		first, err := took(build)
		if err != nil {
			return err
		}
		second, err := took(other)
		if err != nil {
			return err
		}
		ratios[n], usual = ratio(first, second), first/calls
	}
	slices.Sort(ratios)
	_, _ = fmt.Fprintf(table, "%s\t%.2f (%.2f to %.2f; %s)\t%s\n", name, ratios[rounds/2], ratios[0], ratios[rounds-1], short(usual), target)
	return nil
}

// leastOrder has the values of an order in a list.
type leastOrder struct {
	Counts, Sums map[string]*float64
	CreatedBy    *int64  `json:"created_by"`
	OrderedAt    *string `json:"ordered_at"`
	ReceivedAt   *string `json:"received_at"`
	Status       string
	Supplier     struct {
		Name                         string
		Code, Currency, PaymentTerms *string
	}
	Warehouse struct{ Name, Type string }
	Values    struct {
		Number, Currency                                           string
		SupplierID                                                 int64  `json:"supplier_id"`
		WarehouseID                                                int64  `json:"warehouse_id"`
		CostCurrency                                               string `json:"cost_currency"`
		CostAllocation                                             string `json:"cost_allocation"`
		OrderDate, ExpectedDate, PaymentDueDate, SupplierReference *string
		ExchangeRate                                               *float64 `json:"exchange_rate"`
		ShippingCost                                               float64  `json:"shipping_cost"`
		Discount                                                   float64
		TrackingNumbers                                            []string `json:"tracking_numbers"`
		OtherCosts, Payments                                       []map[string]any
		Note                                                       *string
		OnHold                                                     bool `json:"on_hold"`
	}
}

// leastOrders reads a page with one statement, with the values of other records that a list shows.
func leastOrders(ctx context.Context, s *db.Store) error {
	var id, version, created, updated, supplier, notes, documents int64
	var body string
	var live, same bool
	var rate *int64
	out := make([]leastOrder, 0, page.DefaultLimit)
	return db.TryEach(s.Hot(ctx).Query(ctx, `SELECT o.id, o.version, o.created_at, o.updated_at, o.supplier_id, CAST(o.body AS TEXT),
		EXISTS (SELECT 1 FROM purchasing_suppliers AS s WHERE s.team_id = o.team_id AND s.id = o.supplier_id AND s.deleted_at IS NULL),
		EXISTS (SELECT 1 FROM purchasing_orders AS p WHERE p.team_id = o.team_id AND p.supplier_id = o.supplier_id AND p.reference_key = o.reference_key
			AND p.deleted_at IS NULL AND p.id <> o.id),
		(SELECT p.rate FROM purchasing_orders AS p WHERE p.team_id = o.team_id AND p.currency = o.currency AND p.cost_currency = o.cost_currency
			AND p.rate IS NOT NULL AND p.deleted_at IS NULL AND p.id <> o.id AND p.ordered_at < COALESCE(o.ordered_at, 9223372036854775807)
			AND p.ordered_at IS NOT NULL ORDER BY p.ordered_at DESC LIMIT 1),
		(SELECT count(*) FROM annotation_notes AS n WHERE n.team_id = o.team_id AND n.kind = 'purchase_order' AND n.target_id = o.id AND n.deleted_at IS NULL),
		(SELECT count(*) FROM v_document_targets AS d WHERE d.team_id = o.team_id AND d.kind = 'purchase_order' AND d.target_id = o.id)
		FROM purchasing_orders AS o WHERE o.team_id = $1 AND o.deleted_at IS NULL ORDER BY o.created_at DESC, o.id DESC LIMIT $2`,
		int64(team), page.DefaultLimit))(func() error {
		out = append(out, leastOrder{})
		return json.Unmarshal([]byte(body), &out[len(out)-1])
	}, &id, &version, &created, &updated, &supplier, &body, &live, &same, &rate, &notes, &documents)
}
