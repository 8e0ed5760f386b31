package history

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// boxColumns lists the counters of a day of the buy box.
var boxColumns = []string{"won", "lost", "own", "own_rest", "known", "known_rest"}

// boxText sums the days before $2 into one row.
const boxText = `SELECT CASE WHEN day < $2 THEN $2 - 1 ELSE day END AS on_day, marketplace_id,
	CAST(sum(won) AS BIGINT), CAST(sum(lost) AS BIGINT), CAST(sum(own) AS BIGINT), CAST(sum(own_rest) AS BIGINT),
	CAST(sum(known) AS BIGINT), CAST(sum(known_rest) AS BIGINT)
	FROM repricer_day_box WHERE team_id = $1 AND day <= $3 GROUP BY on_day, marketplace_id`

func (c *Changes) BoxHistory(ctx context.Context, team id.Team, from, to date.Date) (map[marketplace.ID]historyports.BoxHistory, error) {
	out := map[marketplace.ID]historyports.BoxHistory{}
	var day int64
	var market string
	var m repricer.BoxChanges
	err := db.Each(c.store.Hot(ctx).Query(ctx, boxText, int64(team), from.Days(), to.Days()))(func() {
		h, ok := out[marketplace.ID(market)]
		if !ok {
			h.Days = map[date.Date]repricer.BoxChanges{}
		}
		if on := date.FromDays(day); on.Before(from) {
			h.Before = m
		} else {
			h.Days[on] = m
		}
		out[marketplace.ID(market)] = h
	}, &day, &market, &m.Won, &m.Lost, &m.Own, &m.OwnRest, &m.Known, &m.KnownRest)
	return out, err
}

// forgetBox adds deleted days to day 0, because the current owner of the buy box follows from all
// changes.
func (c *Changes) forgetBox(ctx context.Context, before date.Date) error {
	return c.store.InTx(ctx, func(ctx context.Context) error {
		if err := c.lockUpkeep(ctx); err != nil {
			return err
		}
		for _, text := range []string{
			`INSERT INTO repricer_day_box SELECT team_id, 0, marketplace_id, 0, 0, 0, sum(own), 0, sum(known), 0
				FROM repricer_day_box WHERE day > 0 AND day < $1 GROUP BY team_id, marketplace_id
				ON CONFLICT (team_id, day, marketplace_id, slot) DO UPDATE SET
				own = repricer_day_box.own + excluded.own, known = repricer_day_box.known + excluded.known`,
			"DELETE FROM repricer_day_box WHERE day > 0 AND day < $1",
		} {
			if _, err := c.store.Hot(ctx).Exec(ctx, text, before.Days()); err != nil {
				return db.Fault(err)
			}
		}
		return nil
	})
}
