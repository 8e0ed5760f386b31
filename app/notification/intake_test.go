package notification_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/notices"
	"sellingassistant/adapters/persistence/db"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/adapters/queue"
	connectionapp "sellingassistant/app/connection"
	app "sellingassistant/app/notification"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/notification"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/stores"
)

func amount(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

func TestOffersReachTheRows(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team, other, third := w.team(t, "A1", "A2"), w.team(t, "A1"), w.team(t, "A3")
		auto := w.row(t, team, "A1", "auto", nil)
		twin := w.row(t, team, "A1", "twin", func(s *repricer.ProductSnapshot) { s.Mode = decision.ModeManual })
		used := w.row(t, team, "A1", "used", func(s *repricer.ProductSnapshot) { s.Condition = decision.ConditionUsed })
		product := w.row(t, team, "A1", "other", func(s *repricer.ProductSnapshot) { s.ASIN = "B000000002" })
		shared := w.row(t, other, "A1", "shared", nil)
		stranger := w.row(t, third, "A3", "stranger", nil)

		w.clock.advance(time.Hour)
		w.take(t, offersOf("n1", "A1", 5, "18.50", "A1 20.00 featured", "A2 18.50 winner", "B1 21.00 -"))

		got := w.get(t, team, auto)
		require.Equal(t, repricer.Observed{
			BuyBox:           decision.BuyBox{Price: amount("18.50"), Owner: decision.BoxTeam, SellerID: "A2"},
			BoxLog:           "toupkcE", // another seller since then
			CompetitorsCount: optional.Some(1),
			LastEventAt:      optional.Some(at(5)), OffersAt: optional.Some(at(5)), NextDueAt: optional.Some(w.clock.Now()),
		}, got.Observed)
		require.Equal(t, int64(1), got.Version, "versions count changes by users")
		require.Equal(t, intakeNoon, got.UpdatedAt)
		require.Equal(t, optional.Some(at(5)), w.get(t, team, twin).Observed.OffersAt)
		require.False(t, w.get(t, team, twin).Observed.NextDueAt.Known(), "only automatic rows become due")
		require.Equal(t, decision.BoxCompetitor, w.get(t, other, shared).Observed.BuyBox.Owner, "A2 is not a seller of that team")
		require.Equal(t, optional.Some(2), w.get(t, other, shared).Observed.CompetitorsCount)
		for _, untouched := range []decision.ProductID{used, product} {
			require.False(t, w.get(t, team, untouched).Observed.LastEventAt.Known())
		}
		require.False(t, w.get(t, third, stranger).Observed.LastEventAt.Known())
		require.Equal(t, map[string]int{"ANY_OFFER_CHANGED handed": 1}, w.watch.took)
		require.Zero(t, w.queue.Len())

		// The same event again, and an older event under another id, change nothing.
		w.clock.advance(time.Hour)
		w.take(t, offersOf("n1", "A1", 5, "18.50", "A1 20.00 featured"), offersOf("n2", "A1", 4, "", "B1 1.00 winner"),
			offersOf("n3", "A1", 5, "", "B1 1.00 winner"))
		require.Equal(t, got, w.get(t, team, auto))
		require.Equal(t, map[string]int{"ANY_OFFER_CHANGED handed": 1, "ANY_OFFER_CHANGED known": 1, "ANY_OFFER_CHANGED late": 2}, w.watch.took)

		// After a newer event, a due row stays due since the same time.
		w.take(t, offersOf("n4", "A1", 6, "", "A1 20.00 -", "B1 21.00 -"))
		next := w.get(t, team, auto).Observed
		require.Equal(t, decision.BuyBox{Owner: decision.BoxNone}, next.BuyBox)
		require.Equal(t, got.Observed.NextDueAt, next.NextDueAt)
		require.Equal(t, optional.Some(at(6)), next.OffersAt)
	})
}

func TestARemovedConnectionHearsNothing(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t)
	c := w.connect(t, team, connection.Account{Region: "na", SellerID: "A1", Marketplaces: []marketplace.ID{us}})
	w.connect(t, team, connection.Account{Region: "fe", SellerID: "A1", Marketplaces: []marketplace.ID{jp}})
	row := w.row(t, team, "A1", "S", nil)
	require.NoError(t, w.connections.Remove(t.Context(), caller.Caller{Team: team}, c.ID()))
	w.take(t, offersOf("n1", "A1", 5, "", "B1 1.00 winner"))
	require.False(t, w.get(t, team, row).Observed.LastEventAt.Known(), "the grant for Japan does not cover the US")
	require.Equal(t, map[string]int{"ANY_OFFER_CHANGED handed": 1}, w.watch.took)
}

func TestPriceAlarmsHoldARow(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, "A1")
		row := w.row(t, team, "A1", "S/1", nil)
		busy := w.row(t, team, "A1", "busy", func(s *repricer.ProductSnapshot) {
			s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldSubmissionFailed, Since: intakeNoon, Details: "Not seen."})
		})
		hold := func() optional.Maybe[repricer.Hold] { return w.get(t, team, row).Hold }
		price := func(minute int) optional.Maybe[repricer.Hold] {
			return optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: at(minute),
				Details: "The marketplace reports an issue with the price of the listing."})
		}
		w.take(t, issuesOf("n1", "A1", "S/1", 1, `"INVALID_PRICE"`), issuesOf("n2", "A1", "busy", 1, `"INVALID_PRICE"`))
		require.Equal(t, price(1), hold())
		require.Equal(t, decision.HoldSubmissionFailed, w.get(t, team, busy).Hold.Or(repricer.Hold{}).Reason, "the other reason stays")

		w.take(t, statusOf("n3", "A1", "S/1", 3, `"BUYABLE","DISCOVERABLE"`))
		require.Equal(t, price(1), hold(), "on sale, but the issue is not solved")
		w.take(t, issuesOf("n4", "A1", "S/1", 2, `"MISSING_ATTRIBUTE"`))
		require.False(t, hold().Known(), "an issue that is not about the price")
		w.take(t, statusOf("n5", "A1", "S/1", 5, `"DISCOVERABLE"`))
		require.Equal(t, optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: at(5), Details: "The listing is not on sale."}), hold())
		w.take(t, statusOf("n6", "A1", "S/1", 4, `"BUYABLE"`))
		require.True(t, hold().Known(), "late news release nothing")
		w.take(t, statusOf("n7", "A1", "S/1", 6, `"BUYABLE"`), issuesOf("n8", "A1", "busy", 2, ``))
		require.False(t, hold().Known())
		require.True(t, w.get(t, team, busy).Hold.Known())
		require.Equal(t, optional.Some(at(6)), w.get(t, team, row).Observed.LastEventAt)
		require.False(t, w.get(t, team, row).Observed.OffersAt.Known(), "no offers arrived")
	})
}

func TestOtherEvents(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, "A1")
		row := w.row(t, team, "A1", "S", nil)
		feeds := sendingstore.NewOutbox(s)
		run := sendingports.FeedRun{
			Account: sendingports.Account{Team: team, SellerID: "A1", Region: marketplace.NA},
			State:   sendingports.FeedStarting, CreatedAt: intakeNoon, NextAt: intakeNoon.Add(time.Hour),
		}
		var free bool
		var err error
		run.ID, free, err = feeds.Begin(t.Context(), run)
		require.NoError(t, err)
		require.True(t, free)
		run.State, run.Feed = sendingports.FeedStarted, "77"
		require.NoError(t, feeds.SaveFeed(t.Context(), run, intakeNoon))
		w.take(t,
			healthOf("n1", "A1", 7),
			`{"NotificationType":"UNHEARD_OF","NotificationMetadata":{"NotificationId":"n2"},"Payload":[1]}`,
			`{"NotificationType":"UNHEARD_OF","NotificationMetadata":{"NotificationId":"n2"},"Payload":[1]}`,
			`{"notificationType":"FEED_PROCESSING_FINISHED","eventTime":"2026-11-21T12:00:00Z","payload":{
				"feedProcessingFinishedNotification":{"sellerId":"A1","feedId":"77","feedType":"JSON_LISTINGS_FEED","processingStatus":"DONE"}},
				"notificationMetadata":{"notificationId":"n3"}}`)
		got := w.get(t, team, row).Observed
		require.Equal(t, optional.Some(at(7)), got.LastEventAt)
		require.Equal(t, optional.Some(intakeNoon), got.NextDueAt)
		require.False(t, got.OffersAt.Known())
		require.Equal(t, map[string]int{
			"PRICING_HEALTH handed": 1, "UNHEARD_OF ignored": 1, "UNHEARD_OF known": 1, "FEED_PROCESSING_FINISHED handed": 1,
		}, w.watch.took)
		feed, err := w.events.Newest(t.Context(), notification.Stream{Type: notification.FeedProcessingEnded, SellerID: "A1", Subject: "77"})
		require.NoError(t, err)
		require.Equal(t, &notification.Event{ID: "n3", Type: notification.FeedProcessingEnded, At: intakeNoon}, feed)
		waits, err := feeds.Open(t.Context(), run.Account)
		require.NoError(t, err)
		require.Equal(t, w.clock.Now(), waits.NextAt, "the feed is asked for now")
		require.Equal(t, 3, w.count(t, "notification_ids", "1=1"))
	})
}

// script is a source with scripted messages and answers.
type script struct {
	messages []ports.Message
	acked    []string
	nacked   []string
	err      error
}

func (s *script) Receive(context.Context) ([]ports.Message, error) { return s.messages, s.err }

func (s *script) Ack(_ context.Context, all ...ports.Message) error {
	for _, m := range all {
		s.acked = append(s.acked, m.Handle)
	}
	return nil
}

func (s *script) Nack(_ context.Context, after time.Duration, all ...ports.Message) error {
	for _, m := range all {
		s.nacked = append(s.nacked, m.Handle+" "+after.String())
	}
	return nil
}

// failing fails where a Handler would act.
type failing struct {
	ports.Handler
	err error
}

func (f failing) OffersChanged(context.Context, []ports.OffersChanged) error {
	return f.err
}

func TestUnreadableMessagesAreBuriedAfterFiveTries(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		junk := &script{messages: []ports.Message{
			{Handle: "first", Body: []byte("<html>"), Tries: 1}, {Handle: "fourth", Body: []byte(`{"a":`), Tries: 4},
			{Handle: "fifth", Body: []byte("\x00\xff"), Tries: 5},
			{Handle: "good", Body: []byte(healthOf("n1", "A1", 1)), Tries: 9},
		}}
		intake := app.NewIntake(junk, notices.NewReader().Read, w.events, w.handler, w.watch, s, w.clock)
		require.NoError(t, intake.Take(t.Context()))
		require.Equal(t, []string{"good", "fifth"}, junk.acked)
		require.Equal(t, []string{"first 1m0s", "fourth 1m0s"}, junk.nacked)
		require.Equal(t, map[string]int{"PRICING_HEALTH handed": 1, " postponed": 2, " dead": 1}, w.watch.took)
		require.Equal(t, []string{"5 the message is not the JSON of a notification"}, w.watch.gave)
		require.Equal(t, 1, w.count(t, "notification_dead", "1=1"))

		w.clock.advance(7*24*time.Hour + time.Second)
		n, err := intake.Sweep(t.Context())
		require.NoError(t, err)
		require.Equal(t, int64(2), n)
	})
}

func TestNothingIsAcknowledgedThatIsNotStored(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		messages := []ports.Message{{Handle: "offers", Body: []byte(offersOf("n1", "A1", 1, "")), Tries: 1}, {Handle: "health", Body: []byte(healthOf("n2", "A1", 1)), Tries: 1}}
		take := func(err error) *script {
			src := &script{messages: messages}
			got := app.NewIntake(src, notices.NewReader().Read, w.events, failing{w.handler, err}, w.watch, s, w.clock).Take(t.Context())
			require.Equal(t, fault.Is(err, fault.CodeServiceUnavailable), got != nil)
			return src
		}
		away := take(fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "away"))
		require.Equal(t, []string{"health"}, away.acked)
		require.Empty(t, away.nacked, "it comes again by itself, and no try of it counts")
		broken := take(errors.New("a bug"))
		require.Equal(t, []string{"health"}, broken.acked)
		require.Equal(t, []string{"offers 1m0s"}, broken.nacked)
		require.Equal(t, 0, w.count(t, "notification_newest", "type = 'ANY_OFFER_CHANGED'"))
		require.Equal(t, 1, w.count(t, "notification_ids", "1=1"))
		mended := take(nil)
		require.Equal(t, []string{"offers", "health"}, mended.acked)
		require.Equal(t, 1, w.count(t, "notification_newest", "type = 'ANY_OFFER_CHANGED'"))

		src := &script{err: errors.New("no queue")}
		require.ErrorIs(t, app.NewIntake(src, notices.NewReader().Read, w.events, w.handler, w.watch, s, w.clock).Take(t.Context()), src.err)
	})
}

// picky refuses the offers of one seller.
type picky struct {
	ports.Handler
	seller string
}

func (p picky) OffersChanged(ctx context.Context, changes []ports.OffersChanged) error {
	for _, c := range changes {
		if c.SellerID == p.seller {
			return errors.New("a bug")
		}
	}
	return p.Handler.OffersChanged(ctx, changes)
}

// Changes of offers that came together share a transaction. A failing change does not keep the
// others from being stored.
func TestOneOfManyOffersCannotBeStored(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, "A1", "A3")
		row := w.row(t, team, "A1", "one", nil)
		src := &script{messages: []ports.Message{
			{Handle: "first", Body: []byte(offersOf("n1", "A1", 1, "")), Tries: 1},
			{Handle: "bad", Body: []byte(offersOf("n2", "A2", 1, "")), Tries: 1},
			{Handle: "twin", Body: []byte(offersOf("n1", "A1", 1, "")), Tries: 1},
			{Handle: "newer", Body: []byte(offersOf("n3", "A1", 2, "")), Tries: 1},
			{Handle: "other", Body: []byte(offersOf("n4", "A3", 1, "")), Tries: 1},
		}}
		intake := app.NewIntake(src, notices.NewReader().Read, w.events, picky{w.handler, "A2"}, w.watch, s, w.clock)
		require.NoError(t, intake.Take(t.Context()))
		require.ElementsMatch(t, []string{"first", "twin", "newer", "other"}, src.acked)
		require.Equal(t, []string{"bad 1m0s"}, src.nacked)
		require.Equal(t, map[string]int{
			"ANY_OFFER_CHANGED handed": 2, "ANY_OFFER_CHANGED late": 1, "ANY_OFFER_CHANGED known": 1, " postponed": 1,
		}, w.watch.took)
		require.Equal(t, 3, w.count(t, "notification_ids", "1=1"))
		require.Equal(t, optional.Some(at(2)), w.get(t, team, row).Observed.OffersAt)
	})
}

var _ ports.Source = (*queue.Local)(nil)

// TestAClaimedSellerIDHearsNothing connects an account as the operator can without a
// call to Amazon: the connection works, and its seller id is unproven.
func TestAClaimedSellerIDHearsNothing(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		proven, claiming, broken := w.team(t, "A1"), w.team(t), w.team(t, "A1")
		_, err := w.connections.Add(t.Context(), caller.Caller{Team: claiming}, connectionapp.Add{
			Account: connection.Account{Region: "na", SellerID: "A1", Marketplaces: []marketplace.ID{us}}, RefreshToken: secret.New("Atzr|x"),
		})
		require.NoError(t, err)
		all, err := w.connections.List(t.Context(), caller.Caller{Team: broken})
		require.NoError(t, err)
		require.NoError(t, w.connections.MarkNeedsAttention(t.Context(), caller.Caller{Team: broken}, all[0].ID(), "invalid_grant"))
		teams := []id.Team{proven, claiming, broken}
		rows := make([]decision.ProductID, len(teams))
		for i, team := range teams {
			rows[i] = w.row(t, team, "A1", "S/1", nil)
		}
		w.take(t, orderOf("n1", "A1", "903-1", "S/1", 1, 3, "Unshipped"), offersOf("n2", "A1", 2, "19.00", "A2 19.00 winner"),
			statusOf("n3", "A1", "S/1", 3, ""), healthOf("n4", "A1", 4))
		var sold []int64
		var seen, held []bool
		for i, team := range teams {
			sold = append(sold, w.sold(t, team, rows[i]))
			row := w.get(t, team, rows[i])
			seen, held = append(seen, row.Observed.OffersAt.Known()), append(held, row.Hold.Known())
		}
		require.Equal(t, []int64{3, 0, 0}, sold)
		require.Equal(t, []bool{true, false, false}, seen)
		require.Equal(t, []bool{true, false, false}, held)
	})
}
