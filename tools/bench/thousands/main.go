// Command thousands measures changes of thousands of repricer rows over HTTP: SKUs into the
// repricer by one import, and changes by filter. It runs the built program beside a simulated
// marketplace, on both databases. It prints figures; its exit code does not depend on them.
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

type options struct {
	program, mode string
	rows, table   int
}

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/selling-assistant", "the built program")
	flag.IntVar(&o.rows, "rows", 10_000, "SKUs of the account, and rows that are changed by filter")
	flag.IntVar(&o.table, "import", 2_000, "SKUs that one import brings into the repricer")
	flag.StringVar(&o.mode, "mode", "off", "mode of the rows; auto has them priced meanwhile")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := stage.Each(ctx, *on, func(ctx context.Context, at stage.Stage) error {
		fmt.Printf("%s, %d SKUs\n", at.Kind, o.rows)
		return measure(ctx, at, o)
	})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "thousands:", err)
		os.Exit(1)
	}
}
