// Command pricelist measures the analysis of long price lists whose sources answer at once, on both databases: reading a file, matching,
// pricing, counting all rows again with other expenses, and pages of results by any filter and order. It prints figures and judges none
// of them by its exit code.
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
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest/cluster"
)

func main() {
	rows := flag.Int("rows", 250_000, "rows of the list")
	profile := flag.String("profile", "", "folder that CPU profiles of the analysis, of counting again and of pages are written to")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, strings.Split(*on, ","), *rows, *profile)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pricelist:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, kinds []string, rows int, profile string) error {
	for _, kind := range kinds {
		if err := fresh(ctx, kind, rows, profile); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

// fresh measures on a database of its own.
func fresh(ctx context.Context, kind string, rows int, profile string) (err error) {
	dir, err := os.MkdirTemp("", "sa-pricelist-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	url := "sqlite://" + filepath.Join(dir, "lists.db")
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
	return measure(ctx, s, rows, profile)
}
