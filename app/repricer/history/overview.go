package history

import (
	"context"
	"slices"
	"time"

	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// Overview is the use case that looks at everything at once.
type Overview struct {
	overview historyports.Overview
	pipeline historyports.Pipeline
	settings ports.Settings
	sellers  accounts.Sellers
	switches *sending.Switches
	clock    clock.Clock
}

// NewOverview makes the use case.
func NewOverview(overview historyports.Overview, pipeline historyports.Pipeline, settings ports.Settings, sellers accounts.Sellers, switches *sending.Switches, clk clock.Clock) *Overview {
	return &Overview{overview, pipeline, settings, sellers, switches, clk}
}

const (
	// attentionRows is how many rows the overview names.
	attentionRows = 10
	// MaxDepth is how many rows of a priority are counted: a change of a strategy
	// may put all rows of a team there at once.
	MaxDepth = 10_000
)

// SwitchStatus says whether prices are sent.
type SwitchStatus string

// The words: the settings have repricing on or off, or the sending of all teams
// is stopped, whatever the settings say.
const (
	SwitchOn      SwitchStatus = "on"
	SwitchOff     SwitchStatus = "off"
	SwitchStopped SwitchStatus = "stopped"
)

// OverviewResult is what the overview shows.
type OverviewResult struct {
	SettingsPresent bool
	// Switch is None while the settings are absent and nothing is stopped.
	Switch    optional.Maybe[SwitchStatus]
	Standings historyports.RowCounts
	// Depths and Stopped are of all marketplaces.
	Depths  []historyports.QueueDepth
	Stopped []historyports.StoppedAccount
	// At is the moment of all this.
	At time.Time
	// Stale rows are those that are evaluated and whose offers are older than
	// the settings allow, to the minute, or were never seen.
	Stale   int64
	Sending historyports.SendingCounts
	// HourlyCeiling is how many prices the connected accounts can send in an
	// hour one by one.
	HourlyCeiling int64
	// LastEventSeconds is the age of the latest event; None without any.
	LastEventSeconds optional.Maybe[int64]
	Attention        []historyports.NeedsAttention
}

// What the overview is made of, named here for those who show it.
type (
	// NeedsAttention is a row that needs a person.
	NeedsAttention = historyports.NeedsAttention
	// Share is a number of rows out of those of which the answer is known.
	Share = historyports.Share
	// QueueDepth is what is due of a priority.
	QueueDepth = historyports.QueueDepth
	// StoppedAccount is an account whose prices wait.
	StoppedAccount = historyports.StoppedAccount
)

// Tripped reports whether a circuit breaker holds something up: rows that fell
// too far or together with too many others, or accounts of whose prices too many
// were refused.
func (s OverviewResult) Tripped() bool {
	return s.Standings.Holds[decision.HoldCircuitBreaker] > 0 || len(s.Stopped) > 0
}

// Get looks at a team's rows, those of one marketplace or, with "", all. It
// answers whether the settings are there or not.
func (o *Overview) Get(ctx context.Context, who caller.Caller, m marketplace.ID) (OverviewResult, error) {
	now := o.clock.Now()
	settings, err := o.settings.Load(ctx, who.Team)
	if err != nil {
		return OverviewResult{}, err
	}
	s := settings.Snapshot()
	out := OverviewResult{SettingsPresent: s.State == repricer.SettingsPresent, At: now}
	if err := o.work(ctx, who, s, &out); err != nil {
		return OverviewResult{}, err
	}
	age := time.Duration(s.Values.MaxOfferAgeMinutes) * time.Minute
	if out.Standings, err = o.overview.RowCounts(ctx, who.Team, m, now.Add(-age)); err != nil {
		return OverviewResult{}, err
	}
	out.Stale = out.Standings.Modes[decision.ModeManual] + out.Standings.Modes[decision.ModeAuto] - out.Standings.Fresh
	if at, ok := out.Standings.LastEventAt.Get(); ok {
		out.LastEventSeconds = optional.Some(int64(max(now.Sub(at), 0) / time.Second))
	}
	if out.Sending, err = o.overview.SendingCounts(ctx, who.Team, m, now.Add(-time.Hour)); err != nil {
		return OverviewResult{}, err
	}
	if out.HourlyCeiling, err = o.ceiling(ctx, who, m); err != nil {
		return OverviewResult{}, err
	}
	out.Attention, err = o.overview.Attention(ctx, who.Team, m, attentionRows)
	return out, err
}

// work looks at the queue, the accounts that prices are sent for and the switches.
func (o *Overview) work(ctx context.Context, who caller.Caller, s repricer.SettingsSnapshot, out *OverviewResult) error {
	stopped, err := o.switches.Off(ctx)
	if err != nil {
		return err
	}
	switch {
	case stopped:
		out.Switch = optional.Some(SwitchStopped)
	case out.SettingsPresent && s.Values.Enabled:
		out.Switch = optional.Some(SwitchOn)
	case out.SettingsPresent:
		out.Switch = optional.Some(SwitchOff)
	}
	if out.Depths, err = o.pipeline.QueueDepths(ctx, who.Team, out.At, MaxDepth); err != nil {
		return err
	}
	out.Stopped, err = o.pipeline.StoppedAccounts(ctx, who.Team, out.At)
	return err
}

func (o *Overview) ceiling(ctx context.Context, who caller.Caller, m marketplace.ID) (int64, error) {
	sellers, err := o.sellers.OfTeam(ctx, who.Team)
	if err != nil {
		return 0, err
	}
	n := int64(0)
	for _, s := range sellers {
		if s.Active && (m == "" || slices.Contains(s.Marketplaces, m)) {
			n += repricer.SubmissionsPerHour
		}
	}
	return n, nil
}
