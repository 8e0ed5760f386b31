// Command bench measures the service and a floor program, which does the least work for the same
// answers, on the same data in turns. It prints figures. Exit code 0 says only that everything ran
// and every checked answer was right.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"sellingassistant/tools/bench/plan"
)

// options has the command's flags.
type options struct {
	seconds float64
	rounds  int
	// ops lists the operations that are measured against the floor program.
	ops []plan.Op
	// hang measures with hanging calls too. sync reads the inventory of a large account, history
	// reads the decisions about many rows, and decide times decisions.
	hang, sync, history, decide bool
	// rows and entries size the history.
	rows, entries int
	stores        []string
	profile       string
}

const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

var stores = []string{sqlite, postgres}

// words lists the measurements.
var words = []string{string(plan.Get), string(plan.List), string(plan.Bulk), string(plan.Relay), "hang", "sync", "history", "decide"}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(2)
	}
	// The reader of the table may close the pipe early. The started programs must still be stopped.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err = run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.Float64Var(&o.seconds, "seconds", 5, "how long one slot is")
	f.IntVar(&o.rounds, "rounds", 7, "how often each program gets a slot per operation and store")
	only := f.String("only", strings.Join(words, ","), "what to measure: "+strings.Join(words, ", "))
	on := f.String("store", strings.Join(stores, ","), "databases to measure on")
	f.IntVar(&o.rows, "rows", 100_000, "repricer rows of history")
	f.IntVar(&o.entries, "entries", 300_000, "entries of history; 1,000,000 rows and 10,000,000 entries are made in about half an hour")
	f.StringVar(&o.profile, "profile", "", "folder for CPU profiles of the service, one per operation and store, taken in a further round that does not count")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	for word := range strings.SplitSeq(*only, ",") {
		switch {
		case word == "hang":
			o.hang = true
		case word == "sync":
			o.sync = true
		case word == "history":
			o.history = true
		case word == "decide":
			o.decide = true
		case slices.Contains(plan.Ops, plan.Op(word)):
			o.ops = append(o.ops, plan.Op(word))
		default:
			return o, fmt.Errorf("-only: %q is none of %s", word, strings.Join(words, ", "))
		}
	}
	for word := range strings.SplitSeq(*on, ",") {
		if !slices.Contains(stores, word) {
			return o, fmt.Errorf("-store: %q is neither sqlite nor postgres", word)
		}
		o.stores = append(o.stores, word)
	}
	// From these sizes on, all pages that are read are full.
	if o.rows < 10_000 || o.entries < 200_000 {
		return o, errors.New("-rows must be at least 10000 and -entries at least 200000")
	}
	if o.seconds <= 0 || o.rounds < 1 || f.NArg() > 0 {
		return o, errors.New("-seconds and -rounds must be above 0, and nothing follows the flags")
	}
	return o, nil
}

func run(ctx context.Context, o options) (err error) {
	p, err := newPlace(ctx, shipped)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	var fields []*field
	for _, kind := range o.stores {
		say("preparing %s", kind)
		f, err := p.prepare(ctx, kind)
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		fields = append(fields, f)
		if err := f.compare(ctx, o.ops); err != nil {
			return fmt.Errorf("%s: before the load: %w", kind, err)
		}
	}
	begin := loadAverage()
	all, err := measure(ctx, p, fields, o)
	if err != nil {
		return err
	}
	var beside []*series
	if o.hang {
		if beside, err = besides(ctx, p, fields, o); err != nil {
			return err
		}
	}
	for _, f := range fields {
		if err := f.compare(ctx, o.ops); err != nil {
			return fmt.Errorf("%s: after the load: %w", f.kind, err)
		}
	}
	var large []synced
	for _, f := range fields {
		if !o.sync {
			break
		}
		say("reading the inventory of a large account into %s", f.kind)
		s, err := f.sync(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: inventory sync: %w", f.kind, err)
		}
		large = append(large, s)
	}
	back, took, err := o.repricer(ctx, p, fields)
	if err != nil {
		return err
	}
	return report(ctx, os.Stdout, o, fields, results{all, beside, large, back, took, begin})
}

// repricer measures reads of the history, and decisions.
func (o options) repricer(ctx context.Context, p *place, fields []*field) (back []looked, took []decided, err error) {
	for _, f := range fields {
		if !o.history {
			break
		}
		say("looking back on decisions on %s", f.kind)
		l, err := f.lookBack(ctx, p, o)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: history: %w", f.kind, err)
		}
		back = append(back, l...)
	}
	if o.decide {
		took, err = decide()
	}
	return back, took, err
}

// say reports progress on standard error.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
