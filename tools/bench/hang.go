package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"sellingassistant/tools/bench/plan"
)

// hangingCalls wait for an operation that the marketplace does not answer, while other operations
// are measured.
const hangingCalls = 40

// mostSlower limits the p99 of an unrelated operation, as a multiple of its p99 without hanging
// calls.
const mostSlower = 2

// besides measures operations of the service with and without hanging calls, in turns. The slots
// without them take the place of the floor program's slots.
func besides(ctx context.Context, p *place, fields []*field, o options) ([]*series, error) {
	var all []*series
	for _, f := range fields {
		for _, op := range []plan.Op{plan.Get, plan.Relay} {
			s := &series{op: op, field: f}
			expected, err := f.expected(ctx, op)
			if err != nil {
				return nil, err
			}
			for round := range o.rounds {
				if err := s.besides(ctx, p, round, o.seconds, expected); err != nil {
					return nil, err
				}
			}
			all = append(all, s)
		}
	}
	return all, nil
}

func (s *series) besides(ctx context.Context, p *place, round int, seconds float64, expected map[string]string) error {
	for turn := range 2 {
		hanging := (round+turn)%2 == 1
		end := func() int { return 0 }
		if hanging {
			end = s.field.hang(ctx)
		}
		got, err := s.slot(ctx, p, s.field.service, seconds, expected)
		if n := end(); hanging && n < hangingCalls/2 && err == nil {
			err = fmt.Errorf("%s %s: only %d of %d calls hung to the end", s.field.kind, s.op, n, hangingCalls)
		}
		if err != nil {
			return err
		}
		if hanging {
			s.service = append(s.service, got)
		} else {
			s.floor = append(s.floor, got)
		}
	}
	say("round %d  %-8s %-5s  p99 %.1f ms, with %d hanging calls %.1f ms", round+1, s.field.kind, s.op,
		p99(s.floor[round]), hangingCalls, p99(s.service[round]))
	return nil
}

// hang begins the calls. The returned function ends them and returns how many had no answer until
// then.
func (f *field) hang(ctx context.Context) func() int {
	ctx, cancel := context.WithCancel(ctx)
	var answered atomic.Int64
	var all sync.WaitGroup
	for n := range hangingCalls {
		team := &f.teams[n%len(f.teams)]
		all.Go(func() {
			url := "http://" + f.service.address + plan.Prefix + plan.HangingPath(n)
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
			if err != nil {
				return
			}
			r.Header.Set(plan.KeyHeader, team.Key)
			if res, err := plain.Do(r); err == nil {
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				answered.Add(1)
			}
		})
	}
	return func() int {
		n := hangingCalls - int(answered.Load())
		cancel()
		all.Wait()
		return n
	}
}

func (p *printer) hanging(all []*series) {
	if len(all) == 0 {
		return
	}
	p.table(fmt.Sprintf("p99 ms|store|alone|beside %d hanging calls|ratio|(spread)|target|reached", hangingCalls), func(row func(...string)) {
		for _, s := range all {
			r := s.ratio(p99)
			row(string(s.op), s.field.kind, fmt.Sprintf("%.2f", each(s.floor, p99).median), fmt.Sprintf("%.2f", each(s.service, p99).median),
				fmt.Sprintf("%.3f", r.median), between(r), fmt.Sprintf("< %d", mostSlower), yes(r.median < mostSlower))
		}
	})
}
