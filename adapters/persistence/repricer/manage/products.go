package manage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// Products implements the port of that name.
type Products struct {
	store   *db.Store
	texts   productTexts
	entries historystore.Entries
}

// NewProducts makes the store of rows.
func NewProducts(s *db.Store) *Products {
	return &Products{s, newProductTexts(s), historystore.NewEntries(s)}
}

var _ ports.Products = (*Products)(nil)

// productTexts are the statements that differ between the databases.
type productTexts struct {
	load, loadUsers, loadOffers, existing, insert, save, observe, step, conclude, remove, usage, sample string
}

func newProductTexts(s *db.Store) productTexts {
	d := s.Dialect()
	live := " FROM repricer_products WHERE team_id = $1 AND deleted_at IS NULL"
	return productTexts{
		load: "SELECT " + ProductList + live + " AND " + s.IDsIn("id", 2) + " ORDER BY id" + s.ForUpdate(),
		loadUsers: "SELECT " + ProductList + live + " AND " + s.IDsIn("strategy_id", 2) +
			" AND id > $3 ORDER BY id LIMIT $4" + s.ForUpdate(),
		loadOffers: loadOffersText(s),
		existing: "SELECT p.id, p.seller_id, p.marketplace_id, p.sku FROM " + keyBatch.From(d, 2) +
			// SQLite keeps the order of a cross join: each key is looked up by itself.
			" CROSS JOIN repricer_products AS p WHERE p.team_id = $1 AND p.seller_id = u.seller_id" +
			" AND p.marketplace_id = u.marketplace_id AND p.sku = u.sku AND p.deleted_at IS NULL",
		insert:  insertText(d),
		save:    saveText(d),
		observe: observeText(d, observedColumns), step: observeText(d, stepColumns), conclude: observeText(d, concludedColumns),
		remove: "UPDATE repricer_products SET deleted_at = $3 WHERE team_id = $1 AND " + s.IDsIn("id", 2) +
			" AND deleted_at IS NULL",
		usage: "SELECT strategy_id, marketplace_id, count(*)" + live + " AND " + s.IDsIn("strategy_id", 2) +
			" GROUP BY strategy_id, marketplace_id",
		sample: "SELECT strategy_id, id FROM (SELECT strategy_id, id," +
			" row_number() OVER (PARTITION BY strategy_id ORDER BY id) AS place" + live +
			" AND " + s.IDsIn("strategy_id", 2) + ") AS ranked WHERE place <= $3 ORDER BY strategy_id, id",
	}
}

const productByID = " FROM repricer_products WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL"

var getProduct = "SELECT " + ProductList + productByID

func (p *Products) Get(ctx context.Context, team id.Team, product decision.ProductID) (repricer.ProductSnapshot, error) {
	scan := newProductScan(team)
	err := p.store.Hot(ctx).QueryRow(ctx, getProduct, int64(team), int64(product)).Scan(scan.places...)
	if errors.Is(err, sql.ErrNoRows) {
		return repricer.ProductSnapshot{}, fault.Missing()
	}
	if err != nil {
		return repricer.ProductSnapshot{}, db.Fault(err)
	}
	return scan.row.snapshot(), nil
}

// ReadProducts reads rows by a statement that selects ProductList.
func ReadProducts(ctx context.Context, s *db.Store, team id.Team, query string, args ...any) ([]repricer.ProductSnapshot, error) {
	var out []snapshot
	scan := newProductScan(team)
	err := db.Each(s.Hot(ctx).Query(ctx, query, args...))(func() { out = append(out, scan.row.snapshot()) }, scan.places...)
	return out, err
}

func (p *Products) LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return p.load(ctx, team, len(ids), p.texts.load, int64(team), p.store.IDsArg(db.Plain(ids)))
}

func (p *Products) LoadUsersLocked(ctx context.Context, team id.Team, strategies []strategy.ID, after decision.ProductID, limit int) ([]*repricer.Product, error) {
	if len(strategies) == 0 || limit <= 0 {
		return nil, nil
	}
	return p.load(ctx, team, limit, p.texts.loadUsers, int64(team), p.store.IDsArg(db.Plain(strategies)), int64(after), int64(limit))
}

func (p *Products) load(ctx context.Context, team id.Team, most int, query string, args ...any) ([]*repricer.Product, error) {
	return p.loadTo(ctx, newProductScan(team), most, query, args...)
}

func (p *Products) loadTo(ctx context.Context, scan *productScan, most int, query string, args ...any) ([]*repricer.Product, error) {
	out := make([]*repricer.Product, 0, most)
	err := db.TryEach(p.store.Hot(ctx).Query(ctx, query, args...))(func() error {
		one, err := repricer.RestoreProduct(scan.row.snapshot())
		if err != nil {
			return fmt.Errorf("repricer product %d: %w", scan.row.ID, err)
		}
		out = append(out, one)
		return nil
	}, scan.places...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (p *Products) Marked(ctx context.Context, team id.Team, marks []repricer.ChangeMark) (map[repricer.ChangeID]history.ChangeSnapshot, error) {
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
	err := db.Each(p.store.Hot(ctx).Query(ctx, p.texts.usage, int64(team), named))(func() {
		u := out[strategy.ID(plan)]
		u.Count += count
		u.Marketplaces = append(u.Marketplaces, marketplace.ID(market))
		out[strategy.ID(plan)] = u
	}, &plan, &market, &count)
	if err != nil || len(out) == 0 {
		return out, err
	}
	var product int64
	err = db.Each(p.store.Hot(ctx).Query(ctx, p.texts.sample, int64(team), named, int64(ports.UsageSample)))(func() {
		u := out[strategy.ID(plan)]
		u.First = append(u.First, decision.ProductID(product))
		out[strategy.ID(plan)] = u
	}, &plan, &product)
	return out, err
}

func (p *Products) Delete(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	n, err := p.store.Hot(ctx).Exec(ctx, p.texts.remove, int64(team), p.store.IDsArg(db.Plain(ids)), db.Micros(now))
	return db.Written(n, len(ids), err)
}
