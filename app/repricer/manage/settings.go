package manage

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Settings reads and changes a team's repricer settings.
type Settings struct {
	settings   ports.Settings
	strategies ports.Strategies
	prices     Withdrawer
	tx         tx.Runner
	clock      clock.Clock
	plain      bool
	events     event.Log
	address    ports.AlertAddress
}

func NewSettings(settings ports.Settings, strategies ports.Strategies, prices Withdrawer, runner tx.Runner, clk clock.Clock) *Settings {
	return &Settings{settings: settings, strategies: strategies, prices: prices, tx: runner, clock: clk}
}

// AllowPlainWebhooks accepts webhooks at http addresses from now on: for trials.
func (s *Settings) AllowPlainWebhooks() { s.plain = true }

// Reporting reports changes as events from now on.
func (s *Settings) Reporting(events event.Log) { s.events = events }

// Addressing shows the address of alerts from now on.
func (s *Settings) Addressing(to ports.AlertAddress) { s.address = to }

// report shows a changed address of alerts, and writes the events of changed settings.
func (s *Settings) report(ctx context.Context, before, after repricer.SettingsSnapshot) error {
	if is := alertAddress(after); s.address != nil && is != alertAddress(before) {
		if err := s.address(ctx, after.Team, is); err != nil {
			return err
		}
	}
	if s.events == nil {
		return nil
	}
	e := event.Event{Team: after.Team, Type: kernel.RepricerSettingsUpdated, Version: optional.Some(after.Version)}
	events := []event.Event{e}
	on := func(s repricer.SettingsSnapshot) bool { return s.State == repricer.SettingsPresent && s.Values.Enabled }
	if on(before) != on(after) {
		e.Type, e.Changed = kernel.RepricerStopped, []string{"enabled"}
		if on(after) {
			e.Type = kernel.RepricerStarted
		}
		events = append(events, e)
	}
	return s.events.Write(ctx, events...)
}

// alertAddress returns the address that is called with alerts.
func alertAddress(s repricer.SettingsSnapshot) optional.Maybe[string] {
	if s.State != repricer.SettingsPresent {
		return optional.None[string]()
	}
	return s.Values.Notify.WebhookURL
}

// Get reads the settings; absent settings are a NotFound fault.
func (s *Settings) Get(ctx context.Context, who caller.Caller) (repricer.SettingsSnapshot, error) {
	found, err := s.settings.Load(ctx, who.Team)
	if err != nil {
		return repricer.SettingsSnapshot{}, err
	}
	if found.State().Next(repricer.SettingsRead) == repricer.SettingsAbsent {
		return repricer.SettingsSnapshot{}, fault.Missing()
	}
	return found.Snapshot(), nil
}

// UpdateSettings describes a change of the settings by a user.
type UpdateSettings struct {
	Patch repricer.SettingsPatch
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// Update changes the settings, or creates them from the defaults. It returns the faults of the
// patch, strategy_not_found for an unknown default strategy, and Stale for another version; absent
// settings match no version.
func (s *Settings) Update(ctx context.Context, who caller.Caller, change UpdateSettings) (repricer.SettingsSnapshot, error) {
	change.Patch.PlainWebhooks = s.plain
	if err := change.Patch.Check(); err != nil {
		return repricer.SettingsSnapshot{}, err
	}
	now := s.clock.Now()
	return tx.Value(ctx, s.tx, func(ctx context.Context) (out repricer.SettingsSnapshot, err error) {
		found, err := s.lock(ctx, who, change.IfMatch)
		if err != nil {
			return out, err
		}
		if named, ok := change.Patch.DefaultStrategyID.Given(); ok {
			if _, err := held(ctx, s.strategies, who.Team, named, "/default_strategy_id"); err != nil {
				return out, err
			}
		}
		before := found.Snapshot()
		changed, err := found.Patch(change.Patch, now)
		out = found.Snapshot()
		if err != nil || !changed {
			return out, err
		}
		quieted := before.Values.SubmissionMode == decision.SubmitLive && out.Values.SubmissionMode != decision.SubmitLive
		if !out.Values.Enabled || quieted {
			// Cancel before queuing the rows: rows are locked before their queue entries.
			why := history.WithdrawnDisabled
			if out.Values.Enabled {
				why = history.WithdrawnSuggested
			}
			if err := s.prices.Team(ctx, who.Team, why); err != nil {
				return out, err
			}
		}
		if err := s.settings.Save(ctx, found); err != nil {
			return out, err
		}
		return out, s.report(ctx, before, out)
	})
}

// Reset removes the settings; without settings it does nothing. Unsent prices are cancelled. Rows
// and strategies stay, and rows that rely on the default strategy are skipped until there is one
// again. A version that does not match is a Stale fault.
func (s *Settings) Reset(ctx context.Context, who caller.Caller, ifMatch *int64) error {
	now := s.clock.Now()
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		found, err := s.lock(ctx, who, ifMatch)
		if err != nil {
			return err
		}
		before := found.Snapshot()
		if !found.Reset(now) {
			return nil
		}
		if err := s.prices.Team(ctx, who.Team, history.WithdrawnReset); err != nil {
			return err
		}
		if err := s.settings.Save(ctx, found); err != nil {
			return err
		}
		return s.report(ctx, before, found.Snapshot())
	})
}

func (s *Settings) lock(ctx context.Context, who caller.Caller, ifMatch *int64) (*repricer.Settings, error) {
	found, err := s.settings.LoadLocked(ctx, who.Team)
	if err != nil {
		return nil, err
	}
	if ifMatch != nil && found.State() == repricer.SettingsAbsent {
		return nil, fault.StaleVersion()
	}
	return found, edit.Match(ifMatch, found.Version())
}
