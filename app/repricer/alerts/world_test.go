package alerts_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	alertsstore "sellingassistant/adapters/persistence/repricer/alerts"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	alertsports "sellingassistant/ports/repricer/alerts"
	memoryjobs "sellingassistant/test/jobs"
	"sellingassistant/test/repricing"
)

const (
	hook  = "https://hooks.example/repricer"
	inbox = "ann@example.com"
)

// told has a message that arrived.
type told struct {
	to string
	repricer.AlertMessage
}

// phone is a channel that records its messages, also if it then failed.
type phone struct {
	mu   sync.Mutex
	told []told
	// fails is the error of the next calls, nil for success.
	fails error
}

func (p *phone) Send(_ context.Context, to string, m repricer.AlertMessage) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = append(p.told, told{to, m})
	return p.fails
}

// fates has the outcomes of messages.
type fates struct {
	seen   []string
	forgot int64
}

func (f *fates) Delivery(_ id.Team, c repricer.Channel, fate alertsports.Delivery, _ error) {
	f.seen = append(f.seen, string(c)+" "+string(fate))
}

func (f *fates) Expired(n int64) { f.forgot += n }

// bell has the sender of alerts, with jobs that the test runs.
type bell struct {
	t       testing.TB
	records repricing.Records
	clock   interface{ clock.Clock }
	pass    func(time.Duration)
	store   alertsports.Alerts
	queue   *memoryjobs.Queue
	hooks   *phone
	letters *phone
	fates   *fates
	parts   alerts.SenderParts
}

func newBell(t testing.TB, r repricing.Records, clk clock.Clock, pass func(time.Duration)) *bell {
	b := &bell{
		t: t, records: r, clock: clk, pass: pass, store: alertsstore.NewAlerts(r.DB), queue: memoryjobs.New(clk.Now),
		hooks: &phone{}, letters: &phone{}, fates: &fates{},
	}
	b.parts = alerts.SenderParts{
		Alerts: alerts.NewAlerts(b.store, b.queue, clk), Store: b.store, Settings: r.Settings, Queue: b.queue, Tx: r.Tx, Clock: clk, Metrics: b.fates,
		Notifiers: alertsports.Notifiers{repricer.ChannelWebhook: b.hooks.Send, repricer.ChannelEmail: b.letters.Send},
	}
	return b
}

// ringing lets the engine and the intake note alerts.
func (e *engine) ringing() *bell {
	e.T.Helper()
	b := newBell(e.T, e.Records, e.Clock, e.Clock.Add)
	e.noting(b.parts.Alerts)
	return b
}

func (e *engine) noting(a *alerts.Alerts) {
	e.Parts.Alerts = a
	e.Pricing = pricing.NewEngine(e.Parts)
	confirms := sending.NewConfirmations(sending.SenderParts{Changes: e.History, Settings: e.Parts.Settings, Memories: e.Memories, Tx: e.DB, Clock: e.Clock})
	e.Intake = events.NewIntake(e.Parts.Products, e.Parts.Settings, e.Due, confirms, a, e.Tx, e.Clock)
}

// ringing lets the sender do so.
func (d *desk) ringing(t testing.TB) *bell {
	t.Helper()
	b := newBell(t, d.Records, d.Clock, d.Clock.Add)
	d.Parts.Alerts = b.parts.Alerts
	return b
}

// want changes the events and channels of a team.
func (b *bell) want(team id.Team, p repricer.NotifyPatch) {
	b.t.Helper()
	s := manage.NewSettings(b.records.Settings, b.records.Strategies, b.records.Ends, b.records.Tx, b.clock)
	_, err := s.Update(b.t.Context(), caller.Caller{Team: team}, manage.UpdateSettings{Patch: repricer.SettingsPatch{Notify: optional.Put(p)}})
	require.NoError(b.t, err)
}

// everything selects all events, to the webhook.
func everything() repricer.NotifyPatch {
	return repricer.NotifyPatch{WebhookURL: optional.Put(hook), Events: optional.Put(words.Of[repricer.NotifyEvent]())}
}

// work runs the jobs that are due and returns the first failure.
func (b *bell) work() error {
	return b.queue.Work(b.t.Context(), alerts.NewSender(b.parts).Handlers()...)
}

// ring lets a minute pass and returns the messages to the webhook.
func (b *bell) ring() []told {
	b.t.Helper()
	b.pass(time.Minute)
	require.NoError(b.t, b.work())
	out := b.hooks.told
	b.hooks.told = nil
	return out
}

// quiet requires a team without waiting alerts or jobs, at the latest after a while.
func (b *bell) quiet() {
	b.t.Helper()
	require.Empty(b.t, b.ring())
	require.Equal(b.t, [2]int{}, b.rows())
	require.Empty(b.t, b.queue.Waiting())
}

// rows counts alerts that wait and messages on their way.
func (b *bell) rows() (n [2]int) {
	b.t.Helper()
	for i, table := range []string{"repricer_alerts", "repricer_alert_messages"} {
		require.NoError(b.t, b.records.DB.DB().QueryRowContext(b.t.Context(), "SELECT count(*) FROM "+table).Scan(&n[i]))
	}
	return n
}

// alert makes an alert about a row, or about no row if it is 0.
func alert(event repricer.NotifyEvent, row decision.ProductID, reason repricer.AlertReason, details string, at time.Time) repricer.Alert {
	a := repricer.Alert{Event: event, Reason: reason, Details: details, At: at}
	if row > 0 {
		a.ProductID, a.SKU, a.MarketplaceID = optional.Some(row), "sku-000", repricing.Germany
	}
	return a
}

// trouble sends an event of a listing in trouble to a row of a team.
func (e *engine) trouble(team id.Team, n int) error {
	now := e.Clock.Now()
	return e.Intake.ListingEvent(e.T.Context(), team, plainRow(n).Key, repricer.ListingState{At: now, Since: now, Problem: "The listing is not on sale."})
}

var errBroken = errors.New("it broke")

// shakyAlerts stores alerts with a hook before each call.
type shakyAlerts struct {
	alertsports.Alerts
	*outside
}

func (s shakyAlerts) Add(ctx context.Context, team id.Team, alerts []repricer.Alert) (bool, error) {
	if err := s.Call("Alerts.Note"); err != nil {
		return false, err
	}
	return s.Alerts.Add(ctx, team, alerts)
}

func (s shakyAlerts) Take(ctx context.Context, team id.Team) (repricer.AlertDigest, error) {
	d, err := s.Alerts.Take(ctx, team)
	if broken := s.Call("Alerts.Take"); broken != nil {
		return d, broken
	}
	return d, err
}

func (s shakyAlerts) HasWaiting(ctx context.Context, team id.Team) (bool, error) {
	if err := s.Call("Alerts.Wait"); err != nil {
		return false, err
	}
	return s.Alerts.HasWaiting(ctx, team)
}

func (s shakyAlerts) SaveMessage(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error {
	if err := s.Alerts.SaveMessage(ctx, c, m); err != nil {
		return err
	}
	return s.Call("Alerts.Post")
}

func (s shakyAlerts) LoadMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) (*repricer.AlertMessage, error) {
	if err := s.Call("Alerts.Message"); err != nil {
		return nil, err
	}
	return s.Alerts.LoadMessage(ctx, team, message, c)
}

func (s shakyAlerts) DeleteMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) error {
	if err := s.Alerts.DeleteMessage(ctx, team, message, c); err != nil {
		return err
	}
	return s.Call("Alerts.Drop")
}

// shakyQueue queues jobs with a hook before each request.
type shakyQueue struct {
	jobs.Queue
	*outside
}

func (s shakyQueue) Enqueue(ctx context.Context, r jobs.Request) (jobs.ID, error) {
	if err := s.Call("Queue.Enqueue"); err != nil {
		return 0, err
	}
	return s.Queue.Enqueue(ctx, r)
}

// shakyPhone fails after sending, like a lost answer.
type shakyPhone struct {
	*phone
	*outside
}

func (s shakyPhone) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	if err := s.phone.Send(ctx, to, m); err != nil {
		return err
	}
	return s.Call("Notifier.Tell")
}
