package sending_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

// Of several processes one has the lane of an account, until it is silent for a while. A process
// that lost the lane writes nothing in it any more.
func TestALaneHasOneHolder(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.Priced(t, "18", "19")
		first := d.Lane(t)
		second := sending.NewSender(d.Parts)
		_, ok, err := second.Acquire(t.Context(), mine)
		require.NoError(t, err)
		require.False(t, ok)
		d.Clock.Add(5 * time.Second)
		require.NoError(t, first.Renew(t.Context()))
		d.Clock.Add(5 * time.Second)
		_, ok, err = second.Acquire(t.Context(), mine)
		require.NoError(t, err)
		require.False(t, ok, "it was kept")
		d.Clock.Add(2 * time.Second)
		l, ok, err := second.Acquire(t.Context(), mine)
		require.NoError(t, err)
		require.True(t, ok)
		require.ErrorIs(t, first.Renew(t.Context()), sendingports.ErrAccountLost)
		_, err = first.Send(t.Context())
		require.ErrorIs(t, err, sendingports.ErrAccountLost)
		require.Empty(t, d.Shop.Sent)
		require.NoError(t, first.Close(t.Context()), "it is not its own any more")
		require.True(t, send(t, l))
		require.Len(t, d.Shop.Sent, 2)
		require.NoError(t, l.Close(t.Context()))
		d.Lane(t)
	})
}

func TestTheOutbox(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		now := d.Clock.Now()
		o := d.Outbox
		rows := d.Priced(t, "18", "21", "19")
		n, err := o.Waiting(t.Context(), mine, 2)
		require.NoError(t, err)
		require.Equal(t, 2, n)
		next, err := o.Next(t.Context(), mine, now, 10)
		require.NoError(t, err)
		require.Equal(t, []decision.ProductID{rows[0].ID, rows[2].ID, rows[1].ID}, next)
		elsewhere := mine
		elsewhere.Region = "na"
		next, err = o.Next(t.Context(), elsewhere, now, 10)
		require.NoError(t, err)
		require.Empty(t, next)

		open := d.All(t, ours, history.ChangeFilter{Products: ids(rows[:1])})[0].ID
		plan := sendingports.Plan{
			SentAt: optional.Some(noon), NextAt: noon.Add(time.Hour), Feed: optional.Some(sendingports.FeedRunID(7)), Number: optional.Some(int64(3)),
		}
		d.In(t, func(ctx context.Context) {
			prices, err := d.History.LoadOpenLocked(ctx, ours, ids(rows[:2]))
			require.NoError(t, err)
			require.NoError(t, d.History.Save(ctx, ours, prices, map[repricer.ChangeID]sendingports.Plan{open: plan}))
			require.NoError(t, d.History.Save(ctx, ours, prices, nil), "planned prices stay")
		})
		plans, err := o.Plans(t.Context(), ours, ids(rows[:2]))
		require.NoError(t, err)
		require.Equal(t, map[decision.ProductID]sendingports.Plan{rows[0].ID: plan, rows[1].ID: {}}, plans)
		plans, err = o.Plans(t.Context(), theirs, ids(rows))
		require.NoError(t, err)
		require.Empty(t, plans)
		next, err = o.Next(t.Context(), mine, now, 10)
		require.NoError(t, err)
		require.Equal(t, []decision.ProductID{rows[2].ID, rows[1].ID}, next, "its time has not come")
		carried, err := o.RowsInFeed(t.Context(), ours, 7, 2, 10)
		require.NoError(t, err)
		require.Equal(t, ids(rows[:1]), carried)

		unsent, err := o.Unsent(t.Context(), ours, rows[0].ID, 1)
		require.NoError(t, err)
		require.Equal(t, ids(rows[1:2]), unsent)
		for i, what := range []string{"held", "edited"} {
			d.touch(t, rows[i].ID, what)
		}
		outlived, err := o.Invalidated(t.Context(), ours, ids(rows), now)
		require.NoError(t, err)
		require.Equal(t, ids(rows[:2]), outlived)
		outlived, err = o.Invalidated(t.Context(), theirs, ids(rows), now)
		require.NoError(t, err)
		require.Empty(t, outlived)
		teams, err := o.UnsentTeams(t.Context())
		require.NoError(t, err)
		require.Equal(t, []id.Team{ours}, teams)
	})
}

func TestFeedsOfAnAccount(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		o := d.Outbox
		run := sendingports.FeedRun{Account: mine, State: sendingports.FeedStarting, CreatedAt: noon, NextAt: noon}
		n, ok, err := o.Begin(t.Context(), run)
		require.NoError(t, err)
		require.True(t, ok)
		other := run
		other.Account.Team = theirs
		_, ok, err = o.Begin(t.Context(), other)
		require.NoError(t, err)
		require.False(t, ok, "the account has one, whichever team's")
		run.ID, run.State, run.Feed, run.Messages, run.NextAt = n, sendingports.FeedStarted, "F-1", 9, noon.Add(time.Minute)
		require.NoError(t, o.SaveFeed(t.Context(), run, noon))
		got, err := o.Open(t.Context(), mine)
		require.NoError(t, err)
		require.Equal(t, &run, got)
		// Only an event about this feed moves its next look, and never later.
		for _, wrong := range []struct {
			team   id.Team
			seller string
			feed   sendingports.FeedID
			now    time.Time
		}{
			{theirs, "A2SELLER", "F-1", noon}, {ours, "A9OTHER", "F-1", noon}, {ours, "A2SELLER", "F-2", noon}, {ours, "A2SELLER", "F-1", noon.Add(time.Hour)},
		} {
			require.NoError(t, o.MakeDue(t.Context(), wrong.team, wrong.seller, wrong.feed, wrong.now))
			got, err = o.Open(t.Context(), mine)
			require.NoError(t, err)
			require.Equal(t, &run, got)
		}
		require.NoError(t, o.MakeDue(t.Context(), ours, "A2SELLER", "F-1", noon.Add(time.Second)))
		run.NextAt = noon.Add(time.Second)
		got, err = o.Open(t.Context(), mine)
		require.NoError(t, err)
		require.Equal(t, &run, got)
		got, err = o.Open(t.Context(), other.Account)
		require.NoError(t, err)
		require.Nil(t, got)
		run.State = sendingports.FeedOver
		require.NoError(t, o.SaveFeed(t.Context(), run, noon))
		got, err = o.Open(t.Context(), mine)
		require.NoError(t, err)
		require.Nil(t, got)
		recent, err := o.Recent(t.Context(), other.Account, noon.Add(-1))
		require.NoError(t, err)
		require.Equal(t, []sendingports.FeedRun{run}, recent, "limits are the account's")
		recent, err = o.Recent(t.Context(), mine, noon)
		require.NoError(t, err)
		require.Empty(t, recent)
	})
}

// crowd stores one more row than single calls are for.
func (d *desk) crowd(t testing.TB) []repricer.ProductSnapshot {
	t.Helper()
	prices := make([]string, history.FeedAbove+1)
	for i := range prices {
		prices[i] = "18"
	}
	return d.Priced(t, prices...)
}

func (d *desk) count(t testing.TB) map[history.Outcome]int {
	t.Helper()
	out := map[history.Outcome]int{}
	rows, err := d.DB.DB().QueryContext(t.Context(), "SELECT outcome, count(*) FROM repricer_changes WHERE outcome IS NOT NULL GROUP BY outcome")
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var o string
		var n int
		require.NoError(t, rows.Scan(&o, &n))
		out[history.Outcome(o)] = n
	}
	require.NoError(t, rows.Err())
	return out
}

// crowded has a database with a crowd, which takes longer to make than most of its tests to run.
var crowded struct {
	once sync.Once
	file []byte
	rows []repricer.ProductSnapshot
}

// crowdedDesk opens a desk over a copy of crowded, and returns its rows.
func crowdedDesk(t testing.TB) (*desk, []repricer.ProductSnapshot) {
	t.Helper()
	crowded.once.Do(func() {
		s, path := stores.SQLite(t), filepath.Join(t.TempDir(), "crowd.db")
		crowded.rows = deskOver(t, s).crowd(t)
		_, err := s.DB().ExecContext(t.Context(), "VACUUM INTO ?", path)
		require.NoError(t, err)
		crowded.file, err = os.ReadFile(path)
		require.NoError(t, err)
	})
	path := filepath.Join(t.TempDir(), "app.db")
	require.NoError(t, os.WriteFile(path, crowded.file, 0o600))
	return deskOver(t, stores.Open(t, "sqlite://"+path)), slices.Clone(crowded.rows)
}

func TestManyPricesLeaveInAFeed(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		rows := d.crowd(t)
		d.Shop.Feed = feedReply{Status: sendingports.FeedRunning, Refused: map[int64]string{2: "It is too low."}}
		l := d.Lane(t)
		require.True(t, send(t, l))
		require.Len(t, d.Shop.Feeds, 1)
		require.Len(t, d.Shop.Feeds[0].Messages, len(rows))
		low, high := eur("5"), eur("50")
		require.Equal(t, []*money.Amount{&low, &high}, []*money.Amount{d.Shop.Feeds[0].Messages[0].Min, d.Shop.Feeds[0].Messages[0].Max})
		require.Equal(t, map[history.Outcome]int{"submitted": 1_501}, d.count(t))
		require.Empty(t, d.Shop.Sent, "never by both ways")

		// A price of a SKU in the feed waits; a price of another SKU does not.
		fresh := repricing.PlainRow(9_000)
		fresh.Mode, fresh.UpdatedAt, fresh.Limits.MinPrice = decision.ModeAuto, noon.Add(-time.Hour), amount("5")
		fresh.Observed.CurrentPrice = amount("20")
		same := fresh
		same.Key.MarketplaceID, same.Key.SKU, same.Currency = "A13V1IB3VIYZZH", rows[0].Key.SKU, "EUR"
		added := d.Rows(t, ours, fresh, same)
		d.Record(t, ours, matched(t, added[0], noon, "18"), matched(t, added[1], noon, "18"))
		d.Clock.Add(time.Minute)
		require.True(t, look(t, l))
		require.True(t, send(t, l))
		require.Equal(t, []string{"sku-9000"}, d.Shop.SKUs())

		d.Shop.Feed.Status = sendingports.FeedDone
		d.Clock.Add(time.Minute)
		require.True(t, look(t, l))
		got := d.count(t)
		require.Equal(t, 1, got["rejected"])
		refused := d.Shop.Feeds[0].Messages[1].SKU
		for _, e := range d.All(t, ours, history.ChangeFilter{SKUs: []string{refused}}) {
			require.Equal(t, []history.Issue{{Code: "90", Message: "It is too low.", Severity: "ERROR"}}, e.Submission.Or(history.Submission{}).Issues)
			require.Equal(t, history.RouteFeed, e.Submission.Or(history.Submission{}).Route)
		}
		require.True(t, send(t, l), "the SKU is free again")
		for range 200 {
			d.Clock.Add(30 * time.Second)
			look(t, l)
		}
		require.Equal(t, map[history.Outcome]int{"rejected": 1, "confirmed": 1_502}, d.count(t))
		require.Len(t, d.Shop.Sent, 2)
		require.Len(t, d.Shop.Feeds, 1)
	})
}

func TestFeedsThatDoNotGoThrough(t *testing.T) {
	for name, c := range map[string]struct {
		reply feedReply
		// then has the outcomes of the prices afterwards, before the look.
		then  history.Outcome
		feeds int
	}{
		"not started":                {feedReply{Err: unanswered, Ignored: true}, history.OutcomeProposed, 2},
		"perhaps started, and it is": {feedReply{Err: fmt.Errorf("lost: %w", sendingports.ErrFeedUnknown)}, history.OutcomeSubmitted, 1},
		"worked off in part":         {feedReply{Status: sendingports.FeedFailed}, history.OutcomeSubmitted, 1},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := crowdedDesk(t)
			d.Shop.Feed = c.reply
			l := d.Lane(t)
			send(t, l)
			require.Equal(t, map[history.Outcome]int{c.then: 1_501}, d.count(t))
			d.Shop.Feed = feedReply{Status: sendingports.FeedDone, Ignored: c.reply.Ignored}
			if c.reply.Status != "" {
				d.Shop.Feed.Status = c.reply.Status
			}
			if c.reply.Ignored {
				d.Shop.Feed.Ignored = false
			}
			for range 240 {
				d.Clock.Add(30 * time.Second)
				send(t, l)
				look(t, l)
			}
			require.Equal(t, map[history.Outcome]int{"confirmed": 1_501}, d.count(t))
			require.Len(t, d.Shop.Feeds, c.feeds)
			require.Empty(t, d.Shop.Sent)
		})
	}
}

// A feed that was filled while the switch was set is not handed over.
func TestAStopWhileAFeedIsFilled(t *testing.T) {
	d, _ := crowdedDesk(t)
	d.Parts.Outbox = stopping{d.Outbox, func(ctx context.Context) {
		_, err := d.Switches.Stop(ctx, "now")
		require.NoError(t, err)
	}}
	l := d.Lane(t)
	require.True(t, send(t, l))
	require.Empty(t, d.Shop.Feeds)
	for send(t, l) {
	}
	require.Equal(t, map[history.Outcome]int{"cancelled": 1_501}, d.count(t))
	require.Empty(t, d.Shop.Sent)
}

// stopping sets the switch when a feed has begun.
type stopping struct {
	sendingports.Outbox
	then func(context.Context)
}

func (s stopping) Begin(ctx context.Context, r sendingports.FeedRun) (sendingports.FeedRunID, bool, error) {
	defer s.then(ctx)
	return s.Outbox.Begin(ctx, r)
}

// An event that shows the own offer at the price confirms it, at once.
func TestAnEventConfirmsAPrice(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		row := d.Priced(t, "18")[0]
		d.Shop.Answer = func(int, sendingports.PriceChange) reply { return reply{Err: unanswered} }
		send(t, d.Lane(t))
		intake := events.NewIntake(d.Products, d.Settings, d.Due, sending.NewConfirmations(d.Parts), nil, d.Tx, d.Clock)
		tell := func(price string) {
			d.Clock.Add(time.Second)
			offer := repricer.Offer{SellerID: row.Key.SellerID, MarketplaceID: row.Key.MarketplaceID, ASIN: row.ASIN, Condition: row.Condition}
			p := money.Sum{Amount: eur(price), Currency: "EUR"}
			require.NoError(t, intake.OfferEvents(t.Context(), []events.OfferEvent{{
				Offer: repricer.TeamOffer{Team: ours, Offer: offer}, Own: []string{row.Key.SellerID},
				Market: repricer.MarketState{At: d.Clock.Now(), Offers: []repricer.MarketOffer{
					{SellerID: row.Key.SellerID, Landed: p, Listed: optional.Some(p)},
				}},
			}}))
		}
		tell("20")
		d.RequireAll(t, history.OutcomeSubmitted)
		d.In(t, func(ctx context.Context) {
			_, err := d.Due.Wake(ctx, queueports.Wake{
				Rows: []queueports.WakeRow{{Team: ours, ID: row.ID, Priority: row.Priority, PriceInFlight: true}}, Trigger: history.TriggerNotification, Now: d.Clock.Now(),
			})
			require.NoError(t, err)
		})
		tell("18")
		d.RequireAll(t, history.OutcomeConfirmed)
		got := d.Row(t, row.ID)
		require.Equal(t, amount("18"), got.Observed.CurrentPrice)
		require.Equal(t, repricer.RunQueued, got.RunState, "the row was woken meanwhile")
		memories, err := d.Memories.Load(t.Context(), ours, []decision.ProductID{row.ID})
		require.NoError(t, err)
		require.Equal(t, amount("18"), memories[row.ID].LastSubmitted)
		require.Equal(t, 1, memories[row.ID].ChangesToday)
	})
}

// The price that is live is not sent again, however often it is decided.
func TestALivePriceIsNotSentAgain(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		row := d.Priced(t, "18")[0]
		l := d.Lane(t)
		for n := range 20 {
			d.Clock.Add(time.Minute)
			send(t, l)
			d.Clock.Add(2 * time.Minute)
			look(t, l)
			d.Record(t, ours, matched(t, row, d.Clock.Now().Add(time.Duration(n)), "18"))
		}
		require.Len(t, d.Shop.Sent, 1)
	})
}

func TestAnAccountThatDoesNotWorkSendsNothing(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.Priced(t, "18", "19")
		d.Shop.Answer = func(int, sendingports.PriceChange) reply {
			return reply{Ignored: true, Err: fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention, "Connect again.")}
		}
		l := d.Lane(t)
		require.True(t, send(t, l))
		d.RequireAll(t, history.OutcomeProposed)
		d.Sellers.Gone = true
		d.Clock.Add(10 * time.Minute)
		require.True(t, send(t, l))
		d.RequireAll(t, history.OutcomeCancelled)
	})
}
