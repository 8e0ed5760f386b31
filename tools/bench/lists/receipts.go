package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/optional"
)

// These are the receipts of a round, and the rounds of service and floor in turns.
const (
	writers    = 16
	received16 = 200
	receipts   = 1000
	rounds     = 5
)

// receive compares receipts of one unit by the service with the minimal statements that lock,
// change and add the same rows.
func (b *buyer) receive(ctx context.Context, s *db.Store) error {
	// Service and floor have separate orders, since the floor does not count the lines that it
	// adds.
	var views [2][]orders.View
	for n := range 2 * received16 {
		view, err := b.placed(ctx, b.items(ofProducts)[n%ofProducts])
		if err != nil {
			return err
		}
		views[n%2] = append(views[n%2], view)
	}
	receiving := orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: 1})}
	service := func(view orders.View) error {
		_, err := b.op.Orders.ReceiveItem(ctx, b.who, view.ID, view.Items[0].ID, receiving, nil)
		return err
	}
	floor := func(view orders.View) error {
		return s.InTx(ctx, func(ctx context.Context) error { return b.least(ctx, s, view) })
	}
	// Each product has a balance first, so that service and floor both change it.
	for n := range 2 * received16 {
		if err := service(views[n%2][n/2]); err != nil {
			return err
		}
	}
	// The first receipts use plans for small tables, until the database updates its statistics by
	// itself.
	if err := analyze(ctx, s); err != nil {
		return err
	}
	var ratios, rates []float64
	for range rounds {
		ours, err := perSecond(views[0], service)
		if err != nil {
			return err
		}
		least, err := perSecond(views[1], floor)
		if err != nil {
			return fmt.Errorf("floor: %w", err)
		}
		ratios, rates = append(ratios, ours/least), append(rates, ours)
	}
	slices.Sort(ratios)
	slices.Sort(rates)
	_, _ = fmt.Fprintf(b.table, "receipts a second, %d writers, %d orders, of the floor\t%.2f (%.2f to %.2f; %.0f/s)\t0.40\n",
		writers, received16, ratios[rounds/2], ratios[0], ratios[rounds-1], rates[rounds/2])
	return nil
}

// perSecond returns the rate at which many writers process the orders in turn.
func perSecond(views []orders.View, do func(orders.View) error) (float64, error) {
	var next atomic.Int64
	failed := make([]error, writers)
	var all sync.WaitGroup
	begin := time.Now()
	for w := range writers {
		all.Go(func() {
			for n := next.Add(1); n <= receipts && failed[w] == nil; n = next.Add(1) {
				failed[w] = do(views[int(n)%len(views)])
			}
		})
	}
	all.Wait()
	return receipts / time.Since(begin).Seconds(), errors.Join(failed...)
}

// least books a unit. It locks order, item, balance and product, and writes them with new sums. It
// adds a receipt line, a movement, a line of the audit trail and a line of the feed.
func (b *buyer) least(ctx context.Context, s *db.Store, view orders.View) error {
	hot, at := s.HotWrite(ctx), db.Micros(time.Now())
	team, number, item := int64(b.who.Team), int64(view.ID), int64(view.Items[0].ID)
	product, warehouse := view.Items[0].Target.ID, view.Values.WarehouseID
	read := func(text string, args ...any) (body string, err error) {
		return body, hot.QueryRow(ctx, text+s.ForUpdate(), args...).Scan(&body)
	}
	order, err := read("SELECT CAST(body AS TEXT) FROM purchasing_orders WHERE team_id = $1 AND id = $2", team, number)
	if err != nil {
		return err
	}
	line, err := read("SELECT CAST(body AS TEXT) FROM purchasing_items WHERE team_id = $1 AND id = $2", team, item)
	if err != nil {
		return err
	}
	if _, err := read("SELECT title FROM inventory_products WHERE team_id = $1 AND id = $2", team, product); err != nil {
		return err
	}
	if _, err := read("SELECT CAST(units AS TEXT) FROM purchasing_stock WHERE team_id = $1 AND warehouse_id = $2 AND product_id = $3", team, warehouse, product); err != nil {
		return err
	}
	for _, write := range []struct {
		text string
		args []any
	}{
		{"UPDATE purchasing_orders SET version = version + 1, updated_at = $3, body = $4 WHERE team_id = $1 AND id = $2", []any{team, number, at, order}},
		{
			"UPDATE purchasing_items SET version = version + 1, updated_at = $3, body = $4, accepted = accepted + 1, outstanding = outstanding - 1 WHERE team_id = $1 AND id = $2",
			[]any{team, item, at, line},
		},
		{`INSERT INTO purchasing_receipts (team_id, order_id, item_id, line, target_kind, target_id, kind, accepted, rejected, warehouse_id, day, stock_before,
			cost_written, cost_note, user_id, at) SELECT $1, $2, $3, (SELECT COALESCE(MAX(line), 0) + 1 FROM purchasing_receipts WHERE team_id = $1 AND item_id = $3),
			'product', $4, 'receipt', 1, 0, $5, 20000, 1, TRUE, '', $6, $7`, []any{team, number, item, product, warehouse, int64(b.who.User), at}},
		{`INSERT INTO purchasing_movements (team_id, warehouse_id, product_id, kind, units, receipt_id, user_id, at) VALUES ($1, $2, $3, 'receipt', 1, $4, $5, $6)`,
			[]any{team, warehouse, product, item, int64(b.who.User), at}},
		{"UPDATE purchasing_stock SET units = units + 1, updated_at = $4 WHERE team_id = $1 AND warehouse_id = $2 AND product_id = $3", []any{team, warehouse, product, at}},
		{"UPDATE inventory_products SET on_order = on_order - 1, in_warehouse = in_warehouse + 1 WHERE team_id = $1 AND id = $2", []any{team, product}},
		{`INSERT INTO audit_log (team_id, user_id, address, source, record_type, record_id, verb, changes, trace_id, at)
			VALUES ($1, $2, '', 'api', 'purchase_order_item', $3, 'updated', '{"accepted":{"new":2,"old":1}}', '', $4)`, []any{team, int64(b.who.User), item, at}},
		{`INSERT INTO history_events (team_id, event, kind, subject_id, title, changes, snapshot, source_kind, source_id, actor_id, actor_name, count, at)
			VALUES ($1, 'stock_received', 'inventory_product', $2, 'Kettle', '{"accepted":{"new":2,"old":1}}', 'null', 'purchase_order', $3, $4, 'Ann', 1, $5)`,
			[]any{team, product, number, int64(b.who.User), at}},
	} {
		if _, err := hot.Exec(ctx, write.text, write.args...); err != nil {
			return err
		}
	}
	return nil
}
