package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sellingassistant/adapters/persistence/db"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/migrations"
	"sellingassistant/tools/bench/plan"
)

const (
	teams   = 10
	records = 10_000 // documents, and as many repricer rows

	// firstPrice exceeds every lower limit, so that bulk calls only raise the upper limit.
	firstPrice = 10_000
)

// fill migrates the database and makes the teams with a key, settings and a default strategy each,
// through the program's own use cases.
func fill(ctx context.Context, env []string) ([]plan.Team, error) {
	if err := migrate(ctx, env); err != nil {
		return nil, err
	}
	cfg, err := config.Load(env, false)
	if err != nil {
		return nil, err
	}
	var made []plan.Team
	err = compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		for n := range teams {
			team, err := addTeam(ctx, op, n)
			if err != nil {
				return err
			}
			made = append(made, team)
		}
		return nil
	})
	return made, err
}

func migrate(ctx context.Context, env []string) error {
	cfg, err := config.Load(env, false)
	if err != nil {
		return err
	}
	m, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
	if err != nil {
		return err
	}
	_, err = migrations.Up(ctx, m)
	return errors.Join(err, m.Close())
}

func addTeam(ctx context.Context, op *compose.Operator, n int) (plan.Team, error) {
	team, err := op.Teams.Create(ctx, identityapp.CreateTeam{Name: fmt.Sprintf("Team %d", n), Tokens: 100_000})
	if err != nil {
		return plan.Team{}, err
	}
	who := caller.Caller{Team: team.ID()}
	user, err := op.Users.Create(ctx, who, identityapp.CreateUser{Email: fmt.Sprintf("user%d@bench.example", n), Name: "User"})
	if err != nil {
		return plan.Team{}, err
	}
	who.User = user.ID
	seller, err := connect(ctx, op, who, n)
	if err != nil {
		return plan.Team{}, err
	}
	key, err := op.Keys.Create(ctx, who, identityapp.CreateKey{
		User: user.ID, Name: "bench", Scopes: []caller.Scope{caller.Read, caller.Write},
	})
	if err != nil {
		return plan.Team{}, err
	}
	its, err := op.Strategies.Create(ctx, who, strategy.Patch{
		Name: optional.Put("Match the buy box"), Type: optional.Put(decision.TypeCompetitor),
		CompeteWith: optional.Put(decision.TargetBuyBox), Action: optional.Put(decision.ActionMatch),
	})
	if err != nil {
		return plan.Team{}, err
	}
	_, err = op.Settings.Update(ctx, who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
		DefaultStrategyID: optional.Put(its.ID),
	}})
	return plan.Team{ID: int64(team.ID()), Key: key.Secret.Reveal(), Seller: seller}, err
}

// connect adds one seller account in all regions to a team.
func connect(ctx context.Context, op *compose.Operator, who caller.Caller, n int) (string, error) {
	seller := fmt.Sprintf("ABENCH%d", n)
	shops := map[marketplace.Region][]marketplace.ID{}
	for _, m := range marketplace.All() {
		shops[m.Region] = append(shops[m.Region], m.ID)
	}
	for region, ids := range shops {
		_, err := op.Connections.Add(ctx, who, connectionapp.Add{
			Account:      connection.Account{Region: region, SellerID: seller, Marketplaces: ids},
			RefreshToken: secret.New(fmt.Sprintf("Atzr|bench-%d-%s", n, region)),
		})
		if err != nil {
			return "", err
		}
	}
	return seller, nil
}

// numbered begins a statement that makes a row per number, and assigns the rows to the teams in
// turn.
const numbered = `WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d),
	t AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth FROM teams)
	INSERT INTO `

// addRecords makes documents and rows in bulk. Every second document has been classified and read.
// Every second row names its strategy, the others use the default strategy. It also fills the
// columns that a running repricer writes.
func (f *field) addRecords(ctx context.Context) error {
	json := func(text string) string {
		if f.store.Dialect() == db.Postgres {
			return "CAST('" + text + "' AS JSONB)"
		}
		return "'" + text + "'"
	}
	for _, text := range []string{documentsText(json), productsText()} {
		if _, err := f.store.Write(ctx).ExecContext(ctx, text); err != nil {
			return err
		}
	}
	for i := range f.teams {
		team := &f.teams[i]
		for table, to := range map[string]*[]int64{"documents": &team.Documents, "repricer_products": &team.Products} {
			err := f.store.Read(ctx).NewSelect().Table(table).Column("id").Where("team_id = ?", team.ID).Order("id").Scan(ctx, to)
			if err != nil {
				return err
			}
			if len(*to) != records/teams {
				return fmt.Errorf("team %d has %d %s", team.ID, len(*to), table)
			}
		}
	}
	return f.tidy(ctx, "ANALYZE")
}

// tidy brings the database into the same state before every slot that writes.
func (f *field) tidy(ctx context.Context, also string) error {
	text := "PRAGMA wal_checkpoint(TRUNCATE)"
	if f.kind == postgres {
		text = strings.TrimSpace("VACUUM " + also)
	}
	_, err := f.store.Write(ctx).ExecContext(ctx, text)
	return err
}

func documentsText(json func(string) string) string {
	read := func(value string) string { return "CASE WHEN n.i % 2 = 0 THEN " + value + " END" }
	classifier := json(`{"method":"rules","version":"1","candidates":[{"type":"invoice","confidence":9700},{"type":"receipt","confidence":200}]}`)
	last := json(`{"run":1,"method":"pdf","parser_version":"1","started_at":1774000000000000,"finished_at":1774000002000000,` +
		`"pages_read":2,"lines":12,"lines_verified":11,"preview_version":1,"problems":[]}`)
	summary := json(`{"lines":12,"lines_verified":11,"total":12345600,"currency":"EUR","issue_date":"2026-03-20"}`)
	digest := strings.Repeat("9f86d081884c7d65", 4)
	return fmt.Sprintf(numbered, records) + `documents (team_id, type, type_by_user, status, original_name, mime_type,
		file_size, sha256, reference_number, notes, targets, ai_classified_type, ai_confidence, classifier,
		supplier_id, supplier_name, supplier_confidence, parsed_summary, last_reading, page_count, has_parsed_data,
		claims, losses, created_at, updated_at, version, name_key, search)
	SELECT t.id, 'invoice', n.i % 2 = 1, CASE WHEN n.i % 2 = 0 THEN 'ready' ELSE 'uploaded' END,
		'INV-' || CAST(n.i AS TEXT) || '.pdf', 'application/pdf', 20000 + n.i,
		SUBSTR('` + digest + `', 1, 64 - LENGTH(CAST(n.i AS TEXT))) || CAST(n.i AS TEXT),
		'INV-' || CAST(n.i AS TEXT), CASE WHEN n.i % 5 = 0 THEN 'Paid by bank transfer' END,
		` + json(`[]`) + `, ` + read("'invoice'") + `, ` + read("9700") + `, ` + read(classifier) + `,
		` + read("5") + `, ` + read("'Example Supply'") + `, ` + read("9900") + `, ` + read(summary) + `, ` + read(last) + `, ` + read("2") + `,
		n.i % 2 = 0, 1 - n.i % 2, 0, 1774000000000000 + n.i * 61000137, 1774000000000000 + n.i * 61000149, 1,
		'inv-' || CAST(n.i AS TEXT) || '.pdf', 'inv-' || CAST(n.i AS TEXT) || '.pdf'
	FROM n JOIN t ON t.nth = n.i % ` + fmt.Sprint(teams) + ` ORDER BY n.i`
}

func productsText() string {
	return fmt.Sprintf(numbered, records) + `repricer_products (team_id, seller_id, marketplace_id, sku, asin, currency,
		strategy_id, mode, reprice_priority, condition, min_price, max_price, min_price_mode, min_price_markup_type,
		missing_cost_fallback, run_state, title, fulfillment, quantity, current_price, shipping, cost,
		fee_referral_percent, fee_referral_min, fee_fixed, buy_box_price, buy_box_owner, buy_box_inferred,
		competitors_count, buy_box_share_24h, buy_box_share_7d, next_due_at, last_event_at, offers_at,
		search, version, created_at, updated_at)
	SELECT t.id, 'A1BENCHSELLER', 'ATVPDKIKX0DER', 'SKU-' || CAST(n.i AS TEXT), 'B' || CAST(100000000 + n.i AS TEXT), 'USD',
		CASE WHEN n.i % 20 < 10 THEN s.default_strategy_id END, 'auto', 'normal', 'new', 50000, 900000, 'manual', 'amount',
		'error', 'idle', 'A product with a title of usual length, number ' || CAST(n.i AS TEXT), 'fba', n.i % 50,
		199500 + n.i % 100 * 100, 0, 80000 + n.i % 100 * 100,
		150000, 3000, 32500, 198900 + n.i % 100 * 100, 'competitor', n.i % 3 = 0,
		n.i % 12, 453200 + n.i % 1000, 407600, 1774600000000000 + n.i * 61000137, 1774500000000000 + n.i, 1774500000000000 + n.i,
		'sku-' || CAST(n.i AS TEXT), 1, 1774000000000000 + n.i * 61000137, 1774000000000000 + n.i * 61000137
	FROM n JOIN t ON t.nth = n.i % ` + fmt.Sprint(teams) + ` JOIN repricer_settings s ON s.team_id = t.id ORDER BY n.i`
}
