package notice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notice"
	"sellingassistant/ports/jobs"
)

const (
	// LookJob looks for events that a user hears of at once, and for morning mails that are due.
	LookJob = "notice.look"
	// SendJob sends a mail about events.
	SendJob = "notice.send"
	// MorningJob sends a morning mail.
	MorningJob = "notice.morning"

	lookEvery   = time.Minute
	lookTimeout = 5 * time.Minute
	sendTimeout = time.Minute
	// sendAttempts bounds the tries to send a mail. Their pauses grow to hours.
	sendAttempts = 8
	// eventsAtOnce bounds the events of one mail, mailsAtOnce the morning mails of one look.
	eventsAtOnce = 500
	mailsAtOnce  = 500
)

// mailArgs has the arguments of the jobs that send. The events of a mail lie after After, and up to
// To.
type mailArgs struct {
	Rule  int64 `json:"rule"`
	After int64 `json:"after"`
	To    int64 `json:"to"`
	// At has the planned time of a morning mail, in seconds since 1970.
	At int64 `json:"at"`
}

// Handlers returns the jobs of this context.
func (n *Notices) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: LookJob, Timeout: lookTimeout, Run: func(ctx context.Context, _ jobs.Job) error { return n.Look(ctx) }},
		{Kind: SendJob, Timeout: sendTimeout, Run: n.mails(n.sendNow)},
		{Kind: MorningJob, Timeout: sendTimeout, Run: n.mails(func(ctx context.Context, r notice.Rule, args mailArgs) error {
			return n.sendMorning(ctx, r, time.Unix(args.At, 0).UTC())
		})},
	}
}

// Periodic returns the scheduled job.
func (*Notices) Periodic() []jobs.Periodic {
	return []jobs.Periodic{{Kind: LookJob, Every: lookEvery, Request: jobs.Request{Queue: jobs.Bulk}}}
}

// mails runs a job that sends to the user of rules. Users who have left, or want no mail by now,
// get no mail.
func (n *Notices) mails(send func(context.Context, notice.Rule, mailArgs) error) func(context.Context, jobs.Job) error {
	return func(ctx context.Context, j jobs.Job) error {
		var args mailArgs
		if err := json.Unmarshal(j.Args, &args); err != nil {
			return jobs.Dead(err)
		}
		r, err := n.p.Store.Find(ctx, j.Team, notice.RuleID(args.Rule))
		if fault.Is(err, fault.CodeNotFound) || err == nil && !r.Values.Enabled {
			return nil
		}
		if err != nil {
			return err
		}
		return send(ctx, r, args)
	}
}

// Look runs LookJob. A team that fails does not stop the others.
func (n *Notices) Look(ctx context.Context) error {
	if !n.p.Mailer.Ready() {
		return nil
	}
	failed := n.plan(ctx)
	teams, err := n.p.Store.Teams(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	for _, team := range teams {
		rules, err := n.p.Store.OfTeam(ctx, team)
		failed = errors.Join(failed, err)
		for _, r := range rules {
			failed = errors.Join(failed, n.look(ctx, r))
		}
	}
	return failed
}

// plan asks for the morning mails that are due, and plans the next ones. It leaves out mails that
// were missed for longer than a day.
func (n *Notices) plan(ctx context.Context) error {
	now := n.p.Clock.Now()
	due, err := n.p.Store.Due(ctx, now, mailsAtOnce)
	for _, r := range due {
		err = errors.Join(err, n.move(ctx, r.Team, r.Values.User, func(r notice.Rule) (notice.Values, *jobs.Request, error) {
			at, planned := r.Values.NextAt.Get()
			next := r.Values.Planned(now)
			if !planned || at.After(now) || now.Sub(at) > 24*time.Hour {
				return next, nil, nil
			}
			ask, err := request(MorningJob, r, mailArgs{Rule: int64(r.ID), At: at.Unix()})
			return next, ask, err
		}))
	}
	return err
}

// look asks for a mail about the new events of a user, and moves the rules past them.
func (n *Notices) look(ctx context.Context, r notice.Rule) error {
	return n.move(ctx, r.Team, r.Values.User, func(r notice.Rule) (notice.Values, *jobs.Request, error) {
		found, last, err := n.p.Feed.After(ctx, r.Team, r.Values.Position, eventsAtOnce)
		if err != nil || last <= r.Values.Position {
			return r.Values, nil, err
		}
		args := mailArgs{Rule: int64(r.ID), After: r.Values.Position, To: last}
		next := r.Values
		next.Position = last
		all, err := n.wanted(ctx, r, found)
		if err != nil || len(all) == 0 {
			return next, nil, err
		}
		ask, err := request(SendJob, r, args)
		return next, ask, err
	})
}

// move stores the position and the next mail of locked rules, with the job that they ask for.
func (n *Notices) move(
	ctx context.Context, team id.Team, user id.User,
	decide func(r notice.Rule) (notice.Values, *jobs.Request, error),
) error {
	return n.p.Tx.InTx(ctx, func(ctx context.Context) error {
		r, ok, err := n.p.Store.Of(ctx, team, user, true)
		if err != nil || !ok || !r.Values.Enabled {
			return err
		}
		v, ask, err := decide(r)
		if err != nil || v.Position == r.Values.Position && v.NextAt == r.Values.NextAt {
			return err
		}
		r.Values = v
		if err := n.p.Store.Moved(ctx, r); err != nil || ask == nil {
			return err
		}
		_, err = n.p.Queue.Enqueue(ctx, *ask)
		return err
	})
}

// MailNow asks for a morning mail to the calling user now, beside the planned ones. A user who
// never changed the rules gets no mail.
func (n *Notices) MailNow(ctx context.Context, who caller.Caller) error {
	r, ok, err := n.p.Store.Of(ctx, who.Team, who.User, false)
	if err != nil || !ok {
		return err
	}
	ask, err := request(MorningJob, r, mailArgs{Rule: int64(r.ID), At: n.p.Clock.Now().Unix()})
	if err != nil {
		return err
	}
	_, err = n.p.Queue.Enqueue(ctx, *ask)
	return err
}

func request(kind string, r notice.Rule, args mailArgs) (*jobs.Request, error) {
	text, err := json.Marshal(args)
	return &jobs.Request{
		Kind: kind, Team: r.Team, Args: text, Attempts: sendAttempts,
		Unique: fmt.Sprint(args.Rule, "/", args.To, "/", args.At),
	}, err
}

// wanted returns the changes that the user hears of at once, by kind.
func (n *Notices) wanted(ctx context.Context, r notice.Rule, found []notice.Happening) (notice.Notices, error) {
	out := notice.Notices{}
	for _, k := range r.Values.Now() {
		for _, h := range found {
			if k.Is(h) {
				out[k] = append(out[k], h)
			}
		}
	}
	if len(out[notice.BuyBoxLost]) == 0 {
		return out, nil
	}
	best, err := n.bestSellers(ctx, r, out[notice.BuyBoxLost])
	if delete(out, notice.BuyBoxLost); len(best) > 0 {
		out[notice.BuyBoxLost] = best
	}
	return out, err
}

// letterID names a letter in all tries to send it.
func letterID(r notice.Rule, what string, at int64) string {
	return "notice-" + strconv.FormatInt(int64(r.Team), 10) + "-" + strconv.FormatInt(int64(r.ID), 10) + "-" + what + "-" +
		strconv.FormatInt(at, 10)
}

// sendNow runs SendJob.
func (n *Notices) sendNow(ctx context.Context, r notice.Rule, args mailArgs) error {
	found, _, err := n.p.Feed.After(ctx, r.Team, args.After, eventsAtOnce)
	if err != nil {
		return err
	}
	// The next mail has the later events.
	found = slices.DeleteFunc(found, func(h notice.Happening) bool { return h.Position > args.To })
	all, err := n.wanted(ctx, r, found)
	if err != nil {
		return err
	}
	l, ok := notice.Now(letterID(r, "events", args.To), r.Values, all, n.p.Clock.Now())
	if !ok {
		return nil // the user wants less by now
	}
	return n.send(ctx, r, l)
}

// sendMorning sends the morning mail of a time.
func (n *Notices) sendMorning(ctx context.Context, r notice.Rule, at time.Time) error {
	l, err := n.morning(ctx, r, at)
	if fault.Is(err, fault.CodeNotFound) {
		return n.left(ctx, r.Team, r)
	}
	if err != nil {
		return err
	}
	return n.send(ctx, r, l)
}

// send mails a letter to the user of rules.
func (n *Notices) send(ctx context.Context, r notice.Rule, l notice.Letter) error {
	to, _, err := n.p.People.Member(ctx, r.Team, r.Values.User)
	if fault.Is(err, fault.CodeNotFound) {
		return n.left(ctx, r.Team, r)
	}
	if err != nil {
		return err
	}
	l.Link, l.Unsubscribe = n.p.Links.Home(), n.p.Links.Unsubscribe(r.Team, r.Values.User)
	return n.p.Mailer.Send(ctx, to, l)
}
