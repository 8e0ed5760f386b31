package notice

import (
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// RuleID identifies the rules of a user; 0 before they are stored.
type RuleID int64

// Values has the rules of a user in a team.
type Values struct {
	User id.User
	// Enabled allows any mail.
	Enabled bool
	// Morning asks for a mail each morning, at Hour in Timezone.
	Morning  bool
	Hour     int
	Timezone string
	// BestSellerUnits has the units that a product sold in 30 days so that it is a best seller.
	BestSellerUnits int
	// Kinds says when the user hears of each kind. A kind that is not named is Never.
	Kinds map[Kind]When
	// Position has the last event that was looked at.
	Position int64 `member:"-"`
	// NextAt has the time of the next morning mail, unknown without one.
	NextAt optional.Maybe[time.Time] `member:"-"`
}

// Rule has the rules of a user in a team.
type Rule = versioned.Record[RuleID, Values]

// Bounds of rules.
const (
	lastHour           = 23
	maxBestSellerUnits = 99_999
	maxTimezone        = 64
)

// Standard returns the rules of a user who has not changed them: no mail.
func Standard(user id.User, timezone string) Values {
	v := Values{
		User: user, Morning: true, Hour: 7, Timezone: timezone, BestSellerUnits: 10, Kinds: map[Kind]When{},
	}
	for _, r := range table {
		v.Kinds[r.kind] = r.standard
	}
	return v
}

// Patch changes rules. An absent member keeps its value.
type Patch struct {
	Enabled, Morning      optional.Field[bool]
	Hour, BestSellerUnits optional.Field[int]
	Timezone              optional.Field[string]
	// Kinds changes the named kinds.
	Kinds map[Kind]When
}

// Over lays the patch over rules. It returns an Invalid fault with every wrong member.
func (p Patch) Over(v Values) (Values, error) {
	var f check.Faults
	check.NotNull(&f, "/enabled", p.Enabled)
	check.NotNull(&f, "/morning_mail", p.Morning)
	check.NotNull(&f, "/hour", p.Hour)
	check.NotNull(&f, "/timezone", p.Timezone)
	check.NotNull(&f, "/best_seller_units", p.BestSellerUnits)
	check.FieldInt(&f, "/hour", p.Hour, 0, lastHour)
	check.FieldInt(&f, "/best_seller_units", p.BestSellerUnits, 1, maxBestSellerUnits)
	if zone, ok := p.Timezone.Given(); ok {
		if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" || len(zone) > maxTimezone {
			f.Add(fault.CodeNotAllowed, "/timezone", "must be an IANA time zone name")
		}
		v.Timezone = zone
	}
	v.Enabled, v.Morning = given(p.Enabled, v.Enabled), given(p.Morning, v.Morning)
	v.Hour, v.BestSellerUnits = given(p.Hour, v.Hour), given(p.BestSellerUnits, v.BestSellerUnits)
	v.Kinds = maps.Clone(v.Kinds)
	for _, k := range slices.Sorted(maps.Keys(p.Kinds)) {
		check.Word(&f, "/kinds/"+string(k), p.Kinds[k])
		v.Kinds[k] = p.Kinds[k]
	}
	return v, f.Err(fault.CodeValidationFailed)
}

func given[T any](f optional.Field[T], v T) T {
	if next, ok := f.Given(); ok {
		return next
	}
	return v
}

// Off returns the rules of a user who wants no mail any more.
func (v Values) Off() Values {
	v.Enabled, v.NextAt = false, optional.None[time.Time]()
	return v
}

// Planned returns the rules with the time of the first morning mail after now.
func (v Values) Planned(now time.Time) Values {
	v.NextAt = optional.None[time.Time]()
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil || !v.Enabled || !v.Morning {
		return v
	}
	local := now.In(zone)
	at := time.Date(local.Year(), local.Month(), local.Day(), v.Hour, 0, 0, 0, zone)
	for !at.After(now) {
		local = local.AddDate(0, 0, 1)
		at = time.Date(local.Year(), local.Month(), local.Day(), v.Hour, 0, 0, 0, zone)
	}
	v.NextAt = optional.Some(at.UTC())
	return v
}

// Now lists the kinds that the user hears of at once, in the order of their list.
func (v Values) Now() []Kind {
	if !v.Enabled {
		return nil
	}
	return slices.DeleteFunc(Kind("").Words(), func(k Kind) bool { return v.Kinds[k] != AtOnce })
}

// Has reports whether the morning mail shows a kind. A kind that comes at once stays there until it
// is done.
func (v Values) Has(k Kind) bool { return v.Kinds[k] == InMorning || v.Kinds[k] == AtOnce }

// Types lists the types of events that the user has to hear of at once.
func (v Values) Types() []event.Type {
	var out []event.Type
	for _, k := range v.Now() {
		out = append(out, rows[k].types...)
	}
	return out
}
