// Command evaluate lets the repricer's strategies play against simulated rivals and prints their
// profits. It shows targets and whether they are reached. Its exit code says only whether it ran.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"sellingassistant/tools/evaluate/play"
)

// options has the command's flags.
type options struct {
	settings play.Settings
	// seeds counts the seeds that are played in sequence, from first on.
	seeds    int
	first    uint64
	products int
	workers  int
	only     []string
	out      string
}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "evaluate:", err)
		}
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err = run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluate:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	o := options{settings: play.Defaults()}
	f := flag.NewFlagSet("evaluate", flag.ContinueOnError)
	f.IntVar(&o.seeds, "seeds", 30, "how many seeds, at least 2")
	f.Uint64Var(&o.first, "first", 1, "the first seed")
	f.IntVar(&o.products, "products", 6*len(play.Mixes), fmt.Sprintf("products of each seed; a multiple of %d gives every rival mix as many", len(play.Mixes)))
	f.IntVar(&o.settings.Days, "days", o.settings.Days, "how long they are sold")
	f.StringVar(&o.settings.Priority, "priority", o.settings.Priority, "of the rows: fast, normal, low")
	f.BoolVar(&o.settings.Shocks, "shocks", o.settings.Shocks, "whether shocks happen")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "plays at once")
	only := f.String("only", "", "players, with commas between; all when empty")
	f.StringVar(&o.out, "out", "dist/evaluation", "folder for the page, the plots and result.json")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	for _, name := range o.only {
		if !slices.ContainsFunc(players(), func(p play.Player) bool { return p.Name == name }) {
			return o, fmt.Errorf("-only: no player %q", name)
		}
	}
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case o.seeds < 2 || o.products < 1 || o.settings.Days < 1 || o.workers < 1:
		return o, errors.New("needs at least 2 seeds, 1 product, 1 day and 1 worker")
	case !slices.Contains([]string{"fast", "normal", "low"}, o.settings.Priority):
		return o, fmt.Errorf("-priority: no priority %q", o.settings.Priority)
	}
	return o, nil
}

// run plays, prints the table and writes the folder.
func run(ctx context.Context, o options) error {
	r, err := playAll(ctx, o)
	if err != nil {
		return err
	}
	r.Figures = r.judge()
	if err := r.print(os.Stdout); err != nil {
		return err
	}
	if err := r.write(o.out); err != nil {
		return err
	}
	fmt.Printf("\n%s/index.html, result.json and plots\n", o.out)
	return nil
}
