package queue

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	queueports "sellingassistant/ports/repricer/queue"
)

// OfferSnapshots maps rows to their offers.
type OfferSnapshots map[decision.ProductID]*decision.OfferSnapshot

// Enqueue queues loaded rows, of any teams, with their offers, and notes when each is due. It skips
// rows that are off, and the rows of teams with absent or disabled settings: they are queued when
// that changes.
func Enqueue(ctx context.Context, settings ports.Settings, due queueports.EvaluationQueue, rows []*repricer.Product, w queueports.Wake, offers OfferSnapshots) error {
	rows = Running(rows)
	found, err := SettingsOf(ctx, settings, rows)
	if err != nil {
		return err
	}
	return Wake(ctx, found, due, rows, w, offers)
}

// Wake works like Enqueue for rows that are not off, with the settings already loaded. It reuses
// the slice rows.
func Wake(ctx context.Context, settings map[id.Team]*repricer.Settings, due queueports.EvaluationQueue, rows []*repricer.Product, w queueports.Wake, offers OfferSnapshots) error {
	if len(rows) == 0 {
		return nil
	}
	paces := enabled(settings)
	rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool { _, on := paces[row.Team()]; return !on })
	for _, row := range rows {
		p := row.Snapshot().Priority
		w.Rows = append(w.Rows, queueports.WakeRow{
			Team: row.Team(), ID: row.ID(), Priority: p, MinInterval: paces[row.Team()].Of(p), PriceInFlight: row.RunState().PriceInFlight(), Offers: offers[row.ID()],
		})
	}
	turns, err := due.Wake(ctx, w)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := row.Transition(repricer.RunWoken); err != nil {
			return err
		}
		if at, ok := turns[row.ID()]; ok {
			row.SetDueAt(at)
		}
	}
	return nil
}

// SettingsOf reads the settings of the teams of rows. Without rows it does nothing.
func SettingsOf(ctx context.Context, settings ports.Settings, rows []*repricer.Product) (map[id.Team]*repricer.Settings, error) {
	teams := make([]id.Team, len(rows))
	for i, row := range rows {
		teams[i] = row.Team()
	}
	slices.Sort(teams)
	return settings.LoadMany(ctx, slices.Compact(teams))
}

// enabled returns the evaluation intervals of the teams that have their repricer on.
func enabled(found map[id.Team]*repricer.Settings) map[id.Team]repricer.Intervals {
	paces := make(map[id.Team]repricer.Intervals, len(found))
	for team, settings := range found {
		if s := settings.Snapshot(); s.State == repricer.SettingsPresent && s.Values.Enabled {
			paces[team] = s.Values.MinIntervalSeconds
		}
	}
	return paces
}

// Running returns the rows that are not off.
func Running(rows []*repricer.Product) []*repricer.Product {
	var out []*repricer.Product
	for _, row := range rows {
		if row.Snapshot().Mode != decision.ModeOff {
			out = append(out, row)
		}
	}
	return out
}

// WakingProducts stores rows, and queues them in the same transaction when a use case changes them.
type WakingProducts struct {
	ports.Products
	settings    ports.Settings
	due         queueports.EvaluationQueue
	feeRequests queueports.FeeRequests
	clock       clock.Clock
}

func NewWakingProducts(p ports.Products, s ports.Settings, d queueports.EvaluationQueue, a queueports.FeeRequests, clk clock.Clock) *WakingProducts {
	return &WakingProducts{p, s, d, a, clk}
}

// Insert stores new rows. It also requests the fees of rows that are off, to show their profit.
func (p *WakingProducts) Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]ports.Inserted, error) {
	inserted, err := p.Products.Insert(ctx, team, rows)
	if err != nil {
		return nil, err
	}
	var fresh, shown []decision.ProductID
	for i, in := range inserted {
		if in.Existed {
			continue
		}
		row := rows[i].Snapshot()
		if row.Mode != decision.ModeOff {
			fresh = append(fresh, in.ID)
		}
		if !row.NeedsFees() {
			shown = append(shown, in.ID)
		}
	}
	if err := p.feeRequests.Add(ctx, team, shown, p.clock.Now()); err != nil || len(fresh) == 0 {
		return inserted, err
	}
	loaded, err := p.LoadLocked(ctx, team, fresh)
	if err != nil {
		return nil, err
	}
	if err := p.wake(ctx, loaded); err != nil {
		return nil, err
	}
	return inserted, p.SaveObserved(ctx, loaded)
}

// Save stores changed rows. It queues them first, so that a single statement stores them with their
// due times.
func (p *WakingProducts) Save(ctx context.Context, team id.Team, rows []*repricer.Product) error {
	if err := p.wake(ctx, rows); err != nil {
		return err
	}
	return p.Products.Save(ctx, team, rows)
}

// wake queues the rows as edited by their user. The trigger is not manual: a price requested by
// hand is sent even in suggestion mode.
func (p *WakingProducts) wake(ctx context.Context, rows []*repricer.Product) error {
	w := queueports.Wake{Trigger: history.TriggerSettings, Now: p.clock.Now(), AtOnce: true}
	return Enqueue(ctx, p.settings, p.due, rows, w, nil)
}

// Delete removes rows and their queue entries.
func (p *WakingProducts) Delete(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error {
	if err := p.Products.Delete(ctx, team, ids, now); err != nil {
		return err
	}
	if err := p.due.Remove(ctx, team, ids); err != nil {
		return err
	}
	return p.feeRequests.Remove(ctx, team, ids)
}

// WakingStrategies stores strategies, and queues the rows of a changed strategy in the same
// transaction and by a single statement.
type WakingStrategies struct {
	ports.Strategies
	settings ports.Settings
	due      queueports.EvaluationQueue
	clock    clock.Clock
}

func NewWakingStrategies(s ports.Strategies, settings ports.Settings, d queueports.EvaluationQueue, clk clock.Clock) *WakingStrategies {
	return &WakingStrategies{s, settings, d, clk}
}

// Save stores a strategy and queues its rows.
func (s *WakingStrategies) Save(ctx context.Context, changed *strategy.Strategy) error {
	if err := s.Strategies.Save(ctx, changed); err != nil {
		return err
	}
	team := changed.Snapshot().Team
	found, err := s.settings.Load(ctx, team)
	if err != nil {
		return err
	}
	settings := found.Snapshot()
	return wakeMany(ctx, s.due, settings, queueports.WakeMany{
		Trigger: history.TriggerStrategy, Now: s.clock.Now(), Strategies: []strategy.ID{changed.ID()},
		Unnamed: settings.Values.DefaultStrategyID == optional.Some(changed.ID()),
	})
}

// WakingSettings stores settings, and queues the rows of a team when its settings change, in the
// same transaction and by a single statement.
type WakingSettings struct {
	ports.Settings
	due   queueports.EvaluationQueue
	clock clock.Clock
}

func NewWakingSettings(s ports.Settings, d queueports.EvaluationQueue, clk clock.Clock) *WakingSettings {
	return &WakingSettings{s, d, clk}
}

// Save stores settings and queues the rows of their team.
func (s *WakingSettings) Save(ctx context.Context, changed *repricer.Settings) error {
	if err := s.Settings.Save(ctx, changed); err != nil {
		return err
	}
	return wakeMany(ctx, s.due, changed.Snapshot(), queueports.WakeMany{
		Trigger: history.TriggerSettings, Now: s.clock.Now(), All: true,
	})
}

func wakeMany(ctx context.Context, due queueports.EvaluationQueue, s repricer.SettingsSnapshot, m queueports.WakeMany) error {
	if s.State != repricer.SettingsPresent || !s.Values.Enabled {
		return nil
	}
	m.MinIntervals = s.Values.MinIntervalSeconds
	_, err := due.WakeMany(ctx, s.Team, m)
	return err
}
