// Command documents measures how suppliers' documents are read, previewed and imported: pages of
// PDFs, long CSV and XLSX files, the preview of 200 lines among 100,000 products, and the import of
// 500 lines. It measures previews and imports on both databases. It prints figures beside their
// targets; its exit code does not depend on them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"sellingassistant/tools/bench/stage"
)

func main() {
	products := flag.Int("products", 100_000, "inventory products of the team")
	calls := flag.Int("calls", 100, "previews")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	only := flag.String("only", "", "reading or booking; both when empty")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *on, *only, *products, *calls)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "documents:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, kinds, only string, products, calls int) error {
	if only != "booking" {
		if err := reading(ctx); err != nil {
			return err
		}
	}
	if only == "reading" {
		return nil
	}
	return stage.Each(ctx, kinds, func(ctx context.Context, at stage.Stage) error { return booking(ctx, at, products, calls) })
}

// figure prints a measured value beside its target.
func figure(what string, reached, target float64, unit string, least bool) {
	sign, held := "at most", reached <= target
	if least {
		sign, held = "at least", reached >= target
	}
	mark := ""
	if !held {
		mark = ", missed"
	}
	fmt.Printf("%-58s %10.2f %s   (%s %g%s)\n", what, reached, unit, sign, target, mark)
}
