package history

import (
	"context"
	"time"

	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/history"
	"sellingassistant/ports/tx"
)

// Filter narrows the feed.
type Filter = ports.Filter

// History are the use cases of the feed. It is filled by Trail, and by View.
type History struct {
	events ports.Events
	on     tx.Runner
	clock  clock.Clock
}

// New opens the use cases.
func New(events ports.Events, runner tx.Runner, clk clock.Clock) *History {
	return &History{events, runner, clk}
}

// List reads a page of the feed. Ids of products are those of one type, else this is a
// Rule fault validation_failed.
func (h *History) List(ctx context.Context, who caller.Caller, f Filter, r page.Request) (page.Page[history.Event], error) {
	if len(f.Products) > 0 && len(f.Types) != 1 {
		return page.Page[history.Event]{}, fault.New(fault.Rule, fault.CodeValidationFailed, "product_id needs one product_type beside it.").In("product_id")
	}
	return h.events.List(ctx, who.Team, f, r)
}

// viewsAreOne is how long views of an ASIN by a user are one line.
const viewsAreOne = 10 * time.Minute

// View is a look at an ASIN.
type View struct {
	ASIN        string
	Marketplace marketplace.ID
	Title       optional.Maybe[string]
	// Snapshot is what the user saw, as an answer has it.
	Snapshot any
}

// View notes that the caller looked at an ASIN. Ten minutes of views by one user are one
// line, which keeps the first snapshot. The command line leaves none.
func (h *History) View(ctx context.Context, who caller.Caller, v View) error {
	if who.User == 0 {
		return nil
	}
	now := h.clock.Now()
	return h.on.InTx(ctx, func(ctx context.Context) error {
		if err := h.events.Hold(ctx, who.Team); err != nil {
			return err
		}
		line := history.Event{
			Team: who.Team, Kind: history.Viewed, Snapshot: v.Snapshot, Source: history.Source{Kind: history.FromAPI}, Count: 1, At: now,
			Product: history.Product{Type: history.ASIN, ASIN: optional.Some(v.ASIN), Marketplace: optional.Some(v.Marketplace), Title: v.Title},
			Actor:   optional.Some(history.Actor{ID: who.User}),
		}
		if again, err := h.events.Again(ctx, line, now.Add(-viewsAreOne)); err != nil || again {
			return err
		}
		labels, err := h.events.Labels(ctx, who.Team, ports.Asked{Users: []int64{int64(who.User)}})
		if err != nil {
			return err
		}
		line.Actor = optional.Some(history.Actor{ID: who.User, Name: labels.Names[who.User]})
		return h.events.Append(ctx, line)
	})
}
