package sending_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

var errAway = errors.New("the database is away")

// choosing does something when prices are chosen for the n-th time.
type choosing struct {
	sendingports.Outbox
	n  *int
	do func() error
}

func (c choosing) Next(ctx context.Context, k sendingports.Account, now time.Time, limit int) ([]decision.ProductID, error) {
	if *c.n--; *c.n == 0 {
		if err := c.do(); err != nil {
			return nil, err
		}
	}
	return c.Outbox.Next(ctx, k, now, limit)
}

// uploading does something when a feed was uploaded.
type uploading struct {
	handOver
	then func()
}

func (u uploading) Upload(ctx context.Context, s account.Seller, messages []sendingports.FeedMessage) (sendingports.FeedFile, error) {
	defer u.then()
	return u.handOver.Upload(ctx, s, messages)
}

// unreadable fakes a switch that cannot be read while away is set.
type unreadable struct {
	sendingports.Outbox
	away *bool
}

func (u unreadable) LoadSwitch(ctx context.Context) (sendingports.SwitchState, error) {
	if *u.away {
		return sendingports.SwitchState{}, errAway
	}
	return u.Outbox.LoadSwitch(ctx)
}

// A feed that could not be filled to its end was never started: its prices wait
// again at once, and leave together.
func TestAFeedThatIsNotFilledIsGivenBack(t *testing.T) {
	second := 3 // after the steps of the lane, and a first part of the feed
	for name, c := range map[string]struct {
		arrange func(d *desk, stop func())
		want    error
	}{
		"a stop": {func(d *desk, stop func()) {
			d.Parts.Outbox = choosing{d.Outbox, &second, func() error { stop(); return nil }}
		}, context.Canceled},
		"the database is away": {func(d *desk, _ func()) {
			d.Parts.Outbox = choosing{d.Outbox, &second, func() error { return errAway }}
		}, errAway},
		"the switch cannot be read": {func(d *desk, _ func()) {
			away := false
			d.Parts.Outbox = unreadable{d.Outbox, &away}
			d.Parts.MarketplaceFeeds = uploading{handOver{Shop: d.Shop}, func() { away = true }}
		}, errAway},
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				second = 3
				d.crowd(t)
				parts := d.Parts
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				c.arrange(d, stop)
				l := d.Lane(t)
				_, err := l.Send(ctx)
				require.ErrorIs(t, err, c.want)
				require.Equal(t, map[history.Outcome]int{"proposed": 1_501}, d.count(t))
				require.Empty(t, d.Shop.Feeds)
				open, err := d.Outbox.Open(t.Context(), mine)
				require.NoError(t, err)
				require.Nil(t, open)

				require.NoError(t, l.Close(t.Context()))
				d.Parts = parts
				require.True(t, send(t, d.Lane(t)))
				require.Equal(t, map[history.Outcome]int{"submitted": 1_501}, d.count(t))
				require.Len(t, d.Shop.Feeds, 1)
				require.Len(t, d.Shop.Feeds[0].Messages, 1_501)
			})
		})
	}
}

// Rows change while a feed is made: their prices do not leave with it, and the others
// do.
func TestWhatChangesWhileAFeedIsMade(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		rows := d.crowd(t)
		uploaded := 0
		d.Parts.MarketplaceFeeds = uploading{handOver{Shop: d.Shop}, func() {
			if uploaded++; uploaded == 1 {
				for i, what := range []string{"edited", "held", "switched off", "deleted"} {
					d.touch(t, rows[10*i].ID, what)
				}
			}
		}}
		l := d.Lane(t)
		require.True(t, send(t, l))
		require.Equal(t, 2, uploaded)
		require.Equal(t, map[history.Outcome]int{"submitted": 1_497, "proposed": 4}, d.count(t))
		require.Len(t, d.Shop.Feeds, 1)
		sent := map[string]bool{}
		for _, m := range d.Shop.Feeds[0].Messages {
			sent[m.SKU] = true
		}
		require.Len(t, sent, 1_497)
		for i := range 4 {
			require.False(t, sent[rows[10*i].Key.SKU], i)
		}
		open, err := d.Outbox.Open(t.Context(), mine)
		require.NoError(t, err)
		require.Equal(t, 1_497, open.Messages)
		require.True(t, send(t, l))
		require.Equal(t, map[history.Outcome]int{"submitted": 1_497, "superseded": 1, "cancelled": 3}, d.count(t))
		require.Empty(t, d.Shop.Sent)
		// No message is missing from the rest, so the report is certainly of this feed.
		d.Shop.Feed = feedReply{Status: sendingports.FeedDone, Refused: map[int64]string{1_497: "It is too low."}}
		d.Clock.Add(2 * time.Minute)
		look(t, l)
		require.Equal(t, 1, d.count(t)[history.OutcomeRejected])
	})
}

// waiting does something while a feed waits for its turn to start.
type waiting struct {
	handOver
	then func()
}

func (w waiting) Start(ctx context.Context, s account.Seller, file sendingports.FeedFile, known []sendingports.FeedID, may sendingports.MaySend) (sendingports.FeedID, error) {
	w.then()
	return w.handOver.Start(ctx, s, file, known, may)
}

// Any row that changes while a feed waits keeps the feed from starting, not only its first.
func TestARowThatChangesBeforeAFeedStarts(t *testing.T) {
	d, rows := crowdedDesk(t)
	waited := 0
	d.Parts.MarketplaceFeeds = waiting{handOver{Shop: d.Shop}, func() {
		d.Clock.Add(time.Minute)
		if waited++; waited == 1 {
			d.touch(t, rows[700].ID, "edited")
		}
	}}
	l := d.Lane(t)
	require.True(t, send(t, l))
	require.Empty(t, d.Shop.Feeds)
	require.Equal(t, map[history.Outcome]int{"proposed": 1_501}, d.count(t))
	d.Clock.Add(2 * time.Second)
	require.True(t, send(t, l))
	require.Len(t, d.Shop.Feeds, 1)
	require.Len(t, d.Shop.Feeds[0].Messages, 1_500)
	require.Equal(t, map[history.Outcome]int{"submitted": 1_500, "superseded": 1}, d.count(t))
}

// Rows that change all the time keep a feed from leaving only as long as they do.
func TestAFeedWhoseRowsChangeAllTheTime(t *testing.T) {
	d, rows := crowdedDesk(t)
	uploaded := 0
	d.Parts.MarketplaceFeeds = uploading{handOver{Shop: d.Shop}, func() {
		if uploaded < 3 {
			d.touch(t, rows[uploaded].ID, "held")
		}
		uploaded++
	}}
	l := d.Lane(t)
	require.True(t, send(t, l))
	require.Equal(t, 3, uploaded)
	require.Empty(t, d.Shop.Feeds)
	require.Equal(t, map[history.Outcome]int{"proposed": 1_501}, d.count(t))
	require.True(t, send(t, l))
	require.Equal(t, map[history.Outcome]int{"proposed": 1_499, "cancelled": 2}, d.count(t), "the others wait a moment")
	d.Clock.Add(2 * time.Second)
	require.True(t, send(t, l))
	require.Equal(t, 4, uploaded)
	require.Len(t, d.Shop.Feeds[0].Messages, 1_498)
	require.Equal(t, map[history.Outcome]int{"submitted": 1_498, "cancelled": 3}, d.count(t))
}

// A process dies at each of its transactions while it makes a feed. Who takes the
// lane over starts the feed, unless it may have been started; then the prices are
// looked for. Never are there two.
func TestAProcessThatDiesOverAFeed(t *testing.T) {
	for steps, step := range []string{"the way is chosen", "it begins", "a part", "the last part", "before it starts", "after it started"} {
		t.Run(step, func(t *testing.T) {
			d, _ := crowdedDesk(t)
			p := &process{d: d, steps: steps}
			p.take(t)
			_, err := p.lane.Send(t.Context())
			require.ErrorIs(t, err, errDead)
			require.Len(t, d.Shop.Feeds, map[bool]int{true: 1}[step == "after it started"])

			d.Clock.Add(7 * time.Second)
			l, ok, err := sending.NewSender(d.Parts).Acquire(t.Context(), mine)
			require.NoError(t, err)
			require.True(t, ok)
			for range 2 {
				look(t, l)
				send(t, l)
			}
			require.Equal(t, map[history.Outcome]int{"submitted": 1_501}, d.count(t))
			require.Len(t, d.Shop.Feeds, 1)
			open, err := d.Outbox.Open(t.Context(), mine)
			require.NoError(t, err)
			require.Equal(t, map[bool]sendingports.FeedRunState{true: sendingports.FeedUnknown, false: sendingports.FeedStarted}[step == "after it started"], open.State)
		})
	}
}

// A feed is processed in forty minutes, and its prices are live ten minutes later. The sender
// waits, and does not send them singly.
func TestASlowFeed(t *testing.T) {
	d, _ := crowdedDesk(t)
	d.Shop.Feed = feedReply{Status: sendingports.FeedRunning, Ignored: true}
	l := d.Lane(t)
	require.True(t, send(t, l))
	for range 40 {
		d.Clock.Add(time.Minute)
		look(t, l)
	}
	require.Equal(t, map[history.Outcome]int{"submitted": 1_501}, d.count(t))
	d.Shop.Feed.Status = sendingports.FeedDone
	d.Clock.Add(time.Minute)
	for range 10 {
		for look(t, l) {
		}
		require.Equal(t, map[history.Outcome]int{"accepted": 1_501}, d.count(t))
		d.Clock.Add(time.Minute)
	}
	for _, m := range d.Shop.Feeds[0].Messages {
		d.Shop.Live[m.SKU] = m.Price
	}
	d.Clock.Add(10 * time.Minute)
	for look(t, l) {
	}
	require.Equal(t, map[history.Outcome]int{"confirmed": 1_501}, d.count(t))
	require.Empty(t, d.Shop.Sent)
	require.Len(t, d.Shop.Feeds, 1)
}

// The report of another program's feed decides nothing about our prices: they are
// looked for.
func TestTheReportOfAnotherFeed(t *testing.T) {
	for name, reply := range map[string]feedReply{
		"of more messages":   {Others: 1, Refused: map[int64]string{1: "It is too low."}},
		"of another message": {Refused: map[int64]string{1_502: "It is too low."}},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := crowdedDesk(t)
			l := d.Lane(t)
			require.True(t, send(t, l))
			d.Shop.Feed = reply
			d.Shop.Feed.Status = sendingports.FeedDone
			d.Clock.Add(time.Minute)
			require.True(t, look(t, l))
			require.Equal(t, map[history.Outcome]int{"submitted": 1_501}, d.count(t))
			open, err := d.Outbox.Open(t.Context(), mine)
			require.NoError(t, err)
			require.Equal(t, sendingports.FeedUnknown, open.State)
			d.Clock.Add(2 * time.Minute)
			for look(t, l) {
			}
			require.Equal(t, map[history.Outcome]int{"confirmed": 1_501}, d.count(t))
			require.Empty(t, d.Shop.Sent)
		})
	}
}
