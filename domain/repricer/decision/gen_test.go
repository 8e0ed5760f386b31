package decision_test

import (
	"math/rand/v2"
	"time"

	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
)

// source gives the choices of a generated input: 0 to n-1, with 0 for the plain choice.
type source interface{ pick(n int) int }

type drawn struct{ t *rapid.T }

func (d drawn) pick(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "pick") }

type rolled struct{ r *rand.Rand }

func (r rolled) pick(n int) int { return r.r.IntN(n) }

// taken takes choices from the bytes of a fuzzer, and plain choices after them.
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

// near returns an amount around 20, in cents.
func (m made) near() money.Amount {
	if m.coarse {
		return money.FromUnits(int64(10+m.pick(20)) * 1_000_000)
	}
	return money.FromUnits(int64(1200+m.pick(1600)) * 100)
}

// small returns an amount up to 2, mostly of whole cents.
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

func some[T any](m made, odds int, value func() T) optional.Maybe[T] {
	if m.pick(odds) != odds-1 {
		return optional.None[T]()
	}
	return optional.Some(value())
}

func (m made) ago() time.Time { return noon.Add(-time.Duration(m.pick(of(m, 4000, 90))) * time.Minute) }

func (m made) input() decision.Input {
	input := decision.Input{
		Now: noon, OffersAt: optional.Some(noon.Add(-time.Duration(1+m.pick(50)) * time.Minute)),
		Killed: m.pick(200) == 199, Preview: m.pick(40) == 39,
		Row: m.row(), Box: decision.BoxReport{Unknown: m.rarely(), Price: some(m, 4, m.near)},
		ExternalPrice: some(m, 2, m.near), FeaturedExpected: some(m, 2, m.near),
	}
	switch m.pick(60) {
	case 58:
		input.OffersAt = optional.None[time.Time]()
	case 59:
		input.OffersAt = optional.Some(noon.Add(-3 * time.Hour))
	}
	if m.pick(100) != 99 {
		input.Policy = &decision.Policy{
			Enabled: m.pick(100) != 99, SubmissionMode: of(m, decision.SubmitLive, decision.SubmitLive, decision.SubmitSuggest),
			OwnSellers: of(m, []string{"ME"}, []string{"ME2", "ME"}), MaxOfferAgeMinutes: 60, MaxChangesPerDay: 20,
			MaxDailyChangePercent: some(m, 6, func() money.Percent { return m.percent(30) }), AnomalyPercent: pct("90"), AvoidFeeCliffs: m.often(),
		}
	}
	if m.pick(100) != 99 {
		s := m.strategy()
		input.Strategy = &s
	}
	if m.rarely() {
		input.Window = &decision.ActiveWindow{
			Action: one(m, words.Of[decision.WindowAction]()), Percent: m.percent(60), Since: m.ago(), StartPrice: some(m, 2, m.near),
		}
	}
	for range m.pick(8) {
		input.Offers = append(input.Offers, m.offer())
	}
	for m.pick(12) == 11 {
		input.Siblings = append(input.Siblings, decision.Sibling{
			ID: decision.ProductID(1 + m.pick(9)), Fulfillment: one(m, words.Of[decision.Fulfillment]()),
			Floor: some(m, 2, m.near), Landed: m.near(),
		})
	}
	input.OffersIncomplete = m.pick(16) == 15
	if input.Policy != nil && m.pick(8) == 7 {
		input.Policy.MaxRisePercent, input.Policy.AnomalyPercent = optional.Some(m.percent(20)), of(m, pct("90"), pct("12"))
		input.Row.Accepted = some(m, 3, m.near)
	}
	return input
}

func (m made) row() decision.Row {
	currency, id := money.Currency("USD"), us
	if m.pick(5) == 4 {
		currency, id = "JPY", jp
	}
	r := decision.Row{
		ID: decision.ProductID(1 + m.pick(9)), SellerID: "ME", MarketplaceID: id, Currency: currency, Condition: decision.ConditionNew,
		Fulfillment: one(m, words.Of[decision.Fulfillment]()), Quantity: of(m, optional.Some(int64(5)), optional.None[int64]()),
		Mode: of(m, decision.ModeAuto, decision.ModeAuto, decision.ModeManual),
		Hold: some(m, 100, func() decision.HoldReason { return decision.HoldCircuitBreaker }), PriceInFlight: m.pick(100) == 99,
		Price: m.near(), Cost: optional.Some(m.near()), Postage: some(m, 2, m.small), LossGuard: !m.coarse && m.often(), MapPrice: some(m, 12, m.near), Limits: m.limits(),
		VATPercent:  of(m, pct("0"), pct("0"), pct("20")),
		LastEventAt: some(m, 4, m.ago), LastSubmitted: some(m, 4, m.near),
		LastChangeAt: some(m, 2, m.ago),
		LastChange: of(m, "", decision.ReasonOwnBuyBoxStepUp, decision.ReasonOwnBuyBoxStepUp, decision.ReasonVelocityDown,
			decision.ReasonBeatTarget),
		LastWon: some(m, 2, m.near), FallsInWindow: m.pick(6), PriceWarAt: some(m, 6, m.ago),
		UnitsSold: some(m, 2, func() int { return m.pick(20) }), ChangesToday: m.pick(21), DayPrice: some(m, 2, m.near),
	}
	// The marketplace took a live price, so it has whole units of the currency.
	r.Price = money.FromUnits(r.Price.Units() - r.Price.Units()%currency.Unit().Units())
	if m.pick(3) == 2 {
		r.Shipping = m.small()
	}
	if m.rarely() {
		r.Cost = optional.None[money.Amount]()
	} else if !m.coarse && m.often() {
		r.Cost = optional.Some(money.FromUnits(r.Price.Units() / int64(2+m.pick(4))))
	}
	if !m.rarely() {
		r.Fees = optional.Some(decision.FeeTerms{
			Fees: decision.Fees{ReferralPercent: m.percent(20), ReferralMin: m.small(), Fixed: m.small()},
			Upper: some(m, 3, func() decision.UpperBracket {
				return decision.UpperBracket{Above: m.near(), ReferralPercent: m.percent(20), Marginal: m.often()}
			}),
		})
	}
	if m.pick(2) == 1 {
		r.FeeBands = m.feeBands()
	}
	if !m.coarse && (len(r.FeeBands) == 0 || m.rarely()) {
		r.FeesTotal = some(m, 3, m.near)
	}
	if m.rarely() {
		r.FeesBy = of(m, decision.FeesByTables, decision.FeesAwaited)
	}
	if m.pick(4) == 3 {
		r.SoftCeiling = optional.Some(decision.SoftCeiling{Price: m.near(), Until: of(m, noon.Add(time.Hour), noon.Add(-time.Hour))})
	}
	r.FeesTraced = m.pick(5) == 4
	if !m.coarse && m.rarely() {
		r.VATScheme, r.VATFlat = of(m, vat.SchemeNotRegistered, vat.SchemeFlat, vat.SchemeNone), pct("7.5")
		r.FX = optional.Some(decision.FX{From: "CNY", Rate: money.MustParseRate("0.1389")})
	}
	switch m.pick(100) {
	case 96:
		r.Price = money.Amount{}
	case 97:
		r.Mode = decision.ModeOff
	case 98:
		r.Quantity = optional.Some(int64(0))
	case 93, 94, 95:
		r.WasSoldOut = true
	case 99:
		r.LastSubmitted = optional.Some(money.FromUnits(100_000_000))
	}
	return r
}

func (m made) feeBands() []decision.FeeBand {
	var out []decision.FeeBand
	upTo := m.near().Units() / 2
	for range 1 + m.pick(3) {
		upTo += m.near().Units() / 2
		out = append(out, decision.FeeBand{UpTo: optional.Some(money.FromUnits(upTo)), Rate: m.percent(20), Added: m.small()})
	}
	return append(out, decision.FeeBand{Rate: m.percent(20), Added: m.small()})
}

func (m made) limits() decision.Limits {
	l := decision.DefaultLimits()
	floor := m.near()
	l.MinPrice = optional.Some(money.FromUnits(floor.Units() * 3 / 4))
	if m.coarse {
		l.MinPrice = optional.Some(floor)
	}
	if m.rarely() {
		l.MinPrice = optional.None[money.Amount]()
	}
	if m.pick(5) != 4 {
		l.MaxPrice = optional.Some(money.FromUnits(floor.Units() + m.near().Units()))
		if m.rarely() {
			l.MaxPrice = optional.Some(m.near())
		}
	}
	l.MaxChange, l.MaxChangePercent = some(m, 4, m.small), some(m, 4, func() money.Percent { return m.percent(30) })
	if m.coarse {
		return l
	}
	l.MinPriceMode = of(m, decision.MinPriceManual, decision.MinPriceROI, decision.MinPriceMargin, decision.MinPriceMarkup)
	if !m.rarely() {
		l.TargetROI, l.TargetMargin = optional.Some(m.percent(60)), optional.Some(m.percent(95))
		l.MinPriceMarkup = optional.Some(m.small())
	}
	l.MinPriceMarkupType = one(m, words.Of[decision.Measure]())
	l.MissingCostFallback = one(m, words.Of[decision.MissingCostFallback]())
	return l
}

func (m made) strategy() decision.Strategy {
	s := decision.Strategy{
		Type:    of(m, decision.TypeCompetitor, decision.TypeCompetitor, decision.TypeCompetitor, decision.TypeVelocity, decision.TypeFixed),
		Enabled: m.pick(100) != 99, CompeteWith: optional.Some(one(m, words.Of[decision.Target]())),
		Action: optional.Some(one(m, words.Of[decision.Action]())), By: m.small(), ByType: one(m, words.Of[decision.Measure]()),
		VsAmazon: some(m, 6, m.rule), VsFBA: some(m, 6, m.rule), VsFBM: some(m, 6, m.rule),
		OnNoCompetition:     one(m, words.Of[decision.OnNoCompetition]()),
		OnBelowMin:          one(m, words.Of[decision.OnBelowMin]()),
		OnOwnBuyBox:         one(m, words.Of[decision.OnOwnBuyBox]()),
		OnSuppressedBuyBox:  one(m, words.Of[decision.OnSuppressedBuyBox]()),
		OnLostAfterRaise:    one(m, words.Of[decision.OnLostAfterRaise]()),
		OnRestock:           one(m, words.Of[decision.OnRestock]()),
		RaiseWhenNotWinning: m.often(), RaiseGap: optional.Some(m.small()),
		Step: optional.Some(m.small()), StepType: one(m, words.Of[decision.Measure]()),
		StepIntervalMinutes: some(m, 2, func() int { return 60 }),
		PriceWar: some(m, 4, func() decision.PriceWar {
			return decision.PriceWar{MaxDrops: 4, WindowMinutes: 60, Action: one(m, words.Of[decision.PriceWarAction]()), CooldownMinutes: m.pick(90)}
		}),
		FixedPrice: optional.Some(m.near()), HighUnits: optional.Some(12), LowUnits: optional.Some(4),
		LockDays: some(m, 2, func() int { return 2 }), DaysOfSupplyTarget: some(m, 3, func() int { return 1 + m.pick(7) }),
	}
	for range m.pick(3) {
		s.FallbackTargets = append(s.FallbackTargets, one(m, words.Of[decision.Target]()))
	}
	if m.pick(4) == 3 {
		s.MinChange = m.small()
	}
	if m.pick(4) == 3 {
		s.MinChangePercent = m.percent(12)
	}
	s.SmallChangeIntervalMinutes = some(m, 2, func() int { return m.pick(240) })
	if m.pick(50) == 49 {
		s.MarketplaceIDs = []marketplace.ID{de}
	}
	if m.pick(2) == 1 {
		s.Filters = optional.Some(m.filters())
	}
	return s
}

func (m made) rule() decision.RivalRule {
	return decision.RivalRule{Action: one(m, words.Of[decision.RivalAction]()), By: m.small(), ByType: one(m, words.Of[decision.Measure]())}
}

func (m made) filters() decision.Filters {
	var f decision.Filters
	switch m.pick(10) {
	case 1:
		f.IncludeSellers = []string{"A", "B", "Z"}
	case 2:
		f.ExcludeSellers = []string{"A"}
	case 3:
		f.ExcludeAmazon, f.FeaturedOnly = true, true
	case 4:
		f.Fulfillment = []decision.Fulfillment{decision.FBA}
	case 5:
		f.MinFeedbackCount, f.MinRatingPercent = optional.Some(50), readPercent("90")
	case 6:
		f.MaxHandlingHours, f.AvailableNowOnly = optional.Some(24), true
	case 7:
		f.ShipsFrom, f.ExcludeShipsFrom = []string{"US", "CN"}, []string{"CN"}
	case 8:
		f.MinSubCondition = optional.Some(decision.SubGood)
	case 9:
		f.IgnoreBelowPercentOfMedian = optional.Some(m.percent(100))
	}
	return f
}

func (m made) offer() decision.Offer {
	o := decision.Offer{
		SellerID: of(m, "A", "B", "C", "ME", "ME2", "Z"), Price: m.near(), Fulfillment: one(m, words.Of[decision.Fulfillment]()),
		Condition: decision.ConditionNew, BuyBox: m.pick(4) == 3, Featured: m.often(),
		FeedbackCount: some(m, 2, func() int { return m.pick(100) }), RatingPercent: some(m, 2, func() money.Percent { return m.percent(100) }),
		HandlingHours: some(m, 2, func() int { return m.pick(48) }), ShipsFrom: of(m, "US", "CN", ""),
		AvailableNow: some(m, 2, func() bool { return m.often() }),
		SubCondition: some(m, 3, func() decision.SubCondition { return one(m, words.Of[decision.SubCondition]()) }),
	}
	o.Amazon = o.SellerID == "Z"
	switch m.pick(10) {
	case 7:
		o.Shipping = m.small()
	case 8:
		o.Points = m.small()
	case 9:
		o.Condition, o.Price = decision.ConditionUsed, of(m, o.Price, eur("0"), eur("5"))
	}
	return o
}
