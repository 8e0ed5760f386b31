package webhook

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/webhook"
)

const (
	// MaxWait bounds the wait for an event.
	MaxWait = 25 * time.Second
	// lookEvery sets the pause between two looks for a new event.
	lookEvery = 500 * time.Millisecond
)

// Feed lists the events of a team.
type Feed struct{ events ports.Events }

// NewFeed returns the use cases of the feed.
func NewFeed(events ports.Events) *Feed { return &Feed{events} }

// List reads a page of the feed. While there is no event, it waits for so long, at most MaxWait.
// With a wait, the last page has a next place too: after its last event, or where it began.
func (f *Feed) List(
	ctx context.Context, who caller.Caller, filter webhook.EventFilter, r page.Request, wait time.Duration,
) (page.Page[webhook.Event], error) {
	for left := min(wait, MaxWait); ; left -= lookEvery {
		found, err := f.events.List(ctx, who.Team, filter, r)
		if err != nil || len(found.Items) > 0 || left <= 0 || !clock.Rest(ctx, min(left, lookEvery)) {
			if found.Next == nil && wait > 0 {
				found.Next = after(found.Items, r)
			}
			return found, err
		}
	}
}

// after returns the place after the last event of an ascending page.
func after(events []webhook.Event, r page.Request) page.Key {
	if len(r.Order) != 1 || r.Order[0].Desc {
		return nil
	}
	if len(events) == 0 {
		return r.After
	}
	last := int64(events[len(events)-1].Position)
	return page.Key{last, last}
}

// Get reads an event. An absent event is not_found.
func (f *Feed) Get(ctx context.Context, who caller.Caller, event webhook.EventID) (webhook.Event, error) {
	return f.events.Find(ctx, who.Team, event)
}

// Types describes all types of events.
func (f *Feed) Types() []webhook.Kind { return webhook.Catalogue() }

// After returns at most so many events of a team after a position, in order.
func (f *Feed) After(
	ctx context.Context, team id.Team, position webhook.Position, limit int,
) ([]webhook.Event, error) {
	return f.events.After(ctx, team, position, limit)
}

// Last returns the position of the team's last event, 0 without one.
func (f *Feed) Last(ctx context.Context, team id.Team) (webhook.Position, error) {
	return f.events.Last(ctx, team)
}
