package repricer_test

import (
	"math/rand/v2"
	"time"

	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// source is where a generated input takes its choices from: 0 to n-1, of which
// 0 is the plain one.
type source interface{ pick(n int) int }

type drawn struct{ t *rapid.T }

func (d drawn) pick(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "pick") }

type rolled struct{ r *rand.Rand }

func (r rolled) pick(n int) int { return r.r.IntN(n) }

// taken takes choices from the bytes of a fuzzer, and plain ones after them.
type taken struct{ b *[]byte }

func (t taken) pick(n int) int {
	v := 0
	for range 1 + n/256 {
		if len(*t.b) == 0 {
			return 0
		}
		v, *t.b = v<<8|int((*t.b)[0]), (*t.b)[1:]
	}
	return v % n
}

// made makes inputs. Coarse amounts are whole hundreds and coarse percentages
// whole, so that nothing is left to round.
type made struct {
	source
	coarse bool
}

func (m made) rarely() bool { return m.pick(12) == 11 }
func (m made) often() bool  { return m.pick(3) != 0 }

func of[T any](m made, values ...T) T { return values[m.pick(len(values))] }

func one[T ~string](m made, words []T) T { return words[m.pick(len(words))] }

// near is an amount around 20, in cents.
func (m made) near() money.Amount {
	if m.coarse {
		return money.FromUnits(int64(10+m.pick(20)) * 1_000_000)
	}
	return money.FromUnits(int64(1200+m.pick(1600)) * 100)
}

// small is an amount up to 2, mostly of whole cents.
func (m made) small() money.Amount {
	switch {
	case m.coarse:
		return money.FromUnits(int64(m.pick(4)) * 1_000_000)
	case m.rarely():
		return money.FromUnits(int64(m.pick(20_000)))
	}
	return money.FromUnits(int64(m.pick(200)) * 100)
}

func (m made) percent(most int) money.Percent {
	if m.coarse || m.often() {
		return money.PercentFromUnits(int64(m.pick(most)) * 10_000)
	}
	return money.PercentFromUnits(int64(m.pick(most * 10_000)))
}

func some[T any](m made, odds int, value func() T) repricer.Maybe[T] {
	if m.pick(odds) != odds-1 {
		return repricer.None[T]()
	}
	return repricer.Some(value())
}

func (m made) ago() time.Time { return noon.Add(-time.Duration(m.pick(of(m, 4000, 90))) * time.Minute) }

func (m made) input() repricer.Input {
	in := repricer.Input{
		Now: noon, OffersAt: repricer.Some(noon.Add(-time.Duration(1+m.pick(50)) * time.Minute)),
		Killed: m.pick(200) == 199, Preview: m.pick(40) == 39,
		Row: m.row(), Box: repricer.BoxReport{Untold: m.rarely(), Price: some(m, 4, m.near)},
		ExternalPrice: some(m, 2, m.near), FeaturedExpected: some(m, 2, m.near),
	}
	switch m.pick(60) {
	case 58:
		in.OffersAt = repricer.None[time.Time]()
	case 59:
		in.OffersAt = repricer.Some(noon.Add(-3 * time.Hour))
	}
	if m.pick(100) != 99 {
		in.Policy = &repricer.Policy{
			Enabled: m.pick(100) != 99, SubmissionMode: of(m, repricer.SubmitLive, repricer.SubmitLive, repricer.SubmitSuggest),
			OwnSellers: of(m, []string{"ME"}, []string{"ME2", "ME"}), MaxOfferAgeMinutes: 60, MaxChangesPerDay: 20,
			MaxDailyChangePercent: some(m, 6, func() money.Percent { return m.percent(30) }), AnomalyPercent: pct("90"),
		}
	}
	if m.pick(100) != 99 {
		s := m.strategy()
		in.Strategy = &s
	}
	if m.rarely() {
		in.Window = &repricer.InForce{
			Action: one(m, repricer.Words[repricer.WindowAction]()), Percent: m.percent(60), Since: m.ago(), StartPrice: some(m, 2, m.near),
		}
	}
	for range m.pick(8) {
		in.Offers = append(in.Offers, m.offer())
	}
	for m.pick(12) == 11 {
		in.Siblings = append(in.Siblings, repricer.Sibling{
			ID: repricer.ProductID(1 + m.pick(9)), Fulfillment: one(m, repricer.Words[repricer.Fulfillment]()),
			Floor: some(m, 2, m.near), Landed: m.near(),
		})
	}
	return in
}

func (m made) row() repricer.Facts {
	currency, id := money.Currency("USD"), us
	if m.pick(5) == 4 {
		currency, id = "JPY", jp
	}
	r := repricer.Facts{
		ID: repricer.ProductID(1 + m.pick(9)), SellerID: "ME", MarketplaceID: id, Currency: currency, Condition: repricer.ConditionNew,
		Fulfillment: one(m, repricer.Words[repricer.Fulfillment]()), Quantity: of(m, repricer.Some(int64(5)), repricer.None[int64]()),
		Mode: of(m, repricer.ModeAuto, repricer.ModeAuto, repricer.ModeManual),
		Hold: some(m, 100, func() repricer.HoldReason { return repricer.HoldCircuitBreaker }), Pending: m.pick(100) == 99,
		Price: m.near(), Cost: repricer.Some(m.near()), MapPrice: some(m, 12, m.near), Limits: m.limits(),
		VATPercent:  of(m, pct("0"), pct("0"), pct("20")),
		LastEventAt: some(m, 4, m.ago), LastSubmitted: some(m, 4, m.near),
		LastChangeAt: some(m, 2, m.ago),
		LastChange: of(m, "", repricer.ReasonOwnBuyBoxStepUp, repricer.ReasonOwnBuyBoxStepUp, repricer.ReasonVelocityDown,
			repricer.ReasonBeatTarget),
		LastWon: some(m, 2, m.near), Drops: m.pick(6), WarAt: some(m, 6, m.ago),
		UnitsSold: some(m, 2, func() int { return m.pick(20) }), ChangesToday: m.pick(21), DayPrice: some(m, 2, m.near),
	}
	// A live price is one the marketplace took.
	r.Price = money.FromUnits(r.Price.Units() - r.Price.Units()%currency.Unit().Units())
	if m.pick(3) == 2 {
		r.Shipping = m.small()
	}
	if m.rarely() {
		r.Cost = repricer.None[money.Amount]()
	} else if !m.coarse && m.often() {
		r.Cost = repricer.Some(money.FromUnits(r.Price.Units() / int64(2+m.pick(4))))
	}
	if !m.rarely() {
		r.Fees = repricer.Some(repricer.FeeTerms{
			Fees: repricer.Fees{ReferralPercent: m.percent(20), ReferralMin: m.small(), Fixed: m.small()},
			Upper: some(m, 3, func() repricer.UpperBracket {
				return repricer.UpperBracket{Above: m.near(), ReferralPercent: m.percent(20), Marginal: m.often()}
			}),
		})
	}
	if m.pick(6) == 5 {
		r.SoftCeiling = repricer.Some(repricer.SoftCeiling{Price: m.near(), Until: of(m, noon.Add(time.Hour), noon.Add(-time.Hour))})
	}
	switch m.pick(100) {
	case 96:
		r.Price = money.Amount{}
	case 97:
		r.Mode = repricer.ModeOff
	case 98:
		r.Quantity = repricer.Some(int64(0))
	case 99:
		r.LastSubmitted = repricer.Some(money.FromUnits(100_000_000))
	}
	return r
}

func (m made) limits() repricer.Limits {
	l := repricer.DefaultLimits()
	floor := m.near()
	l.MinPrice = repricer.Some(money.FromUnits(floor.Units() * 3 / 4))
	if m.coarse {
		l.MinPrice = repricer.Some(floor)
	}
	if m.rarely() {
		l.MinPrice = repricer.None[money.Amount]()
	}
	if m.pick(5) != 4 {
		l.MaxPrice = repricer.Some(money.FromUnits(floor.Units() + m.near().Units()))
		if m.rarely() {
			l.MaxPrice = repricer.Some(m.near())
		}
	}
	l.MaxChange, l.MaxChangePercent = some(m, 4, m.small), some(m, 4, func() money.Percent { return m.percent(30) })
	if m.coarse {
		return l
	}
	l.MinPriceMode = of(m, repricer.MinPriceManual, repricer.MinPriceROI, repricer.MinPriceMargin, repricer.MinPriceMarkup)
	if !m.rarely() {
		l.TargetROI, l.TargetMargin = repricer.Some(m.percent(60)), repricer.Some(m.percent(95))
		l.MinPriceMarkup = repricer.Some(m.small())
	}
	l.MinPriceMarkupType = one(m, repricer.Words[repricer.Measure]())
	l.MissingCostFallback = one(m, repricer.Words[repricer.MissingCostFallback]())
	return l
}

func (m made) strategy() repricer.StrategyValues {
	s := repricer.StrategyValues{
		Type:    of(m, repricer.TypeCompetitor, repricer.TypeCompetitor, repricer.TypeCompetitor, repricer.TypeVelocity, repricer.TypeFixed),
		Enabled: m.pick(100) != 99, CompeteWith: repricer.Some(one(m, repricer.Words[repricer.Target]())),
		Action: repricer.Some(one(m, repricer.Words[repricer.Action]())), By: m.small(), ByType: one(m, repricer.Words[repricer.Measure]()),
		VsAmazon: some(m, 6, m.rule), VsFBA: some(m, 6, m.rule), VsFBM: some(m, 6, m.rule),
		OnNoCompetition:     one(m, repricer.Words[repricer.OnNoCompetition]()),
		OnBelowMin:          one(m, repricer.Words[repricer.OnBelowMin]()),
		OnOwnBuyBox:         one(m, repricer.Words[repricer.OnOwnBuyBox]()),
		OnSuppressedBuyBox:  one(m, repricer.Words[repricer.OnSuppressedBuyBox]()),
		OnLostAfterRaise:    one(m, repricer.Words[repricer.OnLostAfterRaise]()),
		RaiseWhenNotWinning: m.often(), RaiseGap: repricer.Some(m.small()),
		Step: repricer.Some(m.small()), StepType: one(m, repricer.Words[repricer.Measure]()),
		StepIntervalMinutes: some(m, 2, func() int { return 60 }),
		PriceWar: some(m, 4, func() repricer.PriceWar {
			return repricer.PriceWar{MaxDrops: 4, WindowMinutes: 60, Action: one(m, repricer.Words[repricer.WarAction]()), CooldownMinutes: m.pick(90)}
		}),
		FixedPrice: repricer.Some(m.near()), HighUnits: repricer.Some(12), LowUnits: repricer.Some(4),
		LockDays: some(m, 2, func() int { return 2 }),
	}
	for range m.pick(3) {
		s.FallbackTargets = append(s.FallbackTargets, one(m, repricer.Words[repricer.Target]()))
	}
	if m.pick(4) == 3 {
		s.MinChange = m.small()
	}
	if m.pick(50) == 49 {
		s.MarketplaceIDs = []marketplace.ID{de}
	}
	if m.pick(2) == 1 {
		s.Filters = repricer.Some(m.filters())
	}
	return s
}

func (m made) rule() repricer.RivalRule {
	return repricer.RivalRule{Action: one(m, repricer.Words[repricer.RivalAction]()), By: m.small(), ByType: one(m, repricer.Words[repricer.Measure]())}
}

func (m made) filters() repricer.Filters {
	var f repricer.Filters
	switch m.pick(10) {
	case 1:
		f.IncludeSellers = []string{"A", "B", "Z"}
	case 2:
		f.ExcludeSellers = []string{"A"}
	case 3:
		f.ExcludeAmazon, f.FeaturedOnly = true, true
	case 4:
		f.Fulfillment = []repricer.Fulfillment{repricer.FBA}
	case 5:
		f.MinFeedbackCount, f.MinRatingPercent = repricer.Some(50), readPercent("90")
	case 6:
		f.MaxHandlingHours, f.AvailableNowOnly = repricer.Some(24), true
	case 7:
		f.ShipsFrom, f.ExcludeShipsFrom = []string{"US", "CN"}, []string{"CN"}
	case 8:
		f.MinSubCondition = repricer.Some(repricer.SubGood)
	case 9:
		f.IgnoreBelowPercentOfMedian = repricer.Some(m.percent(100))
	}
	return f
}

func (m made) offer() repricer.Offer {
	o := repricer.Offer{
		SellerID: of(m, "A", "B", "C", "ME", "ME2", "Z"), Price: m.near(), Fulfillment: one(m, repricer.Words[repricer.Fulfillment]()),
		Condition: repricer.ConditionNew, BuyBox: m.pick(4) == 3, Featured: m.often(),
		FeedbackCount: some(m, 2, func() int { return m.pick(100) }), RatingPercent: some(m, 2, func() money.Percent { return m.percent(100) }),
		HandlingHours: some(m, 2, func() int { return m.pick(48) }), ShipsFrom: of(m, "US", "CN", ""),
		AvailableNow: some(m, 2, func() bool { return m.often() }),
		SubCondition: some(m, 3, func() repricer.SubCondition { return one(m, repricer.Words[repricer.SubCondition]()) }),
	}
	o.Amazon = o.SellerID == "Z"
	switch m.pick(10) {
	case 7:
		o.Shipping = m.small()
	case 8:
		o.Points = m.small()
	case 9:
		o.Condition, o.Price = repricer.ConditionUsed, of(m, o.Price, eur("0"), eur("5"))
	}
	return o
}
