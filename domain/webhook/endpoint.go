package webhook

import (
	"slices"
	"time"
	"unicode/utf8"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// EndpointID identifies an endpoint; 0 before it is stored.
type EndpointID int64

// Bounds of endpoints.
const (
	// MaxEndpoints bounds the endpoints of a team.
	MaxEndpoints   = 20
	maxURL         = 2048
	maxDescription = 500
	// maxMarketplaces bounds the marketplaces of an endpoint.
	maxMarketplaces = 30
	// MaxKeepHours bounds the time in which the previous secret still signs, in hours.
	MaxKeepHours = 168
)

// Status names the state of an endpoint.
type Status string

// The states: calls arrive; the latest call failed; no calls are made.
const (
	Active   Status = "active"
	Failing  Status = "failing"
	Disabled Status = "disabled"
)

func (Status) Words() []Status { return []Status{Active, Failing, Disabled} }

// Reason names the cause of a disabled endpoint.
type Reason string

// The reasons: a user disabled it; its calls failed for days; its receiver answered 410.
const (
	ByUser     Reason = "user"
	ForFailing Reason = "failing"
	ForGone    Reason = "gone"
)

func (Reason) Words() []Reason { return []Reason{ByUser, ForFailing, ForGone} }

// Manager names the settings that an endpoint follows.
type Manager string

// RepricerSettings has the address of the repricer's alerts.
const RepricerSettings Manager = "repricer_settings"

// AlertMessages types the deliveries of messages to the address of the repricer's alerts. They are
// no events: the feed does not have them.
const AlertMessages event.Type = "repricer.alerts"

// Progress has the state of an endpoint that its deliveries change.
type Progress struct {
	// FailingSince has the time of the first failed call after the last success.
	FailingSince optional.Maybe[time.Time]
	// Failures counts the deliveries since then that failed at their first call.
	Failures      int64
	LastSuccessAt optional.Maybe[time.Time]
}

// EndpointValues has the members of an endpoint.
type EndpointValues struct {
	URL         string
	Description optional.Maybe[string]
	// Types has the patterns of the wanted events, sorted.
	Types []Pattern
	// MarketplaceIDs narrows the events to marketplaces, sorted; an empty list does not. Events
	// without a marketplace always fit.
	MarketplaceIDs []marketplace.ID
	Enabled        bool
	// DisabledReason has a value while Enabled is false.
	DisabledReason optional.Maybe[Reason]

	// Generation counts the secrets. The secret before it also signs until PreviousUntil.
	Generation    int64                     `member:"-"`
	PreviousUntil optional.Maybe[time.Time] `member:"-"`
	// Position has the last event that was turned into a delivery, or skipped.
	Position Position `member:"-"`
	Progress Progress `member:"-"`
	// ManagedBy has a value for an endpoint that follows other settings. It gets messages of their
	// context, and no events.
	ManagedBy optional.Maybe[Manager] `member:"-"`
	// Recent counts the deliveries of the last 24 hours. It is filled for display.
	Recent Counts `member:"-"`
}

// Counts has numbers of deliveries by status. Statuses without deliveries are missing.
type Counts map[DeliveryStatus]int64

// Endpoint has the address of a user's program and the events that it wants.
type Endpoint = versioned.Record[EndpointID, EndpointValues]

// EndpointFilter narrows a list of endpoints to any of the statuses; without statuses it does not.
type EndpointFilter struct{ Statuses []Status }

// StandardEndpoint returns the values of members that a new endpoint does not name.
func StandardEndpoint() EndpointValues { return EndpointValues{Enabled: true, Generation: 1} }

// ManagedEndpoint returns the values of the endpoint of the repricer's alerts. Generation 0 has the
// team's secret of alerts.
func ManagedEndpoint(url string) EndpointValues {
	return EndpointValues{
		URL: url, Types: []Pattern{Pattern(AlertMessages)}, Enabled: true, ManagedBy: optional.Some(RepricerSettings),
	}
}

// Changeable returns the Rule fault invalid_state for an endpoint that follows other settings.
func (v EndpointValues) Changeable() error {
	if !v.ManagedBy.Known() {
		return nil
	}
	return fault.New(fault.Rule, fault.CodeInvalidState,
		"The endpoint follows notify.webhook_url of the repricer's settings: change it there.")
}

// Status returns the state of the endpoint.
func (v EndpointValues) Status() Status {
	switch {
	case !v.Enabled:
		return Disabled
	case v.Progress.FailingSince.Known():
		return Failing
	}
	return Active
}

// Wants reports whether the endpoint wants an event.
func (v EndpointValues) Wants(e Event) bool {
	at := marketplace.ID(e.Data.Details[MarketplaceDetail])
	return Wanted(v.Types, e.Type) &&
		(at == "" || len(v.MarketplaceIDs) == 0 || slices.Contains(v.MarketplaceIDs, at))
}

// Moved returns the values at another address, which begins without failures.
func (v EndpointValues) Moved(url string) EndpointValues {
	v.URL, v.Enabled, v.DisabledReason = url, true, optional.None[Reason]()
	v.Progress.FailingSince, v.Progress.Failures = optional.None[time.Time](), 0
	return v
}

// Generations returns the secrets that sign calls at a time, the newest first.
func (v EndpointValues) Generations(now time.Time) []int64 {
	out := []int64{v.Generation}
	if until, ok := v.PreviousUntil.Get(); ok && now.Before(until) && v.Generation > 1 {
		out = append(out, v.Generation-1)
	}
	return out
}

// Rotated returns the values with a new secret. The present secret signs too for some hours. It
// returns an Invalid fault for hours out of 0 to MaxKeepHours.
func (v EndpointValues) Rotated(keep int, now time.Time) (EndpointValues, error) {
	var f check.Faults
	check.Int(&f, "/keep_previous_hours", keep, 0, MaxKeepHours)
	v.Generation++
	v.PreviousUntil = optional.None[time.Time]()
	if keep > 0 {
		v.PreviousUntil = optional.Some(now.Add(time.Duration(keep) * time.Hour))
	}
	return v, f.Err(fault.CodeValidationFailed)
}

// Off returns the values of an endpoint that the service disables.
func (v EndpointValues) Off(why Reason) EndpointValues {
	v.Enabled, v.DisabledReason = false, optional.Some(why)
	return v
}

// EndpointPatch changes an endpoint. An absent member keeps its value; null clears the description.
type EndpointPatch struct {
	URL         optional.Field[string]
	Description optional.Field[string]
	Types       optional.Field[[]Pattern]
	// MarketplaceIDs replaces the list; an empty list chooses all marketplaces.
	MarketplaceIDs optional.Field[[]marketplace.ID]
	Enabled        optional.Field[bool]
	// Plain accepts an http address too. It changes no member.
	Plain bool
}

// Over lays the patch over values. It returns an Invalid fault with every wrong member; url and
// event_types are required. An endpoint that is enabled again begins without failures.
func (p EndpointPatch) Over(v EndpointValues) (EndpointValues, error) {
	var f check.Faults
	check.NotNull(&f, "/url", p.URL)
	check.NotNull(&f, "/event_types", p.Types)
	check.NotNull(&f, "/marketplace_ids", p.MarketplaceIDs)
	check.NotNull(&f, "/enabled", p.Enabled)
	f.Required("/url", v.URL != "" || p.URL.Set)
	f.Required("/event_types", len(v.Types) > 0 || p.Types.Set)
	if to, ok := p.URL.Given(); ok {
		v.URL = checkURL(&f, to, p.Plain)
	}
	v.Description = check.Line(&f, "/description", p.Description, maxDescription).Over(v.Description)
	if list, ok := p.Types.Given(); ok {
		v.Types = checkPatterns(&f, "/event_types", list)
	}
	if list, ok := p.MarketplaceIDs.Given(); ok {
		check.Marketplaces(&f, "/marketplace_ids", list, maxMarketplaces)
		v.MarketplaceIDs = slices.Sorted(slices.Values(list))
	}
	if on, ok := p.Enabled.Given(); ok && on != v.Enabled {
		v.Enabled = on
		v.DisabledReason = optional.None[Reason]()
		if !on {
			v.DisabledReason = optional.Some(ByUser)
		}
		v.Progress.FailingSince, v.Progress.Failures = optional.None[time.Time](), 0
	}
	return v, f.Err(fault.CodeValidationFailed)
}

// checkURL checks the form only. The client checks where the address leads at each call.
func checkURL(f *check.Faults, to string, plain bool) string {
	schemes := []string{"https"}
	if plain {
		schemes = append(schemes, "http")
	}
	switch {
	case utf8.RuneCountInString(to) > maxURL:
		f.Add(fault.CodeTooLong, "/url", "must have at most 2048 characters")
	case !check.IsWebAddress(to, schemes...):
		f.Add(fault.CodeInvalid, "/url", "must be an https address without a user name")
	}
	return to
}
