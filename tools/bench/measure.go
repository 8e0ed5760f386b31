package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"sellingassistant/tools/bench/plan"
)

// warmUp sets the time of calls to each program before the first round, in seconds.
const warmUp = 1

// slot has the results of one program in one round.
type slot struct {
	perSecond float64
	// cpu and storeCPU count microseconds per request, of the program and of the database server; 0
	// if unknown.
	cpu, storeCPU float64
	p50, p99      int64 // microseconds
	compared      int64
}

// series has the slots of one operation on one database, by round.
type series struct {
	op             plan.Op
	field          *field
	floor, service []slot
}

// measure runs all rounds. Within a round the operations follow each other. The program that comes
// first changes from round to round.
func measure(ctx context.Context, p *place, fields []*field, o options) ([]*series, error) {
	var all []*series
	expected := map[*series]map[string]string{}
	for _, f := range fields {
		for _, op := range o.ops {
			s := &series{op: op, field: f}
			if op != plan.Bulk {
				var err error
				if expected[s], err = f.expected(ctx, op); err != nil {
					return nil, err
				}
			}
			all = append(all, s)
			for _, program := range []*program{f.floor, f.service} {
				if _, err := s.slot(ctx, p, program, warmUp, expected[s]); err != nil {
					return nil, err
				}
			}
		}
	}
	for round := range o.rounds {
		for i := range all {
			s := all[(i+round)%len(all)]
			if err := s.round(ctx, p, round, o.seconds, expected[s]); err != nil {
				return nil, err
			}
		}
	}
	if o.profile == "" {
		return all, nil
	}
	for _, s := range all {
		if err := s.profile(ctx, p, o, expected[s]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *series) round(ctx context.Context, p *place, round int, seconds float64, expected map[string]string) error {
	order := []*program{s.field.floor, s.field.service}
	if round%2 == 1 {
		order[0], order[1] = order[1], order[0]
	}
	for _, program := range order {
		got, err := s.slot(ctx, p, program, seconds, expected)
		if err != nil {
			return err
		}
		if program == s.field.floor {
			s.floor = append(s.floor, got)
		} else {
			s.service = append(s.service, got)
		}
	}
	floor, service := s.floor[round], s.service[round]
	say("round %d  %-8s %-4s  floor %8.0f/s  service %8.0f/s  ratio %.3f", round+1, s.field.kind, s.op,
		floor.perSecond, service.perSecond, service.perSecond/floor.perSecond)
	return nil
}

// slot puts one program under load.
func (s *series) slot(ctx context.Context, p *place, target *program, seconds float64, expected map[string]string) (slot, error) {
	f := s.field
	fail := func(err error) (slot, error) {
		return slot{}, fmt.Errorf("%s %s, the %s program: %w", f.kind, s.op, target.name, err)
	}
	if err := target.forgetLog(); err != nil {
		return fail(err)
	}
	if s.op == plan.Bulk {
		if err := f.tidy(ctx, ""); err != nil {
			return fail(err)
		}
	}
	backends, err := f.backends(ctx)
	if err != nil {
		return fail(err)
	}
	own, store := cpuTime(target.pid()), cpuTime(backends...)
	got, err := p.load(ctx, plan.Load{
		Address: target.address, Op: s.op, Connections: s.op.Connections(), Seconds: seconds, Seed: rand.Uint64(),
		FirstPrice: f.price, Teams: f.teams, Expected: expected,
	})
	if err != nil {
		return fail(err)
	}
	f.price += got.Prices
	if got.Requests == 0 || got.Compared == 0 {
		return fail(fmt.Errorf("%d answers, of which %d were compared", got.Requests, got.Compared))
	}
	each := func(spent time.Duration) float64 { return float64(spent.Microseconds()) / float64(got.Requests) }
	return slot{
		perSecond: float64(got.Requests) / got.Seconds, cpu: each(cpuTime(target.pid()) - own),
		storeCPU: each(cpuTime(backends...) - store), p50: got.P50, p99: got.P99, compared: got.Compared,
	}, nil
}

// backends lists the processes of the database server, or no processes for a file.
func (f *field) backends(ctx context.Context) ([]int, error) {
	if f.kind != postgres {
		return nil, nil
	}
	var pids []int
	err := f.store.Read(ctx).NewSelect().Table("pg_stat_activity").Column("pid").Scan(ctx, &pids)
	return pids, err
}

// profile runs the service once more and saves a CPU profile.
func (s *series) profile(ctx context.Context, p *place, o options, expected map[string]string) error {
	if err := os.MkdirAll(o.profile, 0o700); err != nil {
		return err
	}
	path := filepath.Join(o.profile, string(s.op)+"-"+s.field.kind+".pprof")
	saved := make(chan error, 1)
	go func() { saved <- s.field.service.saveProfile(ctx, path, max(1, int(o.seconds))) }()
	_, err := s.slot(ctx, p, s.field.service, max(1, o.seconds), expected)
	if err := <-saved; err != nil {
		return err
	}
	return err
}
