package history

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

// overviewTexts returns statements for one marketplace, or for all if $2 is empty.
func overviewTexts() (standings, attention, flow, sent string) {
	const scope = "team_id = $1 AND ($2 = '' OR marketplace_id = $2)"
	// A single statement sees a consistent state, even while rows are written.
	standings = "SELECT 0, standing, CAST(sum(n) AS BIGINT) FROM repricer_standings WHERE " + scope + " GROUP BY standing" +
		" UNION ALL SELECT 1, '', CAST(COALESCE(sum(n), 0) AS BIGINT) FROM repricer_offer_minutes WHERE " + scope + " AND minute >= $3" +
		" UNION ALL SELECT 2, '', COALESCE(max(last_event_at), 0) FROM repricer_last_events WHERE " + scope
	attention = "SELECT id, marketplace_id, sku, asin, title, attention, hold_reason, COALESCE(decided_reason, '')" +
		" FROM repricer_products WHERE team_id = $1%s AND attention IS NOT NULL ORDER BY attention, id LIMIT $2"
	flow = "SELECT outcome, count(*) FROM repricer_open_changes WHERE " + scope + " GROUP BY outcome"
	sent = "SELECT (SELECT count(*) FROM repricer_changes WHERE " + scope + " AND left_at >= $3)" +
		" + (SELECT count(*) FROM repricer_open_changes WHERE " + scope + " AND sent_at >= $3)"
	return standings, attention, flow, sent
}

func (c *Changes) RowCounts(ctx context.Context, team id.Team, m marketplace.ID, freshFrom time.Time) (historyports.RowCounts, error) {
	out := historyports.RowCounts{
		Modes: map[decision.Mode]int64{}, Holds: map[decision.HoldReason]int64{}, Owners: map[decision.BoxOwner]int64{},
	}
	var kind, n int64
	var standing string
	var broken error
	minute := freshFrom.Truncate(time.Minute).Unix() / 60
	err := db.Each(c.store.Hot(ctx).Query(ctx, c.texts.standings, int64(team), string(m), minute))(func() {
		switch kind {
		case 0:
			if err := addStanding(&out, standing, n); err != nil {
				broken = err
			}
		case 1:
			out.Fresh = n
		case 2:
			if n > 0 {
				out.LastEventAt = optional.Some(db.FromMicros(n))
			}
		}
	}, &kind, &standing, &n)
	if err == nil {
		err = broken
	}
	return out, err
}

// addStanding counts rows by the words in a value of the column standing.
func addStanding(out *historyports.RowCounts, standing string, n int64) error {
	words := strings.Split(standing, "|")
	if len(words) != 4 || len(words[3]) != 4 {
		return fmt.Errorf("repricer: a row is counted as %q", standing)
	}
	out.Total += n
	out.Modes[decision.Mode(words[0])] += n
	if words[1] != "" {
		out.Holds[decision.HoldReason(words[1])] += n
	}
	out.Owners[decision.BoxOwner(words[2])] += n
	for i, s := range []*history.Share{&out.AtFloor, &out.AtCeiling, &out.UnderBreakEven} {
		if words[3][i] != '?' {
			s.Known += n
		}
		if words[3][i] == 'y' {
			s.Count += n
		}
	}
	if words[3][3] == 'y' {
		out.MissingCost += n
	}
	return nil
}

func (c *Changes) Attention(ctx context.Context, team id.Team, m marketplace.ID, limit int) ([]history.NeedsAttention, error) {
	query, args := fmt.Sprintf(c.texts.attention, ""), []any{int64(team), int64(limit)}
	if m != "" {
		query, args = fmt.Sprintf(c.texts.attention, " AND marketplace_id = $3"), append(args, string(m))
	}
	var rank int64
	var market, reason string
	var title, hold *string
	var row history.NeedsAttention
	var out []history.NeedsAttention
	ranks := words.Of[repricer.Attention]()
	err := db.Each(c.store.Hot(ctx).Query(ctx, query, args...))(func() {
		row.MarketplaceID, row.Reason = marketplace.ID(market), decision.Reason(reason)
		row.Attention, row.Title, row.Hold = ranks[rank-1], optional.Of(title), record.MaybeText[decision.HoldReason](hold)
		out = append(out, row)
	}, (*int64)(&row.ProductID), &market, &row.SKU, &row.ASIN, &title, &rank, &hold, &reason)
	return out, err
}

func (c *Changes) SendingCounts(ctx context.Context, team id.Team, m marketplace.ID, since time.Time) (historyports.SendingCounts, error) {
	var out historyports.SendingCounts
	var outcome string
	var n int64
	err := db.Each(c.store.Hot(ctx).Query(ctx, c.texts.flow, int64(team), string(m)))(func() {
		switch is := history.Outcome(outcome); {
		case is == history.OutcomeProposed:
			out.Waiting += n
		case is.Unresolved():
			out.Unresolved += n
		}
	}, &outcome, &n)
	if err != nil {
		return out, err
	}
	err = c.store.Hot(ctx).QueryRow(ctx, c.texts.sent, int64(team), string(m), db.Micros(since)).Scan(&out.Sent)
	return out, db.Fault(err)
}
