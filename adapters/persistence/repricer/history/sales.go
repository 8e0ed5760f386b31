package history

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
)

// saleRow has the columns of a stored sale.
type saleRow struct {
	bun.BaseModel `bun:"table:repricer_sales"`

	Team          id.Team        `bun:"team_id,pk"`
	OrderID       string         `bun:"order_id,pk"`
	ItemID        string         `bun:"item_id,pk"`
	Product       int64          `bun:"product_id"`
	MarketplaceID marketplace.ID `bun:"marketplace_id"`
	Strategy      int64          `bun:"strategy_id"`
	Units         int64          `bun:"units"`
	Price         *int64         `bun:"price"`
	Profit        *int64         `bun:"profit"`
	PurchasedAt   int64          `bun:"purchased_at"`
	Day           int64          `bun:"day"`
	ChangedAt     int64          `bun:"changed_at"`
}

func saleRowOf(team id.Team, s sales.Sale) saleRow {
	return saleRow{
		Team: team, OrderID: s.OrderID, ItemID: s.ItemID, Product: int64(s.Product), MarketplaceID: s.MarketplaceID,
		Strategy: int64(s.Strategy), Units: int64(s.Units), Price: units(s.Price), Profit: units(s.Profit),
		PurchasedAt: db.Micros(s.PurchasedAt), Day: s.Day.Days(), ChangedAt: db.Micros(s.ChangedAt),
	}
}

func (r saleRow) sale() sales.Sale {
	return sales.Sale{
		OrderID: r.OrderID, ItemID: r.ItemID, Product: decision.ProductID(r.Product), MarketplaceID: r.MarketplaceID,
		Strategy: strategy.ID(r.Strategy), Units: int(r.Units), Price: amount(r.Price), Profit: amount(r.Profit),
		PurchasedAt: db.FromMicros(r.PurchasedAt), Day: date.FromDays(r.Day), ChangedAt: db.FromMicros(r.ChangedAt),
	}
}

// Sales stores the sales of rows.
type Sales struct {
	store              *db.Store
	sales              *record.Records[saleRow, saleRow]
	save, count, units string
}

func NewSales(s *db.Store) *Sales {
	d, rows := s.Dialect(), record.New(record.On(s), record.Plain[saleRow]())
	return &Sales{
		store: s, sales: rows,
		save: rows.Info().Insert(d) + " ON CONFLICT (team_id, order_id, item_id) DO UPDATE" +
			" SET units = excluded.units, changed_at = excluded.changed_at WHERE repricer_sales.changed_at < excluded.changed_at",
		count: adding(d, "repricer_day_sales", soldRows.Info(), salesColumns),
		// SQLite keeps the order of a cross join, so each window is looked up separately.
		units: "SELECT s.product_id, CAST(sum(s.units) AS BIGINT) FROM " + windowRows.From(d, 2) + " CROSS JOIN repricer_sales AS s" +
			" WHERE s.team_id = $1 AND s.product_id = u.product_id AND s.purchased_at > u.since AND s.purchased_at <= u.until GROUP BY s.product_id",
	}
}

var _ historyports.Sales = (*Sales)(nil)

// windowRow has a period in which a row sold.
type windowRow struct {
	Product int64 `bun:"product_id"`
	Since   int64 `bun:"since"`
	Until   int64 `bun:"until"`
}

var windowRows = record.Describe(record.Plain[windowRow]())

// salesSums has the sums of a day's sales as columns.
type salesSums struct {
	Units   int64 `bun:"units"`
	Priced  int64 `bun:"priced"`
	Revenue int64 `bun:"revenue"`
	Costed  int64 `bun:"costed"`
	Profit  int64 `bun:"profit"`
}

// soldRow has a counter of a day, soldOf a sum over the counters of a marketplace.
type (
	soldRow struct {
		Day         int64          `bun:"day"`
		Marketplace marketplace.ID `bun:"marketplace_id"`
		Strategy    int64          `bun:"strategy_id"`
		salesSums
	}
	soldOf struct {
		groupRow
		Of marketplace.ID `bun:"of"`
		salesSums
	}
)

var (
	soldRows     = record.Describe(record.Plain[soldRow]())
	soldOfs      = record.Describe(record.Plain[soldOf]())
	salesColumns = columnsFrom(soldRows.Info(), "units")
)

func (s *Sales) LoadLocked(ctx context.Context, team id.Team, order string) ([]sales.Sale, error) {
	found, err := s.sales.Select(ctx, record.Query{Team: team, Lock: true, Prepared: true, Where: []record.Condition{record.Is("order_id", &order)}})
	out := make([]sales.Sale, len(found))
	for i, row := range found {
		out[i] = row.sale()
	}
	return out, err
}

func (s *Sales) Save(ctx context.Context, team id.Team, moves []sales.SaleChange) error {
	if len(moves) == 0 {
		return nil
	}
	sold := make([]saleRow, len(moves))
	for i, m := range moves {
		sold[i] = saleRowOf(team, m.After)
	}
	args, err := s.sales.Args(s.store.Dialect(), sold)
	if err != nil {
		return err
	}
	n, err := s.store.Hot(ctx).Exec(ctx, s.save, args...)
	if err := db.Written(n, len(sold), err); err != nil {
		return err
	}
	keys, sums := sales.Count(moves)
	rows := make([]soldRow, len(keys))
	for i, k := range keys {
		rows[i] = soldRow{k.Day.Days(), k.MarketplaceID, int64(k.Strategy), salesSums(sums[k])}
	}
	return addUp(ctx, s.store, team, s.count, soldRows, rows)
}

// Sellers returns rows by their keys.
func (s *Sales) Sellers(ctx context.Context, team id.Team) (map[repricer.Key]historyports.Seller, error) {
	out := map[repricer.Key]historyports.Seller{}
	var key repricer.Key
	var row, since int64
	err := db.Each(s.store.Hot(ctx).Query(ctx, "SELECT id, seller_id, marketplace_id, sku, created_at FROM repricer_products"+
		" WHERE team_id = $1 AND deleted_at IS NULL", int64(team)))(func() {
		out[key] = historyports.Seller{Row: decision.ProductID(row), Since: db.FromMicros(since)}
	}, &row, &key.SellerID, (*string)(&key.MarketplaceID), &key.SKU, &since)
	return out, err
}

func (s *Sales) Units(ctx context.Context, team id.Team, windows map[decision.ProductID]sales.Window) (map[decision.ProductID]int64, error) {
	out := make(map[decision.ProductID]int64, len(windows))
	if len(windows) == 0 {
		return out, nil
	}
	rows := make([]windowRow, 0, len(windows))
	for product, w := range windows {
		rows = append(rows, windowRow{int64(product), db.Micros(w.From), db.Micros(w.To)})
	}
	args, err := windowRows.Args(s.store.Dialect(), rows)
	if err != nil {
		return nil, err
	}
	var product, units int64
	err = db.Each(s.store.Hot(ctx).Query(ctx, s.units, append([]any{int64(team)}, args...)...))(func() {
		out[decision.ProductID(product)] = units
	}, &product, &units)
	return out, err
}

// Sales sums sales for the statistics.
func (c *Changes) Sales(ctx context.Context, team id.Team, from, to date.Date, by history.GroupBy, limit int) ([]historyports.SalesSum, error) {
	by.Reason = false
	list, columns := grouped(by)
	if !by.Marketplace {
		columns = append(columns, "marketplace_id")
	}
	out := []historyports.SalesSum{}
	err := soldOfs.Each(c.store.Hot(ctx).Query(ctx, "SELECT "+list+", marketplace_id, "+sums(salesColumns)+" FROM repricer_day_sales"+
		" WHERE team_id = $1 AND day BETWEEN $2 AND $3 GROUP BY "+strings.Join(columns, ", ")+" LIMIT $4",
		int64(team), from.Days(), to.Days(), int64(limit)+1))(func(r soldOf) {
		out = append(out, historyports.SalesSum{Group: r.group(by), MarketplaceID: r.Of, Counts: sales.Counts(r.salesSums)})
	})
	if err != nil || len(out) > limit {
		return nil, err
	}
	return out, nil
}

// forgetSales deletes at most limit old sales and reports whether there may be more.
func (c *Changes) forgetSales(ctx context.Context, before int64, limit int) (bool, error) {
	n, err := c.store.Hot(ctx).Exec(ctx, "DELETE FROM repricer_sales WHERE (team_id, order_id, item_id) IN"+
		" (SELECT team_id, order_id, item_id FROM repricer_sales WHERE purchased_at < $1 ORDER BY purchased_at LIMIT $2)", before, int64(limit))
	return n == int64(limit), db.Fault(err)
}
