package listings

import (
	"context"
	"slices"
	"time"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// ListingIntake applies the results of a sync to listings. The marketplace keeps the history of a
// live listing; an audit line is written only when a draft becomes live or ready again, and when a
// listing disappears. Issues of a live listing that change are an event.
type ListingIntake struct {
	listings ports.Listings
	watch    ports.ListingWatch
	trail    audit.Log
	events   event.Log
	tx       tx.Runner
}

func NewListingIntake(
	listings ports.Listings, watch ports.ListingWatch, trail audit.Log, events event.Log, runner tx.Runner,
) *ListingIntake {
	return &ListingIntake{listings, watch, trail, events, runner}
}

// ObserveLive stores listings, at most 100 with different keys, as rows of kind
// live; a draft of the same key turns live and keeps its id.
func (l *ListingIntake) ObserveLive(ctx context.Context, team id.Team, run int64, at time.Time, rows []inventory.Observation) error {
	if len(rows) == 0 {
		return nil
	}
	keys := make([]inventory.ListingKey, len(rows))
	for i, o := range rows {
		keys[i] = o.Key()
	}
	return l.tx.InTx(ctx, func(ctx context.Context) error {
		// Reserve prevents other writers from adding a listing of these keys meanwhile.
		if _, err := l.listings.Reserve(ctx, team, 0); err != nil {
			return err
		}
		found, err := l.listings.LoadKeysLocked(ctx, team, keys)
		if err != nil {
			return err
		}
		there := make(map[inventory.ListingKey]*inventory.Listing, len(found))
		for _, one := range found {
			there[one.Key()] = one
		}
		var fresh []*inventory.Listing
		var lines []audit.Entry
		var events []event.Event
		for i, o := range rows {
			one, ok := there[keys[i]]
			if !ok {
				fresh = append(fresh, inventory.NewLiveListing(team, o, run, at))
				continue
			}
			before := one.Snapshot()
			if !one.Observe(o, run, at) {
				continue
			}
			switch after := one.Snapshot(); {
			case before.Kind == inventory.ListingDraft:
				lines = append(lines, jobLine(team, "went_live", before, after, at))
			case !slices.Equal(before.Issues, after.Issues):
				events = append(events, issuesChanged(after))
			}
		}
		if _, err := l.listings.Insert(ctx, team, fresh); err != nil {
			return err
		}
		if err := l.listings.Save(ctx, team, found); err != nil {
			return err
		}
		if err := l.trail.Write(ctx, lines...); err != nil {
			return err
		}
		if err := l.events.Write(ctx, events...); err != nil {
			return err
		}
		return l.watch(ctx, team, at, rows)
	})
}

// Unseen calls ports.Listings.Unseen.
func (l *ListingIntake) Unseen(ctx context.Context, u ports.Unseen, limit int) ([]string, error) {
	return l.listings.Unseen(ctx, u, limit)
}

// RemoveUnseen removes the live rows of the named SKUs (at most 100) that the run still has not
// seen, and returns how many. Drafts that did not arrive are ready again.
func (l *ListingIntake) RemoveUnseen(ctx context.Context, u ports.Unseen, skus []string) (int, error) {
	removed := 0
	err := l.tx.InTx(ctx, func(ctx context.Context) error {
		found, err := l.listings.LoadKeysLocked(ctx, u.Team, u.Keys(skus))
		if err != nil {
			return err
		}
		var gone []inventory.ListingID
		var back []*inventory.Listing
		var lines []audit.Entry
		for _, one := range found {
			before := one.Snapshot()
			if !unseen(u, before) {
				continue
			}
			ends, err := one.Miss(u.At)
			switch {
			case fault.Is(err, fault.CodeInvalidState):
				continue
			case err != nil:
				return err
			case ends:
				gone = append(gone, one.ID())
				lines = append(lines, jobLine(u.Team, "removed", before, before, u.At))
			default:
				back = append(back, one)
				lines = append(lines, jobLine(u.Team, "called_off", before, one.Snapshot(), u.At))
			}
		}
		if err := l.listings.Delete(ctx, u.Team, gone, u.At); err != nil {
			return err
		}
		if err := l.listings.Save(ctx, u.Team, back); err != nil {
			return err
		}
		removed = len(gone)
		return l.trail.Write(ctx, lines...)
	})
	return removed, err
}

// unseen reports whether the run should have seen the listing and has not.
func unseen(u ports.Unseen, s inventory.ListingSnapshot) bool {
	read, _ := s.Seen.At.Get()
	sent, _ := s.Submission.Get()
	return s.Seen.Run < u.Run && read.Before(u.Started) && sent.At.Before(u.Started)
}

// issuesChanged returns the event of a live listing with other issues.
func issuesChanged(s inventory.ListingSnapshot) event.Event {
	return event.Event{
		Team: s.Team, Type: kernel.ListingIssuesChanged, Record: optional.Some(int64(s.ID)),
		Version: optional.Some(s.Version), Changed: []string{"issues"},
		Details: map[string]string{"marketplace_id": string(s.Key.Marketplace)},
	}
}

// jobLine returns the audit line for a change by a sync.
func jobLine(team id.Team, verb string, before, after inventory.ListingSnapshot, at time.Time) audit.Entry {
	e := trail.ListingLine(caller.Caller{Team: team}, verb, before, after, at)
	e.Source = audit.Job
	return e
}
