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
	// SendAlertsJob sends one message through one channel.
	SendAlertsJob = "repricer.tell_alerts"
	// SweepAlertsJob deletes alerts and messages that are too old to be sent.
	SweepAlertsJob = "repricer.sweep_alerts"
	// tellTimeout bounds a run; each channel has a shorter timeout of its own.
	tellTimeout = 30 * time.Second
	// alertsKept bounds how long alerts and messages that could not be sent are kept.
	alertsKept = 7 * 24 * time.Hour
	// strandedAfter bounds the time until waiting alerts are collected. Older alerts lost their
	// job: it was ended by hand or used up its attempts.
	strandedAfter    = 10 * time.Minute
	sweepAlertsEvery = 10 * time.Minute
)

// SenderParts has the dependencies of a sender of alerts.
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

// Sender collects a team's waiting alerts into one message. It sends the message through each
// channel by a separate job, so that a channel that fails does not make the other send again.
type Sender struct{ p SenderParts }

func NewSender(p SenderParts) *Sender { return &Sender{p} }

// Handlers returns the jobs that collect and send alerts.
func (t *Sender) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: CollectAlertsJob, Run: t.collect},
		{Kind: SendAlertsJob, Timeout: tellTimeout, Run: t.send},
		{Kind: SweepAlertsJob, Run: func(ctx context.Context, _ jobs.Job) error { return t.sweep(ctx) }},
	}
}

// Periodic returns the scheduled jobs.
func (t *Sender) Periodic() []jobs.Periodic {
	return []jobs.Periodic{{Kind: SweepAlertsJob, Every: sweepAlertsEvery}}
}

// sendArgs has the arguments of SendAlertsJob.
type sendArgs struct {
	Message string           `json:"message"`
	Channel repricer.Channel `json:"channel"`
}

// errMore says that new alerts arrived while the job was about to end.
var errMore = errors.New("more alerts wait")

// collect runs CollectAlertsJob. After each message it runs once more, because an alert that is
// added while others wait does not ask for the job. It ends when no alert is left, and checks
// again after finishing: an alert that relied on this job has committed by then.
func (t *Sender) collect(ctx context.Context, j jobs.Job) error {
	var settled []repricer.Channel
	found := false
	err := t.p.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		var d repricer.AlertDigest
		if d, err = t.p.Store.Take(ctx, j.Team); err != nil {
			return err
		}
		if found = !d.Empty(); found {
			settled, err = t.saveMessages(ctx, j.Team, d)
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
	return jobs.Later(collectAfter)
}

// saveMessages stores a message and a sending job for each configured channel. It returns the
// channels that this installation does not offer. Without any channel the alerts are dropped.
func (t *Sender) saveMessages(ctx context.Context, team id.Team, d repricer.AlertDigest) (missing []repricer.Channel, err error) {
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
		args, err := json.Marshal(sendArgs{m.ID, c})
		if err != nil {
			return nil, err
		}
		if _, err := t.p.Queue.Enqueue(ctx, jobs.Request{
			Kind: SendAlertsJob, Team: team, Args: args, Queue: jobs.Calls,
		}); err != nil {
			return nil, err
		}
	}
	return missing, nil
}

// notify reads the team's current channels; absent settings have no channels.
func (t *Sender) notify(ctx context.Context, team id.Team) (repricer.Notify, error) {
	found, err := t.p.Settings.Load(ctx, team)
	if err != nil {
		return repricer.Notify{}, err
	}
	return found.Snapshot().Values.Notify, nil
}

// send runs SendAlertsJob, to the address that is set now. If the end of the job cannot be stored,
// the message is sent again with the same id.
func (t *Sender) send(ctx context.Context, j jobs.Job) error {
	var args sendArgs
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
	err = channel(ctx, address, *m)
	switch {
	case err == nil:
		return t.end(ctx, j, args, alertsports.Delivered)
	case j.Last(err):
		return t.giveUp(ctx, j, args, err)
	}
	t.p.Metrics.Delivery(j.Team, args.Channel, alertsports.Failed, err)
	return err
}

// end deletes a finished message together with its job.
func (t *Sender) end(ctx context.Context, j jobs.Job, args sendArgs, result alertsports.Delivery) error {
	err := t.p.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := t.p.Store.DeleteMessage(ctx, j.Team, args.Message, args.Channel); err != nil {
			return err
		}
		return j.Finish(ctx)
	})
	if err == nil {
		t.p.Metrics.Delivery(j.Team, args.Channel, result, nil)
	}
	return err
}

// giveUp deletes a message that no channel accepts. Its job stays as failed, for the operator to
// see.
func (t *Sender) giveUp(ctx context.Context, j jobs.Job, args sendArgs, why error) error {
	if err := t.p.Store.DeleteMessage(ctx, j.Team, args.Message, args.Channel); err != nil {
		return errors.Join(why, err)
	}
	t.p.Metrics.Delivery(j.Team, args.Channel, alertsports.GivenUp, why)
	return jobs.Dead(why)
}

// sweep deletes old alerts and messages, and asks again for the collecting job of alerts that have
// waited too long.
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
