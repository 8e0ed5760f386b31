package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"text/tabwriter"
	"time"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
)

// written counts the SKUs that each measurement writes.
const written = 10_000

// still returns always the same time.
type still time.Time

func (s still) Now() time.Time { return time.Time(s) }

// measureWrites passes observations of SKUs on as syncs do, in pages of 20 and of 1,000: of new
// SKUs, of unchanged SKUs, and with another price.
func measureWrites(ctx context.Context, s *db.Store, _ options) error {
	intake := app.NewSKUIntake(store.NewSKUs(s), nil, s, still(now))
	var last int64
	if err := s.Read(ctx).QueryRowContext(ctx, "SELECT max(id) FROM inventory_skus").Scan(&last); err != nil {
		return err
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "writes on %s\tSKUs/s in pages of 20\tof 1,000\n", s.Dialect())
	r := rand.New(rand.NewPCG(uint64(last), 1))
	seen := make([]inventory.Observation, 2*written)
	for i := range seen {
		seen[i] = observation(r, int(last)+i)
	}
	begin := now
	for _, what := range []string{"new", "as they were", "with another price"} {
		for i := range seen {
			if price := seen[i].Price; price != nil && what == "with another price" {
				other := money.FromUnits(price.Units() + 100)
				seen[i].Price = &other
			}
		}
		begin = begin.Add(time.Hour)
		few, err := rate(ctx, intake, seen[:written], 20, begin)
		if err != nil {
			return err
		}
		many, err := rate(ctx, intake, seen[written:], 1000, begin)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(table, "%s\t%.0f\t%.0f\n", what, few, many)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Println()
	return nil
}

// rate returns the observations stored per second.
func rate(ctx context.Context, intake *app.SKUIntake, seen []inventory.Observation, size int, at time.Time) (float64, error) {
	begin := time.Now()
	for from := 0; from < len(seen); from += size {
		if _, err := intake.Observe(ctx, team, 1, at, seen[from:min(from+size, len(seen))]); err != nil {
			return 0, err
		}
	}
	return float64(len(seen)) / time.Since(begin).Seconds(), nil
}
