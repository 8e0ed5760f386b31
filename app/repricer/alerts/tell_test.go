package alerts_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	jobqueue "sellingassistant/adapters/jobs"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/jobs"
	alertsports "sellingassistant/ports/repricer/alerts"
	memoryjobs "sellingassistant/test/jobs"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

// noted makes a team with an alert that waits for both channels.
func noted(e *engine) *bell {
	e.T.Helper()
	b := e.ringing()
	e.Selling(3, nil)
	p := everything()
	p.Email = optional.Put(inbox)
	b.want(ours, p)
	require.NoError(e.T, e.trouble(ours, 0))
	return b
}

// Each channel has its own tries. Tries of a channel do not repeat the other's messages, and a
// message keeps its id.
func TestAChannelThatFailsIsToldAgain(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := noted(e)
		b.hooks.fails = errBroken
		b.pass(time.Minute)
		require.ErrorIs(e.T, b.work(), errBroken)
		require.ErrorIs(e.T, b.work(), errBroken)
		b.hooks.fails = nil
		require.NoError(e.T, b.work())
		require.Len(e.T, b.hooks.told, 3)
		for _, again := range b.hooks.told[1:] {
			require.Equal(e.T, b.hooks.told[0], again)
		}
		require.Len(e.T, b.letters.told, 1)
		require.Equal(e.T, told{inbox, b.hooks.told[0].AlertMessage}, b.letters.told[0])
		require.ElementsMatch(e.T, []string{"webhook failed", "email told", "webhook failed", "webhook told"}, b.fates.seen)
		b.hooks.told = nil
		b.quiet()
	})
}

func TestAMessageThatNobodyTakesIsGivenUp(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := noted(e)
		b.hooks.fails = errBroken
		b.pass(time.Minute)
		for try := 1; try < 10; try++ {
			require.ErrorIs(e.T, b.work(), errBroken)
			require.Equal(e.T, [2]int{0, 1}, b.rows(), "try %d", try)
		}
		require.ErrorIs(e.T, b.work(), errBroken)
		require.Len(e.T, b.hooks.told, 10)
		require.Equal(e.T, "webhook given_up", b.fates.seen[len(b.fates.seen)-1])
		b.hooks.told = nil
		b.quiet()
	})
}

func TestAMessageThatCanNeverBeSentEndsAtOnce(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := noted(e)
		b.hooks.fails = jobs.Dead(errBroken)
		b.pass(time.Minute)
		err := b.work()
		require.ErrorIs(e.T, err, errBroken)
		require.True(e.T, jobs.IsDead(err))
		require.ElementsMatch(e.T, []string{"webhook given_up", "email told"}, b.fates.seen)
		b.hooks.told = nil
		b.quiet()
	})
}

func TestWhoIsToldIsDecidedWhenItIsTold(t *testing.T) {
	none := repricer.NotifyPatch{WebhookURL: optional.Clear[string](), Email: optional.Clear[string]()}
	reset := func(e *engine, _ *bell) { require.NoError(e.T, e.Set.Reset(e.T.Context(), e.Who, nil)) }
	cleared := func(_ *engine, b *bell) { b.want(ours, none) }
	for name, c := range map[string]struct {
		// gathered runs the step between gathering and sending, otherwise before.
		gathered bool
		do       func(e *engine, b *bell)
		want     []string
	}{
		"reset before":            {false, reset, nil},
		"cleared before":          {false, cleared, nil},
		"reset while it waits":    {true, reset, nil},
		"cleared while it waits":  {true, cleared, nil},
		"switched before":         {false, switched, []string{"https://other.example"}},
		"switched while it waits": {true, switched, []string{"https://other.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				b := noted(e)
				b.pass(time.Minute)
				if c.gathered {
					b.hooks.fails, b.letters.fails = errBroken, errBroken
					require.ErrorIs(e.T, b.work(), errBroken)
					b.hooks.fails, b.letters.fails = nil, nil
				}
				c.do(e, b)
				b.hooks.told, b.letters.told = nil, nil
				require.NoError(e.T, b.work())
				var to []string
				for _, m := range append(b.hooks.told, b.letters.told...) {
					to = append(to, m.to)
				}
				require.Equal(e.T, c.want, to)
				b.hooks.told = nil
				b.quiet()
			})
		})
	}
}

func switched(_ *engine, b *bell) {
	b.want(ours, repricer.NotifyPatch{WebhookURL: optional.Put("https://other.example"), Email: optional.Clear[string]()})
}

func TestAnInstallationWithoutMailSkipsIt(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := noted(e)
		delete(b.parts.Notifiers, repricer.ChannelEmail)
		require.Len(e.T, b.ring(), 1)
		require.Empty(e.T, b.letters.told)
		require.ElementsMatch(e.T, []string{"email skipped", "webhook told"}, b.fates.seen)
		b.quiet()
	})
}

// Lets each call fail once: the hold is sent, repeatedly only as the same message.
func TestAFaultAtAnyCallLosesNoAlert(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.Selling(60, nil)
		p := everything()
		p.Email = optional.Put(inbox)
		b.want(ours, p)
		b.parts.Store, b.parts.Queue = shakyAlerts{b.store, e.Out}, shakyQueue{b.queue, e.Out}
		b.parts.Alerts = alerts.NewAlerts(b.parts.Store, b.parts.Queue, e.Clock)
		b.parts.Notifiers = alertsports.Notifiers{
			repricer.ChannelWebhook: shakyPhone{b.hooks, e.Out}.Send, repricer.ChannelEmail: shakyPhone{b.letters, e.Out}.Send,
		}
		e.noting(b.parts.Alerts)
		for n := 1; ; n++ {
			calls := 0
			e.Out.Hook = func(name string) error {
				if strings.HasPrefix(name, "Alerts.") || name == "Queue.Enqueue" || name == "Notifier.Tell" {
					if calls++; calls == n {
						return repricing.Away()
					}
				}
				return nil
			}
			if e.trouble(ours, n) != nil { // the event comes again
				require.NotContains(e.T, e.Holds(), e.EveryRow()[n], "call %d", n)
				require.NoError(e.T, e.trouble(ours, n))
			}
			for range 4 {
				b.pass(time.Minute)
				_ = b.work() // retries failed work
			}
			e.Out.Hook = nil
			for _, c := range []*phone{b.hooks, b.letters} {
				require.NotEmpty(e.T, c.told, "call %d", n)
				for _, m := range c.told {
					require.Equal(e.T, b.hooks.told[0].AlertMessage, m.AlertMessage, "call %d", n)
					require.Equal(e.T, plainRow(n).Key.SKU, m.Alerts[0].SKU)
					require.Len(e.T, m.Alerts, 1)
				}
				require.LessOrEqual(e.T, len(c.told), 2, "call %d", n)
			}
			b.hooks.told, b.letters.told = nil, nil
			b.quiet()
			if calls < n {
				require.Greater(e.T, n, 12, "every call had its turn")
				return
			}
		}
	})
}

// An alert may count on a job that is about to end: the job sees it then, and continues.
func TestAJobDoesNotEndBesideAnAlert(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		handlers := alerts.NewSender(b.parts).Handlers()
		require.Equal(e.T, alerts.CollectAlertsJob, handlers[0].Kind)
		j := jobs.Job{Kind: alerts.CollectAlertsJob, Team: ours, Attempt: 1, Attempts: 10}
		finished := 0
		count := func(context.Context) error {
			finished++
			return nil
		}
		require.NoError(e.T, handlers[0].Run(e.T.Context(), j.FinishedBy(count)))
		require.Equal(e.T, 1, finished)
		late := func(ctx context.Context) error {
			_, err := b.store.Add(ctx, ours, []repricer.Alert{{Event: "hold", Reason: "listing_issue", At: e.Clock.Now()}})
			return err
		}
		after, again := jobs.IsLater(handlers[0].Run(e.T.Context(), j.FinishedBy(late)))
		require.True(e.T, again)
		require.Zero(e.T, after)
		require.ErrorIs(e.T, handlers[0].Run(e.T.Context(), j.FinishedBy(func(context.Context) error { return jobs.ErrNotMine })), jobs.ErrNotMine)
	})
}

func TestWhatIsStrandedGoesOnAndWhatIsTooOldIsForgotten(t *testing.T) {
	eachEngine(t, func(e *engine) {
		noted(e)
		b := newBell(e.T, e.Records, e.Clock, e.Clock.Add) // loses the job
		sweep := func() {
			_, err := b.queue.Enqueue(e.T.Context(), jobs.Request{Kind: alerts.SweepAlertsJob})
			require.NoError(e.T, err)
			require.NoError(e.T, b.work())
		}
		b.pass(10 * time.Minute)
		sweep()
		require.Empty(e.T, b.queue.Waiting(), "its job may be about to come")
		b.pass(time.Microsecond)
		sweep()
		require.Len(e.T, b.queue.Waiting(), 1)
		b.hooks.fails, b.letters.fails = errBroken, errBroken
		b.pass(time.Minute)
		require.ErrorIs(e.T, b.work(), errBroken)
		require.NoError(e.T, e.trouble(ours, 1))
		require.Equal(e.T, [2]int{1, 2}, b.rows())

		b.queue = memoryjobs.New(e.Clock.Now)
		b.pass(7 * 24 * time.Hour)
		b.parts.Alerts = nil
		e.In(e.T, func(ctx context.Context) {
			n, err := b.store.DeleteBefore(ctx, e.Clock.Now().Add(-7*24*time.Hour))
			require.NoError(e.T, err)
			require.Zero(e.T, n)
		})
		b.pass(time.Microsecond)
		sweep()
		require.Equal(e.T, [2]int{}, b.rows())
		require.Equal(e.T, int64(3), b.fates.forgot)
		require.Empty(e.T, b.queue.Waiting())
	})
}

// Decisions without an alert run no further statement. Of many alerts only the first asks for the
// job.
func TestAlertsCostNothingWhereThereAreNone(t *testing.T) {
	p := &pgtest.Tap{}
	e := newEngine(t, stores.Open(t, p.Listen(t, pgtest.URL(t))))
	rows := e.Selling(4, nil)
	e.Live(nil)
	b := newBell(t, e.Records, e.Clock, e.Clock.Add)
	b.want(ours, everything())
	e.Work()
	decide := func(row decision.ProductID, rival string) int {
		e.Clock.Add(time.Hour)
		return p.During(func() {
			e.Event(row, rival)
			e.Work()
		})
	}
	decide(rows[0], "19.50") // prepares the statements
	without := decide(rows[1], "19.50")
	e.noting(b.parts.Alerts)
	require.Equal(t, without, decide(rows[2], "19.50"))

	listing := func(n int) int { return p.During(func() { require.NoError(t, e.trouble(ours, n)) }) }
	first := listing(0)
	e.noting(nil)
	silent := listing(1)
	e.noting(b.parts.Alerts)
	require.Equal(t, 2, first-silent, "whether others wait, and the alert")
	require.Equal(t, 0, listing(2)-silent-2)
}

// postbox keeps the messages that were stored.
type postbox struct {
	alertsports.Alerts
	posted map[string]int64
}

func (p postbox) SaveMessage(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error {
	p.posted[m.ID] = m.Counts["hold"]
	return p.Alerts.SaveMessage(ctx, c, m)
}

// Concurrent holds, while others are gathered, are each sent once, by a single job.
func TestAlertsThatComeTogetherAreToldOnceEach(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := newBell(e.T, e.Records, e.Clock, e.Clock.Add)
		q, err := jobqueue.NewQueue(e.DB, jobqueue.Traces{
			Of:    func(context.Context) string { return "" },
			With:  func(ctx context.Context, _ string) context.Context { return ctx },
			Spans: noop.NewTracerProvider(),
		}, zap.NewNop())
		require.NoError(e.T, err)
		box := postbox{b.store, map[string]int64{}}
		b.parts.Queue, b.parts.Store, b.parts.Alerts = q, box, alerts.NewAlerts(box, q, e.Clock)
		e.noting(b.parts.Alerts)
		e.Selling(40, nil)
		b.want(ours, everything())
		handlers := alerts.NewSender(b.parts).Handlers()
		gather := func() error {
			err := handlers[0].Run(e.T.Context(), jobs.Job{Kind: alerts.CollectAlertsJob, Team: ours, Attempt: 1, Attempts: 10})
			if _, later := jobs.IsLater(err); later {
				return nil
			}
			return err
		}
		var writers sync.WaitGroup
		errs := make([]error, 40)
		for w := range 4 {
			writers.Go(func() {
				for n := w; n < 40; n += 4 {
					errs[n] = e.trouble(ours, n)
				}
			})
		}
		over := make(chan struct{})
		go func() {
			writers.Wait()
			close(over)
		}()
		for busy := true; busy; {
			select {
			case <-over:
				busy = false
			default:
			}
			require.NoError(e.T, gather())
		}
		require.NoError(e.T, errors.Join(errs...))
		var sum int64
		for _, n := range box.posted {
			sum += n
		}
		require.Equal(e.T, int64(40), sum)
		require.Equal(e.T, [2]int{0, len(box.posted)}, b.rows())
		var gathers, tells int
		require.NoError(e.T, e.DB.DB().QueryRowContext(e.T.Context(), "SELECT count(*) FROM river_job WHERE kind = ?", alerts.CollectAlertsJob).Scan(&gathers))
		require.NoError(e.T, e.DB.DB().QueryRowContext(e.T.Context(), "SELECT count(*) FROM river_job WHERE kind = ?", alerts.SendAlertsJob).Scan(&tells))
		require.Equal(e.T, 1, gathers)
		require.Equal(e.T, len(box.posted), tells)
	})
}
