// Command bench measures the service beside a floor program that does the least
// possible for the same answers, on the same data, in turns. It prints figures
// and judges none of them by its exit code: 0 says that everything ran and every
// answer that was looked at was right.
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

	"sellingassistant/test/bench/plan"
)

// options are the command's flags.
type options struct {
	seconds float64
	rounds  int
	// ops are measured beside the floor program.
	ops     []plan.Op
	hang    bool
	stores  []string
	profile string
}

const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

var stores = []string{sqlite, postgres}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(2)
	}
	// Whoever reads the table may stop in the middle; the programs that were
	// started must be stopped all the same.
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
	only := f.String("only", "get,list,bulk,relay,hang", "what to measure: get, list, bulk, relay, hang")
	on := f.String("store", strings.Join(stores, ","), "databases to measure on")
	f.StringVar(&o.profile, "profile", "", "folder for CPU profiles of the service, one per operation and store, taken in a further round that does not count")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	for word := range strings.SplitSeq(*only, ",") {
		if !slices.Contains(plan.Ops, plan.Op(word)) {
			return o, fmt.Errorf("-only: %q is none of get, list, bulk, relay, hang", word)
		}
		if plan.Op(word) == plan.Hang {
			o.hang = true
			continue
		}
		o.ops = append(o.ops, plan.Op(word))
	}
	for word := range strings.SplitSeq(*on, ",") {
		if !slices.Contains(stores, word) {
			return o, fmt.Errorf("-store: %q is neither sqlite nor postgres", word)
		}
		o.stores = append(o.stores, word)
	}
	if o.seconds <= 0 || o.rounds < 1 || f.NArg() > 0 {
		return o, errors.New("-seconds and -rounds must be above 0, and nothing follows the flags")
	}
	return o, nil
}

func run(ctx context.Context, o options) (err error) {
	p, err := newPlace(ctx)
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
	return report(ctx, os.Stdout, o, fields, results{all, beside, begin})
}

// say tells on standard error what goes on.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
