// Command imports measures imports of long tables on both databases: a dry run, the import itself,
// and its reversal. It prints figures; its exit code does not depend on them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"sellingassistant/domain/imports"
	"sellingassistant/tools/bench/stage"
)

type options struct {
	rows    int
	kinds   []string
	profile string
}

func main() {
	var o options
	flag.IntVar(&o.rows, "rows", imports.MaxRows, "rows of the table")
	kinds := flag.String("kinds", "repricer_product,sku,inventory_product", "kinds of imports to measure")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	flag.StringVar(&o.profile, "profile", "", "folder that the CPU profile of the imports is written to")
	flag.Parse()
	o.kinds = strings.Split(*kinds, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := stage.Each(ctx, *on, func(ctx context.Context, at stage.Stage) error {
		fmt.Printf("%s, %d rows\n", at.Kind, o.rows)
		return measure(ctx, at.Store, at.URL, at.Folder, o)
	})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "imports:", err)
		os.Exit(1)
	}
}
