package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	connectionapp "sellingassistant/app/connection"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/notification"
)

// suggested counts the products that a suggestion examines.
const suggested = 20_000

// suggest times the suggestion of orders for many products, each sold by its own SKU.
func (b *buyer) suggest(ctx context.Context, s *db.Store) error {
	linked, err := b.op.Connections.Add(ctx, b.who, connectionapp.Add{
		Account: connection.Account{Region: marketplace.NA, SellerID: "ABENCH", Marketplaces: []marketplace.ID{marketplace.US}}, RefreshToken: secret.New("Atzr|bench"),
	})
	if err != nil {
		return err
	}
	columns, err := copied(ctx, s, "inventory_products")
	if err != nil {
		return err
	}
	before := time.Now().AddDate(0, 0, -100)
	values := strings.NewReplacer("{team}", fmt.Sprint(b.who.Team), "{like}", fmt.Sprint(b.products[0]), "{columns}", columns, "{connection}", fmt.Sprint(linked.ID()),
		"{then}", fmt.Sprint(db.Micros(before)), "{now}", fmt.Sprint(db.Micros(time.Now())), "{most}", fmt.Sprint(suggested), "{orders}", string(notification.OrderChanged))
	for _, text := range []string{
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})
			INSERT INTO inventory_products ({columns}) SELECT {columns} FROM n CROSS JOIN inventory_products WHERE team_id = {team} AND id = {like}`,
		`INSERT INTO inventory_skus (team_id, seller_id, connection_id, marketplace_id, sku, asin, condition, fulfillment_channel, listing_status, currency, hidden,
			matches_count, inventory_product_id, units_per_sale, seen_run, version, created_at, updated_at)
			SELECT {team}, 'ABENCH', {connection}, 'ATVPDKIKX0DER', 's-' || id, 'B000000001', 'new', 'fba', 'active', 'USD', FALSE, 1, id, 1, 1, 1, {then}, {then}
			FROM inventory_products WHERE team_id = {team} ORDER BY id DESC LIMIT {most}`,
		`INSERT INTO inventory_matches (team_id, product_id, target_type, target_id, sku, asin, marketplace_id, units_per_sale, bundle, method, confidence,
			created_by_name, created_at) SELECT {team}, inventory_product_id, 'sku', id, sku, asin, marketplace_id, 1, FALSE, 'manual', 10000, 'Ann', {then}
			FROM inventory_skus WHERE team_id = {team}`,
		`INSERT INTO repricer_products (team_id, seller_id, marketplace_id, sku, asin, currency, mode, reprice_priority, condition, min_price_mode,
			min_price_markup_type, missing_cost_fallback, run_state, buy_box_owner, buy_box_inferred, search, version, created_at, updated_at)
			SELECT {team}, seller_id, marketplace_id, sku, asin, 'USD', 'off', 'normal', 'new', 'manual', 'amount', 'error', 'idle', 'unknown', FALSE, sku, 1, {then}, {then}
			FROM inventory_skus WHERE team_id = {team}`,
		`INSERT INTO repricer_sales (team_id, order_id, item_id, product_id, marketplace_id, strategy_id, units, purchased_at, day, changed_at)
			SELECT {team}, p.sku || '-' || n.i, '1', p.id, p.marketplace_id, 0, n.i, {now} - n.i * 86400000000 * 5, 0, 0
			FROM repricer_products AS p CROSS JOIN (SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3) AS n WHERE p.team_id = {team}`,
		`INSERT INTO notification_subscriptions (connection_id, team_id, type, region, subscription_id, aggregated, marketplace_ids, checked_at, since)
			VALUES ({connection}, {team}, '{orders}', 'na', 'bench', FALSE, '[]', {then}, {then})`,
		"ANALYZE", // as the database does by itself after so many rows
	} {
		if _, err := s.DB().ExecContext(ctx, values.Replace(text)); err != nil {
			return fmt.Errorf("%.40s: %w", text, err)
		}
	}
	took, err := usual(func(int) error {
		found, err := b.op.Orders.Suggest(ctx, b.who, orders.Wish{WindowDays: 30, CoverDays: 30, Top: 100})
		if err == nil && found.Total != suggested {
			err = fmt.Errorf("%d products are to be ordered instead of %d", found.Total, suggested)
		}
		return err
	})
	b.tell(fmt.Sprintf("suggestions over %d products", suggested), took, time.Second)
	return err
}

// copied lists the columns of a table that a copy of a row must name.
func copied(ctx context.Context, s *db.Store, table string) (string, error) {
	text := "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 AND name <> 'id'"
	if s.Dialect() == db.Postgres {
		text = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ? AND is_generated = 'NEVER' AND column_name <> 'id'"
	}
	var name string
	var all []string
	err := db.Each(s.Rows(ctx, text, table))(func() { all = append(all, name) }, &name)
	return strings.Join(all, ", "), err
}
