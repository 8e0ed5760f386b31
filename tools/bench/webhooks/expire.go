package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/webhook"
	app "sellingassistant/app/webhook"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/webhook"
)

// atOnce has the rows that one statement writes or deletes, as the sweep of the service deletes
// them.
const atOnce = 1_000

// expire stores so many old events with a delivery and a call each, and deletes them as the sweep
// does.
func expire(ctx context.Context, s *db.Store, n int) error {
	events, deliveries := store.NewEvents(s), store.NewDeliveries(s)
	if err := addTeam(ctx, s, 1); err != nil {
		return err
	}
	now := time.Now().UTC()
	old := now.Add(-app.Kept - time.Hour)
	endpoint := webhook.Endpoint{Team: 1, Version: 1, CreatedAt: old, UpdatedAt: old, Values: webhook.StandardEndpoint()}
	endpoint.Values.URL, endpoint.Values.Types = "https://a.example", []webhook.Pattern{"*"}
	var err error
	if endpoint.ID, err = store.NewEndpoints(s).Insert(ctx, endpoint); err != nil {
		return err
	}
	for first := 0; first < n; first += atOnce {
		err := s.InTx(ctx, func(ctx context.Context) error { return fillOld(ctx, events, deliveries, endpoint, first, old) })
		if err != nil {
			return err
		}
	}
	for _, t := range []struct {
		name string
		drop func(context.Context, time.Time, int) (int64, error)
	}{{"deliveries with their calls", deliveries.DeleteBefore}, {"events", events.DeleteBefore}} {
		var took []time.Duration
		begin := time.Now()
		for gone := int64(atOnce); gone == atOnce; {
			at := time.Now()
			if gone, err = t.drop(ctx, now.Add(-app.Kept), atOnce); err != nil {
				return err
			}
			took = append(took, time.Since(at))
		}
		rate := float64(n) / time.Since(begin).Seconds()
		slices.Sort(took)
		fmt.Printf("  %-30s %.0f/s deleted; %d rows take %s, at most %s\n", t.name, rate, atOnce,
			took[len(took)/2].Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond))
	}
	return nil
}

func fillOld(
	ctx context.Context, events *store.Events, deliveries *store.Deliveries, to webhook.Endpoint, first int, old time.Time,
) error {
	all := make([]webhook.Event, atOnce)
	for i := range all {
		all[i] = webhook.Event{
			ID: webhook.EventID(fmt.Sprintf("evt_%026d", first+i)), Team: id.Team(1), Type: kernel.SKUUpdated, At: old,
			Data: webhook.Data{Object: []byte(`{"id":1,"sku":"MUG-BLUE","title":"A mug of 330 ml","status":"active"}`)},
		}
	}
	stored, err := events.Append(ctx, 1, all)
	if err != nil {
		return err
	}
	made := make([]webhook.Delivery, len(stored))
	positions := make([]webhook.Position, len(stored))
	for i, e := range stored {
		made[i], positions[i] = webhook.NewDelivery(to.ID, e, old), e.Position
	}
	if _, err := deliveries.Insert(ctx, made); err != nil {
		return err
	}
	known, err := deliveries.Of(ctx, 1, to.ID, positions)
	if err != nil {
		return err
	}
	calls := make([]webhook.Made, 0, len(known))
	for _, d := range known {
		a := webhook.Attempt{At: old, Took: time.Millisecond, Status: 200, Answer: "thanks"}
		calls = append(calls, webhook.Made{Delivery: d.After(a, 0), Attempt: a})
	}
	return deliveries.AddAttempts(ctx, calls...)
}
