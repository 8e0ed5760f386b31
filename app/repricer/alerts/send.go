package alerts

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/repricer"
	alertsports "sellingassistant/ports/repricer/alerts"
	"sellingassistant/ports/tx"
)

const (
	// SendAlertsJob tells one message by one channel.
	SendAlertsJob = "repricer.tell_alerts"
	// SweepAlertsJob forgets what is too old to be told.
	SweepAlertsJob = "repricer.sweep_alerts"
	// tellTimeout bounds a run; the channels have bounds of their own within it.
	tellTimeout = 30 * time.Second
	// alertsKept is how long alerts and messages are kept that could not be told.
	alertsKept = 7 * 24 * time.Hour
	// strandedAfter is when alerts should have been gathered whatever happened: their
	// job was ended by hand or used up its attempts.
	strandedAfter    = 10 * time.Minute
	sweepAlertsEvery = 10 * time.Minute
)

// SenderParts are what a Sender works with.
type SenderParts struct {
	Alerts    *Alerts
	Store     alertsports.Alerts
	Settings  ports.Settings
	Queue     jobs.Queue
	Notifiers alertsports.Notifiers
	Tx        tx.Runner
	Clock     clock.Clock
	Metrics   alertsports.Metrics
}

// Sender tells people what was noted. What waits of a team becomes one message,
// and each channel gets it by a job of its own, so that one that fails does not
// make the other tell it again.
type Sender struct{ p SenderParts }

// NewSender makes the use case.
func NewSender(p SenderParts) *Sender { return &Sender{p} }

// Handlers are the jobs of telling.
func (t *Sender) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: CollectAlertsJob, Run: t.gather},
		{Kind: SendAlertsJob, Timeout: tellTimeout, Run: t.tell},
		{Kind: SweepAlertsJob, Run: func(ctx context.Context, _ jobs.Job) error { return t.sweep(ctx) }},
	}
}

// Periodic are the jobs that come by themselves.
func (t *Sender) Periodic() []jobs.Periodic {
	return []jobs.Periodic{{Kind: SweepAlertsJob, Every: sweepAlertsEvery}}
}

// tellArgs name what TellAlertsJob tells.
type tellArgs struct {
	Message string           `json:"message"`
	Channel repricer.Channel `json:"channel"`
}

// errMore says that alerts were noted that count on the job that is about to end.
var errMore = errors.New("more alerts wait")

// gather does GatherAlertsJob. After alerts it comes once more: an alert that is
// noted while others wait does not ask for the job. It ends when there are none, and
// looks again when its end cannot be joined any more: what joined it before has
// committed by then.
func (t *Sender) gather(ctx context.Context, j jobs.Job) error {
	var settled []repricer.Channel
	found := false
	err := t.p.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		var d repricer.AlertDigest
		if d, err = t.p.Store.Take(ctx, j.Team); err != nil {
			return err
		}
		if found = !d.Empty(); found {
			settled, err = t.post(ctx, j.Team, d)
			return err
		}
		if err := j.Finish(ctx); err != nil {
			return err
		}
		more, err := t.p.Store.HasWaiting(ctx, j.Team)
		if err == nil && more {
			err = errMore
		}
		return err
	})
	if errors.Is(err, errMore) {
		return jobs.Later(0)
	}
	if err != nil || !found {
		return err
	}
	for _, c := range settled {
		t.p.Metrics.Delivery(j.Team, c, alertsports.Skipped, nil)
	}
	return jobs.Later(gatherAfter)
}

// post stores a message for each channel that leads somewhere now, with a job that
// tells it, and returns the channels that the installation does not have. Without
// any channel the alerts are dropped.
func (t *Sender) post(ctx context.Context, team id.Team, d repricer.AlertDigest) (missing []repricer.Channel, err error) {
	to, err := t.notify(ctx, team)
	if err != nil {
		return nil, err
	}
	m := repricer.AlertMessage{ID: "msg_" + rand.Text(), Team: team, At: t.p.Clock.Now(), AlertDigest: d}
	for _, c := range words.Of[repricer.Channel]() {
		switch {
		case !to.Address(c).Known():
			continue
		case t.p.Notifiers[c] == nil:
			missing = append(missing, c)
			continue
		}
		if err := t.p.Store.SaveMessage(ctx, c, m); err != nil {
			return nil, err
		}
		args, err := json.Marshal(tellArgs{m.ID, c})
		if err != nil {
			return nil, err
		}
		if _, err := t.p.Queue.Enqueue(ctx, jobs.Request{Kind: SendAlertsJob, Team: team, Args: args}); err != nil {
			return nil, err
		}
	}
	return missing, nil
}

// notify reads who is to be told now: no one while there are no settings.
func (t *Sender) notify(ctx context.Context, team id.Team) (repricer.Notify, error) {
	found, err := t.p.Settings.Load(ctx, team)
	if err != nil {
		return repricer.Notify{}, err
	}
	return found.Snapshot().Values.Notify, nil
}

// tell does TellAlertsJob, to the address of now. A message that arrived is told
// again where its end could not be stored, with the same id.
func (t *Sender) tell(ctx context.Context, j jobs.Job) error {
	var args tellArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	m, err := t.p.Store.LoadMessage(ctx, j.Team, args.Message, args.Channel)
	if err != nil || m == nil {
		return err
	}
	to, err := t.notify(ctx, j.Team)
	if err != nil {
		return err
	}
	address, wanted := to.Address(args.Channel).Get()
	channel := t.p.Notifiers[args.Channel]
	switch {
	case !wanted:
		return t.end(ctx, j, args, alertsports.Unwanted)
	case channel == nil:
		return t.end(ctx, j, args, alertsports.Skipped)
	}
	err = channel.Send(ctx, address, *m)
	switch {
	case err == nil:
		return t.end(ctx, j, args, alertsports.Delivered)
	case errors.Is(err, alertsports.ErrAddressGone), j.Attempt >= j.Attempts:
		return t.giveUp(ctx, j, args, err)
	}
	t.p.Metrics.Delivery(j.Team, args.Channel, alertsports.Failed, err)
	return err
}

// end removes a message of which no more is to become, together with its job.
func (t *Sender) end(ctx context.Context, j jobs.Job, args tellArgs, fate alertsports.Delivery) error {
	err := t.p.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := t.p.Store.DeleteMessage(ctx, j.Team, args.Message, args.Channel); err != nil {
			return err
		}
		return j.Finish(ctx)
	})
	if err == nil {
		t.p.Metrics.Delivery(j.Team, args.Channel, fate, nil)
	}
	return err
}

// giveUp removes a message that no channel takes; its job stays as failed, for the
// operator to see.
func (t *Sender) giveUp(ctx context.Context, j jobs.Job, args tellArgs, why error) error {
	if err := t.p.Store.DeleteMessage(ctx, j.Team, args.Message, args.Channel); err != nil {
		return errors.Join(why, err)
	}
	t.p.Metrics.Delivery(j.Team, args.Channel, alertsports.GivenUp, why)
	return jobs.Dead(why)
}

// sweep forgets what is too old, and asks anew for the jobs of alerts that wait
// for longer than they should.
func (t *Sender) sweep(ctx context.Context) error {
	now := t.p.Clock.Now()
	n, err := t.p.Store.DeleteBefore(ctx, now.Add(-alertsKept))
	if err != nil {
		return err
	}
	if n > 0 {
		t.p.Metrics.Expired(n)
	}
	teams, err := t.p.Store.TeamsWaitingSince(ctx, now.Add(-strandedAfter))
	if err != nil {
		return err
	}
	for _, team := range teams {
		if err := t.p.Alerts.request(ctx, team); err != nil {
			return err
		}
	}
	return nil
}
