package repricer_test

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
	historyports "sellingassistant/ports/repricer/history"
)

// nightly is a window in which prices are at their highest.
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
	e.t.Helper()
	e.clock.add(time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC).Sub(e.clock.Now()))
}

// scheduled is one row between 5 and 25 whose team has a window at night.
func (e *engine) scheduled() decision.ProductID {
	e.t.Helper()
	row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Limits.MaxPrice = amount("25") })[0]
	e.lists("sku-000", "20")
	e.live(func(p *repricer.SettingsPatch) { p.Schedules = optional.Put(nightly(e.t)) })
	e.work()
	return row
}

func TestAWindowMakesItsRowsDueWhenItBeginsAndEnds(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.scheduled()
		require.Equal(e.t, []string{"keep match_target 20 -"}, e.told())
		evening, morning := time.Date(2026, 11, 2, 22, 0, 0, 0, time.UTC), time.Date(2026, 11, 3, 6, 0, 0, 0, time.UTC)
		s := e.row(row)
		require.Equal(e.t, repricer.RunIdle, s.RunState)
		require.Equal(e.t, optional.Some(evening), s.Observed.NextDueAt)
		e.clock.add(evening.Sub(e.clock.Now()) - time.Second)
		e.work()
		require.Len(e.t, e.told(), 1, "not before its time")
		e.at(2, 22)
		e.lists("sku-000", "20")
		e.work()
		last := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, decision.ReasonScheduleMax, last.Reason)
		require.Equal(e.t, history.TriggerSchedule, last.Trigger)
		require.Equal(e.t, eur("25"), last.NewPrice)
		require.Equal(e.t, optional.Some(morning), e.row(row).Observed.NextDueAt)
		// A price that is on its way at the end of the window is waited for.
		e.at(3, 6)
		e.lists("sku-000", "20")
		e.work()
		require.Len(e.t, e.told(), 2)
		e.landed(row, "25")
		require.NoError(e.t, e.due.Promote(e.t.Context(), e.clock.Now()))
		e.work()
		require.Equal(e.t, []string{"keep match_target 20 -", "change schedule_use_max 25 proposed", "change match_target 20 proposed"}, e.told())
		require.Equal(e.t, history.TriggerSchedule, e.all(e.t, ours, historyports.ChangeFilter{})[0].Trigger)
		require.Equal(e.t, 1, e.queued())
		// Without windows, and off, nothing is kept.
		e.landed(row, "20")
		_, err := e.set.Update(e.t.Context(), e.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{Schedules: optional.Put([]schedule.Window{})}})
		require.NoError(e.t, err)
		e.work()
		require.Zero(e.t, e.queued())
		require.False(e.t, e.row(row).Observed.NextDueAt.Known())
	})
}

func TestARowWithAWindowIsWokenAndSweptLikeAnyOther(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.scheduled()
		e.clock.add(time.Hour)
		e.event(row, "19")
		woken := e.clock.Now()
		require.Equal(e.t, optional.Some(woken), e.row(row).Observed.NextDueAt)
		owner, claimed := e.take()
		require.Len(e.t, claimed, 1)
		require.Equal(e.t, woken, claimed[0].EnqueuedAt, "it waits since the event, not since the window")
		require.Equal(e.t, history.TriggerNotification, claimed[0].Trigger)
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), owner, claimed))
		require.Equal(e.t, []string{"keep match_target 20 -", "change match_target 19 proposed"}, e.told())
		require.Equal(e.t, 1, e.queued())
		e.landed(row, "19")
		e.clock.add(7 * time.Hour)
		e.lists("sku-000", "18.50")
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		e.work()
		last := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, history.TriggerSweep, last.Trigger)
		require.Equal(e.t, eur("18.50"), last.NewPrice)
	})
}

func TestAPauseBeginsAndEndsByItself(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Limits.MaxPrice = amount("25") })[0]
		e.lists("sku-000", "20")
		e.live(func(p *repricer.SettingsPatch) {
			p.Pauses = optional.Put([]schedule.Pause{{From: date.MustParse("2026-11-03"), To: date.MustParse("2026-11-04")}})
		})
		e.work()
		require.Equal(e.t, optional.Some(time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)), e.row(row).Observed.NextDueAt)
		e.at(3, 0)
		e.lists("sku-000", "18")
		e.work()
		last := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, decision.ReasonSchedulePause, last.Reason)
		require.Equal(e.t, optional.Some(time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)), e.row(row).Observed.NextDueAt)
		e.at(5, 0)
		e.lists("sku-000", "18")
		e.work()
		last = e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, decision.ReasonMatchTarget, last.Reason)
		require.Equal(e.t, history.TriggerSchedule, last.Trigger)
	})
}
