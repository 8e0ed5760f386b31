package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"sellingassistant/tools/bench/plan"
)

// These are the targets for the ratios of the service to the floor program.
const (
	leastRate = 0.85
	mostCPU   = 1.25 // of a bulk call
)

// spread has the median and the extremes of some figures.
type spread struct{ median, min, max float64 }

func spreadOf(values []float64) spread {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return spread{median: (v[(n-1)/2] + v[n/2]) / 2, min: v[0], max: v[n-1]}
}

func each(slots []slot, of func(slot) float64) spread {
	values := make([]float64, len(slots))
	for i, s := range slots {
		values[i] = of(s)
	}
	return spreadOf(values)
}

// ratio compares slot by slot, since a disturbance in a round affects both.
func (s *series) ratio(of func(slot) float64) spread {
	values := make([]float64, len(s.service))
	for i := range s.service {
		values[i] = of(s.service[i]) / of(s.floor[i])
	}
	return spreadOf(values)
}

func perSecond(s slot) float64 { return s.perSecond }
func cpu(s slot) float64       { return s.cpu }
func storeCPU(s slot) float64  { return s.storeCPU }
func p99(s slot) float64       { return float64(s.p99) / 1000 }

// results has the slots with the floor program and with hanging calls, the large accounts, and the
// times of history reads and decisions. begin is the load of the machine before the run.
type results struct {
	all, beside []*series
	large       []synced
	back        []looked
	decided     []decided
	begin       string
}

func report(ctx context.Context, to io.Writer, o options, fields []*field, of results) error {
	all := of.all
	versions, err := versions(ctx, fields)
	if err != nil {
		return err
	}
	w := &printer{to: to}
	w.line("\nThe service beside the floor program, %s", time.Now().UTC().Format("2006-01-02 15:04 UTC"))
	w.line("machine   %d CPUs, %s, %s/%s; load average %s before, %s after",
		runtime.NumCPU(), procLine("/proc/cpuinfo", "model name"), runtime.GOOS, runtime.GOARCH, of.begin, loadAverage())
	w.line("versions  %s", versions)
	w.line("settings  %d rounds of %g s per program, in turns, order rotated; connections: get %d, list %d, bulk %d, relay %d; no Accept-Encoding",
		o.rounds, o.seconds, plan.Get.Connections(), plan.List.Connections(), plan.Bulk.Connections(), plan.Relay.Connections())
	w.line("          %d teams, %d documents, %d repricer rows; Postgres: fsync on, shared_buffers 64MB, VACUUM before each bulk slot;", teams, records, records)
	w.line("          SQLite: WAL, synchronous FULL, log of the database emptied before each bulk slot; both programs: 16 connections, 8 readers and a writer")
	w.line("          service: keys, scopes, limits, access log to a file, metrics; no tracing. Medians; spread in brackets\n")
	if len(all) > 0 {
		w.rates(all)
		w.effort(all)
	}
	w.hanging(of.beside)
	w.memory(fields)
	if len(of.large) > 0 {
		w.syncs(of.large)
	}
	if len(of.back) > 0 {
		w.lookedBack(of.back, o)
	}
	if len(of.decided) > 0 {
		w.decisions(of.decided)
	}
	if len(all) > 0 {
		w.rounds(all)
	}
	return w.err
}

// printer keeps the first error of writing.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if _, err := fmt.Fprintf(p.to, format+"\n", args...); err != nil && p.err == nil {
		p.err = err
	}
}

func (p *printer) table(head string, rows func(row func(cells ...string))) {
	t := tabwriter.NewWriter(p.to, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...string) {
		if _, err := fmt.Fprintln(t, strings.Join(cells, "\t")+"\t"); err != nil && p.err == nil {
			p.err = err
		}
	}
	row(strings.Split(head, "|")...)
	rows(row)
	if err := t.Flush(); err != nil && p.err == nil {
		p.err = err
	}
	p.line("")
}

func (p *printer) rates(all []*series) {
	p.table("operation|store|floor req/s|service req/s|ratio|(spread)|target|reached", func(row func(...string)) {
		for _, s := range all {
			r := s.ratio(perSecond)
			target, reached := fmt.Sprintf(">= %.2f", leastRate), yes(r.median >= leastRate)
			if s.op == plan.Relay {
				// A proxy neither checks the caller nor keeps the marketplace's limits.
				target, reached = "-", "-"
			}
			row(string(s.op), s.field.kind, number(each(s.floor, perSecond).median), number(each(s.service, perSecond).median),
				fmt.Sprintf("%.3f", r.median), between(r), target, reached)
		}
	})
}

func (p *printer) effort(all []*series) {
	p.table("CPU µs per request|store|floor|service|ratio|(spread)|target|reached|database: floor|service|p99 ms: floor|service", func(row func(...string)) {
		for _, s := range all {
			r := s.ratio(cpu)
			target, reached := "-", "-"
			if s.op == plan.Bulk {
				target, reached = fmt.Sprintf("<= %.2f", mostCPU), yes(r.median <= mostCPU)
			}
			row(string(s.op), s.field.kind, number(each(s.floor, cpu).median), number(each(s.service, cpu).median),
				fmt.Sprintf("%.3f", r.median), between(r), target, reached,
				number(each(s.floor, storeCPU).median), number(each(s.service, storeCPU).median),
				fmt.Sprintf("%.1f", each(s.floor, p99).median), fmt.Sprintf("%.1f", each(s.service, p99).median))
		}
	})
}

func (p *printer) memory(fields []*field) {
	p.table("program|store|start to ready ms|memory idle MB|after the load MB", func(row func(...string)) {
		for _, f := range fields {
			for _, of := range []*program{f.service, f.floor} {
				row(of.name, f.kind, number(float64(of.ready.Microseconds())/1000),
					megabytes(of.idle), megabytes(residentBytes(of.pid())))
			}
		}
	})
}

// rounds prints the single slots of each round.
func (p *printer) rounds(all []*series) {
	p.table("round|operation|store|floor req/s|service req/s|ratio|floor CPU µs|service CPU µs|answers compared", func(row func(...string)) {
		for _, s := range all {
			for i, service := range s.service {
				floor := s.floor[i]
				row(fmt.Sprint(i+1), string(s.op), s.field.kind, number(floor.perSecond), number(service.perSecond),
					fmt.Sprintf("%.3f", service.perSecond/floor.perSecond), number(floor.cpu), number(service.cpu),
					fmt.Sprint(floor.compared+service.compared))
			}
		}
	})
}

func between(s spread) string { return fmt.Sprintf("(%.3f-%.3f)", s.min, s.max) }

func number(f float64) string {
	if f < 100 {
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.0f", f)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.0f", float64(bytes)/(1<<20)) }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// versions names the versions of the dependencies and databases.
func versions(ctx context.Context, fields []*field) (string, error) {
	out := []string{runtime.Version()}
	for _, f := range fields {
		name, text := "SQLite ", "SELECT sqlite_version()"
		if f.kind == postgres {
			name, text = "Postgres ", "SELECT current_setting('server_version')"
		}
		var v string
		if err := f.store.Read(ctx).QueryRowContext(ctx, text).Scan(&v); err != nil {
			return "", err
		}
		out = append(out, name+v)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return strings.Join(out, ", "), nil
	}
	for _, path := range []string{
		"github.com/gin-gonic/gin", "github.com/jackc/pgx/v5", "modernc.org/sqlite", "github.com/uptrace/bun",
	} {
		for _, m := range info.Deps {
			if m.Path == path {
				out = append(out, strings.TrimPrefix(path, "github.com/")+" "+m.Version)
			}
		}
	}
	return strings.Join(out, ", "), nil
}
