package order_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// came receives units by a choice, and calculates stale landed costs again.
func (h *held) came(k int, accepted int64, over order.OverReceipt, surplus optional.Maybe[money.Percent]) error {
	r, err := h.order.Receive(h.items[k], accepted, 0, optional.None[order.Rejection](), order.Delivery{Over: over}, order.Policy{Now: tuesday, Surplus: surplus})
	if err = h.book(h.items[k], err, r); err == nil && h.order.Stale() {
		err = h.order.Reprice(h.items, tuesday)
	}
	return err
}

// TestSurplusThatIsFree pays for the ordered 120 units at 6.76 and 45.00 of freight; 140 units
// arrive.
func TestSurplusThatIsFree(t *testing.T) {
	v := values()
	v.ShippingCost = usd("45")
	h := placed(t, v, line(120, "6.76"))
	require.NoError(t, h.came(0, 80, "", optional.None[money.Percent]()))
	require.Equal(t, some(usd("7.135")), h.items[0].Snapshot().Landed.LandedUnit)
	require.Equal(t, some(usd("570.8")), h.items[0].Snapshot().LandedCame("USD"))
	require.False(t, h.items[0].Spread())

	require.NoError(t, h.came(0, 60, order.Free, optional.None[money.Percent]()))
	s, of := h.items[0].Snapshot(), h.order.Snapshot()
	require.True(t, h.items[0].Spread(), "the 80 units of before cost less too")
	require.Equal(t, some(usd("856.2")), of.Sums.Total)
	require.Equal(t, some(usd("856.2")), of.Sums.LandedTotal)
	require.Equal(t, some(usd("6.1157")), s.Landed.LandedUnit)
	require.Equal(t, some(usd("856.2")), s.LandedCame("USD"))
	require.Equal(t, []int64{120, 140, 20}, []int64{s.Values.Quantity, s.Accepted, s.Over()})

	h.store()
	require.NoError(t, h.set(0, 120, optional.None[money.Percent]()))
	require.Equal(t, some(usd("7.135")), h.items[0].Snapshot().Landed.LandedUnit)
}

// TestSurplusThatIsBilled raises quantity and total by the surplus units, and lowers them again
// with a correction.
func TestSurplusThatIsBilled(t *testing.T) {
	v := values()
	v.ShippingCost = usd("45")
	i := line(120, "6.76")
	i.CaseQuantity, i.UnitsPerCase = some(int64(10)), some(int64(12))
	h := placed(t, v, i)
	require.NoError(t, h.came(0, 144, order.Billed, optional.None[money.Percent]()))
	s, of := h.items[0].Snapshot(), h.order.Snapshot()
	require.Equal(t, some(usd("1018.44")), of.Sums.Total, "144 at 6.76, and freight")
	require.Equal(t, some(usd("7.0725")), s.Landed.LandedUnit)
	require.Equal(t, []int64{144, 24, 0, 12}, []int64{s.Values.Quantity, s.Billed, s.Over(), s.Values.CaseQuantity.Or(0)})
	require.Equal(t, order.Received, of.Status)
	require.False(t, of.OverReceived())
	h.store()
	err := h.came(0, order.MaxQuantity-100, order.Billed, optional.None[money.Percent]())
	require.True(t, fault.Is(err, fault.CodeValidationFailed), "%v: more than an item can have", err)
	require.Equal(t, s, h.items[0].Snapshot())

	require.NoError(t, h.came(0, 5, order.Billed, optional.None[money.Percent]()))
	s = h.items[0].Snapshot()
	require.Equal(t, []int64{149, 29}, []int64{s.Values.Quantity, s.Billed})
	require.False(t, s.Values.CaseQuantity.Known() || s.Values.UnitsPerCase.Known(), "149 units are no cases of 12")
	h.store()

	require.NoError(t, h.set(0, 100, optional.None[money.Percent]()))
	require.NoError(t, h.order.Reprice(h.items, tuesday))
	s, of = h.items[0].Snapshot(), h.order.Snapshot()
	require.Equal(t, []int64{120, 0, 20}, []int64{s.Values.Quantity, s.Billed, s.Outstanding()})
	require.Equal(t, some(usd("856.2")), of.Sums.Total)
	require.Equal(t, order.PartiallyReceived, of.Status)
}

// TestToleranceCountsAllDeliveries lets 10 % come on top once, however the units are paid for and
// however many deliveries bring them.
func TestToleranceCountsAllDeliveries(t *testing.T) {
	tenth := some(money.MustParsePercent("10"))
	for _, over := range []order.OverReceipt{order.Free, order.Billed} {
		h := placed(t, values(), line(100, "1"))
		for _, n := range []int64{60, 46, 4} {
			require.NoError(t, h.came(0, n, over, tenth), over)
			h.store()
		}
		err := h.came(0, 1, over, tenth)
		e, ok := fault.As(err)
		require.True(t, ok && e.Code == fault.CodeOverReceipt, "%s: %v", over, err)
		require.Equal(t, map[string]any{"ordered": int64(100), "received": int64(111), "most": int64(110)}, e.Errors[0].Details)
	}
	h := placed(t, values(), line(100, "1"))
	require.NoError(t, h.came(0, 105, order.Free, tenth))
	require.NoError(t, h.came(0, 5, order.Billed, tenth))
	s := h.items[0].Snapshot()
	require.Equal(t, []int64{105, 5, 5}, []int64{s.Values.Quantity, s.Billed, s.Over()}, "5 were free before 5 were billed")
	require.Equal(t, some(usd("0.9545")), s.Landed.LandedUnit, "105.00 for 110")
}

// TestReturnsThatWereNone come back to the warehouses that they left.
func TestReturnsThatWereNone(t *testing.T) {
	h := placed(t, values(), line(10, "2"))
	for _, w := range []int64{2, 3} {
		r, err := h.order.Receive(h.items[0], 5, 0, optional.None[order.Rejection](), order.Delivery{WarehouseID: w}, order.Policy{Now: tuesday})
		require.NoError(t, h.book(h.items[0], err, r))
	}
	day := date.MustParse("2026-02-20")
	went, err := h.order.Return(h.items[0], 7, order.GoingBack{Day: some(day)}, h.lines[h.items[0]], order.Policy{Now: tuesday})
	require.NoError(t, h.book(h.items[0], err, went...))
	require.Equal(t, []int64{-5, 3, -2, 2}, []int64{went[0].Accepted, went[0].WarehouseID, went[1].Accepted, went[1].WarehouseID})
	require.Equal(t, []date.Date{day, day}, []date.Date{went[0].Day, went[1].Day})

	again, err := h.order.Restock(h.items[0], went, order.Policy{Now: tuesday})
	require.NoError(t, h.book(h.items[0], err, again...))
	require.Equal(t, []int64{5, 3, 2, 2}, []int64{again[0].Accepted, again[0].WarehouseID, again[1].Accepted, again[1].WarehouseID})
	require.Zero(t, h.items[0].Snapshot().Returned)
	_, err = h.order.Restock(h.items[0], went, order.Policy{Now: tuesday})
	require.True(t, fault.Is(err, fault.CodeInvalidState))
	require.NoError(t, h.back(0, 10, false), "all of them can go back again")

	for _, day := range []string{"1999-12-31", "2026-03-12"} {
		_, err = h.order.Return(h.items[0], 1, order.GoingBack{Day: some(date.MustParse(day))}, nil, order.Policy{Now: tuesday})
		e, ok := fault.As(err)
		require.True(t, ok && e.Pointer == "/return/returned_on", "%s: %v", day, err)
	}
}

// TestConservation takes random orders through deliveries in parts, rejected units, surpluses of
// both kinds, later freight, new prices, returns, corrections, closing and reopening. After each
// step the received and the due units cost the landed total, to the cent.
func TestConservation(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 11))
	done := map[string]int{}
	for n := range randomOrders {
		h := placed(t, randomTerms(r), randomLines(r)...)
		conserved(t, h, fmt.Sprint("order ", n))
		for range 1 + r.IntN(12) {
			if verb := randomStep(r, h); verb != "" {
				done[verb]++
				conserved(t, h, fmt.Sprint("order ", n, " after ", verb))
			}
			h.store()
		}
	}
	for _, verb := range []string{"free", "billed", "set", "return", "restock", "freight", "price", "cancel", "close", "reopen"} {
		require.Greater(t, done[verb], 20, verb)
	}
}

func randomTerms(r *rand.Rand) order.Values {
	v := values()
	currencies := []money.Currency{"USD", "JPY", "KWD"}
	v.Currency, v.CostCurrency = currencies[r.IntN(3)], currencies[r.IntN(3)]
	if v.Currency != v.CostCurrency {
		v.ExchangeRate = some(money.RateFromUnits(10_000_000 + r.Int64N(200_000_000)))
	}
	v.ShippingCost = money.FromUnits(r.Int64N(50_000) * v.Currency.Unit().Units())
	v.CostAllocation = words.Of[landed.Allocation]()[r.IntN(4)]
	v.TaxRecoverable, v.PricesIncludeTax = r.IntN(2) == 0, r.IntN(2) == 0
	return v
}

func randomLines(r *rand.Rand) (lines []order.ItemValues) {
	for range 1 + r.IntN(5) {
		l := line(1+r.Int64N(1+r.Int64N(50_000)), "1")
		l.UnitCost, l.TaxRate = some(money.FromUnits(r.Int64N(100_000))), money.PercentFromUnits(r.Int64N(250_000))
		l.WeightG, l.Discount = some(r.Int64N(5000)), money.PercentFromUnits(r.Int64N(100_000))
		lines = append(lines, l)
	}
	return lines
}

// randomStep runs a verb, and returns its name where it changed the order.
func randomStep(r *rand.Rand, h *held) string {
	verb := []string{"free", "free", "billed", "set", "return", "restock", "restock", "freight", "price", "cancel", "close", "reopen"}[r.IntN(12)]
	k := r.IntN(len(h.items))
	i, s := h.items[k], h.items[k].Snapshot()
	part := func(n int64) int64 { return 1 + r.Int64N(max(1, n)) }
	v := h.order.Snapshot().Values
	var err error
	switch verb {
	case "free", "billed":
		err = h.came(k, part(s.Outstanding()+s.Values.Quantity/3), order.OverReceipt(verb), optional.None[money.Percent]())
	case "set":
		err = h.set(k, r.Int64N(s.Accepted+2), optional.None[money.Percent]())
	case "return":
		err = h.back(k, part(s.Accepted-s.Returned), r.IntN(2) == 0)
	case "restock":
		var back []order.Receipt
		for _, l := range h.lines[i] {
			if l.Kind == order.Return && l.Accepted < 0 {
				back = []order.Receipt{l}
			}
		}
		var again []order.Receipt
		again, err = h.order.Restock(i, back, order.Policy{Now: tuesday})
		err = h.book(i, err, again...)
	case "freight":
		v.OtherCosts = append(v.OtherCosts[:len(v.OtherCosts):len(v.OtherCosts)], landed.OtherCost{
			Amount: money.FromUnits(r.Int64N(10_000) * v.CostCurrency.Unit().Units()), Currency: v.CostCurrency, Allocation: v.CostAllocation, Label: "Freight",
		})
		err = h.order.Edit(v, tuesday)
	case "price":
		c := s.Values
		c.UnitCost = some(money.FromUnits(r.Int64N(100_000)))
		err = h.order.EditItem(i, c, tuesday)
	case "cancel":
		c := s.Values
		c.Cancelled += r.Int64N(s.Outstanding() + 1)
		err = h.order.EditItem(i, c, tuesday)
	case "close":
		err = h.write(order.Closed)
	case "reopen":
		err = h.write(order.Ordered)
	}
	if err == nil && h.order.Stale() {
		err = h.order.Reprice(h.items, tuesday)
	}
	if err != nil {
		return ""
	}
	return verb
}

func conserved(t *testing.T, h *held, at string) {
	t.Helper()
	of := h.order.Snapshot()
	total, known := of.Sums.LandedTotal.Get()
	require.True(t, known, at)
	rate, _ := of.Values.Terms().AppliedRate().Get()
	ledger := order.Ledger{Items: map[order.ItemID]order.Share{}, Orders: map[order.ID]order.Snapshot{of.ID: of}}
	sum, rest := new(big.Rat), new(big.Rat)
	for _, i := range h.items {
		s := i.Snapshot()
		ledger.Items[s.ID] = s.Share()
		for _, l := range h.lines[i] {
			l.Order, l.Target = of.ID, purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: int64(s.ID)}
			ledger.Lines = append(ledger.Lines, l)
		}
		each, ok := of.LandedUnit(s)
		if !ok {
			continue
		}
		each.Mul(each, rate.Exact())
		// Units to come, without those that replace others: their cost went back with those.
		rest.Add(rest, new(big.Rat).Mul(each, big.NewRat(s.Outstanding()-s.ToReplace, 1)))
		unit, _ := s.Landed.LandedUnit.Get()
		all, _ := s.Landed.LandedTotal.Get()
		if s.Priced() < 100 && of.Values.CostCurrency == "USD" {
			product, _ := money.HalfUp(new(big.Rat).Mul(unit.Exact(), big.NewRat(s.Priced(), 1)), usd("0.01"))
			require.Equal(t, all, product, at)
		}
		if s.Outstanding() == 0 {
			require.Equal(t, some(all), s.LandedCame(of.Values.CostCurrency), at)
		}
	}
	for _, target := range ledger.Costs(func(order.Receipt) bool { return true }) {
		for _, d := range target.Days {
			for _, c := range d.Receipts {
				cost := new(big.Rat).Mul(c.Landed, big.NewRat(c.Units, 1))
				sum.Add(sum, cost.Mul(cost, c.Rate.Exact()))
			}
		}
	}
	if got := sum.Add(sum, rest); got.Cmp(total.Exact()) != 0 {
		t.Fatalf("%s: the units cost %s, not %s", at, got.FloatString(6), total)
	}
}
