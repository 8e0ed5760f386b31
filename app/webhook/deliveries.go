package webhook

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
)

// Delivery has a delivery with its body and its calls.
type Delivery struct {
	webhook.Delivery
	// URL has the present address of the endpoint.
	URL string
	// Body has the bytes that are sent; nil once the event is too old.
	Body     []byte
	Attempts []webhook.Attempt
}

// Deliveries reads a page of the deliveries of an endpoint. An absent endpoint is not_found.
func (e *Endpoints) Deliveries(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, f webhook.DeliveryFilter, r page.Request,
) (page.Page[webhook.Delivery], error) {
	if _, err := e.p.Store.Find(ctx, who.Team, endpoint); err != nil {
		return page.Page[webhook.Delivery]{}, err
	}
	return e.p.Deliveries.List(ctx, who.Team, endpoint, f, r)
}

// Delivery reads a delivery. An absent endpoint or delivery is not_found.
func (e *Endpoints) Delivery(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, delivery webhook.DeliveryID,
) (out Delivery, err error) {
	to, err := e.p.Store.Find(ctx, who.Team, endpoint)
	if err != nil {
		return out, err
	}
	out.URL = to.Values.URL
	if out.Delivery, err = e.p.Deliveries.Find(ctx, who.Team, endpoint, delivery); err != nil {
		return out, err
	}
	events, err := e.p.Events.At(ctx, who.Team, []webhook.Position{out.Position})
	if err != nil {
		return out, err
	}
	out.Body = out.Delivery.Body
	if len(events) > 0 {
		if out.Body, err = Body(events[0]); err != nil {
			return out, err
		}
	}
	out.Attempts, err = e.p.Deliveries.Attempts(ctx, out.Delivery)
	return out, err
}

// Retry makes a delivery due now. An absent endpoint or delivery is not_found, a disabled endpoint
// the Rule fault invalid_state.
func (e *Endpoints) Retry(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, delivery webhook.DeliveryID,
) (out webhook.Delivery, err error) {
	err = e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		to, err := e.lock(ctx, who, endpoint)
		if err != nil {
			return err
		}
		if _, err := e.p.Deliveries.Find(ctx, who.Team, endpoint, delivery); err != nil {
			return err
		}
		if err := enabled(to); err != nil {
			return err
		}
		found, err := e.p.Deliveries.Lock(ctx, who.Team, []webhook.DeliveryID{delivery})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fault.Missing()
		}
		out = found[0].Again(e.p.Clock.Now())
		if err := e.p.Deliveries.Save(ctx, out); err != nil {
			return err
		}
		return deliverNow(ctx, e.p.Queue, who.Team, endpoint)
	})
	return out, err
}

// enabled refuses a disabled endpoint, and one that another context sends to.
func enabled(endpoint webhook.Endpoint) error {
	if err := endpoint.Values.Changeable(); err != nil || endpoint.Values.Enabled {
		return err
	}
	return fault.New(fault.Rule, fault.CodeInvalidState, "The endpoint is disabled: enable it first.")
}

// MaxReplayed bounds the events of a replay.
const MaxReplayed = 10_000

// Replay asks for events again.
type Replay struct {
	// From and To bound the times of the events, both included.
	From, To time.Time
	Which    webhook.Which
	// Types narrows the wanted events; empty means all.
	Types []webhook.Pattern
	// DryRun counts, and sends nothing.
	DryRun bool
}

// Replayed counts the events of a replay.
type Replayed struct{ Deliveries int64 }

// Replay sends events again that the endpoint wants: in the present form of its patterns, also from
// before it existed. An absent endpoint is not_found. A disabled endpoint is the Rule fault
// invalid_state, a range that ends before it begins invalid_range, and more than MaxReplayed events
// limit_reached. A second replay of the endpoint waits for the first.
func (e *Endpoints) Replay(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, asked Replay,
) (out Replayed, err error) {
	if err := webhook.CheckReplay(asked.Types); err != nil {
		return out, err
	}
	if asked.To.Before(asked.From) {
		return out, check.Rule(fault.CodeInvalidRange, "/to", "must not lie before from")
	}
	err = e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		out = Replayed{}
		to, err := e.lock(ctx, who, endpoint)
		if err != nil {
			return err
		}
		if err := enabled(to); err != nil {
			return err
		}
		if out.Deliveries, err = e.replay(ctx, to, asked); err != nil || asked.DryRun || out.Deliveries == 0 {
			return err
		}
		return deliverNow(ctx, e.p.Queue, who.Team, endpoint)
	})
	return out, err
}

// replay works through the feed page by page.
func (e *Endpoints) replay(ctx context.Context, to webhook.Endpoint, asked Replay) (n int64, err error) {
	f := webhook.EventFilter{From: &asked.From, To: new(asked.To.Add(time.Microsecond))} // times have microseconds
	r := page.Request{Limit: eventsAtOnce, Order: []page.By{{Field: "created_at"}}}
	for seen := 0; ; {
		found, err := e.p.Events.List(ctx, to.Team, f, r)
		if err != nil {
			return n, err
		}
		if seen += len(found.Items); seen > MaxReplayed {
			return n, fault.Newf(fault.Rule, fault.CodeLimitReached,
				"There are more than %d events from from to to: ask for a shorter time.", MaxReplayed)
		}
		more, err := e.replayPage(ctx, to, asked, found.Items)
		if n += more; err != nil || found.Next == nil {
			return n, err
		}
		r.After = found.Next
	}
}

func (e *Endpoints) replayPage(
	ctx context.Context, to webhook.Endpoint, asked Replay, events []webhook.Event,
) (int64, error) {
	var wanted []webhook.Event
	var positions []webhook.Position
	for _, event := range events {
		narrowed := len(asked.Types) == 0 || webhook.Wanted(asked.Types, event.Type)
		if narrowed && to.Values.Wants(event) {
			wanted, positions = append(wanted, event), append(positions, event.Position)
		}
	}
	known, err := e.p.Deliveries.Of(ctx, to.Team, to.ID, positions)
	if err != nil {
		return 0, err
	}
	var made, again []webhook.Delivery
	now := e.p.Clock.Now()
	for _, event := range wanted {
		delivery, had := known[event.Position]
		switch asked.Which.Of(delivery, had) {
		case webhook.SendNew:
			made = append(made, webhook.NewDelivery(to.ID, event, now))
		case webhook.SendAgain:
			again = append(again, delivery.Again(now))
		}
	}
	n := int64(len(made) + len(again))
	if asked.DryRun {
		return n, nil
	}
	if _, err := e.p.Deliveries.Insert(ctx, made); err != nil {
		return 0, err
	}
	return n, e.p.Deliveries.Save(ctx, again...)
}
