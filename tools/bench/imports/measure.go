package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	app "sellingassistant/app/imports"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/ports/jobs"
	"sellingassistant/tools/bench/stage"
)

const (
	shop   = marketplace.ID("A1PA6795UKMFR9")
	seller = "ABENCH"
)

// numbered makes numbers from 1 to rows, for the rows of a table.
const numbered = "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) "

// fills make records in bulk without the program: rows of the repricer that follow a strategy,
// SKUs, and inventory products that each match a SKU.
var fills = []string{
	numbered + `INSERT INTO repricer_products (team_id, seller_id, marketplace_id, sku, asin, currency, mode, reprice_priority, condition, min_price,
		max_price, min_price_mode, min_price_markup_type, missing_cost_fallback, run_state, title, fulfillment, quantity, current_price, shipping,
		buy_box_owner, buy_box_inferred, search, version, created_at, updated_at)
		SELECT {team}, '{seller}', '{shop}', 'sku-' || CAST(i AS TEXT), 'B' || CAST(100000000 + i AS TEXT), 'EUR', 'auto', 'normal', 'new', 50000, 500000,
		'manual', 'amount', 'error', 'idle', 'A product with a title of usual length, number ' || CAST(i AS TEXT), 'fba', 10, 200000, 0, 'unknown', {no},
		'sku-' || CAST(i AS TEXT), 1, {now}, {now} FROM n`,
	numbered + `INSERT INTO inventory_skus (team_id, seller_id, connection_id, marketplace_id, sku, asin, title, title_key, condition, fulfillment_channel,
		listing_status, price, currency, hidden, matches_count, units_per_sale, seen_run, version, created_at, updated_at)
		SELECT {team}, '{seller}', 1, '{shop}', 'sku-' || CAST(i AS TEXT), 'B' || CAST(100000000 + i AS TEXT), 'A product with a title of usual length',
		'a product with a title of usual length', 'new', 'FBA', 'active', 200000, 'EUR', {no}, 0, 1, 1, 1, {now}, {now} FROM n`,
	numbered + `INSERT INTO inventory_products (team_id, title, title_key, status, hazmat, body, on_hand, inbound, reserved, matches_count, marketplaces, search,
		version, created_at, updated_at)
		SELECT {team}, 'A product with a title of usual length', 'a product with a title of usual length', 'active', 'no', {body}, 10, 0, 0, 1, '|{shop}|',
		'a product with a title of usual length' || {mark} || 'sku-' || CAST(i AS TEXT) || {mark} || 'b' || CAST(100000000 + i AS TEXT) || {mark}, 1, {now}, {now} FROM n`,
	`INSERT INTO inventory_matches (team_id, product_id, target_type, target_id, sku, asin, marketplace_id, units_per_sale, bundle, method, confidence,
		created_by_name, created_at)
		SELECT p.team_id, p.id, 'sku', k.id, k.sku, k.asin, k.marketplace_id, 1, {no}, 'manual', 10000, '', {now}
		FROM inventory_products AS p JOIN inventory_skus AS k ON k.team_id = p.team_id AND k.id = p.id`,
}

// measure fills a database and imports a table of each kind.
func measure(ctx context.Context, s *db.Store, url, dir string, o options) error {
	cfg, err := config.Load([]string{
		"SA_DATABASE_URL=" + url, "SA_DATA_DIR=" + dir, "SA_SECRET_KEY=" + fmt.Sprintf("%064d", 1), "SA_LOG_LEVEL=error",
	}, false)
	if err != nil {
		return err
	}
	return compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		who, err := team(ctx, op)
		if err != nil {
			return err
		}
		if err := fill(ctx, s, who, o.rows); err != nil {
			return err
		}
		for _, kind := range o.kinds {
			if err := one(ctx, op, who, imports.Kind(kind), o); err != nil {
				return fmt.Errorf("%s: %w", kind, err)
			}
		}
		return nil
	})
}

func team(ctx context.Context, op *compose.Operator) (caller.Caller, error) {
	made, err := op.Teams.Create(ctx, identityapp.CreateTeam{Name: "Team"})
	if err != nil {
		return caller.Caller{}, err
	}
	who := caller.Caller{Team: made.ID()}
	user, err := op.Users.Create(ctx, who, identityapp.CreateUser{Email: "user@bench.example", Name: "User"})
	if err != nil {
		return who, err
	}
	who.User = user.ID
	if _, err := op.Connections.Add(ctx, who, connectionapp.Add{
		Account: connection.Account{Region: marketplace.EU, SellerID: seller, Marketplaces: []marketplace.ID{shop}}, RefreshToken: secret.New("Atzr|bench"),
	}); err != nil {
		return who, err
	}
	plan, err := op.Strategies.Create(ctx, who, strategy.Patch{
		Name: optional.Put("Lowest"), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetLowest),
		Action: optional.Put(decision.ActionMatch),
	})
	if err != nil {
		return who, err
	}
	_, err = op.Settings.Update(ctx, who, manage.UpdateSettings{Patch: repricer.SettingsPatch{DefaultStrategyID: optional.Put(plan.ID)}})
	return who, err
}

func fill(ctx context.Context, s *db.Store, who caller.Caller, rows int) error {
	no, body, mark, after := "FALSE", `'{"pack_size":1}'::jsonb`, "chr(31)", "ANALYZE"
	if s.Dialect() == db.SQLite {
		no, body, mark, after = "0", `'{"pack_size":1}'`, "char(31)", "PRAGMA wal_checkpoint(TRUNCATE)"
	}
	r := strings.NewReplacer("{rows}", strconv.Itoa(rows), "{team}", strconv.FormatInt(int64(who.Team), 10), "{seller}", seller, "{shop}", string(shop), "{no}", no, "{body}", body, "{mark}", mark,
		"{now}", strconv.FormatInt(db.Micros(time.Now()), 10))
	for _, text := range fills {
		if _, err := s.DB().ExecContext(ctx, r.Replace(text)); err != nil {
			return err
		}
	}
	_, err := s.DB().ExecContext(ctx, after)
	return err
}

// tables maps kinds to the header of a table and the cells after SKU and marketplace in each row.
var tables = map[imports.Kind]struct {
	header string
	row    func(i int) string
}{
	imports.RepricerProduct:  {"Min;Max;Strategy;Mode", func(i int) string { return fmt.Sprintf("%d,%02d;%d,99;Lowest;auto", 6+i%9, i%100, 20+i%20) }},
	imports.SKU:              {"Min;Max;Cost;Postage", func(i int) string { return fmt.Sprintf("%d,%02d;%d,99;%d,50;", 6+i%9, i%100, 20+i%20, 1+i%5) }},
	imports.InventoryProduct: {"Cost;Currency;Reorder point", func(i int) string { return fmt.Sprintf("%d,50;EUR;%d", 1+i%5, 10+i%50) }},
}

// one measures a table: a dry run, the import, and its reversal.
func one(ctx context.Context, op *compose.Operator, who caller.Caller, kind imports.Kind, o options) error {
	t, ok := tables[kind]
	if !ok {
		return errors.New("there is no such kind")
	}
	var list strings.Builder
	list.WriteString("SKU;Marketplace;" + t.header + "\n")
	for i := 1; i <= o.rows; i++ {
		fmt.Fprintf(&list, "sku-%d;DE;%s\n", i, t.row(i))
	}
	fmt.Printf("%s, a file of %.1f MB\n", kind, float64(list.Len())/1e6)
	// The first change of records that were made without the program also writes their search
	// texts.
	if err := warm(ctx, op, who, kind, o.rows); err != nil {
		return err
	}
	stop, err := stage.Profiled(o.profile, "imports")
	if err != nil {
		return err
	}
	for _, dry := range []bool{true, false} {
		made, err := started(ctx, op, who, kind, list.String(), dry)
		if err != nil {
			return err
		}
		what := map[bool]string{true: "dry run", false: "import"}[dry]
		if err := timed(ctx, op, who, made, 0, what); err != nil {
			return err
		}
		if dry {
			continue
		}
		if err := pages(ctx, op, who, made); err != nil {
			return err
		}
		if _, err := op.Tables.TakeBack(ctx, who, made); err != nil {
			return err
		}
		if err := timed(ctx, op, who, made, 1, "taken back"); err != nil {
			return err
		}
	}
	return stop()
}

// warm changes each SKU once.
func warm(ctx context.Context, op *compose.Operator, who caller.Caller, kind imports.Kind, rows int) error {
	if kind != imports.SKU {
		return nil
	}
	var list strings.Builder
	list.WriteString("SKU;Marketplace;MAP price\n")
	for i := 1; i <= rows; i++ {
		fmt.Fprintf(&list, "sku-%d;DE;1\n", i)
	}
	made, err := started(ctx, op, who, kind, list.String(), false)
	if err != nil {
		return err
	}
	return timed(ctx, op, who, made, 0, "MAP prices alone, at first")
}

func started(ctx context.Context, op *compose.Operator, who caller.Caller, kind imports.Kind, content string, dry bool) (imports.ID, error) {
	begun := time.Now()
	file, err := op.Tables.Receive(ctx, who, app.File{Name: "table.csv", Content: strings.NewReader(content)})
	if err != nil {
		return 0, err
	}
	defer file.Discard()
	prepared, err := op.Tables.Prepare(ctx, who, app.Draft{Kind: kind, DryRun: dry, Name: "table.csv", File: file})
	if err != nil {
		return 0, err
	}
	made, err := prepared.Start(ctx)
	fmt.Printf("  taken in %.1f s\n", time.Since(begun).Seconds())
	return made.ID, err
}

// timed runs a job of an import until it is done.
func timed(ctx context.Context, op *compose.Operator, who caller.Caller, id imports.ID, job int, what string) error {
	before, begun := stage.Settled(), time.Now()
	for {
		err := op.Tables.Handlers()[job].Run(ctx, jobs.Job{Team: who.Team, Args: fmt.Appendf(nil, `{"import":%d}`, id), Attempt: 1, Attempts: 1})
		if _, later := jobs.IsLater(err); later {
			continue
		}
		if err != nil {
			return err
		}
		break
	}
	took := time.Since(begun).Seconds()
	done, err := op.Tables.Get(ctx, who, id)
	fmt.Printf("  %s: %.1f s, %.0f rows/s, %d MiB above %d MiB; %s: %+v\n", what, took, float64(done.Values.Done)/took, (stage.Peak()-before)>>20, before>>20,
		done.Values.Stage, done.Values.Counts)
	return err
}

// pages reads pages of a report.
func pages(ctx context.Context, op *compose.Operator, who caller.Caller, importsID imports.ID) error {
	var all []time.Duration
	for _, statuses := range [][]imports.Status{nil, {imports.Updated}, {imports.RowFailed}} {
		r := page.Request{Limit: page.DefaultLimit, Order: []page.By{{Field: "row_number"}}}
		for range 50 {
			begun := time.Now()
			found, err := op.Tables.Rows(ctx, who, importsID, statuses, r)
			if err != nil {
				return err
			}
			all = append(all, time.Since(begun))
			if r.After = found.Next; r.After == nil {
				break
			}
		}
	}
	slices.Sort(all)
	fmt.Printf("  %d pages of the report: p50 %v, p99 %v\n", len(all), all[len(all)/2].Round(time.Microsecond), all[(len(all)-1)*99/100].Round(time.Microsecond))
	return nil
}
