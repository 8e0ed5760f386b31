package history

import (
	"context"
	"time"

	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/history"
	"sellingassistant/ports/tx"
)

// History provides the use cases of the feed. It is filled by Trail, by View and by Analyzed.
type History struct {
	events ports.Events
	on     tx.Runner
	clock  clock.Clock
}

// New opens the use cases.
func New(events ports.Events, runner tx.Runner, clk clock.Clock) *History {
	return &History{events, runner, clk}
}

// List reads a page of the feed. Ids of products require a single type, else it returns a Rule
// fault validation_failed.
func (h *History) List(ctx context.Context, who caller.Caller, f history.Filter, r page.Request) (page.Page[history.Event], error) {
	if len(f.Products) > 0 && len(f.Types) != 1 {
		return page.Page[history.Event]{}, fault.New(fault.Rule, fault.CodeValidationFailed, "product_id needs one product_type beside it.").In("product_id")
	}
	return h.events.List(ctx, who.Team, f, r)
}

// viewsAreOne bounds the time in which views of an ASIN by a user are one line.
const viewsAreOne = 10 * time.Minute

// View has a look at an ASIN, of a user or by an analysis.
type View struct {
	ASIN        string
	Marketplace marketplace.ID
	Title       optional.Maybe[string]
	// Snapshot has the ASIN's facts in the form of the answer.
	Snapshot any
}

// View notes that the caller looked at an ASIN. The views of a user within ten minutes make a
// single line, which keeps the first snapshot. The command line leaves no line.
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
		return h.events.Append(ctx, line)
	})
}

// Analyzed notes that the analysis of a price list, which a user started, accepted ASINs. Each is
// one line of the analysis, even after repeated calls.
func (h *History) Analyzed(ctx context.Context, team id.Team, by id.User, analysis int64, accepted []View) error {
	if len(accepted) == 0 {
		return nil
	}
	return h.on.InTx(ctx, func(ctx context.Context) error {
		if err := h.events.Hold(ctx, team); err != nil {
			return err
		}
		asins := make([]string, len(accepted))
		for i, v := range accepted {
			asins[i] = v.ASIN
		}
		said, err := h.events.List(ctx, team, history.Filter{
			Kinds: []history.Kind{history.Analyzed}, Sources: []history.SourceKind{history.FromAnalysis}, SourceIDs: []int64{analysis}, ASINs: asins,
		}, page.Request{Limit: len(asins), Order: []page.By{{Field: "id"}}})
		if err != nil {
			return err
		}
		known := map[string]bool{}
		for _, e := range said.Items {
			known[e.Product.ASIN.Or("")] = true
		}
		line := history.Event{
			Team: team, Kind: history.Analyzed, Source: history.Source{Kind: history.FromAnalysis, ID: optional.Some(analysis)}, Count: 1, At: h.clock.Now(),
		}
		if by != 0 {
			line.Actor = optional.Some(history.Actor{ID: by})
		}
		var lines []history.Event
		for _, v := range accepted {
			if known[v.ASIN] {
				continue
			}
			known[v.ASIN] = true
			line.Product = history.Product{Type: history.ASIN, ASIN: optional.Some(v.ASIN), Marketplace: optional.Some(v.Marketplace), Title: v.Title}
			line.Snapshot = v.Snapshot
			lines = append(lines, line)
		}
		return h.events.Append(ctx, lines...)
	})
}
