package sending

import (
	"context"
	"maps"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	queueports "sellingassistant/ports/repricer/queue"
)

// free lets rows whose prices are over be decided again: at once those whose
// price was out of date, and those that were woken meanwhile. The rows are
// locked, and will be stored.
func free(ctx context.Context, due queueports.Due, team id.Team, v repricer.SettingsValues, rows []*repricer.Product,
	outdated map[repricer.ProductID]bool, now time.Time,
) error {
	ids := make([]repricer.ProductID, 0, len(rows))
	wake := queueports.Wake{Trigger: repricer.TriggerSettings, Now: now, AtOnce: true}
	for _, row := range rows {
		ids = append(ids, row.ID())
		if s := row.Snapshot(); outdated[s.ID] && s.Mode != repricer.ModeOff {
			wake.Rows = append(wake.Rows, queueports.WakeRow{Team: team, ID: s.ID, Priority: s.Priority, Pace: v.MinIntervalSeconds.Of(s.Priority)})
		}
	}
	if len(ids) == 0 {
		return nil
	}
	at, err := due.Wake(ctx, wake)
	if err != nil {
		return err
	}
	woken, err := due.Resume(ctx, team, id.Ascending(ids), now)
	if err != nil {
		return err
	}
	maps.Copy(at, woken)
	for _, row := range rows {
		moment, ok := at[row.ID()]
		if !ok {
			continue
		}
		row.DueAt(moment)
		if err := row.Run(repricer.RunWoken); err != nil {
			return err
		}
	}
	return nil
}
