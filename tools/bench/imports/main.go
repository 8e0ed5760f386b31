// Command imports measures imports of long tables on both databases: a dry run, the import itself, and taking it back. It prints figures
// and judges none of them by its exit code.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest/cluster"
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
	flag.StringVar(&o.profile, "profile", "", "file that the CPU profile of the imports is written to")
	flag.Parse()
	o.kinds = strings.Split(*kinds, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var err error
	for _, kind := range strings.Split(*on, ",") {
		if err == nil {
			err = fresh(ctx, kind, o)
		}
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "imports:", err)
		os.Exit(1)
	}
}

// fresh measures on a database of its own.
func fresh(ctx context.Context, kind string, o options) (err error) {
	dir, err := os.MkdirTemp("", "sa-imports-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	url := "sqlite://" + filepath.Join(dir, "imports.db")
	if kind != db.SQLite.String() {
		c, err := cluster.Start(cluster.Options{})
		if err != nil {
			return err
		}
		defer func() { _ = c.Stop() }()
		url = c.URL("postgres")
	}
	s, err := db.Open(ctx, db.Config{URL: secret.New(url)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := migrations.Up(ctx, s); err != nil {
		return err
	}
	fmt.Printf("%s, %d rows\n", s.Dialect(), o.rows)
	return measure(ctx, s, url, dir, o)
}
