package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"sellingassistant/domain/kernel/id"
	notificationports "sellingassistant/ports/notification"
)

const (
	leastEvents = 3_000
	hopedEvents = 10_000
	mostMemory  = 250 // MB
	// receivers take messages in parallel, as in the program.
	receivers = 16
)

// stream makes the events of a measurement. Each is about the next row, of all teams in turn; some
// come twice and some late.
type stream struct {
	w     *world
	begin time.Time
}

// faulty events of a hundred come twice, and as many come after a newer event.
const faulty = 5

// Returns the row of the n-th event, and whether the event is a duplicate or late.
func (s *stream) what(n int) (t *team, row int64, twin, late bool) {
	number := n
	twin, late = n%100 >= 100-faulty, n%100 >= 100-2*faulty && n%100 < 100-faulty
	if twin || late {
		number = n - 2*faulty
	}
	t = &s.w.teams[number%len(s.w.teams)]
	return t, t.first + int64(number/len(s.w.teams))*7919%t.rows, twin, late
}

func (s *stream) body(n int) []byte {
	t, row, twin, late := s.what(n)
	number := n
	at := s.begin.Add(time.Duration(n) * 10 * time.Microsecond)
	switch {
	case twin: // of the event ten before
		number -= 2 * faulty
		at = s.begin.Add(time.Duration(number) * 10 * time.Microsecond)
	case late:
		at = s.begin.Add(-time.Hour)
	}
	return notice(t.seller, row, fmt.Sprintf("bench-%012d", number), number, at)
}

// drain takes events in until all made events are acknowledged.
func (w *world) drain(ctx context.Context, source *tap) error {
	intake := w.intake(source)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for range receivers {
		all.Go(func() {
			for {
				err := intake.Take(ctx)
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					w.watch.fail(err)
					stop()
				}
			}
		})
	}
	for ctx.Err() == nil && !source.over() {
		time.Sleep(tapPause)
	}
	stop()
	all.Wait()
	return w.watch.failed()
}

// over reports whether all messages have arrived and are acknowledged.
func (t *tap) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.begin) >= t.last && t.made >= t.due() && t.acked == t.made
}

// measureEvents takes in as many events as it can.
func measureEvents(ctx context.Context, w *world, o options) ([]figure, error) {
	begin := time.Now()
	events := &stream{w, begin}
	forgetPeak()
	source := &tap{body: events.body, begin: begin, last: o.seconds}
	if err := w.drain(ctx, source); err != nil {
		return nil, err
	}
	took, peak := time.Since(begin), peakMegabytes()
	made, _ := source.state()
	if err := events.right(ctx, made); err != nil {
		return nil, err
	}
	return []figure{
		{name: "events taken in", unit: "/s", value: float64(made) / took.Seconds(), target: atLeast(leastEvents), stretch: atLeast(hopedEvents)},
		{name: "memory meanwhile", unit: "MB", value: peak, target: atMost(mostMemory)},
	}, nil
}

// right checks that the database has the state that n events report.
func (s *stream) right(ctx context.Context, n int) error {
	ids, newest := map[int]bool{}, map[id.Team]map[int64]int64{}
	rows := int64(0)
	for i := range n {
		t, row, twin, late := s.what(i)
		if newest[t.id] == nil {
			newest[t.id] = map[int64]int64{}
		}
		if twin {
			continue
		}
		ids[i] = true
		if late {
			continue
		}
		if newest[t.id][row] == 0 {
			rows++
		}
		newest[t.id][row] = int64(i) * 10
	}
	var sum int64
	for _, numbers := range newest {
		for _, at := range numbers {
			sum += at
		}
	}
	return errors.Join(
		s.is(ctx, "events known", "SELECT count(*) FROM notification_ids", int64(len(ids))),
		s.is(ctx, "products heard of", "SELECT count(*) FROM notification_newest", rows),
		s.is(ctx, "their newest events", fmt.Sprintf("SELECT CAST(sum(at - %d) AS BIGINT) FROM notification_newest", s.begin.UnixMicro()), sum),
		s.is(ctx, "rows to be decided", "SELECT count(*) FROM repricer_due WHERE offers IS NOT NULL", rows),
		s.known(n),
	)
}

func (s *stream) is(ctx context.Context, what, text string, want int64) error {
	got, err := s.w.count(ctx, text)
	if err == nil && got != want {
		err = fmt.Errorf("%s: %d, not %d", what, got, want)
	}
	return err
}

// known checks that the duplicates were noticed.
func (s *stream) known(n int) error {
	twins := 0
	for i := range n {
		if _, _, twin, _ := s.what(i); twin {
			twins++
		}
	}
	if got := s.w.watch.took(notificationports.Known); got != twins {
		return fmt.Errorf("%d events were known, not %d", got, twins)
	}
	return nil
}
