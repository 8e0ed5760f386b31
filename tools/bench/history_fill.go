package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
)

const (
	// historyMonths sets the period over which the entries are spread.
	historyMonths = 3
	// historyStrategies counts the strategies that made the decisions.
	historyStrategies = 20
	// historyPart limits the rows of one transaction. Each row updates the same few counters of buy
	// boxes, and leaves an old version of them until its transaction ends.
	historyPart = 5_000
	// entriesPart limits the entries of one transaction.
	entriesPart = 500_000
)

// fillHistory makes rows of the team, and entries up to now. Reasons are as frequent as in
// practice: most decisions keep the price.
func fillHistory(ctx context.Context, s *db.Store, team int64, o options, now time.Time) error {
	begin := now.AddDate(0, -historyMonths, 0)
	if err := historystore.NewChanges(s).Prepare(ctx, begin, now); err != nil {
		return err
	}
	values := strings.NewReplacer(
		"{team}", fmt.Sprint(team), "{rows}", fmt.Sprint(o.rows), "{entries}", fmt.Sprint(o.entries), "{strategies}", fmt.Sprint(historyStrategies),
		"{now}", fmt.Sprint(db.Micros(now)), "{old}", fmt.Sprint(db.Micros(begin.Add(now.Sub(begin)/10))), "{step}", fmt.Sprint(now.Sub(begin).Microseconds()/int64(o.entries)),
		"{marketplace}", "CASE i % 5 WHEN 0 THEN 'A1PA6795UKMFR9' WHEN 1 THEN 'A1F83G8C2ARO7P' WHEN 2 THEN 'A13V1IB3VIYZZH' ELSE 'APJ6JRA9NG5V4' END",
	)
	if err := inParts(ctx, s, values.Replace(historyRows), o.rows, historyPart); err != nil {
		return err
	}
	if err := inParts(ctx, s, values.Replace(historyEntries), o.entries, entriesPart); err != nil {
		return err
	}
	for _, text := range []string{historyOld, historyCounts, historyMarks} {
		if _, err := s.Write(ctx).ExecContext(ctx, values.Replace(text)); err != nil {
			return err
		}
	}
	// The database itself does this after such a change.
	after := "PRAGMA optimize"
	if s.Dialect() == db.Postgres {
		after = "VACUUM ANALYZE"
	}
	_, err := s.Write(ctx).ExecContext(ctx, after)
	return err
}

// inParts runs a statement for the numbers i from 1 to most, in several parts.
func inParts(ctx context.Context, s *db.Store, text string, most, part int) error {
	for from := 1; from <= most; from += part {
		numbers := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT CAST(%d AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)", from, min(from+part-1, most))
		if _, err := s.Write(ctx).ExecContext(ctx, strings.ReplaceAll(text, "{numbers}", numbers)); err != nil {
			return err
		}
	}
	return nil
}

const (
	historyRows = `{numbers} INSERT INTO repricer_products (id, team_id, seller_id, marketplace_id, sku, asin, currency, strategy_id, mode,
		reprice_priority, condition, min_price, max_price, min_price_mode, min_price_markup_type, missing_cost_fallback, hold_reason, hold_since,
		run_state, current_price, buy_box_owner, buy_box_inferred, offers_at, last_event_at, search, version, created_at, updated_at)
		SELECT i, {team}, 'A2SELLER', {marketplace}, 'sku-' || i, 'B' || (100000000 + i / 3), 'EUR', 1 + i % {strategies},
		CASE i % 7 WHEN 0 THEN 'off' WHEN 1 THEN 'manual' ELSE 'auto' END, 'normal', 'new', 100000 + i % 1000 * 100, 500000, 'manual', 'amount',
		'error', CASE WHEN i % 500 = 0 THEN 'listing_issue' END, CASE WHEN i % 500 = 0 THEN {now} END, 'idle', 150000 + i % 997 * 100,
		CASE i % 11 WHEN 0 THEN 'unknown' WHEN 1 THEN 'amazon' WHEN 2 THEN 'own' WHEN 3 THEN 'own' ELSE 'competitor' END, i % 3 = 0,
		{now} - i % 10000 * 1000000, {now} - i % 10000 * 1000000, 'sku-' || i, 1, {now}, {now} FROM n`

	historyEntries = `{numbers}, e AS (SELECT i, 1 + i * 7919 % {rows} AS product,
			CASE WHEN i % 13 < 6 THEN 'own_buy_box_keep' WHEN i % 13 < 9 THEN 'out_of_stock' WHEN i % 13 < 12 THEN 'match_target' ELSE 'below_min_use_min' END AS reason
			FROM n)
		INSERT INTO repricer_changes (team_id, product_id, seller_id, marketplace_id, sku, asin, currency, created_at, decided_by, action,
		old_price, new_price, floor, ceiling, reason, adjustments, target_seller_id, strategy_id, strategy_version, input_digest, buy_box_owner,
		buy_box_inferred, outcome, ended, submitted_at, left_at, lane, attempts)
		SELECT {team}, product, 'A2SELLER', {marketplace}, 'sku-' || product, 'B' || (100000000 + product / 3), 'EUR', {now} - ({entries} - i) * {step},
		CASE i % 17 WHEN 0 THEN 'schedule' WHEN 1 THEN 'sweep' WHEN 2 THEN 'sweep' ELSE 'notification' END,
		CASE reason WHEN 'out_of_stock' THEN 'skip' WHEN 'own_buy_box_keep' THEN 'keep' ELSE 'change' END, 200000,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN 200000 ELSE 190000 END, 100000, 500000, reason, '', 'A3RIVAL',
		1 + product % {strategies}, 2, '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', 'competitor', i % 3 = 0,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN NULL WHEN i % 1000 = 12 THEN 'rejected' ELSE 'confirmed' END,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN NULL WHEN i % 1000 = 12 THEN 'rejected' ELSE 'confirmed' END,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN NULL ELSE {now} - ({entries} - i) * {step} END,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN NULL ELSE {now} - ({entries} - i) * {step} END,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN NULL ELSE 'patch' END,
		CASE WHEN reason IN ('out_of_stock', 'own_buy_box_keep') THEN NULL ELSE 1 END FROM e`

	// This reason occurs only long ago: the newest entries do not have it.
	historyOld = `UPDATE repricer_changes SET reason = 'price_war_hold'
		WHERE created_at < {old} AND action = 'keep' AND product_id % 4 = 3`

	historyCounts = `INSERT INTO repricer_day_counts SELECT team_id, created_at / 86400000000, marketplace_id, strategy_id, reason, action, 0,
		count(*), 0, count(outcome), count(outcome), 50000 * count(outcome), 0, 0, 0, count(outcome), count(outcome), 0, 0, 0, 0
		FROM repricer_changes GROUP BY 1, 2, 3, 4, 5, 6`

	historyMarks = `INSERT INTO repricer_day_marks SELECT team_id, day, marketplace_id, strategy_id, reason, 'size', decisions % 30, 0, sum(submitted)
		FROM repricer_day_counts WHERE submitted > 0 GROUP BY 1, 2, 3, 4, 5, 7`
)
