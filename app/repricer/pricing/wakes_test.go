package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/schedule"
)

// nightly makes a window in which prices are at their highest.
func nightly(t *testing.T) []schedule.Window {
	t.Helper()
	at := func(s string) schedule.TimeOfDay {
		v, err := schedule.ParseTimeOfDay(s)
		require.NoError(t, err)
		return v
	}
	return []schedule.Window{{From: at("22:00"), To: at("06:00"), Action: decision.WindowMax}}
}

func (e *engine) at(day, hour int) {
	e.T.Helper()
	e.Clock.Add(time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC).Sub(e.Clock.Now()))
}

// scheduled makes a row between 5 and 25 of a team with a window at night.
func (e *engine) scheduled() decision.ProductID {
	e.T.Helper()
	row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Limits.MaxPrice = amount("25") })[0]
	e.Lists("sku-000", "20")
	e.Live(func(p *repricer.SettingsPatch) { p.Schedules = optional.Put(nightly(e.T)) })
	e.Work()
	return row
}

func TestAWindowMakesItsRowsDueWhenItBeginsAndEnds(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.scheduled()
		require.Equal(e.T, []string{"keep match_target 20 -"}, e.Told())
		evening, morning := time.Date(2026, 11, 2, 22, 0, 0, 0, time.UTC), time.Date(2026, 11, 3, 6, 0, 0, 0, time.UTC)
		s := e.Row(row)
		require.Equal(e.T, repricer.RunIdle, s.RunState)
		require.Equal(e.T, optional.Some(evening), s.Observed.NextDueAt)
		e.Clock.Add(evening.Sub(e.Clock.Now()) - time.Second)
		e.Work()
		require.Len(e.T, e.Told(), 1, "not before its time")
		e.at(2, 22)
		e.Lists("sku-000", "20")
		e.Work()
		last := e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, decision.ReasonScheduleMax, last.Reason)
		require.Equal(e.T, history.TriggerSchedule, last.Trigger)
		require.Equal(e.T, eur("25"), last.NewPrice)
		require.Equal(e.T, optional.Some(morning), e.Row(row).Observed.NextDueAt)
		// A price that is on its way at the end of the window is waited for.
		e.at(3, 6)
		e.Lists("sku-000", "20")
		e.Work()
		require.Len(e.T, e.Told(), 2)
		e.Landed(row, "25")
		require.NoError(e.T, e.Due.Promote(e.T.Context(), e.Clock.Now()))
		e.Work()
		require.Equal(e.T, []string{"keep match_target 20 -", "change schedule_use_max 25 proposed", "change match_target 20 proposed"}, e.Told())
		require.Equal(e.T, history.TriggerSchedule, e.All(e.T, ours, history.ChangeFilter{})[0].Trigger)
		require.Equal(e.T, 1, e.Queued())
		// Without windows, and off, nothing is kept.
		e.Landed(row, "20")
		_, err := e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: repricer.SettingsPatch{Schedules: optional.Put([]schedule.Window{})}})
		require.NoError(e.T, err)
		e.Work()
		require.Zero(e.T, e.Queued())
		require.False(e.T, e.Row(row).Observed.NextDueAt.Known())
	})
}

func TestARowWithAWindowIsWokenAndSweptLikeAnyOther(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.scheduled()
		e.Clock.Add(time.Hour)
		e.Event(row, "19")
		woken := e.Clock.Now()
		require.Equal(e.T, optional.Some(woken), e.Row(row).Observed.NextDueAt)
		owner, claimed := e.Take()
		require.Len(e.T, claimed, 1)
		require.Equal(e.T, woken, claimed[0].EnqueuedAt, "it waits since the event, not since the window")
		require.Equal(e.T, history.TriggerNotification, claimed[0].Trigger)
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), owner, claimed))
		require.Equal(e.T, []string{"keep match_target 20 -", "change match_target 19 proposed"}, e.Told())
		require.Equal(e.T, 1, e.Queued())
		e.Landed(row, "19")
		e.Clock.Add(7 * time.Hour)
		e.Lists("sku-000", "18.50")
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		e.Work()
		last := e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, history.TriggerSweep, last.Trigger)
		require.Equal(e.T, eur("18.50"), last.NewPrice)
	})
}

func TestAPauseBeginsAndEndsByItself(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Limits.MaxPrice = amount("25") })[0]
		e.Lists("sku-000", "20")
		e.Live(func(p *repricer.SettingsPatch) {
			p.Pauses = optional.Put([]schedule.Pause{{From: date.MustParse("2026-11-03"), To: date.MustParse("2026-11-04")}})
		})
		e.Work()
		require.Equal(e.T, optional.Some(time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)), e.Row(row).Observed.NextDueAt)
		e.at(3, 0)
		e.Lists("sku-000", "18")
		e.Work()
		last := e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, decision.ReasonSchedulePause, last.Reason)
		require.Equal(e.T, optional.Some(time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)), e.Row(row).Observed.NextDueAt)
		e.at(5, 0)
		e.Lists("sku-000", "18")
		e.Work()
		last = e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, decision.ReasonMatchTarget, last.Reason)
		require.Equal(e.T, history.TriggerSchedule, last.Trigger)
	})
}
