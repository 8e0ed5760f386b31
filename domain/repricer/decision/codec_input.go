package decision

import (
	"bytes"
	"slices"
)

// set is a list whose order does not matter: it is written sorted by the bytes of its entries.
// Duplicates stay, because two offers may be equal.
func set[T any](c *codec, l *[]T, value func(*codec, *T)) {
	if c.reading {
		list(c, l, value)
		return
	}
	if len(*l) == 0 {
		c.count(0)
		return
	}
	scratch := codec{buf: make([]byte, 0, 64*len(*l))}
	ends := make([]int, len(*l))
	for i := range *l {
		value(&scratch, &(*l)[i])
		ends[i] = len(scratch.buf)
	}
	entries, from := make([][]byte, len(*l)), 0
	for i, end := range ends {
		entries[i], from = scratch.buf[from:end], end
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
	maybe(c, &in.OffersAt, (*codec).moment)
	c.flag(&in.Killed)
	c.flag(&in.Preview)
	pointer(c, &in.Policy, (*codec).policy)
	c.facts(&in.Row)
	pointer(c, &in.Strategy, (*codec).strategy)
	pointer(c, &in.Window, (*codec).window)
	c.flag(&in.Box.Unknown)
	maybe(c, &in.Box.Price, (*codec).amount)
	set(c, &in.Offers, (*codec).offer)
	set(c, &in.Siblings, (*codec).sibling)
	maybe(c, &in.ExternalPrice, (*codec).amount)
	maybe(c, &in.FeaturedExpected, (*codec).amount)
}

func (c *codec) id(p *ProductID) {
	n := int64(*p)
	if c.number(&n); c.reading {
		*p = ProductID(n)
	}
}

func (c *codec) policy(p *Policy) {
	c.flag(&p.Enabled)
	wordOf(c, &p.SubmissionMode)
	texts(c, &p.OwnSellers)
	c.int(&p.MaxOfferAgeMinutes)
	c.int(&p.MaxChangesPerDay)
	maybe(c, &p.MaxDailyChangePercent, (*codec).percent)
	c.percent(&p.AnomalyPercent)
}

func (c *codec) facts(f *Row) {
	c.id(&f.ID)
	c.text(&f.SellerID)
	wordOf(c, &f.MarketplaceID)
	wordOf(c, &f.Currency)
	wordOf(c, &f.Condition)
	wordOf(c, &f.Fulfillment)
	maybe(c, &f.Quantity, (*codec).number)
	wordOf(c, &f.Mode)
	maybe(c, &f.Hold, wordOf[HoldReason])
	c.flag(&f.PriceInFlight)
	c.amount(&f.Price)
	c.amount(&f.Shipping)
	maybe(c, &f.Cost, (*codec).amount)
	maybe(c, &f.Postage, (*codec).amount)
	maybe(c, &f.Fees, (*codec).fees)
	maybe(c, &f.FeesTotal, (*codec).amount)
	c.percent(&f.VATPercent)
	maybe(c, &f.MapPrice, (*codec).amount)
	c.limits(&f.Limits)
	c.flag(&f.LossGuard)
	maybe(c, &f.LastEventAt, (*codec).moment)
	maybe(c, &f.LastSubmitted, (*codec).amount)
	maybe(c, &f.LastChangeAt, (*codec).moment)
	wordOf(c, &f.LastChange)
	maybe(c, &f.LastWon, (*codec).amount)
	maybe(c, &f.SoftCeiling, func(c *codec, s *SoftCeiling) { c.amount(&s.Price); c.moment(&s.Until) })
	c.int(&f.FallsInWindow)
	maybe(c, &f.PriceWarAt, (*codec).moment)
	maybe(c, &f.UnitsSold, (*codec).int)
	c.int(&f.ChangesToday)
	maybe(c, &f.DayPrice, (*codec).amount)
}

func (c *codec) fees(f *FeeTerms) {
	c.percent(&f.ReferralPercent)
	c.amount(&f.ReferralMin)
	c.amount(&f.Fixed)
	maybe(c, &f.Upper, func(c *codec, u *UpperBracket) {
		c.amount(&u.Above)
		c.percent(&u.ReferralPercent)
		c.flag(&u.Marginal)
	})
}

func (c *codec) limits(l *Limits) {
	maybe(c, &l.MinPrice, (*codec).amount)
	maybe(c, &l.MaxPrice, (*codec).amount)
	maybe(c, &l.MaxChange, (*codec).amount)
	maybe(c, &l.MaxChangePercent, (*codec).percent)
	wordOf(c, &l.MinPriceMode)
	maybe(c, &l.TargetROI, (*codec).percent)
	maybe(c, &l.TargetMargin, (*codec).percent)
	maybe(c, &l.MinPriceMarkup, (*codec).amount)
	wordOf(c, &l.MinPriceMarkupType)
	wordOf(c, &l.MissingCostFallback)
}

func (c *codec) strategy(s *Strategy) {
	wordOf(c, &s.Type)
	c.flag(&s.Enabled)
	texts(c, &s.MarketplaceIDs)
	maybe(c, &s.CompeteWith, wordOf[Target])
	list(c, &s.FallbackTargets, wordOf[Target])
	maybe(c, &s.Action, wordOf[Action])
	c.amount(&s.By)
	wordOf(c, &s.ByType)
	maybe(c, &s.VsAmazon, (*codec).rivalRule)
	maybe(c, &s.VsFBA, (*codec).rivalRule)
	maybe(c, &s.VsFBM, (*codec).rivalRule)
	maybe(c, &s.Filters, (*codec).filters)
	wordOf(c, &s.OnNoCompetition)
	wordOf(c, &s.OnBelowMin)
	wordOf(c, &s.OnOwnBuyBox)
	wordOf(c, &s.OnSuppressedBuyBox)
	wordOf(c, &s.OnLostAfterRaise)
	c.flag(&s.RaiseWhenNotWinning)
	maybe(c, &s.RaiseGap, (*codec).amount)
	maybe(c, &s.Step, (*codec).amount)
	wordOf(c, &s.StepType)
	maybe(c, &s.StepIntervalMinutes, (*codec).int)
	c.amount(&s.MinChange)
	maybe(c, &s.PriceWar, func(c *codec, w *PriceWar) {
		c.int(&w.MaxDrops)
		c.int(&w.WindowMinutes)
		wordOf(c, &w.Action)
		c.int(&w.CooldownMinutes)
	})
	maybe(c, &s.FixedPrice, (*codec).amount)
	maybe(c, &s.WindowDays, (*codec).int)
	maybe(c, &s.HighUnits, (*codec).int)
	maybe(c, &s.LowUnits, (*codec).int)
	maybe(c, &s.DaysOfSupplyTarget, (*codec).int)
	maybe(c, &s.LockDays, (*codec).int)
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
	maybe(c, &f.MinFeedbackCount, (*codec).int)
	maybe(c, &f.MinRatingPercent, (*codec).percent)
	maybe(c, &f.MaxHandlingHours, (*codec).int)
	texts(c, &f.ShipsFrom)
	texts(c, &f.ExcludeShipsFrom)
	c.flag(&f.FeaturedOnly)
	c.flag(&f.AvailableNowOnly)
	maybe(c, &f.MinSubCondition, wordOf[SubCondition])
	maybe(c, &f.IgnoreBelowPercentOfMedian, (*codec).percent)
}

func (c *codec) window(w *ActiveWindow) {
	wordOf(c, &w.Action)
	c.percent(&w.Percent)
	c.moment(&w.Since)
	maybe(c, &w.StartPrice, (*codec).amount)
}

func (c *codec) offer(o *Offer) {
	c.text(&o.SellerID)
	c.amount(&o.Price)
	c.amount(&o.Shipping)
	c.amount(&o.Points)
	wordOf(c, &o.Fulfillment)
	wordOf(c, &o.Condition)
	maybe(c, &o.SubCondition, wordOf[SubCondition])
	c.flag(&o.BuyBox)
	c.flag(&o.Featured)
	c.flag(&o.Amazon)
	maybe(c, &o.FeedbackCount, (*codec).int)
	maybe(c, &o.RatingPercent, (*codec).percent)
	maybe(c, &o.HandlingHours, (*codec).int)
	c.text(&o.ShipsFrom)
	maybe(c, &o.AvailableNow, (*codec).flag)
}

func (c *codec) sibling(s *Sibling) {
	c.id(&s.ID)
	wordOf(c, &s.Fulfillment)
	maybe(c, &s.Floor, (*codec).amount)
	c.amount(&s.Landed)
}
