// Command documents measures how suppliers' papers are read, previewed and imported: pages of PDFs, long CSV and XLSX files, the preview of
// 200 lines among 100,000 products, and the import of 500 lines, the last two on both databases. It prints figures beside their targets and
// judges none of them by its exit code.
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
	"sellingassistant/test/pgtest/cluster"
)

func main() {
	products := flag.Int("products", 100_000, "inventory products of the team")
	calls := flag.Int("calls", 100, "previews")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	only := flag.String("only", "", "reading or booking; both when empty")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, strings.Split(*on, ","), *only, *products, *calls)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "documents:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, kinds []string, only string, products, calls int) error {
	if only != "booking" {
		if err := reading(ctx); err != nil {
			return err
		}
	}
	if only == "reading" {
		return nil
	}
	for _, kind := range kinds {
		if err := fresh(ctx, kind, products, calls); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

// fresh measures on a database of its own.
func fresh(ctx context.Context, kind string, products, calls int) (err error) {
	dir, err := os.MkdirTemp("", "sa-documents-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	url := "sqlite://" + filepath.Join(dir, "documents.db")
	if kind != db.SQLite.String() {
		c, err := cluster.Start(cluster.Options{})
		if err != nil {
			return err
		}
		defer func() { _ = c.Stop() }()
		url = c.URL("postgres")
	}
	return booking(ctx, url, dir, kind, products, calls)
}

// figure prints what was reached beside the target.
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
