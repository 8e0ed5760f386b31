package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/migrations"
)

const (
	// smallTeams share half of the rows; the first team has the other half.
	smallTeams = 200
	// shop names the marketplace of all sellers.
	shop marketplace.ID = "A1PA6795UKMFR9"
)

// team has one seller account.
type team struct {
	id     id.Team
	seller string
	key    string
	// The ids of its rows are consecutive and begin with first.
	first, rows int64
}

func sellerOf(n int) string { return fmt.Sprintf("ABENCH%d", n) }

// fill migrates the database and makes teams through the program's own use cases, and their rows in
// bulk.
func (p *place) fill(ctx context.Context, o options) error {
	cfg, err := config.Load(p.env(base), false)
	if err != nil {
		return err
	}
	m, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
	if err != nil {
		return err
	}
	_, err = migrations.Up(ctx, m)
	if err = errors.Join(err, m.Close()); err != nil {
		return err
	}
	err = compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		for n := range smallTeams + 1 {
			made, err := addTeam(ctx, op, n)
			if err != nil {
				return err
			}
			p.teams = append(p.teams, made)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s, err := p.patient(ctx, base)
	if err != nil {
		return err
	}
	return errors.Join(p.addRows(ctx, s, int64(o.rows)), s.Close())
}

func addTeam(ctx context.Context, op *compose.Operator, n int) (out team, err error) {
	made, err := op.Teams.Create(ctx, identityapp.CreateTeam{Name: fmt.Sprintf("Team %d", n)})
	if err != nil {
		return out, err
	}
	who := caller.Caller{Team: made.ID()}
	_, err = op.Connections.Add(ctx, who, connectionapp.Add{
		Account:      connection.Account{Region: marketplace.EU, SellerID: sellerOf(n), Marketplaces: []marketplace.ID{shop}},
		RefreshToken: secret.New(fmt.Sprintf("Atzr|bench-%d", n)),
	})
	if err != nil {
		return out, err
	}
	plan, err := op.Strategies.Create(ctx, who, strategy.Patch{
		Name: optional.Put("Lowest"), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetLowest),
		Action: optional.Put(decision.ActionBelow), By: optional.Put(money.MustParse("0.01")),
	})
	if err != nil {
		return out, err
	}
	_, err = op.Settings.Update(ctx, who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
		SubmissionMode: optional.Put(decision.SubmitLive), DefaultStrategyID: optional.Put(plan.ID),
	}})
	if err != nil || n > 0 {
		return team{id: made.ID(), seller: sellerOf(n)}, err
	}
	user, err := op.Users.Create(ctx, who, identityapp.CreateUser{Email: "user@bench.example", Name: "User"})
	if err != nil {
		return out, err
	}
	key, err := op.Keys.Create(ctx, who, identityapp.CreateKey{User: user.ID, Name: "bench", Scopes: []caller.Scope{caller.Read, caller.Write}})
	return team{id: made.ID(), seller: sellerOf(n), key: key.Secret.Reveal()}, err
}

// manyRows makes rows with a price of 20.00 and limits of 5.00 and 50.00.
const manyRows = `WITH RECURSIVE n(i) AS (SELECT CAST({from} AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {to})
	INSERT INTO repricer_products (id, team_id, seller_id, marketplace_id, sku, asin, currency, mode, reprice_priority, condition,
		min_price, max_price, min_price_mode, min_price_markup_type, missing_cost_fallback, run_state, title, fulfillment, quantity,
		current_price, shipping, buy_box_owner, buy_box_inferred, buy_box_share_24h, search, version, created_at, updated_at)
	SELECT i, {team}, '{seller}', '{shop}', 'sku-' || CAST(i AS TEXT), 'B' || CAST(100000000 + i AS TEXT), 'EUR', 'auto', '{priority}', 'new',
		50000, 500000, 'manual', 'amount', 'error', 'idle', 'A product with a title of usual length, number ' || CAST(i AS TEXT), 'fba', 10,
		200000, 0, 'unknown', {no}, CASE WHEN i % 3 > 0 THEN i * 7919 % 1000003 END, 'sku-' || CAST(i AS TEXT) || '|b' || CAST(100000000 + i AS TEXT),
		1, {now} - i * 1000, {now} - i * 7919 % 1000003 * 1000 FROM n`

// addRows gives the first team half of the rows, and the other teams the rest.
func (p *place) addRows(ctx context.Context, s *db.Store, rows int64) error {
	no := "FALSE"
	if s.Dialect() == db.SQLite {
		no = "0"
	}
	// Notices reach only proven accounts.
	if _, err := s.DB().ExecContext(ctx, "UPDATE connections SET proven_at = updated_at"); err != nil {
		return err
	}
	next := int64(1)
	for n := range p.teams {
		t := &p.teams[n]
		t.first, t.rows = next, rows/2/smallTeams
		priority := repricer.PriorityFast
		if n == 0 {
			t.rows, priority = rows/2, repricer.PriorityNormal
		}
		next += t.rows
		text := strings.NewReplacer(
			"{from}", fmt.Sprint(t.first), "{to}", fmt.Sprint(next-1), "{team}", fmt.Sprint(t.id), "{seller}", t.seller,
			"{shop}", string(shop), "{priority}", string(priority), "{now}", fmt.Sprint(db.Micros(time.Now())), "{no}", no,
		).Replace(manyRows)
		if _, err := s.DB().ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return tidy(ctx, s)
}

// tidy updates the statistics of Postgres, which Postgres also does by itself after such changes.
// On SQLite it empties the write-ahead log.
func tidy(ctx context.Context, s *db.Store) error {
	text := "PRAGMA wal_checkpoint(TRUNCATE)"
	if s.Dialect() == db.Postgres {
		text = "VACUUM ANALYZE"
	}
	_, err := s.DB().ExecContext(ctx, text)
	return err
}

// asin returns the product of a row.
func asin(row int64) string { return fmt.Sprintf("B%d", 100_000_000+row) }
