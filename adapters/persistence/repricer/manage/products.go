package manage

import (
	"context"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// Rows stores the rows of all teams as records.
type Rows struct {
	*record.Records[productRow, snapshot]
	// These are the columns of SaveObserved, SaveRunState and SaveDecided, and of Save where only
	// limits moved.
	observed, stepped, concluded, limits []int
}

func NewRows(on record.Engine) *Rows {
	rows := record.New(on, productTable)
	named := rows.Info().Named
	return &Rows{
		rows, named(observedColumns...), named("run_state"), named(append(decidedColumns, observedColumns...)...),
		named("min_price", "max_price", "run_state", "next_due_at", "version", "updated_at"),
	}
}

// Products stores the rows of all teams, with statements beyond a record's.
type Products struct {
	*Rows
	store                 *db.Store
	entries               historystore.Entries
	offers, usage, sample string
}

func NewProducts(s *db.Store) *Products {
	rows := NewRows(record.On(s))
	live := " FROM repricer_products WHERE team_id = $1 AND deleted_at IS NULL AND " + s.IDsIn("strategy_id", 2)
	return &Products{
		Rows: rows, store: s, entries: historystore.NewEntries(s),
		offers: loadOffersText(s, rows.Columns("p.")),
		usage:  "SELECT strategy_id, marketplace_id, count(*)" + live + " GROUP BY strategy_id, marketplace_id",
		sample: "SELECT strategy_id, id FROM (SELECT strategy_id, id, row_number() OVER (PARTITION BY strategy_id ORDER BY id) AS place" +
			live + ") AS ranked WHERE place <= $3 ORDER BY strategy_id, id",
	}
}

var _ ports.Products = (*Products)(nil)

func restored(found []snapshot, err error) ([]*repricer.Product, error) {
	return record.RestoredAll(repricer.RestoreProduct)(found, err)
}

func snapshots(team id.Team, rows []*repricer.Product) []snapshot {
	out := make([]snapshot, len(rows))
	for i, row := range rows {
		if out[i] = row.Snapshot(); team != 0 {
			out[i].Team = team
		}
	}
	return out
}

func (p *Rows) Get(ctx context.Context, team id.Team, product decision.ProductID) (repricer.ProductSnapshot, error) {
	return p.Records.Find(ctx, team, int64(product))
}

func (p *Rows) Named(ctx context.Context, team id.Team, ids []decision.ProductID) ([]repricer.ProductSnapshot, error) {
	return p.Records.Named(ctx, team, db.Plain(ids))
}

func (p *Rows) LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error) {
	return restored(p.Records.Lock(ctx, team, db.Plain(ids)))
}

func (p *Rows) LoadByStrategyLocked(ctx context.Context, team id.Team, strategies []strategy.ID, after decision.ProductID, limit int) ([]*repricer.Product, error) {
	if len(strategies) == 0 || limit <= 0 {
		return nil, nil
	}
	return restored(p.Records.Select(ctx, record.Query{
		Team: team, Limit: limit, Lock: true,
		Where: []record.Condition{record.In("strategy_id", strategies), record.Above("id", new(int64(after)))},
	}))
}

func (p *Rows) List(ctx context.Context, team id.Team, f repricer.ProductFilter, r page.Request) (page.Page[repricer.ProductSnapshot], error) {
	return p.Records.Page(ctx, team, conditions(f), r)
}

func conditions(f repricer.ProductFilter) []record.Condition {
	return []record.Condition{
		record.Known("hold_reason", f.Hold), record.In("mode", f.Modes), record.In("hold_reason", f.Holds),
		record.In("run_state", f.RunStates), record.In("strategy_id", f.Strategies), record.In("marketplace_id", f.Marketplaces),
		record.In("asin", f.ASINs), record.In("sku", f.SKUs), record.In("condition", f.Conditions),
		record.In("fulfillment", f.Fulfillments), record.In("buy_box_owner", f.BoxOwners),
		record.Whether(f.AtMin, record.Condition{
			Text: "COALESCE(current_price <= min_price, FALSE)",
			Holds: func(value func(string) db.Cell) bool {
				price, least := value("current_price"), value("min_price")
				return price.Known && least.Known && price.N <= least.N
			},
		}),
		record.Whether(f.AtMax, record.Condition{
			Text: "COALESCE(current_price >= max_price, FALSE)",
			Holds: func(value func(string) db.Cell) bool {
				price, most := value("current_price"), value("max_price")
				return price.Known && most.Known && price.N >= most.N
			},
		}),
		record.Whether(f.AtFloor, flagged("y___", atFloor)), record.Whether(f.UnderBreakEven, flagged("__y_", underBreakEven)), attention(f.Attention),
		record.Whether(f.Stale, stale(f.FreshFrom)),
		record.Whether(f.MissingCost, record.All(record.Not(record.Is("min_price_mode", new(decision.MinPriceManual))), record.Known("cost", new(false)))),
		record.Contains("search", f.Query),
	}
}

func (p *Rows) Existing(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]decision.ProductID, error) {
	like := make([]snapshot, len(keys))
	for i, key := range keys {
		like[i].Key = key
	}
	found, err := p.Records.Keyed(ctx, team, like, false)
	out := make(map[repricer.Key]decision.ProductID, len(found))
	for _, s := range found {
		out[s.Key] = s.ID
	}
	return out, err
}

func (p *Rows) Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]ports.Inserted, error) {
	all := snapshots(team, rows)
	ids, err := p.Records.Insert(ctx, all...)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	var taken []repricer.Key
	for i, n := range ids {
		if n == 0 {
			taken = append(taken, all[i].Key)
		}
	}
	there, err := p.Existing(ctx, team, taken)
	if err != nil {
		return nil, err
	}
	out := make([]ports.Inserted, len(all))
	for i, n := range ids {
		if out[i] = (ports.Inserted{ID: decision.ProductID(n)}); n == 0 {
			out[i] = ports.Inserted{ID: there[all[i].Key], Existed: true}
		}
	}
	return out, nil
}

func (p *Rows) Save(ctx context.Context, team id.Team, rows []*repricer.Product) error {
	if slices.ContainsFunc(rows, func(row *repricer.Product) bool { return !row.OnlyLimitsMoved() }) {
		return p.Records.Save(ctx, snapshots(team, rows)...)
	}
	return p.Records.SaveOnly(ctx, p.limits, snapshots(team, rows)...)
}

func (p *Rows) SaveObserved(ctx context.Context, rows []*repricer.Product) error {
	return p.Records.Update(ctx, p.observed, snapshots(0, rows)...)
}

func (p *Rows) SaveRunState(ctx context.Context, rows []*repricer.Product) error {
	return p.Records.Update(ctx, p.stepped, snapshots(0, rows)...)
}

func (p *Rows) SaveDecided(ctx context.Context, rows []*repricer.Product) error {
	return p.Records.Update(ctx, p.concluded, snapshots(0, rows)...)
}

func (p *Rows) Delete(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error {
	return p.Records.Remove(ctx, team, db.Plain(ids), now)
}

func (p *Products) LastChanges(ctx context.Context, team id.Team, marks []repricer.ChangeRef) (map[repricer.ChangeID]history.ChangeSnapshot, error) {
	out := make(map[repricer.ChangeID]history.ChangeSnapshot, len(marks))
	if len(marks) == 0 {
		return out, nil
	}
	ids := make([]int64, len(marks))
	least, most := db.Micros(marks[0].At), db.Micros(marks[0].At)
	for i, m := range marks {
		at := db.Micros(m.At)
		ids[i], least, most = int64(m.ID), min(least, at), max(most, at)
	}
	found, err := p.entries.Read(ctx, team, ids, least, most)
	for _, e := range found {
		out[e.ID] = e
	}
	return out, err
}

func (p *Products) Usage(ctx context.Context, team id.Team, strategies []strategy.ID) (map[strategy.ID]ports.Usage, error) {
	out := map[strategy.ID]ports.Usage{}
	if len(strategies) == 0 {
		return out, nil
	}
	named := p.store.IDsArg(db.Plain(strategies))
	var plan, count int64
	var market string
	err := db.Each(p.store.Hot(ctx).Query(ctx, p.usage, int64(team), named))(func() {
		u := out[strategy.ID(plan)]
		u.Count += count
		u.Marketplaces = append(u.Marketplaces, marketplace.ID(market))
		out[strategy.ID(plan)] = u
	}, &plan, &market, &count)
	if err != nil || len(out) == 0 {
		return out, err
	}
	var product int64
	err = db.Each(p.store.Hot(ctx).Query(ctx, p.sample, int64(team), named, int64(ports.UsageSample)))(func() {
		u := out[strategy.ID(plan)]
		u.First = append(u.First, decision.ProductID(product))
		out[strategy.ID(plan)] = u
	}, &plan, &product)
	return out, err
}

// offerRow has an offer by which rows are looked up.
type offerRow struct {
	Team        id.Team            `bun:"team_id"`
	Seller      string             `bun:"seller_id"`
	Marketplace marketplace.ID     `bun:"marketplace_id"`
	ASIN        string             `bun:"asin"`
	Condition   decision.Condition `bun:"condition"`
}

var offerRows = record.Describe(record.Plain[offerRow]())

func loadOffersText(s *db.Store, columns string) string {
	locked := s.ForUpdate()
	if locked != "" {
		locked += " OF p"
	}
	// SQLite keeps the order of a cross join, so each offer is looked up separately.
	return "SELECT " + columns + " FROM " + offerRows.From(s.Dialect(), 1) +
		" CROSS JOIN repricer_products AS p WHERE p.team_id = u.team_id AND p.seller_id = u.seller_id" +
		" AND p.marketplace_id = u.marketplace_id AND p.asin = u.asin AND p.condition = u.condition AND p.deleted_at IS NULL" +
		" ORDER BY p.id" + locked
}

func (p *Products) LoadByOfferLocked(ctx context.Context, offers []repricer.TeamOffer) ([]*repricer.Product, error) {
	if len(offers) == 0 {
		return nil, nil
	}
	rows := make([]offerRow, len(offers))
	for i, o := range offers {
		rows[i] = offerRow{o.Team, o.SellerID, o.MarketplaceID, o.ASIN, o.Condition}
	}
	args, err := offerRows.Args(p.store.Dialect(), rows)
	if err != nil {
		return nil, err
	}
	return restored(p.Collect(p.store.Hot(ctx).Query(ctx, p.offers, args...)))
}

func (p *Products) HasFastRows(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	var n int64
	err := p.store.Hot(ctx).QueryRow(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM repricer_products
		WHERE team_id = $1 AND seller_id = $2 AND reprice_priority = $3 AND mode <> $4 AND deleted_at IS NULL LIMIT 1) AS fast`,
		int64(team), sellerID, string(repricer.PriorityFast), string(decision.ModeOff)).Scan(&n)
	return n > 0, db.Fault(err)
}
