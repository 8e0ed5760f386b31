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
	"sellingassistant/domain/repricer/history"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// Overview summarises all rows of a team.
type Overview struct {
	overview historyports.Changes
	pipeline historyports.Pipeline
	settings ports.Settings
	sellers  accounts.Sellers
	switches *sending.Switches
	clock    clock.Clock
}

func NewOverview(overview historyports.Changes, pipeline historyports.Pipeline, settings ports.Settings, sellers accounts.Sellers, switches *sending.Switches, clk clock.Clock) *Overview {
	return &Overview{overview, pipeline, settings, sellers, switches, clk}
}

const (
	// attentionRows bounds the rows that need attention in the overview.
	attentionRows = 10
	// MaxDepth bounds the count of due rows of a priority; a change of one strategy can queue all
	// rows of a team.
	MaxDepth = 10_000
)

// SwitchStatus says whether prices are sent.
type SwitchStatus string

// On and off mirror the team's setting; stopped is the kill switch for all teams, regardless of the
// settings.
const (
	SwitchOn      SwitchStatus = "on"
	SwitchOff     SwitchStatus = "off"
	SwitchStopped SwitchStatus = "stopped"
)

// OverviewResult has the values of the overview.
type OverviewResult struct {
	SettingsPresent bool
	// Switch has no value while the settings are absent and nothing is stopped.
	Switch optional.Maybe[SwitchStatus]
	Rows   historyports.RowCounts
	// QueueDepths and StoppedAccounts cover all marketplaces.
	QueueDepths     []history.QueueDepth
	StoppedAccounts []history.StoppedAccount
	// At dates the read of everything here.
	At time.Time
	// Stale counts evaluated rows if their offers are older than the settings allow, to the minute,
	// or were never seen.
	Stale   int64
	Sending historyports.SendingCounts
	// HourlyCeiling bounds the prices that the connected accounts can send singly in an hour.
	HourlyCeiling int64
	// LastEventSeconds has the age of the latest event; it is absent without events.
	LastEventSeconds optional.Maybe[int64]
	Attention        []history.NeedsAttention
}

// Tripped reports whether a circuit breaker stops something. It stops rows after a fall that is too
// large or too common, and accounts after too many rejected prices.
func (s OverviewResult) Tripped() bool {
	return s.Rows.Holds[decision.HoldCircuitBreaker] > 0 || len(s.StoppedAccounts) > 0
}

// Get summarises a team's rows on one marketplace or, with "", on all. It also answers while the
// settings are absent.
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
	if out.Rows, err = o.overview.RowCounts(ctx, who.Team, m, now.Add(-s.Values.MaxOfferAge())); err != nil {
		return OverviewResult{}, err
	}
	out.Stale = out.Rows.Modes[decision.ModeManual] + out.Rows.Modes[decision.ModeAuto] - out.Rows.Fresh
	if at, ok := out.Rows.LastEventAt.Get(); ok {
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

// work reads the queue, the stopped accounts and the kill switch.
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
	if out.QueueDepths, err = o.pipeline.QueueDepths(ctx, who.Team, out.At, MaxDepth); err != nil {
		return err
	}
	out.StoppedAccounts, err = o.pipeline.StoppedAccounts(ctx, who.Team, out.At)
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
