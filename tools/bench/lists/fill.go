package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// The measured team, and a neighbour of a tenth of its size.
const (
	team      id.Team = 1
	neighbour id.Team = 2
	batch             = 1000
)

var now = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// fill stores the records that are missing, and updates the database's statistics, as the database
// would do by itself.
func fill(ctx context.Context, s *db.Store, o options) error {
	changed := false
	for _, part := range []struct {
		name, table string
		rows        int
		fill        func(ctx context.Context, s *db.Store, rows int) error
		lists       []string
	}{
		{"teams", "teams", int(neighbour), fillTeams, words},
		{"SKUs", "inventory_skus", o.skus, fillSKUs, []string{"skus", "listings", "products", "facets", "writes", "marks"}},
		{"listings", "inventory_listings", o.skus, fillListings, []string{"listings", "facets"}},
		{"products", "inventory_products", o.products, fillProducts, []string{"products", "facets", "marks"}},
		{"tags", "annotation_tags", 100, fillMarks, []string{"marks"}},
		{"purchase orders", "purchasing_orders", o.orders, bare(fillOrders, "purchasing_orders", "purchasing_items"), []string{"orders"}},
		{"events", "history_events", o.events, bare(fillEvents, "history_events"), []string{"events"}},
	} {
		if !slices.ContainsFunc(part.lists, func(list string) bool { return slices.Contains(o.lists, list) }) {
			continue
		}
		var filled bool
		if err := s.Read(ctx).QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+part.table+")").Scan(&filled); err != nil {
			return err
		}
		if filled {
			continue
		}
		changed = true
		begin := time.Now()
		if err := part.fill(ctx, s, part.rows); err != nil {
			return err
		}
		say("%s: %d %s in %s", s.Dialect(), part.rows, part.name, time.Since(begin).Round(time.Second))
	}
	if !changed {
		return nil
	}
	return analyze(ctx, s)
}

// analyze updates the statistics of the database.
func analyze(ctx context.Context, s *db.Store) error {
	text := "PRAGMA optimize"
	if s.Dialect() == db.Postgres {
		text = "VACUUM ANALYZE"
	}
	_, err := s.DB().ExecContext(ctx, text)
	return err
}

// filling adds settings to the address of a Postgres database for filling large tables: no
// statement timeout, commits that do not wait for the disk, and more memory for indexes.
func filling(address string) (string, error) {
	if !strings.HasPrefix(address, "postgres") {
		return address, nil
	}
	at, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	set := at.Query()
	set.Set("statement_timeout", "0")
	set.Set("synchronous_commit", "off")
	set.Set("maintenance_work_mem", "512MB")
	at.RawQuery = set.Encode()
	return at.String(), nil
}

// bare fills tables without their indexes, except keys, and makes the indexes afterwards. That
// takes a fraction of the time.
func bare(fill func(ctx context.Context, s *db.Store, rows int) error, tables ...string) func(ctx context.Context, s *db.Store, rows int) error {
	return func(ctx context.Context, s *db.Store, rows int) error {
		text := "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?"
		if s.Dialect() == db.Postgres {
			text = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ?" +
				" AND indexname NOT IN (SELECT conname FROM pg_constraint)"
		} else if _, err := s.DB().ExecContext(ctx, "PRAGMA cache_size = -524288"); err != nil {
			return err
		}
		var made []string
		for _, table := range tables {
			var dropped []string
			var name, definition string
			err := db.Each(s.Rows(ctx, text, table))(func() { dropped, made = append(dropped, name), append(made, definition) }, &name, &definition)
			if err != nil {
				return err
			}
			for _, index := range dropped {
				if _, err := s.DB().ExecContext(ctx, "DROP INDEX "+index); err != nil {
					return err
				}
			}
		}
		if err := fill(ctx, s, rows); err != nil {
			return err
		}
		for _, definition := range made {
			if _, err := s.DB().ExecContext(ctx, definition); err != nil {
				return err
			}
		}
		return nil
	}
}

// fillTeams stores the teams. Their ids are the first ids.
func fillTeams(ctx context.Context, s *db.Store, rows int) error {
	for range rows {
		_, err := s.DB().ExecContext(ctx, `INSERT INTO teams (name, plan_code, plan_status, tokens_month, currency, timezone,
			default_marketplace_id, settings, features, version, created_at, updated_at)
			VALUES ('Team', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`)
		if err != nil {
			return err
		}
	}
	return nil
}

// fillSKUs stores the SKUs of a large seller of many kinds of goods.
func fillSKUs(ctx context.Context, s *db.Store, rows int) error {
	skus := store.NewSKUs(s)
	for t, n := range map[id.Team]int{team: rows, neighbour: rows / 10} {
		r := rand.New(rand.NewPCG(uint64(t), 7))
		for from := 0; from < n; from += batch {
			made := make([]*inventory.SKU, min(batch, n-from))
			for i := range made {
				var err error
				if made[i], err = inventory.RestoreSKU(skuOf(r, t, from+i)); err != nil {
					return err
				}
			}
			err := s.InTx(ctx, func(ctx context.Context) error {
				_, err := skus.Insert(ctx, t, made)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	makers  = strings.Fields("Acme Bolt Corvus Delta Ember Fjord Gala Halcyon Indigo Juno Kestrel Lumen Mira Nordic Orbit Pico Quill Rasa Sola Tern Umbra Vela Willow Xenon Yarrow Zephyr")
	kinds   = strings.Fields("kettle mug lamp blanket cable charger knife pan towel bottle backpack notebook pencil puzzle rope scale shelf speaker stool tent torch tripod umbrella vase wallet whistle wrench zip")
	traits  = strings.Fields("stainless steel blue red large small folding electric wooden ceramic portable waterproof children garden kitchen travel premium classic silent heavy duty")
	markets = []marketplace.ID{"ATVPDKIKX0DER", "A1PA6795UKMFR9", "A1F83G8C2ARO7P", "A1VC38T7YXB528"}
)

// weighted picks an index at random by weight.
func weighted(r *rand.Rand, weights ...int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := r.IntN(sum)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return 0
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// skuOf makes a SKU with realistic relations: costs rise with prices, closed SKUs have no stock,
// expensive SKUs are rare.
func skuOf(r *rand.Rand, team id.Team, n int) inventory.SKUSnapshot {
	o := observation(r, n)
	s := inventory.NewSKU(team, o, 1, now).Snapshot()
	s.ID = 1
	if s.Status != inventory.SKUClosed {
		s.Fulfillable = optional.Some(int64(r.ExpFloat64() * 20))
	}
	if price := o.Price; price != nil && r.IntN(10) < 6 {
		s.UnitCost = optional.Some(money.FromUnits(price.Units() * int64(30+r.IntN(30)) / 100))
	}
	if r.IntN(2) == 0 {
		s.Matches, s.Product = 1, optional.Some(int64(1+r.IntN(60_000)))
	}
	s.Hidden = r.IntN(20) == 0
	s.UpdatedAt = now.Add(-time.Duration(r.ExpFloat64() * float64(10*24*time.Hour)))
	return s
}

// observation returns a SKU as the marketplace reports it.
func observation(r *rand.Rand, n int) inventory.Observation {
	m, _ := marketplace.ByID(markets[weighted(r, 50, 25, 15, 10)])
	o := inventory.Observation{
		Seller: "A2SELLER", Connection: 1, Marketplace: m.ID, Currency: m.Currency,
		SKU:  fmt.Sprintf("%s-%c%04d-%06d", strings.ToUpper(pick(r, kinds)[:3]), 'A'+rune(r.IntN(26)), r.IntN(10_000), n),
		ASIN: fmt.Sprintf("B0%08d", r.IntN(120_000)), Condition: inventory.Conditions()[weighted(r, 90, 3, 2, 2, 1, 1, 1)],
		Channel: inventory.Channels()[weighted(r, 70, 30)], Status: inventory.SKUStatuses()[weighted(r, 70, 15, 3, 2, 10)],
	}
	title := fmt.Sprintf("%s %s %s %s, %s %d", pick(r, makers), pick(r, traits), pick(r, traits), pick(r, kinds), pick(r, traits), r.IntN(3000))
	o.Title = &title
	if o.Channel == inventory.FBA {
		fnsku := fmt.Sprintf("X00%07d", n)
		o.FNSKU = &fnsku
	}
	price := money.FromUnits(int64(math.Exp(r.NormFloat64()*0.8+3)*100) * 100)
	if m.Currency == "JPY" {
		price = money.FromUnits(price.Units() / 10_000 * 10_000)
	}
	if r.IntN(20) > 0 {
		o.Price = &price
	}
	return o
}
