package sending

import (
	"context"
	"maps"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
)

// free makes rows with a finished price available for evaluation, and sets their due times: now for
// rows with an outdated price, and a due time of the queue for rows that were woken meanwhile. The
// rows are locked and will be stored.
func free(ctx context.Context, due queueports.EvaluationQueue, team id.Team, v repricer.SettingsValues, rows []*repricer.Product,
	outdated map[decision.ProductID]bool, now time.Time,
) error {
	ids := make([]decision.ProductID, 0, len(rows))
	wake := queueports.Wake{Trigger: history.TriggerSettings, Now: now, AtOnce: true}
	for _, row := range rows {
		ids = append(ids, row.ID())
		if s := row.Snapshot(); outdated[s.ID] && s.Mode != decision.ModeOff {
			wake.Rows = append(wake.Rows, queueports.WakeRow{Team: team, ID: s.ID, Priority: s.Priority, MinInterval: v.MinIntervalSeconds.Of(s.Priority)})
		}
	}
	if len(ids) == 0 {
		return nil
	}
	at, err := due.Wake(ctx, wake)
	if err != nil {
		return err
	}
	woken, err := due.PricesResolved(ctx, team, id.Ascending(ids), now)
	if err != nil {
		return err
	}
	maps.Copy(at, woken)
	for _, row := range rows {
		moment, ok := at[row.ID()]
		if !ok {
			continue
		}
		row.SetDueAt(moment)
		if err := row.Transition(repricer.RunWoken); err != nil {
			return err
		}
	}
	return nil
}
