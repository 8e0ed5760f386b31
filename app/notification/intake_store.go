package notification

import (
	"context"
	"slices"

	"sellingassistant/domain/notification"
	ports "sellingassistant/ports/notification"
)

// store keeps the events of groups and hands on the events that count, in one transaction.
func (i *Intake) store(ctx context.Context, all ...group) error {
	if len(all) == 0 {
		return nil
	}
	var outcomes [][]ports.Outcome
	err := i.tx.InTx(ctx, func(ctx context.Context) (err error) {
		outcomes, err = i.count(ctx, all)
		return err
	})
	if err != nil {
		return err
	}
	for n, g := range all {
		for k, r := range g {
			i.watch.Took(r.event.Type, outcomes[n][k])
		}
	}
	return nil
}

// count stores the newest unknown event of each group, unless its stream already has a newer event.
func (i *Intake) count(ctx context.Context, all []group) ([][]ports.Outcome, error) {
	outcomes, newest, err := i.fresh(ctx, all)
	if err != nil {
		return nil, err
	}
	var events []notification.Event
	for _, e := range newest {
		if e != nil {
			events = append(events, *e)
		}
	}
	counted, err := i.events.Keep(ctx, events)
	if err != nil {
		return nil, err
	}
	var handed []notification.Event
	for n, e := range newest {
		if e == nil || !counted[e.ID] {
			continue
		}
		handed = append(handed, *e)
		outcomes[n][slices.Index(outcomes[n], ports.Late)] = ports.Handed // the newest comes first among them
	}
	return outcomes, i.hand(ctx, handed)
}

// fresh stores the ids of events. It returns the outcome of each so far, Late for all that may
// still count, and the newest of each group that may, or nil.
func (i *Intake) fresh(ctx context.Context, all []group) ([][]ports.Outcome, []*notification.Event, error) {
	var ids []notification.ID
	for _, g := range all {
		for _, r := range g {
			ids = append(ids, r.event.ID)
		}
	}
	found, err := i.events.Note(ctx, ids, i.clock.Now())
	if err != nil {
		return nil, nil, err
	}
	unknown := make(map[notification.ID]bool, len(found))
	for _, one := range found {
		unknown[one] = true
	}
	outcomes, newest := make([][]ports.Outcome, len(all)), make([]*notification.Event, len(all))
	for n, g := range all {
		for k := range g {
			e := &g[k].event
			_, streams := e.Stream()
			outcome := ports.Late
			switch {
			case !unknown[e.ID]:
				outcome = ports.Known
			case !streams:
				outcome = ports.Ignored
			case newest[n] == nil:
				newest[n] = e
			}
			outcomes[n] = append(outcomes[n], outcome)
			delete(unknown, e.ID) // a twin that came with it is known by now
		}
	}
	return outcomes, newest, nil
}

// hand hands on events that count.
func (i *Intake) hand(ctx context.Context, events []notification.Event) error {
	var offers []ports.OffersChanged
	for _, e := range events {
		var err error
		switch {
		case e.Offers != nil:
			offers = append(offers, ports.OffersChanged{At: e.At, OfferChange: *e.Offers})
		case e.Health != nil:
			err = i.handler.PricingHealth(ctx, e.At, *e.Health)
		case e.Status != nil, e.Issues != nil:
			err = i.listing(ctx, e)
		case e.Order != nil:
			err = i.handler.OrderChanged(ctx, e.At, *e.Order)
		default:
			err = i.handler.FeedFinished(ctx, *e.Feed)
		}
		if err != nil {
			return err
		}
	}
	if len(offers) == 0 {
		return nil
	}
	return i.handler.OffersChanged(ctx, offers)
}

// listing hands on the newest status and the newest issues of a listing together, so that it does
// not matter which of them came first.
func (i *Intake) listing(ctx context.Context, e notification.Event) error {
	s, _ := e.Stream()
	if err := i.events.Lock(ctx, s); err != nil {
		return err
	}
	status, issues := &e, (*notification.Event)(nil)
	s.Type = notification.ListingIssuesType
	if e.Issues != nil {
		status, issues = nil, &e
		s.Type = notification.ListingStatusType
	}
	other, err := i.events.Newest(ctx, s)
	if err != nil {
		return err
	}
	if status == nil {
		status = other
	} else {
		issues = other
	}
	return i.handler.ListingChanged(ctx, notification.ListingOf(status, issues))
}
