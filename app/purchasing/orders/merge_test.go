package orders_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventoryapp "sellingassistant/app/inventory"
	app "sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/document"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	marks "sellingassistant/ports/mark"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/test/stores"
)

func TestSuppliersAreMerged(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		into, from, third := purchasing.SupplierID(w.shop(t, "Hafen")), purchasing.SupplierID(w.shop(t, "Haven")), purchasing.SupplierID(w.shop(t, "Hafn"))
		red, blue := w.tag(t, "red"), w.tag(t, "blue")
		for n, p := range map[purchasing.SupplierID]purchasing.SupplierPatch{
			into: {TagIDs: optional.Put([]int64{red}), Aliases: optional.Put([]string{"HAVEN"})},
			from: {TagIDs: optional.Put([]int64{red, blue}), Aliases: optional.Put([]string{"Haven Ltd", "hafen "})},
		} {
			_, err := w.suppliers.Update(ctx, us, n, p, nil)
			require.NoError(t, err)
		}
		product := w.product(t, "kettle")
		offer := func(s purchasing.SupplierID, sku, cost string, p purchasing.OfferPatch) purchasing.OfferID {
			p.Supplier, p.SupplierSKU, p.UnitCost = optional.Put(s), optional.Put(sku), optional.Put(usd(cost))
			one, err := w.offers.Create(ctx, us, p)
			require.NoError(t, err)
			return one.ID
		}
		old := offer(into, "K-1", "2", purchasing.OfferPatch{Product: optional.Put(purchasing.ProductID(product)), Preferred: optional.Put(true)})
		other := offer(from, "B-1", "1", purchasing.OfferPatch{})
		newest := offer(from, "k-1", "3", purchasing.OfferPatch{})
		_, err := w.products.Update(ctx, us, inventoryapp.UpdateProduct{ID: inventory.ProductID(product), Patch: inventory.ProductPatch{SupplierID: optional.Put(int64(from))}})
		require.NoError(t, err)
		_, err = w.notes.Create(ctx, us, annotation.NotePatch{
			Target: optional.Put(annotation.Target{Type: annotation.TargetType(mark.Supplier), ID: optional.Some(int64(from))}), Body: optional.Put("late"),
		})
		require.NoError(t, err)
		invoice := document.Invoice
		paper, err := document.New(document.Upload{
			Team: 1, Name: "invoice.pdf", Type: &invoice, Media: document.PDF, FileSize: 9, SHA256: document.Digest(fmt.Sprintf("%064x", 1)),
			Targets: []document.Target{{Kind: document.TargetSupplier, ID: int64(from)}},
		}, start)
		require.NoError(t, err)
		paper, err = w.documents.Insert(ctx, paper)
		require.NoError(t, err)
		bought := line("thing", 10, "2")
		bought.OfferID = optional.Put(int64(old))
		ours, theirs := w.placed(t, ordered(into, bought)), w.placed(t, ordered(from, line("thing", 5, "1")))

		refused(t, w.merged(t, app.Merge{Into: into, From: []purchasing.SupplierID{from, into}}), fault.CodeValidationFailed, "/from/1")
		refused(t, w.merged(t, app.Merge{Into: into, From: []purchasing.SupplierID{from, 999}}), fault.CodeNotFound, "/from/1")
		require.True(t, fault.Is(w.merged(t, app.Merge{Into: 999, From: []purchasing.SupplierID{from}}), fault.CodeNotFound))
		_, err = w.merges.Merge(ctx, them, app.Merge{Into: into, From: []purchasing.SupplierID{from}})
		require.True(t, fault.Is(err, fault.CodeNotFound))

		wish := app.Merge{Into: into, From: []purchasing.SupplierID{from, third, from}, DryRun: true}
		rehearsed, err := w.merges.Merge(ctx, us, wish)
		require.NoError(t, err)
		before, err := w.suppliers.Get(ctx, us, from)
		require.NoError(t, err, "a dry run changes nothing")
		require.Equal(t, int64(1), before.Values.Seen.OpenOrders)
		wish.DryRun = false
		done, err := w.merges.Merge(ctx, us, wish)
		require.NoError(t, err)
		for _, got := range []app.Merged{rehearsed, done} {
			require.Equal(t, []int64{1, 2, 1}, []int64{got.Orders, got.Offers, got.MergedOffers})
			v := got.Supplier.Values
			require.Equal(t, []string{"HAVEN", "Haven Ltd", "Hafn"}, v.Aliases)
			require.Equal(t, []int64{red, blue}, v.TagIDs)
			require.Equal(t, []int64{2, 1, 2}, []int64{v.Seen.OpenOrders, v.Seen.Marks.Notes, int64(len(v.Seen.Marks.Tags))})
		}
		for _, gone := range []purchasing.SupplierID{from, third} {
			_, err := w.suppliers.Get(ctx, us, gone)
			require.True(t, fault.Is(err, fault.CodeNotFound))
		}

		// The newest offer has the prices, product, preference and items of the offer before it.
		_, err = w.offers.Get(ctx, us, old)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		kept, err := w.offers.Get(ctx, us, newest)
		require.NoError(t, err)
		require.Equal(t, []any{into, optional.Some(purchasing.ProductID(product)), true}, []any{kept.Values.Supplier, kept.Values.Product, kept.Values.Preferred})
		require.Len(t, kept.Values.Seen.History, 2)
		list, err := w.offers.List(ctx, us, app.OfferFilter{Suppliers: []purchasing.SupplierID{into}}, page.Request{Limit: 9, Order: []page.By{{Field: "id"}}})
		require.NoError(t, err)
		require.Equal(t, []purchasing.OfferID{other, newest}, []purchasing.OfferID{list.Items[0].ID, list.Items[1].ID})
		again, err := w.Get(ctx, us, ours.ID)
		require.NoError(t, err)
		require.Equal(t, optional.Some(int64(newest)), again.Items[0].Values.OfferID)

		// The order shows whom it was placed with, and is the merged supplier's also after a change.
		moved, err := w.Get(ctx, us, theirs.ID)
		require.NoError(t, err)
		require.Equal(t, []any{int64(into), "Haven", false}, []any{moved.Values.SupplierID, moved.Supplier.Name, moved.SupplierDeleted})
		w.to(t, theirs.ID, order.Cancelled)
		moved, err = w.Get(ctx, us, theirs.ID)
		require.NoError(t, err)
		require.Equal(t, int64(into), moved.Values.SupplierID)
		one, err := w.products.Get(ctx, us, inventory.ProductID(product))
		require.NoError(t, err)
		require.Equal(t, optional.Some(int64(into)), one.Values.Supplier)
		paper, err = w.documents.Find(ctx, 1, paper.ID())
		require.NoError(t, err)
		require.Equal(t, []document.Target{{Kind: document.TargetSupplier, ID: int64(into)}}, paper.Targets())
		found, err := w.documents.CountOf(ctx, 1, document.TargetSupplier, []int64{int64(into), int64(from)})
		require.NoError(t, err)
		require.Equal(t, map[int64]int64{int64(into): 1}, found)
		w.sums(t)
	})
}

func ordered(s purchasing.SupplierID, lines ...order.ItemPatch) orders.Create {
	return from(int64(s), lines...)
}

// merged returns the fault of a merge.
func (w world) merged(t *testing.T, m app.Merge) error {
	t.Helper()
	_, err := w.merges.Merge(t.Context(), us, m)
	return err
}

// waiting is a cost port that calls a function before it takes targets for the first time.
type waiting struct {
	ports.Inventory
	calls int
	first func()
}

func (w *waiting) Take(ctx context.Context, who caller.Caller, targets []purchasing.CostTarget) (ports.Taken, error) {
	if w.calls++; w.calls == 1 {
		w.first()
	}
	return w.Inventory.Take(ctx, who, targets)
}

// begun counts the tries of a merge, which asks for the marks of both suppliers.
type begun struct {
	marks.Marks
	merges int
}

func (b *begun) Of(ctx context.Context, team id.Team, kind mark.Kind, ids []int64) (map[int64]mark.Marks, error) {
	if len(ids) > 1 {
		b.merges++
	}
	return b.Marks.Of(ctx, team, kind, ids)
}

// waits returns once a transaction on Postgres waits for a lock.
func (w world) waits(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		var n int
		require.NoError(t, w.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n))
		return n > 0
	}, time.Minute, time.Millisecond)
}

// TestAMergeWaitsForReceipts begins a merge while a receipt has the item of an offer that the merge
// replaces, and not yet the team's products. In another order of locks, the database would end one
// of them.
func TestAMergeWaitsForReceipts(t *testing.T) {
	w := open(t, stores.Postgres(t))
	ctx := t.Context()
	into, from := purchasing.SupplierID(w.shop(t, "Hafen")), purchasing.SupplierID(w.shop(t, "Haven"))
	var offers []purchasing.OfferID
	for _, s := range []purchasing.SupplierID{into, from} {
		one, err := w.offers.Create(ctx, us, purchasing.OfferPatch{Supplier: optional.Put(s), SupplierSKU: optional.Put("K-1"), UnitCost: optional.Put(usd("2"))})
		require.NoError(t, err)
		offers = append(offers, one.ID)
	}
	bought := of(w.product(t, "kettle"), 10, "2")
	bought.OfferID = optional.Put(int64(offers[0]))
	one := w.placed(t, ordered(into, bought))

	var merged error
	var merging sync.WaitGroup
	parts, tried := w.Parts, &begun{Marks: w.suppliers.Marks}
	w.suppliers.Marks = tried
	held := &waiting{Inventory: w.Inventory, first: func() {
		merging.Go(func() {
			_, merged = w.merges.Merge(ctx, us, app.Merge{Into: into, From: []purchasing.SupplierID{from}})
		})
		w.waits(t)
	}}
	parts.Inventory = held
	_, err := orders.New(parts).ReceiveItem(ctx, us, one.ID, one.Items[0].ID, arrived(4), nil)
	require.NoError(t, err)
	merging.Wait()
	require.NoError(t, merged)
	require.Equal(t, []int{1, 1}, []int{held.calls, tried.merges}, "neither was begun again")
	seen, err := w.Get(ctx, us, one.ID)
	require.NoError(t, err)
	require.Equal(t, []any{optional.Some(int64(offers[1])), int64(4)}, []any{seen.Items[0].Values.OfferID, seen.Items[0].Accepted})
	w.sums(t)
}

// TestMergesAndOrdersAtOnce merges suppliers into each other while orders of theirs are made,
// received and closed, and their offers change.
func TestMergesAndOrdersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const rounds = 6
		ctx, a := t.Context(), w.product(t, "a")
		w.buyer.Surplus = optional.None[money.Percent]()
		var all []purchasing.SupplierID
		var offers []purchasing.OfferID
		var made []orders.View
		for n := range 4 {
			all = append(all, purchasing.SupplierID(w.shop(t, fmt.Sprint("S", n))))
			offer, err := w.offers.Create(ctx, us, purchasing.OfferPatch{Supplier: optional.Put(all[n]), SupplierSKU: optional.Put("K-1"), UnitCost: optional.Put(usd("2"))})
			require.NoError(t, err)
			bought := of(a, 10, "2")
			bought.OfferID = optional.Put(int64(offer.ID))
			offers, made = append(offers, offer.ID), append(made, w.placed(t, ordered(all[n], bought)))
		}
		var wait sync.WaitGroup
		var mu sync.Mutex
		done := map[string]int{}
		try := func(what string, do func(n int) error) {
			wait.Go(func() {
				for n := range rounds {
					err := do(n)
					if e, ok := fault.As(err); err != nil && (!ok || e.Kind == fault.Unavailable) {
						require.NoError(t, err, what)
					}
					if err == nil {
						mu.Lock()
						done[what]++
						mu.Unlock()
					}
				}
			})
		}
		merge := func(n, m int) func(int) error {
			return func(int) error {
				_, err := w.merges.Merge(ctx, us, app.Merge{Into: all[n], From: []purchasing.SupplierID{all[m]}})
				return err
			}
		}
		try("merge", merge(0, 1))
		try("merge", merge(1, 0))
		try("merge", merge(2, 3))
		try("receive", func(n int) error {
			_, err := w.ReceiveItem(ctx, us, made[n%4].ID, made[n%4].Items[0].ID, arrived(1), nil)
			return err
		})
		try("order", func(n int) error {
			_, err := w.Create(ctx, us, ordered(all[n%4], of(a, 1, "2")))
			return err
		})
		try("offer", func(n int) error {
			_, err := w.offers.Update(ctx, us, offers[n%4], purchasing.OfferPatch{UnitCost: optional.Put(usd(fmt.Sprint(3 + n)))}, nil)
			return err
		})
		wait.Wait()
		require.Equal(t, []int{2, rounds}, []int{done["merge"], done["receive"]}, "each pair is merged once")
		for _, what := range []string{"order", "offer"} {
			require.Positive(t, done[what], what)
		}
		w.sums(t)
	})
}
