package notification_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/notification"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
	ports "sellingassistant/ports/notification"
	"sellingassistant/test/stores"
)

func price(s string) *money.Sum {
	return &money.Sum{Amount: money.MustParse(s), Currency: "USD"}
}

// everyPart makes an event of each type with every member set.
func everyPart() []notification.Event {
	yes, no := true, false
	return []notification.Event{
		{ID: "n1", Type: notification.AnyOfferChanged, At: intakeNoon, Offers: &notification.OfferChange{
			SellerID: "A1", Marketplace: us, ASIN: asin, Condition: "new",
			Summary: notification.Summary{
				Told: true, Counts: []notification.OfferCount{{Condition: "new", Channel: "Amazon", Count: 21}},
				Boxes: []notification.Box{{Condition: "new", Landed: price("19.99")}, {Condition: "used"}}, Competitive: price("18.5"),
			},
			Offers: []notification.Offer{
				{
					SellerID: "B1", SubCondition: "like_new", Price: *price("19.9901"), Shipping: money.MustParse("1.25"),
					Points: money.MustParse("3"), ByMarketplace: true, Featured: &yes, Winner: &no, Feedback: 98, FeedbackCount: 12345,
					MinimumHours: 0, MaximumHours: 48, ShipsFrom: "DE", AvailableNow: &no,
				},
				{SellerID: "B2", Price: *price("5"), Feedback: -1, FeedbackCount: -1, MinimumHours: -1, MaximumHours: -1},
			},
		}},
		{ID: "n2", Type: notification.PricingHealthType, At: intakeNoon, Health: &notification.PricingHealth{
			SellerID: "A1", Marketplace: us, ASIN: asin, Condition: "used", Issue: "BuyBoxDisqualification",
			Landed: price("20"), Competitive: price("18.5"),
		}},
		{ID: "n3", Type: notification.ListingStatusType, At: intakeNoon, Status: &notification.ListingStatus{
			SellerID: "A1", Marketplace: us, ASIN: asin, SKU: "sku/1 ü", Statuses: []string{"BUYABLE", "DISCOVERABLE"},
		}},
		{ID: "n4", Type: notification.ListingIssuesType, At: intakeNoon, Issues: &notification.ListingIssues{
			SellerID: "A1", Marketplace: us, ASIN: asin, SKU: "sku/1 ü", Actions: []string{"LISTING_SUPPRESSED"},
			Issues: []notification.Issue{{Code: "90111", Severity: "ERROR", Categories: []string{"INVALID_PRICE", "X"}}},
		}},
		{ID: "n5", Type: notification.FeedProcessingEnded, At: intakeNoon, Feed: &notification.FeedFinished{
			SellerID: "A1", FeedID: "123", FeedType: "JSON_LISTINGS_FEED", Status: "DONE",
		}},
	}
}

// Events about listings are stored whole, other events only by their arrival.
func TestEventsAreKept(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		events := store.NewEvents(s)
		all, want := everyPart(), map[notification.ID]bool{}
		for _, e := range all {
			want[e.ID] = true
		}
		kept, err := events.Keep(t.Context(), all)
		require.NoError(t, err)
		require.Equal(t, want, kept)
		kept, err = events.Keep(t.Context(), nil)
		require.NoError(t, err)
		require.Empty(t, kept)
		for _, e := range everyPart() {
			stream, ok := e.Stream()
			require.True(t, ok)
			got, err := events.Newest(t.Context(), stream)
			require.NoError(t, err)
			if e.Status == nil && e.Issues == nil {
				e = notification.Event{ID: e.ID, Type: e.Type, At: e.At}
			}
			require.Equal(t, &e, got)
		}
		none, err := events.Newest(t.Context(), notification.Stream{Type: notification.AnyOfferChanged, SellerID: "A2"})
		require.NoError(t, err)
		require.Nil(t, none)
		_, err = events.Keep(t.Context(), []notification.Event{{ID: "x", Type: "UNHEARD_OF"}})
		require.Error(t, err)
	})
}

func TestTheNewestStays(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		events := store.NewEvents(s)
		status := func(nid string, after time.Duration) notification.Event {
			return notification.Event{ID: notification.ID(nid), Type: notification.ListingStatusType, At: intakeNoon.Add(after),
				Status: &notification.ListingStatus{SellerID: "A1", Marketplace: us, SKU: "S", Statuses: []string{nid}}}
		}
		for _, c := range []struct {
			event notification.Event
			kept  bool
		}{
			{status("a", 0), true},
			{status("older", -time.Microsecond), false},
			{status("same time", 0), false},
			{status("newer", time.Microsecond), true},
			{status("a", 0), false},
		} {
			kept, err := events.Keep(t.Context(), []notification.Event{c.event})
			require.NoError(t, err)
			require.Equal(t, c.kept, kept[c.event.ID], c.event.ID)
		}
		stream, _ := status("", 0).Stream()
		got, err := events.Newest(t.Context(), stream)
		require.NoError(t, err)
		require.Equal(t, notification.ID("newer"), got.ID)

		// With concurrent writers the newest event stays, in any order.
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				err := s.InTx(t.Context(), func(ctx context.Context) error {
					if err := events.Lock(ctx, stream); err != nil {
						return err
					}
					_, err := events.Keep(ctx, []notification.Event{status(fmt.Sprint("w", i), time.Duration(i+1)*time.Second)})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got, err = events.Newest(t.Context(), stream)
		require.NoError(t, err)
		require.Equal(t, notification.ID("w19"), got.ID)
	})
}

func TestIDsAreKnownForADay(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		events, ctx := store.NewEvents(s), t.Context()
		fresh, err := events.Note(ctx, []notification.ID{"b", "a", "b", `odd "id" \ é`}, intakeNoon)
		require.NoError(t, err)
		require.ElementsMatch(t, []notification.ID{"a", "b", `odd "id" \ é`}, fresh)
		fresh, err = events.Note(ctx, []notification.ID{"c", "a", `odd "id" \ é`}, intakeNoon.Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, []notification.ID{"c"}, fresh)
		fresh, err = events.Note(ctx, nil, intakeNoon)
		require.NoError(t, err)
		require.Empty(t, fresh)

		// After a rollback the event counts as unseen.
		err = s.InTx(ctx, func(ctx context.Context) error {
			_, err := events.Note(ctx, []notification.ID{"d"}, intakeNoon)
			require.NoError(t, err)
			return context.Canceled
		})
		require.ErrorIs(t, err, context.Canceled)
		fresh, err = events.Note(ctx, []notification.ID{"d"}, intakeNoon.Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, []notification.ID{"d"}, fresh)

		require.NoError(t, events.Bury(ctx, []byte{0, 255, 'x'}, "no\x00 JSON \xff"+strings.Repeat("é", 300), intakeNoon))
		n, err := events.Sweep(ctx, intakeNoon.Add(time.Minute))
		require.NoError(t, err)
		require.Equal(t, int64(4), n, "three ids and a message")
		fresh, err = events.Note(ctx, []notification.ID{"a", "c"}, intakeNoon.Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, []notification.ID{"a"}, fresh)
	})
}

func TestSubscriptionsAreKept(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := open(t, s), t.Context()
		team, other := w.team(t), w.team(t)
		account := connection.Account{Region: "na", SellerID: "A1", Marketplaces: []marketplace.ID{us}}
		one, two := w.connect(t, team, account).ID(), w.connect(t, other, account).ID()
		wanted := store.NewSubscriptions(s)
		sub := func(team id.Team, c id.Connection, kind notification.Type, name string) ports.Subscription {
			return ports.Subscription{
				Team: team, Connection: c, Region: "na", Type: kind, ID: name, Aggregated: true,
				Marketplaces: []marketplace.ID{us}, CheckedAt: intakeNoon, Since: intakeNoon.Add(-time.Hour),
			}
		}
		first := sub(team, one, notification.PricingHealthType, "s-1")
		require.NoError(t, wanted.Put(ctx, first))
		require.NoError(t, wanted.Put(ctx, sub(team, one, notification.AnyOfferChanged, "s-2")))
		require.NoError(t, wanted.Put(ctx, sub(other, two, notification.AnyOfferChanged, "s-2")))

		moved := sub(team, one, notification.AnyOfferChanged, "s-3")
		moved.Aggregated, moved.Marketplaces, moved.CheckedAt, moved.Since = false, []marketplace.ID{}, intakeNoon.Add(time.Hour), intakeNoon
		require.NoError(t, wanted.Put(ctx, moved))
		got, err := wanted.OfConnection(ctx, team, one)
		require.NoError(t, err)
		require.Equal(t, []ports.Subscription{moved, first}, got)
		got, err = wanted.OfConnection(ctx, other, one)
		require.NoError(t, err)
		require.Empty(t, got, "another team's connection is none")
		got, err = wanted.All(ctx)
		require.NoError(t, err)
		require.Equal(t, []ports.Subscription{moved, first, sub(other, two, notification.AnyOfferChanged, "s-2")}, got)

		told, err := wanted.Since(ctx, team, notification.AnyOfferChanged)
		require.NoError(t, err)
		require.Equal(t, map[id.Connection]time.Time{one: intakeNoon}, told, "another team's connection is none")

		shared, err := wanted.Shared(ctx, "s-2", two)
		require.NoError(t, err)
		require.False(t, shared)
		shared, err = wanted.Shared(ctx, "s-2", one)
		require.NoError(t, err)
		require.True(t, shared)

		require.NoError(t, wanted.Drop(ctx, other, one, notification.AnyOfferChanged), "not theirs, so it stays")
		require.NoError(t, wanted.Drop(ctx, team, one, notification.AnyOfferChanged))
		require.NoError(t, wanted.Drop(ctx, team, one, notification.AnyOfferChanged))
		got, err = wanted.OfConnection(ctx, team, one)
		require.NoError(t, err)
		require.Equal(t, []ports.Subscription{first}, got)
	})
}
