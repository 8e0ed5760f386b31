package syncing_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	syncstore "sellingassistant/adapters/persistence/inventory/syncing"
	app "sellingassistant/app/inventory"
	listingsapp "sellingassistant/app/inventory/listings"
	syncapp "sellingassistant/app/inventory/syncing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	memoryjobs "sellingassistant/test/jobs"
	"sellingassistant/test/reported"
)

// syncRig has a sync over the real stores and a fake marketplace.
type syncRig struct {
	*syncWorld
	target syncing.Target
	market *syncMarket
	runs   *syncstore.Runs
	queue  *memoryjobs.Queue
	syncs  *syncapp.Syncs
	// crash is called at the end of every transaction.
	crash func() crash
	// A line for each SKU in calls of ListingsSeen.
	told []string
	// holder counts the processes that worked on runs.
	holder int
}

// crash names the way in which the program ends in the middle of its work.
type crash uint8

const (
	noCrash crash = iota
	beforeCommit
	afterCommit
)

var errCrash = errors.New("the program was killed")

// crashing runs transactions in a program that is killed now and then.
type crashing struct {
	tx.Runner
	rig *syncRig
}

func (c crashing) InTx(ctx context.Context, fn func(context.Context) error) error {
	when := c.rig.crash()
	err := c.Runner.InTx(ctx, func(ctx context.Context) error {
		if err := fn(ctx); err != nil {
			return err
		}
		if when == beforeCommit {
			return errCrash
		}
		return nil
	})
	if err == nil && when == afterCommit {
		return errCrash
	}
	return err
}

func newSyncRig(t testing.TB, s *db.Store) *syncRig {
	w := openSync(t, s)
	r := &syncRig{
		syncWorld: w, market: newSyncMarket(w.clock, 0), runs: syncstore.NewRuns(s), queue: memoryjobs.New(w.clock.Now),
		crash: func() crash { return noCrash },
	}
	skus := app.NewSKUIntake(store.NewSKUs(s), nil, s, w.clock)
	listings := listingsapp.NewListingIntake(store.NewListings(s), r.ListingsSeen, auditstore.New(s, nil), &reported.Log{}, s)
	r.syncs = syncapp.NewSyncs(crashing{s, r}, r.runs, skus, listings, r.market, w.sellers, r.queue, w.clock)
	r.target = w.target(t, "A1SELLER")
	return r
}

// ListingsSeen implements the port of who watches listings.
func (r *syncRig) ListingsSeen(_ context.Context, team id.Team, _ time.Time, rows []inventory.Observation) error {
	for _, o := range rows {
		r.told = append(r.told, fmt.Sprint(team == r.target.Team, " ", o.SKU, " ", o.Status, " ", o.Buyable, " ", o.PriceIssue))
	}
	return nil
}

// finish works on a run until it has ended, as jobs and their repetitions do.
func (r *syncRig) finish(t require.TestingT, run syncing.Run) syncing.Run {
	s := run.Snapshot()
	var last error
	for n := 0; ; n++ {
		require.Less(t, n, 1000, "the run does not end: %v", last)
		// After a kill the run continues under the same or another holder.
		got, err := r.syncs.Attempt(context.Background(), s.Team, s.ID, fmt.Sprint("holder ", r.holder), false)
		if err == nil {
			return got
		}
		last = err
		rest := time.Second
		if after, later := jobs.IsLater(err); later {
			rest = max(after, rest)
		}
		r.clock.advance(rest)
	}
}

func (r *syncRig) sync(t require.TestingT, kind syncing.Kind) syncing.RunSnapshot {
	for {
		runs, err := r.syncs.Request(context.Background(), r.target.Team, r.target.Connection, kind)
		if errors.Is(err, errCrash) {
			continue
		}
		require.NoError(t, err)
		require.Len(t, runs, 1)
		done := r.finish(t, runs[0])
		return done.Snapshot()
	}
}

// syncRow has the stored members of a SKU.
type syncRow struct {
	ASIN, Title, Status, Channel string
	Price, Fulfillable, Reserved *int64
	// Hidden and Map belong to the team.
	Hidden bool
	Map    *int64
}

func (r *syncRig) rows(t require.TestingT) map[string]syncRow {
	rows, err := r.store.Read(context.Background()).QueryContext(context.Background(), `SELECT sku, asin, COALESCE(title, ''),
		listing_status, fulfillment_channel, price, fulfillable, reserved, hidden, map_price
		FROM inventory_skus WHERE team_id = ? AND seller_id = ?`, int64(r.target.Team), r.target.Seller)
	require.NoError(t, err)
	defer rows.Close()
	all := map[string]syncRow{}
	for rows.Next() {
		var sku string
		var one syncRow
		require.NoError(t, rows.Scan(&sku, &one.ASIN, &one.Title, &one.Status, &one.Channel, &one.Price, &one.Fulfillable,
			&one.Reserved, &one.Hidden, &one.Map))
		all[sku] = one
	}
	require.NoError(t, rows.Err())
	return all
}

// live returns the SKUs of live listings with their prices.
func (r *syncRig) live(t require.TestingT) map[string]int64 {
	rows, err := r.store.Read(context.Background()).QueryContext(context.Background(), `SELECT sku, price FROM inventory_listings
		WHERE team_id = ? AND kind = 'live' AND deleted_at IS NULL`, int64(r.target.Team))
	require.NoError(t, err)
	defer rows.Close()
	all := map[string]int64{}
	for rows.Next() {
		var sku string
		var price int64
		require.NoError(t, rows.Scan(&sku, &price))
		all[sku] = price
	}
	require.NoError(t, rows.Err())
	return all
}

// edit makes a user's change of a SKU's own fields.
func (r *syncRig) edit(t require.TestingT, sku string, hidden bool, mapPrice int64) {
	_, err := r.store.Write(context.Background()).ExecContext(context.Background(), `UPDATE inventory_skus
		SET hidden = ?, map_price = ? WHERE team_id = ? AND sku = ?`, hidden, mapPrice, int64(r.target.Team), sku)
	require.NoError(t, err)
}

// want returns the expected row of a listing of the marketplace.
func (m *syncMarket) want(sku string) syncRow {
	l := m.listings[sku]
	price := l.o.Price.Units()
	row := syncRow{ASIN: l.o.ASIN, Title: *l.o.Title, Channel: string(l.o.Channel), Price: &price}
	if l.o.Channel == inventory.FBM {
		row.Fulfillable, row.Status = l.o.Quantity, string(l.o.Status)
		return row
	}
	row.Fulfillable, row.Reserved = &l.stock.Fulfillable, &l.stock.Reserved
	row.Status = string(l.o.Status.WithStock(l.o.Channel, &l.stock.Fulfillable))
	return row
}

// requireEqualToMarket compares all stored values with the marketplace. Own has the team's values;
// closed expects missing SKUs to be closed.
func (r *syncRig) requireEqualToMarket(t require.TestingT, own map[string]syncRow, closed bool) {
	rows, prices := r.rows(t), map[string]int64{}
	for sku, l := range r.market.listings {
		want := r.market.want(sku)
		want.Hidden, want.Map = own[sku].Hidden, own[sku].Map
		require.Contains(t, rows, sku)
		require.Equal(t, want, rows[sku], sku)
		prices[sku] = l.o.Price.Units()
	}
	live := r.live(t)
	if closed {
		require.Equal(t, prices, live)
	}
	for sku, row := range rows {
		require.Equal(t, own[sku].Hidden, row.Hidden, sku)
		require.Equal(t, own[sku].Map, row.Map, sku)
		if _, there := r.market.listings[sku]; !there && closed {
			require.Equal(t, string(inventory.SKUClosed), row.Status, sku)
		}
	}
}
