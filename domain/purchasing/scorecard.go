package purchasing

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// ScorecardDays has the number of past days that a scorecard covers.
const ScorecardDays = 365

// leastOrders has the least number of orders for a figure of a scorecard.
const leastOrders = 3

// Delivery summarises a placed order over its items. Cancelled units stay ordered.
type Delivery struct {
	Supplier  SupplierID
	OrderedAt time.Time
	Currency  money.Currency
	// Total has no value while it is unknown.
	Total optional.Maybe[money.Amount]
	// Ended marks an order that was received or closed; Overdue marks an order that is late today.
	Ended, Overdue bool
	Ordered        int64
	// Filled counts the accepted units of each item up to the ordered units.
	Filled, Accepted, Rejected int64
	// Came has the day on which the last due units arrived.
	Came optional.Maybe[date.Date]
	// Judged counts items that are complete or past their expected date. OnTime counts the items
	// among them that were complete by it.
	Judged, OnTime int64
}

// Scorecard sums up the deliveries of a supplier. A figure from fewer than 3 orders is absent.
// Shares are rounded half up to two decimals.
type Scorecard struct {
	Orders, UnitsOrdered, OverdueOrders int64
	// FillRate has the share of ordered units that arrived, of orders that ended.
	FillRate optional.Maybe[money.Percent]
	// OnTime has the share of judged items, Rejects the share of arrived units.
	OnTime, Rejects optional.Maybe[money.Percent]
	LeadTime        LeadTime
	// Spend has the totals by currency, by its code.
	Spend []money.Sum
}

// LeadTime counts the days from an order to its last receipt, over orders that ended. The average
// has two decimals; nine of ten orders arrived within P90.
type LeadTime struct {
	Average, P90 optional.Maybe[money.Amount]
	Orders       int64
}

// ScorecardOf sums up the orders of a supplier; it is absent without orders.
func ScorecardOf(all []Delivery) optional.Maybe[Scorecard] {
	if len(all) == 0 {
		return optional.None[Scorecard]()
	}
	s := Scorecard{Orders: int64(len(all))}
	var fill, punctual, reject share
	spend := map[money.Currency]money.Amount{}
	for _, d := range all {
		s.UnitsOrdered += d.Ordered
		if d.Overdue {
			s.OverdueOrders++
		}
		spend[d.Currency] = money.FromUnits(spend[d.Currency].Units() + d.Total.Or(money.Amount{}).Units())
		punctual.add(d.OnTime, d.Judged)
		reject.add(d.Rejected, d.Accepted+d.Rejected)
		if !d.Ended {
			continue
		}
		fill.add(d.Filled, d.Ordered)
	}
	s.FillRate, s.OnTime, s.Rejects, s.LeadTime = fill.percent(), punctual.percent(), reject.percent(), leadTime(all)
	for currency, amount := range spend {
		s.Spend = append(s.Spend, money.Sum{Amount: amount, Currency: currency})
	}
	slices.SortFunc(s.Spend, func(a, b money.Sum) int { return strings.Compare(string(a.Currency), string(b.Currency)) })
	return optional.Some(s)
}

// share sums up parts of wholes over orders; an order without a whole does not count.
type share struct{ part, whole, orders int64 }

func (s *share) add(part, whole int64) {
	if whole > 0 {
		s.part, s.whole, s.orders = s.part+part, s.whole+whole, s.orders+1
	}
}

func (s share) percent() optional.Maybe[money.Percent] {
	if s.orders < leastOrders {
		return optional.None[money.Percent]()
	}
	exact, _ := money.HalfUp(big.NewRat(100*s.part, s.whole), hundredth)
	return optional.Some(money.PercentFromUnits(exact.Units()))
}

var hundredth = money.MustParse("0.01")

// LeadTimeOf returns the average lead time of a supplier's orders in whole days, rounded up.
func LeadTimeOf(all []Delivery) optional.Maybe[int64] {
	one := money.MustParse("1").Units()
	return optional.Convert(leadTime(all).Average, func(a money.Amount) int64 { return (a.Units() + one - 1) / one })
}

func leadTime(all []Delivery) LeadTime {
	var days []int64
	for _, d := range all {
		if came, ok := d.Came.Get(); ok && d.Ended {
			days = append(days, max(0, came.Days()-date.Of(d.OrderedAt.UTC()).Days()))
		}
	}
	n := int64(len(days))
	out := LeadTime{Orders: n}
	if n < leastOrders {
		return out
	}
	slices.Sort(days)
	var sum int64
	for _, d := range days {
		sum += d
	}
	average, _ := money.HalfUp(big.NewRat(sum, n), hundredth)
	whole := money.MustParse("1").Units()
	out.Average, out.P90 = optional.Some(average), optional.Some(money.FromUnits(days[(9*n+9)/10-1]*whole))
	return out
}
