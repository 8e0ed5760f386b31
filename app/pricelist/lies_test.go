package pricelist_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/pricelist"
	"sellingassistant/adapters/feetable"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	portjobs "sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
)

// liar gives senseless answers, and fails for single questions or whole calls.
type liar struct {
	*outside
	*rand.Rand
}

// fails returns an error for a tenth of the questions.
func (l *liar) fails() error {
	if l.IntN(10) > 0 {
		return nil
	}
	return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "down")
}

// cut returns an error for a twentieth of the calls.
func (l *liar) cut() error {
	if l.IntN(20) > 0 {
		return nil
	}
	return errors.New("the connection was cut")
}

func (l *liar) number() int64 {
	return []int64{0, -1, 1, 7, math.MaxInt64, math.MinInt64, 1_000_000_000_000}[l.IntN(7)]
}

func (l *liar) amount() pricelist.Maybe {
	all := []string{"0", "-5", "19.99", "19.999", "0.0001", "9999999999.9999", "-9999999999.9999"}
	if n := l.IntN(len(all) + 2); n < len(all) {
		return optional.Some(money.MustParse(all[n]))
	}
	return optional.Some(money.MustParse("24.5"))
}

func (l *liar) text() string {
	return []string{"", "Bottle", "\x00", "a\x00b\xff\xfe", strings.Repeat("ß", 600), "<script>", "\u202e"}[l.IntN(7)]
}

func (l *liar) yes() optional.Maybe[bool] { return optional.Some(l.IntN(2) == 0) }

func (l *liar) Match(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Identity) ([]ports.Match, error) {
	out := make([]ports.Match, len(asked))
	for i, one := range asked {
		l.asked = append(l.asked, one.Key())
		out[i].Err = l.fails()
		for range []int{0, 1, 1, 1, 2, 30}[l.IntN(6)] {
			out[i].Products = append(out[i].Products, asin.MustParse([]string{"B000000001", "B000000002", "B0SIM0000A"}[l.IntN(3)]))
		}
	}
	return out, l.cut()
}

func (l *liar) facts(a asin.ASIN) pricelist.Facts {
	return pricelist.Facts{
		ASIN: a, Title: l.text(), Brand: l.text(), Image: l.text(), URL: l.text(), Category: l.text(), Root: l.text(), Parent: l.text(),
		BuyBox: l.amount(), LowestFBA: l.amount(), LowestFBM: l.amount(), Amazon: l.amount(), List: l.amount(), Mean90: l.amount(),
		OffersFBA: optional.Some(l.number()), OffersFBM: optional.Some(l.number()), AmazonInStock: l.yes(), Rank: optional.Some(l.number()),
		RankTop: optional.Some(money.PercentFromUnits(l.number() % 1_000_000_000_000)), Sales: optional.Some(l.number()), SalesLow: optional.Some(l.number()),
		SalesHigh: optional.Some(l.number()), SalesLabel: l.text(), PackageQuantity: optional.Some(l.number()), NumberOfItems: optional.Some(l.number()),
		Size:   pricelist.Dimensions{Length: l.number(), Width: l.number(), Height: l.number(), Weight: l.number()},
		Hazmat: l.yes(), Meltable: l.yes(), Oversize: l.yes(), Adult: l.yes(), Suppressed: l.yes(), Source: l.text(),
		AsOf: time.Date(2026+l.IntN(3)*900, 3, 1, 0, 0, 0, 0, time.UTC),
	}
}

func (l *liar) Facts(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN, _ time.Duration) ([]ports.Told, error) {
	out := make([]ports.Told, len(asked))
	for i, a := range asked {
		out[i] = ports.Told{Facts: l.facts(a), Err: l.fails()}
	}
	return out, l.cut()
}

func (l *liar) Prices(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN) ([]ports.Priced, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]ports.Priced, len(asked))
	for i := range asked {
		out[i] = ports.Priced{BuyBox: l.amount(), Offers: optional.Some(l.number()), Err: l.fails()}
	}
	return out, l.cut()
}

func (l *liar) Fees(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []ports.FeeQuestion) ([]ports.Charged, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]ports.Charged, len(asked))
	for i, q := range asked {
		out[i].Err = l.fails()
		for range l.IntN(4) {
			out[i].Charges = append(out[i].Charges, pricelist.Charge{
				Type: []string{"referral", "fulfillment", "closing", "storage", "nothing"}[l.IntN(5)], Name: l.text(), Merchant: q.Merchant, Price: q.Price,
				Amount: l.amount().Or(money.Amount{}),
			})
		}
	}
	return out, l.cut()
}

func (l *liar) Offers(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Facts) ([]ports.Told, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]ports.Told, len(asked))
	for i, f := range asked {
		out[i] = ports.Told{Facts: l.facts(f.ASIN), Err: l.fails()}
	}
	return out, l.cut()
}

func (l *liar) Restrictions(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN) ([]ports.Permission, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]ports.Permission, len(asked))
	for i := range asked {
		out[i] = ports.Permission{Status: []pricelist.Restriction{pricelist.Allowed, pricelist.Approval, pricelist.NotEligible, "", "odd"}[l.IntN(5)], At: start, Err: l.fails()}
	}
	return out, l.cut()
}

// TestAWorldThatLies analyzes lists in a world that lies and fails: each run ends, progress never
// falls, and no row is lost, doubled or left without a status.
func TestAWorldThatLies(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	byTier(t, func(t *testing.T, w world) {
		for seed := range uint64(3) {
			l := &liar{w.outside, rand.New(rand.NewPCG(seed, 66))}
			parts := w.analyses.Parts
			parts.Matcher, parts.Market, parts.Permissions, parts.Research = l, l, l.Restrictions, bridge.NewResearch(tables, w.clock).Evaluate
			w.analyses = app.New(parts)
			rows := list(pricelist.Chunk + 70)
			made, err := w.analyses.Start(t.Context(), us, app.Draft{Values: pricelist.Values{
				Way: pricelist.Both, Options: pricelist.Options{Restrictions: seed%2 == 0, AllMatches: seed%3 == 0, FullList: seed%2 == 1},
			}, Expenses: pricelist.ExpensesPatch{Outbound: optional.Put(money.MustParse("4"))}}, rows)
			require.NoError(t, err)
			progress := int64(0)
			for runs := 0; len(w.queue.Waiting()) > 0; runs++ {
				require.Less(t, runs, portjobs.MaxAttempts)
				err = w.queue.Work(t.Context(), w.analyses.Handlers()...) // a call that was cut is an attempt
				if err != nil && !strings.Contains(err.Error(), "cut") {
					t.Log(err)
				}
				v := w.get(t, made.ID).Values
				require.GreaterOrEqual(t, v.Progress, progress)
				progress = v.Progress
			}
			v := w.get(t, made.ID).Values
			require.Equal(t, []any{pricelist.CompletedWithErrors, int64(10_000), ""}, []any{v.Stage, v.Progress, v.Error})
			require.Equal(t, []int64{int64(len(rows)), int64(len(rows))}, []int64{v.Rows, v.Processed})
			seen := map[int64]int{}
			for _, j := range w.byNumber(t, made.ID, pricelist.Filter{}) {
				row := j.Item.Values.Row
				require.NotEqual(t, pricelist.Pending, row.Status)
				seen[row.Number]++
				if row.Place == 0 {
					require.Equal(t, rows[row.Number-1].Identifier, row.Input.Identifier)
				}
			}
			require.Len(t, seen, len(rows))
			if seed%3 > 0 {
				require.Equal(t, v.Results, v.Rows)
			}
			_, err = w.analyses.EditExpenses(t.Context(), us, made.ID, pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("1.5"))}, nil)
			require.NoError(t, err)
		}
	})
}
