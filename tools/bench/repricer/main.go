// Command repricer measures the pipeline of the repricer, from an event in the queue to a price at
// the marketplace. It fills a real database by itself. It prints figures. Exit code 0 says only
// that everything ran, and nothing was lost or done twice.
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
	"time"
)

// options has the command's flags.
type options struct {
	stores, only []string
	// rows counts the rows of the repricer, of all teams together.
	rows int
	// seconds sets the length of continuous measurements. flood sets how long events arrive faster
	// than they are promised to be taken in. lane sets how long single prices are sent.
	seconds, flood, lane time.Duration
	// changes counts the prices that are handed over in one feed.
	changes int
	profile string
}

var stores = []string{"sqlite", "postgres"}

// parts lists the measurements in the order of the pipeline.
var parts = []struct {
	name    string
	measure func(ctx context.Context, w *world, o options) ([]figure, error)
}{
	{"events", measureEvents},
	{"flood", measureFlood},
	{"claim", measureClaims},
	{"decisions", measureDecisions},
	{"latency", measureLatency},
	{"lane", measureLane},
	{"feed", measureFeed},
	{"calls", measureCalls},
}

func names() []string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = p.name
	}
	return out
}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "repricer:", err)
		}
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err = run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "repricer:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("repricer", flag.ContinueOnError)
	on := f.String("store", strings.Join(stores, ","), "databases to measure on")
	only := f.String("only", strings.Join(names(), ","), "what to measure: "+strings.Join(names(), ", "))
	f.IntVar(&o.rows, "rows", 100_000, "repricer rows of all teams; 1,000,000 are made in a few minutes")
	f.DurationVar(&o.seconds, "for", 6*time.Second, "how long what goes on is measured")
	f.DurationVar(&o.flood, "flood", 3*time.Second, "how long 5,000 events a second arrive; 10m for the whole figure")
	f.DurationVar(&o.lane, "lane", 30*time.Second, "how long single prices of one account are sent; 1h for the whole figure")
	f.IntVar(&o.changes, "changes", 25_000, "prices of one account that are decided and handed over in one feed")
	f.StringVar(&o.profile, "profile", "", "folder for CPU profiles, one per part and store")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	o.stores, o.only = strings.Split(*on, ","), strings.Split(*only, ",")
	for _, word := range o.stores {
		if !slices.Contains(stores, word) {
			return o, fmt.Errorf("-store: %q is neither sqlite nor postgres", word)
		}
	}
	for _, word := range o.only {
		if !slices.Contains(names(), word) {
			return o, fmt.Errorf("-only: %q is none of %s", word, strings.Join(names(), ", "))
		}
	}
	// The large account has half of the rows, and this many prices change at once.
	if o.rows < 2*o.changes || o.rows < 20_000 || o.changes < 2_000 || f.NArg() > 0 {
		return o, errors.New("-rows must be at least 20000 and twice -changes, -changes at least 2000, and nothing follows the flags")
	}
	return o, nil
}

func run(ctx context.Context, o options) error {
	var all []figure
	for _, kind := range o.stores {
		got, err := measure(ctx, kind, o)
		all = append(all, got...)
		if err != nil {
			// The report includes the figures measured before the error.
			return errors.Join(fmt.Errorf("%s: %w", kind, err), report(os.Stdout, o, all))
		}
	}
	return report(os.Stdout, o, all)
}

// measure runs the parts on one database server, each on a copy of the same database.
func measure(ctx context.Context, kind string, o options) (all []figure, err error) {
	p, err := newPlace(kind)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	say("%s: making %d rows", kind, o.rows)
	if err := p.fill(ctx, o); err != nil {
		return nil, fmt.Errorf("fill: %w", err)
	}
	for _, part := range parts {
		if !slices.Contains(o.only, part.name) {
			continue
		}
		say("%s: %s", kind, part.name)
		err := p.with(ctx, part.name, func(w *world) error {
			return profiled(o.profile, part.name+"-"+kind, func() error {
				got, err := part.measure(ctx, w, o)
				for i := range got {
					got[i].kind = kind
				}
				all = append(all, got...)
				return err
			})
		})
		if err != nil {
			return all, fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return all, nil
}

// say reports progress on standard error.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
