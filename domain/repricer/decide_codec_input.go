package repricer

import (
	"bytes"
	"slices"
)

// set is a list without order: it is written in the order of the entries'
// bytes. An entry that is there twice stays so, because offers may be alike.
func set[T any](c *codec, l *[]T, value func(*codec, *T)) {
	if c.reading {
		list(c, l, value)
		return
	}
	entries := make([][]byte, len(*l))
	for i := range *l {
		part := codec{}
		v := (*l)[i]
		value(&part, &v)
		entries[i] = part.buf
	}
	slices.SortFunc(entries, bytes.Compare)
	c.count(len(entries))
	for _, e := range entries {
		c.buf = append(c.buf, e...)
	}
}

func (c *codec) input(in *Input) {
	version := int64(inputVersion)
	c.number(&version)
	if c.reading && version != inputVersion {
		c.fail()
		return
	}
	c.moment(&in.Now)
	maybe(c, &in.OffersAt, c.moment)
	c.flag(&in.Killed)
	c.flag(&in.Preview)
	pointer(c, &in.Policy, c.policy)
	c.facts(&in.Row)
	pointer(c, &in.Strategy, c.strategy)
	pointer(c, &in.Window, c.window)
	c.flag(&in.Box.Untold)
	maybe(c, &in.Box.Price, c.amount)
	set(c, &in.Offers, (*codec).offer)
	set(c, &in.Siblings, (*codec).sibling)
	maybe(c, &in.ExternalPrice, c.amount)
	maybe(c, &in.FeaturedExpected, c.amount)
}

func (c *codec) policy(p *Policy) {
	c.flag(&p.Enabled)
	wordOf(c, &p.SubmissionMode)
	texts(c, &p.OwnSellers)
	c.int(&p.MaxOfferAgeMinutes)
	c.int(&p.MaxChangesPerDay)
	maybe(c, &p.MaxDailyChangePercent, c.percent)
	c.percent(&p.AnomalyPercent)
}

func (c *codec) facts(f *Facts) {
	id := int64(f.ID)
	c.number(&id)
	f.ID = ProductID(id)
	c.text(&f.SellerID)
	wordOf(c, &f.MarketplaceID)
	wordOf(c, &f.Currency)
	wordOf(c, &f.Condition)
	wordOf(c, &f.Fulfillment)
	maybe(c, &f.Quantity, c.number)
	wordOf(c, &f.Mode)
	maybe(c, &f.Hold, func(h *HoldReason) { wordOf(c, h) })
	c.flag(&f.Pending)
	c.amount(&f.Price)
	c.amount(&f.Shipping)
	maybe(c, &f.Cost, c.amount)
	maybe(c, &f.Fees, c.fees)
	c.percent(&f.VATPercent)
	maybe(c, &f.MapPrice, c.amount)
	c.limits(&f.Limits)
	maybe(c, &f.LastEventAt, c.moment)
	maybe(c, &f.LastSubmitted, c.amount)
	maybe(c, &f.LastChangeAt, c.moment)
	wordOf(c, &f.LastChange)
	maybe(c, &f.LastWon, c.amount)
	maybe(c, &f.SoftCeiling, func(s *SoftCeiling) { c.amount(&s.Price); c.moment(&s.Until) })
	c.int(&f.Drops)
	maybe(c, &f.WarAt, c.moment)
	maybe(c, &f.UnitsSold, c.int)
	c.int(&f.ChangesToday)
	maybe(c, &f.DayPrice, c.amount)
}

func (c *codec) fees(f *FeeTerms) {
	c.percent(&f.ReferralPercent)
	c.amount(&f.ReferralMin)
	c.amount(&f.Fixed)
	maybe(c, &f.Upper, func(u *UpperBracket) {
		c.amount(&u.Above)
		c.percent(&u.ReferralPercent)
		c.flag(&u.Marginal)
	})
}

func (c *codec) limits(l *Limits) {
	maybe(c, &l.MinPrice, c.amount)
	maybe(c, &l.MaxPrice, c.amount)
	maybe(c, &l.MaxChange, c.amount)
	maybe(c, &l.MaxChangePercent, c.percent)
	wordOf(c, &l.MinPriceMode)
	maybe(c, &l.TargetROI, c.percent)
	maybe(c, &l.TargetMargin, c.percent)
	maybe(c, &l.MinPriceMarkup, c.amount)
	wordOf(c, &l.MinPriceMarkupType)
	wordOf(c, &l.MissingCostFallback)
}

func (c *codec) strategy(s *StrategyValues) {
	wordOf(c, &s.Type)
	c.flag(&s.Enabled)
	texts(c, &s.MarketplaceIDs)
	maybe(c, &s.CompeteWith, func(t *Target) { wordOf(c, t) })
	list(c, &s.FallbackTargets, wordOf[Target])
	maybe(c, &s.Action, func(a *Action) { wordOf(c, a) })
	c.amount(&s.By)
	wordOf(c, &s.ByType)
	maybe(c, &s.VsAmazon, c.rivalRule)
	maybe(c, &s.VsFBA, c.rivalRule)
	maybe(c, &s.VsFBM, c.rivalRule)
	maybe(c, &s.Filters, c.filters)
	wordOf(c, &s.OnNoCompetition)
	wordOf(c, &s.OnBelowMin)
	wordOf(c, &s.OnOwnBuyBox)
	wordOf(c, &s.OnSuppressedBuyBox)
	wordOf(c, &s.OnLostAfterRaise)
	c.flag(&s.RaiseWhenNotWinning)
	maybe(c, &s.RaiseGap, c.amount)
	maybe(c, &s.Step, c.amount)
	wordOf(c, &s.StepType)
	maybe(c, &s.StepIntervalMinutes, c.int)
	c.amount(&s.MinChange)
	maybe(c, &s.PriceWar, func(w *PriceWar) {
		c.int(&w.MaxDrops)
		c.int(&w.WindowMinutes)
		wordOf(c, &w.Action)
		c.int(&w.CooldownMinutes)
	})
	maybe(c, &s.FixedPrice, c.amount)
	maybe(c, &s.WindowDays, c.int)
	maybe(c, &s.HighUnits, c.int)
	maybe(c, &s.LowUnits, c.int)
	maybe(c, &s.DaysOfSupplyTarget, c.int)
	maybe(c, &s.LockDays, c.int)
}

func (c *codec) rivalRule(r *RivalRule) {
	wordOf(c, &r.Action)
	c.amount(&r.By)
	wordOf(c, &r.ByType)
}

func (c *codec) filters(f *Filters) {
	texts(c, &f.IncludeSellers)
	texts(c, &f.ExcludeSellers)
	c.flag(&f.ExcludeAmazon)
	texts(c, &f.Fulfillment)
	maybe(c, &f.MinFeedbackCount, c.int)
	maybe(c, &f.MinRatingPercent, c.percent)
	maybe(c, &f.MaxHandlingHours, c.int)
	texts(c, &f.ShipsFrom)
	texts(c, &f.ExcludeShipsFrom)
	c.flag(&f.FeaturedOnly)
	c.flag(&f.AvailableNowOnly)
	maybe(c, &f.MinSubCondition, func(s *SubCondition) { wordOf(c, s) })
	maybe(c, &f.IgnoreBelowPercentOfMedian, c.percent)
}

func (c *codec) window(w *InForce) {
	wordOf(c, &w.Action)
	c.percent(&w.Percent)
	c.moment(&w.Since)
	maybe(c, &w.StartPrice, c.amount)
}

func (c *codec) offer(o *Offer) {
	c.text(&o.SellerID)
	c.amount(&o.Price)
	c.amount(&o.Shipping)
	c.amount(&o.Points)
	wordOf(c, &o.Fulfillment)
	wordOf(c, &o.Condition)
	maybe(c, &o.SubCondition, func(s *SubCondition) { wordOf(c, s) })
	c.flag(&o.BuyBox)
	c.flag(&o.Featured)
	c.flag(&o.Amazon)
	maybe(c, &o.FeedbackCount, c.int)
	maybe(c, &o.RatingPercent, c.percent)
	maybe(c, &o.HandlingHours, c.int)
	c.text(&o.ShipsFrom)
	maybe(c, &o.AvailableNow, c.flag)
}

func (c *codec) sibling(s *Sibling) {
	id := int64(s.ID)
	c.number(&id)
	s.ID = ProductID(id)
	wordOf(c, &s.Fulfillment)
	maybe(c, &s.Floor, c.amount)
	c.amount(&s.Landed)
}
