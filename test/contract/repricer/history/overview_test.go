package history_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
	"sellingassistant/test/repricing"
)

// TestCountersAreWhatCountingWouldGive changes rows in any order, and compares the overview with
// counts over each row.
func TestCountersAreWhatCountingWouldGive(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			for range rapid.IntRange(1, 8).Draw(rt, "steps") {
				n++
				require.NoError(rt, r.Tx.InTx(context.Background(), func(ctx context.Context) error {
					return r.shake(ctx, rapid.IntRange(0, 6).Draw(rt, "what"), n, rapid.Uint64().Draw(rt, "how"))
				}))
			}
			if rapid.IntRange(0, 3).Draw(rt, "fold") == 0 {
				require.NoError(rt, r.History.Fold(context.Background()))
			}
			for _, m := range []marketplace.ID{"", de, gb} {
				fresh := noon.Add(time.Duration(rapid.IntRange(-90, 90).Draw(rt, "fresh")) * time.Minute)
				got, err := r.History.RowCounts(context.Background(), ours, m, fresh)
				require.NoError(rt, err)
				require.Equal(rt, r.counted(rt, m, fresh), dense(got))
				own, known := r.boxes(rt, m)
				require.Equal(rt, got.Owners[decision.BoxOwn], own)
				require.Equal(rt, got.Total-got.Owners[decision.BoxUnknown], known)
				attention, err := r.History.Attention(context.Background(), ours, m, 10)
				require.NoError(rt, err)
				require.Equal(rt, r.needing(rt, m), attention)
			}
		})
	})
}

// shake does one of the things that happen to rows, to some of them.
func (r records) shake(ctx context.Context, what, n int, seed uint64) error {
	rnd := rand.New(rand.NewPCG(seed, uint64(n)))
	if what == 0 {
		made := make([]*repricer.Product, 1+rnd.IntN(4))
		for i := range made {
			s := anyRow(rnd, n*10+i)
			var err error
			if made[i], err = repricer.RestoreProduct(s); err != nil {
				return err
			}
		}
		_, err := r.Products.Insert(ctx, ours, made)
		return err
	}
	var live []int64
	if err := r.DB.Read(ctx).NewRaw("SELECT id FROM repricer_products WHERE team_id = ? AND deleted_at IS NULL ORDER BY id",
		int64(ours)).Scan(ctx, &live); err != nil {
		return err
	}
	var picked []decision.ProductID
	for _, id := range live {
		if rnd.IntN(3) == 0 {
			picked = append(picked, decision.ProductID(id))
		}
	}
	rows, err := r.Products.LoadLocked(ctx, ours, picked)
	if err != nil || len(rows) == 0 {
		return err
	}
	for i, row := range rows {
		picked[i] = row.ID()
	}
	picked = picked[:len(rows)] // others may be deleted
	switch what {
	case 1:
		var changed []*repricer.Product
		for _, row := range rows {
			patch := repricer.ProductPatch{StrategyID: optional.Put(strategy.ID(7)), Limits: optional.Put(repricer.LimitsPatch{
				TargetROI: optional.Put(money.MustParsePercent("10")), MinPrice: optional.Put(cents(rnd, 20)), MaxPrice: optional.Put(money.FromUnits(cents(rnd, 20).Units() + 200_000)),
			})}
			if rnd.IntN(2) == 0 {
				patch.Mode = optional.Some(pick(rnd, words.Of[decision.Mode]()))
			}
			did, err := row.Change(patch, repricer.Rules{Strategies: map[strategy.ID]strategy.Coverage{7: {ID: 7}}}, noon)
			if err != nil {
				return err
			}
			if did {
				changed = append(changed, row)
			}
		}
		return r.Products.Save(ctx, ours, changed)
	case 2:
		for _, row := range rows {
			at := noon.Add(time.Duration(rnd.IntN(180*60)-90*60) * time.Second)
			row.OfferEvent(repricer.MarketState{At: at, BoxKnown: true, Offers: []repricer.MarketOffer{{
				SellerID: pick(rnd, []string{"A2SELLER", "A9OWN", "A3RIVAL"}), Winner: optional.Some(true),
				Landed: money.Sum{Amount: cents(rnd, 20), Currency: "EUR"},
			}}}, []string{"A2SELLER", "A9OWN"}, noon)
			if rnd.IntN(3) == 0 {
				row.ListingEvent(repricer.ListingState{At: at, Problem: pick(rnd, []string{"", "It is odd."}), Since: at}, noon)
			}
		}
		return r.Products.SaveObserved(ctx, rows)
	case 3:
		return r.Products.Delete(ctx, ours, picked, noon)
	case 4:
		// Writes like a sync of listings and costs.
		_, err := r.DB.Write(ctx).ExecContext(ctx, "UPDATE repricer_products SET current_price = ?, cost = ?, map_price = ?,"+
			" fulfillment = ?, shipping = ?, outbound_shipping = ? WHERE id = ?", nullable(rnd), nullable(rnd), nullable(rnd),
			pick(rnd, []any{nil, "fba", "fbm", "fbm"}), pick(rnd, []any{nil, 0, 10_000}), nullable(rnd), int64(picked[0]))
		return err
	case 5:
		_, err := r.DB.Write(ctx).ExecContext(ctx, "UPDATE repricer_products SET search = search WHERE id = ?", int64(picked[0]))
		return err
	}
	decided := make([]historyports.Decided, len(rows))
	for i, row := range rows {
		input := decision.Input{Now: noon.Add(time.Duration(n) * time.Second), Row: decision.Row{
			Price: eur("20"), Currency: "EUR", Fulfillment: decision.FBA, Fees: optional.Some(decision.FeeTerms{}), LossGuard: rnd.IntN(2) == 0,
		}}
		if rnd.IntN(2) == 0 {
			input.Row.Cost = optional.Some(cents(rnd, 20))
		}
		d := decision.Decision{
			Verdict: pick(rnd, []decision.Verdict{"keep", "skip", "error", "hold"}), Price: eur("20"),
			Reason: pick(rnd, words.Of[decision.Reason]()), BuyBox: decision.BuyBox{Owner: "unknown"},
		}
		if rnd.IntN(2) == 0 {
			d.Floor = optional.Some(cents(rnd, 20))
		}
		c, err := history.NewPriceChange(history.NewChange{Row: row.Snapshot(), Trigger: "sweep", Input: input, Decision: d})
		if err != nil {
			return err
		}
		decided[i] = historyports.Decided{Change: c, Input: input, Last: row.LastReason()}
	}
	ids, err := r.History.Record(ctx, ours, decided)
	if err != nil {
		return err
	}
	for i, row := range rows {
		decided[i].Change.RecordIn(row, decided[i].Input.Row, ids[i])
	}
	return r.Products.SaveDecided(ctx, rows)
}

func pick[T any](rnd *rand.Rand, list []T) T { return list[rnd.IntN(len(list))] }

func cents(rnd *rand.Rand, most int) money.Amount {
	return money.FromUnits(int64(1+rnd.IntN(most)) * 10_000)
}

func nullable(rnd *rand.Rand) any {
	if rnd.IntN(3) == 0 {
		return nil
	}
	return cents(rnd, 20).Units()
}

func anyRow(rnd *rand.Rand, n int) repricer.ProductSnapshot {
	s := plainRow(n)
	s.ID, s.Team = 1, ours
	s.Key.SKU = fmt.Sprintf("any-%d", n)
	s.Key.MarketplaceID = pick(rnd, []marketplace.ID{de, gb})
	s.Mode = pick(rnd, words.Of[decision.Mode]())
	s.Limits.MinPriceMode = pick(rnd, words.Of[decision.MinPriceMode]())
	s.Limits.TargetROI, s.Limits.TargetMargin, s.Limits.MinPriceMarkup = repricing.Percent("10"), repricing.Percent("10"), amount("1")
	if rnd.IntN(2) == 0 {
		s.Limits.MinPrice = optional.Some(cents(rnd, 20))
	}
	if rnd.IntN(2) == 0 {
		s.Observed.CurrentPrice = optional.Some(cents(rnd, 20))
	}
	if rnd.IntN(2) == 0 {
		s.Observed.OffersAt, s.Observed.LastEventAt = optional.Some(noon), optional.Some(noon)
	}
	s.Observed.BuyBox.Owner = pick(rnd, words.Of[decision.BoxOwner]())
	return s
}

// rawRow has a row as the table stores it.
type rawRow struct {
	ID                                          int64
	MarketplaceID, SKU, ASIN, Mode, BuyBoxOwner string
	HoldReason, DecidedAction, DecidedReason    *string
	MinPriceMode                                string
	CurrentPrice, MinPrice, MaxPrice, MapPrice  *int64
	DecidedFloor, BreakEven, Cost               *int64
	Shipping, OutboundShipping, DecidedAt       *int64
	Fulfillment                                 *string
	Guarded                                     bool
	OffersAt, LastEventAt                       *int64
}

func (r records) raw(t require.TestingT, m marketplace.ID) []rawRow {
	var out []rawRow
	require.NoError(t, r.DB.Read(context.Background()).NewRaw("SELECT id, marketplace_id, sku, asin, mode, buy_box_owner, hold_reason, decided_action,"+
		" decided_reason, min_price_mode, current_price, min_price, max_price, map_price, decided_floor, break_even, cost, offers_at, last_event_at,"+
		" shipping, outbound_shipping, decided_at, fulfillment, guarded"+
		" FROM repricer_products WHERE team_id = ? AND deleted_at IS NULL AND (? = '' OR marketplace_id = ?) ORDER BY id",
		int64(ours), string(m), string(m)).Scan(context.Background(), &out))
	return out
}

func (w rawRow) floor() *int64 {
	if w.MinPriceMode != "manual" {
		return w.DecidedFloor
	}
	floor := w.MinPrice
	if floor != nil && w.MapPrice != nil && *w.MapPrice > *floor {
		floor = w.MapPrice
	}
	if floor != nil && w.Guarded && w.BreakEven != nil && *w.BreakEven > *floor {
		floor = w.BreakEven
	}
	return floor
}

func (r records) counted(t require.TestingT, m marketplace.ID, fresh time.Time) historyports.RowCounts {
	out := historyports.RowCounts{
		Modes: map[decision.Mode]int64{}, Holds: map[decision.HoldReason]int64{}, Owners: map[decision.BoxOwner]int64{},
	}
	share := func(s *history.Share, known, is bool) {
		if known {
			s.Known++
		}
		if known && is {
			s.Count++
		}
	}
	for _, w := range r.raw(t, m) {
		out.Total++
		out.Modes[decision.Mode(w.Mode)]++
		if w.HoldReason != nil {
			out.Holds[decision.HoldReason(*w.HoldReason)]++
		}
		out.Owners[decision.BoxOwner(w.BuyBoxOwner)]++
		floor, price := w.floor(), w.CurrentPrice
		share(&out.AtFloor, price != nil && floor != nil, price != nil && floor != nil && *price <= *floor)
		share(&out.AtCeiling, price != nil, price != nil && w.MaxPrice != nil && *price >= *w.MaxPrice)
		share(&out.UnderBreakEven, price != nil && w.BreakEven != nil, price != nil && w.BreakEven != nil && *price < *w.BreakEven)
		if w.MinPriceMode != "manual" && w.Cost == nil {
			out.MissingCost++
		}
		if w.Mode != "off" && w.OffersAt != nil && *w.OffersAt/60_000_000 >= fresh.Unix()/60 {
			out.Fresh++
		}
	}
	// The latest event stays known after its row is deleted.
	var last *int64
	require.NoError(t, r.DB.Read(context.Background()).NewRaw("SELECT max(last_event_at) FROM repricer_products WHERE team_id = ?"+
		" AND (? = '' OR marketplace_id = ?)", int64(ours), string(m), string(m)).Scan(context.Background(), &last))
	if last != nil {
		out.LastEventAt = optional.Some(time.UnixMicro(*last).UTC())
	}
	return out
}

// dense drops zero counts.
func dense(s historyports.RowCounts) historyports.RowCounts {
	drop(s.Modes)
	drop(s.Holds)
	drop(s.Owners)
	return s
}

func drop[K comparable](m map[K]int64) {
	for k, n := range m {
		if n == 0 {
			delete(m, k)
		}
	}
}

func (r records) needing(t require.TestingT, m marketplace.ID) []history.NeedsAttention {
	var ranked [5][]history.NeedsAttention
	for _, w := range r.raw(t, m) {
		need := history.NeedsAttention{ProductID: decision.ProductID(w.ID), MarketplaceID: marketplace.ID(w.MarketplaceID), SKU: w.SKU, ASIN: w.ASIN}
		if w.DecidedReason != nil {
			need.Reason = decision.Reason(*w.DecidedReason)
		}
		floor, price := w.floor(), w.CurrentPrice
		rank := -1
		switch {
		case w.Mode == "off":
		case w.HoldReason != nil:
			rank, need.Attention, need.Hold = 0, "hold", optional.Some(decision.HoldReason(*w.HoldReason))
		case price != nil && w.BreakEven != nil && *price < *w.BreakEven:
			rank, need.Attention = 1, "under_break_even"
		case w.DecidedAt != nil && w.Fulfillment != nil && *w.Fulfillment == "fbm" && w.Cost != nil && w.OutboundShipping == nil &&
			(w.Shipping == nil || *w.Shipping == 0):
			rank, need.Attention = 2, "postage_unknown"
		case w.DecidedAction != nil && *w.DecidedAction == "error", need.Reason == "strategy_missing", need.Reason == "marketplace_not_served":
			rank, need.Attention = 3, "error"
		case (w.BuyBoxOwner == "competitor" || w.BuyBoxOwner == "amazon") && price != nil && floor != nil && *price <= *floor:
			rank, need.Attention = 4, "at_floor_and_losing"
		}
		if rank >= 0 {
			ranked[rank] = append(ranked[rank], need)
		}
	}
	var out []history.NeedsAttention
	for _, list := range ranked {
		out = append(out, list...)
	}
	return out[:min(len(out), 10)]
}

// TestCountersHoldUnderManyWriters changes the same rows from many writers at
// once, while the counters are folded.
func TestCountersHoldUnderManyWriters(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		for n := range 5 {
			r.In(t, func(ctx context.Context) { require.NoError(t, r.shake(ctx, 0, 1000+n, uint64(n))) })
		}
		race(t, func(n int) error {
			for step := range 6 {
				if n == 0 {
					if err := r.History.Fold(t.Context()); err != nil {
						return err
					}
					continue
				}
				err := r.Tx.InTx(t.Context(), func(ctx context.Context) error {
					return r.shake(ctx, (n+step)%7, 2000+n*10+step, uint64(n*100+step))
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
		// The writers may have removed all there was.
		for n := range 3 {
			r.In(t, func(ctx context.Context) { require.NoError(t, r.shake(ctx, 0, 3000+n, uint64(n))) })
		}
		got, err := r.History.RowCounts(t.Context(), ours, "", noon)
		require.NoError(t, err)
		require.Equal(t, r.counted(t, "", noon), dense(got))
		require.Positive(t, got.Total)
		require.NoError(t, r.History.Fold(t.Context()))
		folded, err := r.History.RowCounts(t.Context(), ours, "", noon)
		require.NoError(t, err)
		require.Equal(t, dense(got), dense(folded))
	})
}

func TestWhatIsOnItsWay(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		british := plainRow(9)
		british.Key.MarketplaceID = gb
		rows := r.Rows(t, ours, append(plainRows(4), british)...)
		for _, row := range rows {
			r.Record(t, ours, matched(t, row, noon, "18"))
		}
		r.Move(t, rows[0].ID, submit(noon))
		r.Move(t, rows[1].ID, submit(noon.Add(time.Second)), accept(noon.Add(time.Second)))
		r.Move(t, rows[2].ID, submit(noon.Add(-time.Second)), accept(noon), confirm(noon))
		r.Move(t, rows[4].ID, submit(noon.Add(time.Minute)))
		for m, want := range map[marketplace.ID]historyports.SendingCounts{
			"": {Waiting: 1, Unresolved: 3, Sent: 3}, de: {Waiting: 1, Unresolved: 2, Sent: 2}, gb: {Unresolved: 1, Sent: 1}, repricing.Japan: {},
		} {
			got, err := r.History.SendingCounts(t.Context(), ours, m, noon)
			require.NoError(t, err)
			require.Equal(t, want, got, m)
		}
		got, err := r.History.SendingCounts(t.Context(), theirs, "", noon)
		require.NoError(t, err)
		require.Zero(t, got)
	})
}
