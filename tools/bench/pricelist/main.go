// Command pricelist measures the analysis of long price lists with sources that answer at once, on
// both databases: reading a file, matching, pricing, counting all rows again with other expenses,
// and pages of results with any filter and order. It prints figures; its exit code does not depend
// on them.
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
	rows := flag.Int("rows", 250_000, "rows of the list")
	profile := flag.String("profile", "", "folder that CPU profiles of the analysis, of counting again and of pages are written to")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := stage.Each(ctx, *on, func(ctx context.Context, at stage.Stage) error { return measure(ctx, at.Store, *rows, *profile) })
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pricelist:", err)
		os.Exit(1)
	}
}
