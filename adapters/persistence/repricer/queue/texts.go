package queue

import (
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/history"
)

// dueTexts has the statements that differ between the databases.
type dueTexts struct {
	wake, wakeAll, wakeAccount, wakeUsers, promote, free, claim, hold, outOfDate, answer, back, done, resume, drop string
}

// wakeRow has a row to be woken. Times and paces are in microseconds.
type wakeRow struct {
	Team     id.Team `bun:"team_id"`
	Product  int64   `bun:"product_id"`
	Lane     int64   `bun:"lane"`
	Pace     int64   `bun:"pace"`
	Waits    bool    `bun:"waits"`
	Offers   []byte  `bun:"offers"`
	OffersAt *int64  `bun:"offers_at"`
}

// finishedRow has a row that its worker has finished.
type finishedRow struct {
	Product int64  `bun:"product_id"`
	Next    *int64 `bun:"next"`
	Waits   bool   `bun:"waits"`
	Keep    bool   `bun:"keep"`
	Seen    *int64 `bun:"seen"`
	Now     int64  `bun:"now"`
	Turns   *int64 `bun:"turns"`
	Lane    int64  `bun:"lane"`
	Edits   int64  `bun:"edits"`
}

var (
	wakeRows     = record.Describe(record.Plain[wakeRow]())
	finishedRows = record.Describe(record.Plain[finishedRow]())
)

const (
	firstDue = "SELECT team_id FROM repricer_due WHERE lane = $1 AND due_at <= $2 AND leased_until <= $2 ORDER BY due_at, product_id LIMIT 1"

	// dueTeams uses the index to go from team to team within a priority. So its cost grows with the
	// teams, not with their entries.
	dueTeams = `WITH RECURSIVE teams(team_id) AS (
		SELECT MIN(team_id) FROM repricer_due WHERE lane = $1
		UNION ALL
		SELECT (SELECT MIN(d.team_id) FROM repricer_due AS d WHERE d.lane = $1 AND d.team_id > t.team_id)
		FROM teams AS t WHERE t.team_id IS NOT NULL
	) SELECT t.team_id, (SELECT MIN(d.due_at) FROM repricer_due AS d
		WHERE d.lane = $1 AND d.team_id = t.team_id AND d.due_at <= $2 AND d.leased_until <= $2)
	FROM teams AS t WHERE t.team_id IS NOT NULL`

	// nextDue skips claimed entries, which come first in their priority and are few.
	nextDue = `SELECT (SELECT due_at FROM repricer_due WHERE lane = 0 AND due_at IS NOT NULL AND lease_owner IS NULL ORDER BY due_at LIMIT 1)
		UNION ALL SELECT (SELECT due_at FROM repricer_due WHERE lane = 1 AND due_at IS NOT NULL AND lease_owner IS NULL ORDER BY due_at LIMIT 1)
		UNION ALL SELECT (SELECT due_at FROM repricer_due WHERE lane = 2 AND due_at IS NOT NULL AND lease_owner IS NULL ORDER BY due_at LIMIT 1)`
)

// wakeTail updates an existing entry. A claimed entry only records that it was woken, and its
// worker returns it. An entry that waits for a price continues to wait while a price is on its way.
func wakeTail(d db.Dialect) string {
	return ` ON CONFLICT (` + d.TeamKey("product_id") + `) DO UPDATE SET
		lane = ` + least(d, "repricer_due.lane", "excluded.lane") + `,
		pace = excluded.pace,
		due_at = CASE WHEN repricer_due.lease_owner IS NOT NULL THEN repricer_due.due_at
			WHEN excluded.due_at IS NULL OR repricer_due.due_at IS NULL THEN excluded.due_at
			ELSE ` + least(d, "repricer_due.due_at", "excluded.due_at") + ` END,
		enqueued_at = ` + least(d, "repricer_due.enqueued_at", "excluded.enqueued_at") + `,
		rises_at = ` + least(d, "repricer_due.rises_at", "excluded.rises_at") + `,
		woken_by = CASE WHEN excluded.woken_by = '` + string(history.TriggerNotification) + `' AND repricer_due.woken_by <> '` +
		string(history.TriggerSchedule) + `' THEN repricer_due.woken_by ELSE excluded.woken_by END,
		at_once = repricer_due.at_once OR excluded.at_once,
		edits = repricer_due.edits + excluded.edits,
		offers = CASE WHEN ` + newer + ` THEN excluded.offers ELSE repricer_due.offers END,
		offers_at = CASE WHEN ` + newer + ` THEN excluded.offers_at ELSE repricer_due.offers_at END,
		again_at = CASE WHEN repricer_due.lease_owner IS NOT NULL THEN COALESCE(repricer_due.again_at, excluded.enqueued_at) END
		WHERE repricer_due.team_id = excluded.team_id`
}

const (
	newer       = "excluded.offers_at > COALESCE(repricer_due.offers_at, 0)"
	wakeColumns = "INSERT INTO repricer_due (product_id, team_id, lane, pace, due_at, rises_at, enqueued_at, woken_by, at_once, edits, offers, offers_at)"
)

// edit returns 1 for a trigger that is more than a hint, otherwise 0.
func edit(trigger string) string {
	return "CASE WHEN " + trigger + " IN ('" + string(history.TriggerNotification) + "', '" + string(history.TriggerSweep) + "') THEN 0 ELSE 1 END"
}

func least(d db.Dialect, a, b string) string {
	if d == db.Postgres {
		return "LEAST(" + a + ", " + b + ")"
	}
	return "MIN(" + a + ", " + b + ")"
}

func greatest(d db.Dialect, a, b string) string {
	if d == db.Postgres {
		return "GREATEST(" + a + ", " + b + ")"
	}
	return "MAX(" + a + ", " + b + ")"
}

func newTexts(s *db.Store) dueTexts {
	d := s.Dialect()
	skip := ""
	if d == db.Postgres {
		skip = " FOR UPDATE SKIP LOCKED"
	}
	const wokenAt, now = "CAST($1 AS BIGINT)", "CAST($2 AS BIGINT)"
	many := wakeColumns + ` SELECT id, team_id, ` + byPriority("0", "1", "2") + `, ` + pace +
		`, CASE WHEN run_state IN ('submitting', 'awaiting_confirmation') THEN NULL ELSE ` + now + ` END, ` + now + ` + 2 * ` + pace +
		`, ` + now + `, CAST($3 AS TEXT), TRUE, ` + edit("CAST($3 AS TEXT)") + `, NULL, NULL FROM repricer_products WHERE team_id = $1 AND deleted_at IS NULL AND mode <> 'off'`
	return dueTexts{
		wake: wakeColumns + ` SELECT u.product_id, u.team_id, u.lane, u.pace,
			CASE WHEN u.waits THEN NULL WHEN $3 THEN ` + wokenAt + `
				ELSE ` + greatest(d, wokenAt, "COALESCE(p.decided_at + u.pace, 0)") + ` END,
			` + wokenAt + ` + 2 * u.pace, ` + wokenAt + `, CAST($2 AS TEXT), CAST($3 AS BOOLEAN), ` + edit("CAST($2 AS TEXT)") + `, u.offers, u.offers_at
			FROM ` + wakeRows.From(d, 4) + ` JOIN repricer_products AS p ON p.id = u.product_id AND ` + d.Checked("p.team_id") + ` = u.team_id
			WHERE true ORDER BY u.product_id` + wakeTail(d) + ` RETURNING product_id, due_at`,
		wakeAll:     many + " ORDER BY id" + wakeTail(d),
		wakeAccount: many + " AND seller_id = $7 ORDER BY id" + wakeTail(d),
		wakeUsers:   many + " AND (" + s.IDsIn("strategy_id", 7) + " OR strategy_id IS NULL AND $8) ORDER BY id" + wakeTail(d),
		promote: `UPDATE repricer_due SET lane = lane - 1, rises_at = rises_at + 2 * pace
			WHERE lane > 0 AND rises_at <= $1 AND due_at <= $1 AND lease_owner IS NULL`,
		free: `UPDATE repricer_due SET due_at = $1 WHERE lane IN (0, 1, 2) AND due_at IS NULL AND EXISTS (SELECT 1
			FROM repricer_products AS p WHERE p.team_id = repricer_due.team_id AND p.id = product_id AND p.run_state NOT IN ('submitting', 'awaiting_confirmation'))`,
		claim: `WITH next AS MATERIALIZED (SELECT product_id FROM repricer_due
				WHERE team_id = $1 AND lane = $2 AND due_at <= $3 AND leased_until <= $3 ORDER BY due_at, product_id LIMIT $4` + skip + `)
			UPDATE repricer_due SET leased_until = $5, lease_owner = $6, at_once = FALSE, again_at = NULL
			FROM next WHERE ` + d.Checked("repricer_due.team_id") + ` = $1 AND repricer_due.product_id = next.product_id
			RETURNING repricer_due.product_id, pace, enqueued_at, woken_by, offers, edits`,
		hold: "SELECT product_id FROM repricer_due WHERE team_id = $1 AND lease_owner = $2 AND " + s.IDsIn("product_id", 3) +
			" ORDER BY product_id" + s.ForUpdate(),
		outOfDate: "SELECT product_id FROM repricer_due WHERE team_id = $1 AND " + OutOfDate("$2") + " AND " + s.IDsIn("product_id", 3),
		answer: "UPDATE repricer_due SET answered = " + greatest(d, "answered", "CAST($3 AS BIGINT)") +
			" WHERE team_id = $1 AND product_id = $2",
		back: `UPDATE repricer_due SET lease_owner = NULL, leased_until = 0,
				lane = CASE WHEN ` + turns + ` THEN u.lane ELSE repricer_due.lane END,
				woken_by = CASE WHEN ` + turns + ` THEN '` + string(history.TriggerSchedule) + `'
					WHEN NOT u.keep AND repricer_due.edits <= u.edits THEN '` + string(history.TriggerNotification) + `' ELSE woken_by END,
				answered = CASE WHEN u.keep THEN answered ELSE ` + greatest(d, "answered", "u.edits") + ` END,
				due_at = CASE WHEN ` + turns + ` THEN u.turns WHEN u.waits THEN NULL
					WHEN again_at IS NOT NULL AND at_once THEN u.now
					WHEN u.turns < COALESCE(u.next, u.now + pace) THEN u.turns ELSE COALESCE(u.next, u.now + pace) END,
				enqueued_at = CASE WHEN u.keep THEN enqueued_at ELSE COALESCE(again_at, u.turns) END,
				rises_at = CASE WHEN u.keep THEN rises_at ELSE COALESCE(again_at, u.turns) + 2 * pace END,
				offers = CASE WHEN offers_at <= u.seen THEN NULL ELSE offers END,
				again_at = NULL
			FROM ` + finishedRows.From(d, 3) + ` WHERE team_id = $1 AND lease_owner = $2 AND repricer_due.product_id = u.product_id
				AND (again_at IS NOT NULL OR u.keep OR u.turns IS NOT NULL)`,
		done: "DELETE FROM repricer_due WHERE team_id = $1 AND lease_owner = $2 AND " + s.IDsIn("product_id", 3),
		resume: `UPDATE repricer_due SET due_at = CASE WHEN at_once THEN ` + now + `
				ELSE ` + greatest(d, now, "COALESCE((SELECT decided_at FROM repricer_products WHERE team_id = $1 AND id = product_id) + pace, 0)") + ` END
			WHERE team_id = $1 AND due_at IS NULL AND ` + s.IDsIn("product_id", 3) + ` RETURNING product_id, due_at`,
		drop: "DELETE FROM repricer_due WHERE team_id = $1 AND " + s.IDsIn("product_id", 2),
	}
}

// OutOfDate returns the condition that the row's earlier decision is out of date.
func OutOfDate(now string) string {
	return "(edits > answered OR woken_by = '" + string(history.TriggerSchedule) + "' AND (due_at IS NULL OR due_at <= " + now + "))"
}

// turns requires that only the row's schedule keeps its entry.
const turns = "again_at IS NULL AND NOT u.keep"

var pace = byPriority("CAST($4 AS BIGINT)", "CAST($5 AS BIGINT)", "CAST($6 AS BIGINT)")

// byPriority returns an expression over a row of the repricer.
func byPriority(fast, normal, low string) string {
	return "CASE reprice_priority WHEN 'fast' THEN " + fast + " WHEN 'low' THEN " + low + " ELSE " + normal + " END"
}
