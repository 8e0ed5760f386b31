package notice

import (
	"context"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/notice"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/notice"
	"sellingassistant/ports/tx"
)

// ruleRecord names the rules of a user in the audit trail.
const ruleRecord = "notice_rules"

// Parts has the dependencies of the use cases.
type Parts struct {
	Store     ports.Rules
	Feed      ports.Feed
	API       ports.API
	People    ports.People
	UnitsSold ports.UnitsSold
	Mailer    ports.Mailer
	Links     ports.Links
	Queue     jobs.Queue
	Trail     audit.Log
	Tx        tx.Runner
	Clock     clock.Clock
}

// Notices provides the use cases of notices.
type Notices struct{ p Parts }

// New returns the use cases.
func New(p Parts) *Notices { return &Notices{p} }

// Shown has the rules of a user, with the address that mails go to.
type Shown struct {
	notice.Rule
	Email string
	// Mail reports whether the installation can send mail.
	Mail bool
}

// Get returns the rules of the calling user. Rules that the user never changed have version 0.
func (n *Notices) Get(ctx context.Context, who caller.Caller) (Shown, error) {
	r, _, err := n.rule(ctx, who, false)
	if err != nil {
		return Shown{}, err
	}
	return n.shown(ctx, r)
}

// rule returns the rules of the calling user, or the standard.
func (n *Notices) rule(ctx context.Context, who caller.Caller, lock bool) (r notice.Rule, ok bool, err error) {
	if r, ok, err = n.p.Store.Of(ctx, who.Team, who.User, lock); err != nil || ok {
		return r, ok, err
	}
	zone, err := n.p.People.Timezone(ctx, who.Team)
	r = versioned.New[notice.RuleID](who.Team, notice.Standard(who.User, zone), n.p.Clock.Now())
	r.Version = 0
	return r, false, err
}

func (n *Notices) shown(ctx context.Context, r notice.Rule) (Shown, error) {
	email, _, err := n.p.People.Member(ctx, r.Team, r.Values.User)
	return Shown{Rule: r, Email: email, Mail: n.p.Mailer.Ready()}, err
}

// Update changes the rules of the calling user. Rules that allow mail again begin with the events
// from now on. It returns the faults of the patch, and Stale for another version.
func (n *Notices) Update(
	ctx context.Context, who caller.Caller, patch notice.Patch, ifMatch *int64,
) (out Shown, err error) {
	err = n.p.Tx.InTx(ctx, func(ctx context.Context) error {
		was, ok, err := n.rule(ctx, who, true)
		if err != nil {
			return err
		}
		if err := edit.Match(ifMatch, was.Version); err != nil {
			return err
		}
		now := n.p.Clock.Now()
		v, err := patch.Over(was.Values)
		if err != nil {
			return err
		}
		if v.Enabled && !was.Values.Enabled {
			if v.Position, err = n.p.Feed.Last(ctx, who.Team); err != nil {
				return err
			}
		}
		next, err := n.store(ctx, who, was, ok, v.Planned(now), now)
		if err != nil {
			return err
		}
		out, err = n.shown(ctx, next)
		return err
	})
	return out, err
}

// store stores changed rules with their line of the audit trail.
func (n *Notices) store(
	ctx context.Context, who caller.Caller, was notice.Rule, stored bool, v notice.Values, now time.Time,
) (next notice.Rule, err error) {
	verb := "updated"
	if stored {
		if next = was.With(v, now); next.Version == was.Version {
			return next, nil
		}
		if err = n.p.Store.Save(ctx, next); err == nil {
			err = n.p.Store.Moved(ctx, next)
		}
	} else {
		verb, next = "created", versioned.New[notice.RuleID](was.Team, v, now)
		if next.ID, err = n.p.Store.Insert(ctx, next); err == nil && next.ID == 0 {
			err = fault.StaleVersion() // another call has stored the first rules meanwhile
		}
	}
	if err != nil {
		return next, err
	}
	line := audit.For(who, ruleRecord, int64(next.ID), verb, now)
	line.Version, line.Changes = next.Version, changes(was.Values, v)
	return next, n.p.Trail.Write(ctx, line)
}

// changes lists the members that differ.
func changes(was, is notice.Values) map[string]audit.Change {
	out := map[string]audit.Change{}
	before, after := versioned.Members(was), versioned.Members(is)
	for _, name := range []string{"enabled", "morning", "hour", "timezone", "best_seller_units"} {
		if before[name] != after[name] {
			out[name] = audit.Change{Old: before[name], New: after[name]}
		}
	}
	for _, k := range notice.Kind("").Words() {
		if was.Kinds[k] != is.Kinds[k] {
			out["kinds."+string(k)] = audit.Change{Old: string(was.Kinds[k]), New: string(is.Kinds[k])}
		}
	}
	return out
}

// Unsubscribe ends the mails of the user of a link. A link that was made up is fault.Missing.
func (n *Notices) Unsubscribe(ctx context.Context, token string) error {
	team, user, ok := n.p.Links.Opened(token)
	if !ok {
		return fault.Missing()
	}
	return n.p.Tx.InTx(ctx, func(ctx context.Context) error {
		was, ok, err := n.p.Store.Of(ctx, team, user, true)
		if err != nil || !ok {
			return err
		}
		who := caller.Caller{Team: team, User: user}
		_, err = n.store(ctx, who, was, true, was.Values.Off(), n.p.Clock.Now())
		return err
	})
}

// Preview writes the morning mail of the calling user as it would be sent now.
func (n *Notices) Preview(ctx context.Context, who caller.Caller) (notice.Letter, error) {
	r, _, err := n.rule(ctx, who, false)
	if err != nil {
		return notice.Letter{}, err
	}
	return n.morning(ctx, r, n.p.Clock.Now())
}

// left removes the rules of a user who has left the team, as far as mails go.
func (n *Notices) left(ctx context.Context, team id.Team, r notice.Rule) error {
	return n.p.Tx.InTx(ctx, func(ctx context.Context) error {
		was, ok, err := n.p.Store.Of(ctx, team, r.Values.User, true)
		if err != nil || !ok {
			return err
		}
		_, err = n.store(ctx, caller.Caller{Team: team}, was, true, was.Values.Off(), n.p.Clock.Now())
		return err
	})
}
