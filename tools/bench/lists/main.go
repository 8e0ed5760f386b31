// Command lists measures the lists of the inventory of a team with 250,000 SKUs, as many listings
// and 100,000 inventory products. It also measures the lists of purchase orders and of product
// events, and the writes of syncs and receipts. Lists are read at any page with any filter in any
// order, on both databases. It prints figures; exit code 0 says only that everything ran.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest/cluster"
)

// options has the command's flags.
type options struct {
	skus, products int
	orders, events int
	stores, lists  []string
	url            string
	only           string
	pages          bool
}

// words lists the measurements.
var words = []string{
	"skus", "listings", "products", "facets", "writes", "orders", "events", "purchases", "receipts", "marks",
}

func main() {
	var o options
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	flag.StringVar(&o.url, "url", "", "measure on this database, whose empty tables are filled and which stays")
	flag.IntVar(&o.skus, "skus", 250_000, "SKUs of the team, and its listings")
	flag.IntVar(&o.products, "products", 100_000, "inventory products of the team")
	flag.IntVar(&o.orders, "orders", 10_000, "purchase orders of the team, of ten items each; 100,000 are the whole")
	flag.IntVar(&o.events, "events", 200_000, "events of the product history; 10,000,000 are the whole, which is made in about ten minutes")
	lists := flag.String("lists", strings.Join(words, ","), "what to measure: "+strings.Join(words, ", "))
	flag.StringVar(&o.only, "only", "", "measure only filters whose name contains this")
	flag.BoolVar(&o.pages, "pages", false, "print every page, not the slowest of each filter")
	flag.Parse()
	o.stores, o.lists = strings.Split(*on, ","), strings.Split(*lists, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "lists:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.url != "" {
		return measured(ctx, o.url, o)
	}
	for _, kind := range o.stores {
		if err := fresh(ctx, kind, o); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

// fresh measures on a new database.
func fresh(ctx context.Context, kind string, o options) (err error) {
	dir, err := os.MkdirTemp("", "sa-lists-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if kind == db.SQLite.String() {
		return measured(ctx, "sqlite://"+filepath.Join(dir, "lists.db"), o)
	}
	c, err := cluster.Start(cluster.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = c.Stop() }()
	return measured(ctx, c.URL("postgres"), o)
}

// measured fills an empty database and measures on it.
func measured(ctx context.Context, url string, o options) (err error) {
	o.url = url
	s, err := db.Open(ctx, db.Config{URL: secret.New(url)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := migrations.Up(ctx, s); err != nil {
		return err
	}
	if err := filled(ctx, o); err != nil {
		return err
	}
	for _, word := range words {
		if !slices.Contains(o.lists, word) {
			continue
		}
		if err := measures[word](ctx, s, o); err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
	}
	return nil
}

// filled fills a database with a separate store, so that its settings end with it.
func filled(ctx context.Context, o options) (err error) {
	address, err := filling(o.url)
	if err != nil {
		return err
	}
	s, err := db.Open(ctx, db.Config{URL: secret.New(address)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return fill(ctx, s, o)
}

// measures maps words to measurements.
var measures = map[string]func(ctx context.Context, s *db.Store, o options) error{
	"skus":     pagesOf(skuList),
	"listings": pagesOf(listingList),
	"products": pagesOf(productList),
	"facets":   measureFacets,
	"writes":   measureWrites,
	"orders":   measureOrders,
	"events":   pagesOf(eventList),

	"purchases": measurePurchases,
	"receipts":  measureReceipts,
	"marks":     measureMarks,
}

func pagesOf(build func(*db.Store) list) func(context.Context, *db.Store, options) error {
	return func(ctx context.Context, s *db.Store, o options) error { return measureList(ctx, s, build(s), o) }
}

// say reports progress on standard error.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
