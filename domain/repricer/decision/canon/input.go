package canon

import (
	"crypto/sha256"
	"errors"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/codec"
)

// The version fills the first byte of every encoding. An input of another version was made for
// other rules and is not decided again. An input that needs no rule of a later version is written
// in the version before. A stored input is thus decided again as it was before the rule existed.
const (
	firstVersion = 3
	laterVersion = 4
	leastVersion = 5
	guardVersion = 6
	taxVersion   = 7
	fxVersion    = 8
)

func versionOf(input *decision.Input) int64 {
	switch {
	case input.Row.FX.Known():
		return fxVersion
	case input.Row.VATScheme != "", input.Row.FeesTraced:
		return taxVersion
	case input.Row.Bounds.Known(), input.Row.FeesBy != decision.FeesByAnswer, input.OffersIncomplete,
		input.Policy != nil && input.Policy.MaxRisePercent.Known():
		return guardVersion
	}
	if s := input.Strategy; s != nil && (s.MinChangePercent != money.Percent{} || s.SmallChangeIntervalMinutes.Known()) {
		return leastVersion
	}
	if input.Restocks() || input.Policy != nil && input.Policy.AvoidFeeCliffs && len(input.Row.Bands()) > 1 {
		return laterVersion
	}
	return firstVersion
}

// ErrInput says that bytes are not an encoded input of this version.
var ErrInput = errors.New("not an encoded input of this version")

// Digest has the SHA-256 of an encoded input.
type Digest [sha256.Size]byte

// Encode writes an input in its canonical form: inputs that can only give the same decision, such
// as those with reordered offers, have the same bytes. Strategy names are left out, and of the
// schedule only the window in force is encoded.
func Encode(input decision.Input) []byte {
	c := codec.Writing(512 + 96*len(input.Offers))
	codeInput(&c, &input)
	return c.Bytes()
}

// DigestOf identifies an input.
func DigestOf(input decision.Input) Digest { return sha256.Sum256(Encode(input)) }

// Decode decodes the bytes of Encode. Bytes in any other form are ErrInput.
func Decode(b []byte) (decision.Input, error) {
	c := codec.Reading(b)
	var input decision.Input
	codeInput(&c, &input)
	if !c.Complete() || string(Encode(input)) != string(b) {
		return decision.Input{}, ErrInput
	}
	return input, nil
}

func codeInput(c *codec.Codec, input *decision.Input) {
	version := versionOf(input)
	c.Number(&version)
	if c.Reads() && (version < firstVersion || version > fxVersion) {
		c.Fail()
		return
	}
	c.Moment(&input.Now)
	codec.Maybe(c, &input.OffersAt, (*codec.Codec).Moment)
	c.Flag(&input.Killed)
	c.Flag(&input.Preview)
	codec.Pointer(c, &input.Policy, codePolicy)
	codeRow(c, &input.Row)
	codec.Pointer(c, &input.Strategy, codeStrategy)
	codec.Pointer(c, &input.Window, codeWindow)
	c.Flag(&input.Box.Unknown)
	codec.Maybe(c, &input.Box.Price, (*codec.Codec).Amount)
	codec.Set(c, &input.Offers, codeOffer)
	codec.Set(c, &input.Siblings, codeSibling)
	codec.Maybe(c, &input.ExternalPrice, (*codec.Codec).Amount)
	codec.Maybe(c, &input.FeaturedExpected, (*codec.Codec).Amount)
	if version >= laterVersion {
		c.Flag(&input.Row.WasSoldOut)
		if input.Strategy != nil {
			codec.Word(c, &input.Strategy.OnRestock)
		}
		if input.Policy != nil {
			c.Flag(&input.Policy.AvoidFeeCliffs)
		}
		codec.List(c, &input.Row.FeeBands, codeFeeBand)
	}
	if version >= leastVersion && input.Strategy != nil {
		c.Percent(&input.Strategy.MinChangePercent)
		codec.Maybe(c, &input.Strategy.SmallChangeIntervalMinutes, (*codec.Codec).Int)
	}
	if version >= guardVersion {
		codec.Maybe(c, &input.Row.Bounds, func(c *codec.Codec, b *decision.Bounds) {
			codeSolution(c, &b.BreakEven)
			codeSolution(c, &b.Floor)
		})
		codec.Word(c, &input.Row.FeesBy)
		if input.Policy != nil {
			codec.Maybe(c, &input.Policy.MaxRisePercent, (*codec.Codec).Percent)
		}
		codec.Maybe(c, &input.Row.Accepted, (*codec.Codec).Amount)
		c.Flag(&input.OffersIncomplete)
	}
	if version >= taxVersion {
		c.Flag(&input.Row.FeesTraced)
		if named := input.Row.VATScheme != ""; codeFlag(c, named) {
			codec.Word(c, &input.Row.VATScheme)
			c.Percent(&input.Row.VATFlat)
		}
	}
	if version >= fxVersion {
		codec.Maybe(c, &input.Row.FX, func(c *codec.Codec, f *decision.FX) {
			codec.Word(c, &f.From)
			c.Rate(&f.Rate)
		})
	}
}

// codeFlag codes a flag and returns it.
func codeFlag(c *codec.Codec, is bool) bool {
	c.Flag(&is)
	return is
}

func codeSolution(c *codec.Codec, s *profit.Solution) {
	codec.Maybe(c, &s.First, (*codec.Codec).Amount)
	codec.Maybe(c, &s.Safe, (*codec.Codec).Amount)
}

func codeID(c *codec.Codec, p *decision.ProductID) {
	n := int64(*p)
	if c.Number(&n); c.Reads() {
		*p = decision.ProductID(n)
	}
}

func codePolicy(c *codec.Codec, p *decision.Policy) {
	c.Flag(&p.Enabled)
	codec.Word(c, &p.SubmissionMode)
	codec.Words(c, &p.OwnSellers)
	c.Int(&p.MaxOfferAgeMinutes)
	c.Int(&p.MaxChangesPerDay)
	codec.Maybe(c, &p.MaxDailyChangePercent, (*codec.Codec).Percent)
	c.Percent(&p.AnomalyPercent)
}

func codeRow(c *codec.Codec, f *decision.Row) {
	codeID(c, &f.ID)
	c.Text(&f.SellerID)
	codec.Word(c, &f.MarketplaceID)
	codec.Word(c, &f.Currency)
	codec.Word(c, &f.Condition)
	codec.Word(c, &f.Fulfillment)
	codec.Maybe(c, &f.Quantity, (*codec.Codec).Number)
	codec.Word(c, &f.Mode)
	codec.Maybe(c, &f.Hold, codec.Word[decision.HoldReason])
	c.Flag(&f.PriceInFlight)
	c.Amount(&f.Price)
	c.Amount(&f.Shipping)
	codec.Maybe(c, &f.Cost, (*codec.Codec).Amount)
	codec.Maybe(c, &f.Postage, (*codec.Codec).Amount)
	codec.Maybe(c, &f.Fees, codeFees)
	codec.Maybe(c, &f.FeesTotal, (*codec.Codec).Amount)
	c.Percent(&f.VATPercent)
	codec.Maybe(c, &f.MapPrice, (*codec.Codec).Amount)
	codeLimits(c, &f.Limits)
	c.Flag(&f.LossGuard)
	codec.Maybe(c, &f.LastEventAt, (*codec.Codec).Moment)
	codec.Maybe(c, &f.LastSubmitted, (*codec.Codec).Amount)
	codec.Maybe(c, &f.LastChangeAt, (*codec.Codec).Moment)
	codec.Word(c, &f.LastChange)
	codec.Maybe(c, &f.LastWon, (*codec.Codec).Amount)
	codec.Maybe(c, &f.SoftCeiling, func(c *codec.Codec, s *decision.SoftCeiling) {
		c.Amount(&s.Price)
		c.Moment(&s.Until)
	})
	c.Int(&f.FallsInWindow)
	codec.Maybe(c, &f.PriceWarAt, (*codec.Codec).Moment)
	codec.Maybe(c, &f.UnitsSold, (*codec.Codec).Int)
	c.Int(&f.ChangesToday)
	codec.Maybe(c, &f.DayPrice, (*codec.Codec).Amount)
}

func codeFees(c *codec.Codec, f *decision.FeeTerms) {
	c.Percent(&f.ReferralPercent)
	c.Amount(&f.ReferralMin)
	c.Amount(&f.Fixed)
	codec.Maybe(c, &f.Upper, func(c *codec.Codec, u *decision.UpperBracket) {
		c.Amount(&u.Above)
		c.Percent(&u.ReferralPercent)
		c.Flag(&u.Marginal)
	})
}

func codeFeeBand(c *codec.Codec, b *decision.FeeBand) {
	codec.Maybe(c, &b.UpTo, (*codec.Codec).Amount)
	c.Percent(&b.Rate)
	c.Amount(&b.Added)
}

func codeLimits(c *codec.Codec, l *decision.Limits) {
	codec.Maybe(c, &l.MinPrice, (*codec.Codec).Amount)
	codec.Maybe(c, &l.MaxPrice, (*codec.Codec).Amount)
	codec.Maybe(c, &l.MaxChange, (*codec.Codec).Amount)
	codec.Maybe(c, &l.MaxChangePercent, (*codec.Codec).Percent)
	codec.Word(c, &l.MinPriceMode)
	codec.Maybe(c, &l.TargetROI, (*codec.Codec).Percent)
	codec.Maybe(c, &l.TargetMargin, (*codec.Codec).Percent)
	codec.Maybe(c, &l.MinPriceMarkup, (*codec.Codec).Amount)
	codec.Word(c, &l.MinPriceMarkupType)
	codec.Word(c, &l.MissingCostFallback)
}

func codeStrategy(c *codec.Codec, s *decision.Strategy) {
	codec.Word(c, &s.Type)
	c.Flag(&s.Enabled)
	codec.Words(c, &s.MarketplaceIDs)
	codec.Maybe(c, &s.CompeteWith, codec.Word[decision.Target])
	codec.List(c, &s.FallbackTargets, codec.Word[decision.Target])
	codec.Maybe(c, &s.Action, codec.Word[decision.Action])
	c.Amount(&s.By)
	codec.Word(c, &s.ByType)
	codec.Maybe(c, &s.VsAmazon, codeRivalRule)
	codec.Maybe(c, &s.VsFBA, codeRivalRule)
	codec.Maybe(c, &s.VsFBM, codeRivalRule)
	codec.Maybe(c, &s.Filters, codeFilters)
	codec.Word(c, &s.OnNoCompetition)
	codec.Word(c, &s.OnBelowMin)
	codec.Word(c, &s.OnOwnBuyBox)
	codec.Word(c, &s.OnSuppressedBuyBox)
	codec.Word(c, &s.OnLostAfterRaise)
	c.Flag(&s.RaiseWhenNotWinning)
	codec.Maybe(c, &s.RaiseGap, (*codec.Codec).Amount)
	codec.Maybe(c, &s.Step, (*codec.Codec).Amount)
	codec.Word(c, &s.StepType)
	codec.Maybe(c, &s.StepIntervalMinutes, (*codec.Codec).Int)
	c.Amount(&s.MinChange)
	codec.Maybe(c, &s.PriceWar, func(c *codec.Codec, w *decision.PriceWar) {
		c.Int(&w.MaxDrops)
		c.Int(&w.WindowMinutes)
		codec.Word(c, &w.Action)
		c.Int(&w.CooldownMinutes)
	})
	codec.Maybe(c, &s.FixedPrice, (*codec.Codec).Amount)
	codec.Maybe(c, &s.WindowDays, (*codec.Codec).Int)
	codec.Maybe(c, &s.HighUnits, (*codec.Codec).Int)
	codec.Maybe(c, &s.LowUnits, (*codec.Codec).Int)
	codec.Maybe(c, &s.DaysOfSupplyTarget, (*codec.Codec).Int)
	codec.Maybe(c, &s.LockDays, (*codec.Codec).Int)
}

func codeRivalRule(c *codec.Codec, r *decision.RivalRule) {
	codec.Word(c, &r.Action)
	c.Amount(&r.By)
	codec.Word(c, &r.ByType)
}

func codeFilters(c *codec.Codec, f *decision.Filters) {
	codec.Words(c, &f.IncludeSellers)
	codec.Words(c, &f.ExcludeSellers)
	c.Flag(&f.ExcludeAmazon)
	codec.Words(c, &f.Fulfillment)
	codec.Maybe(c, &f.MinFeedbackCount, (*codec.Codec).Int)
	codec.Maybe(c, &f.MinRatingPercent, (*codec.Codec).Percent)
	codec.Maybe(c, &f.MaxHandlingHours, (*codec.Codec).Int)
	codec.Words(c, &f.ShipsFrom)
	codec.Words(c, &f.ExcludeShipsFrom)
	c.Flag(&f.FeaturedOnly)
	c.Flag(&f.AvailableNowOnly)
	codec.Maybe(c, &f.MinSubCondition, codec.Word[decision.SubCondition])
	codec.Maybe(c, &f.IgnoreBelowPercentOfMedian, (*codec.Codec).Percent)
}

func codeWindow(c *codec.Codec, w *decision.ActiveWindow) {
	codec.Word(c, &w.Action)
	c.Percent(&w.Percent)
	c.Moment(&w.Since)
	codec.Maybe(c, &w.StartPrice, (*codec.Codec).Amount)
}

func codeOffer(c *codec.Codec, o *decision.Offer) {
	c.Text(&o.SellerID)
	c.Amount(&o.Price)
	c.Amount(&o.Shipping)
	c.Amount(&o.Points)
	codec.Word(c, &o.Fulfillment)
	codec.Word(c, &o.Condition)
	codec.Maybe(c, &o.SubCondition, codec.Word[decision.SubCondition])
	c.Flag(&o.BuyBox)
	c.Flag(&o.Featured)
	c.Flag(&o.Amazon)
	codec.Maybe(c, &o.FeedbackCount, (*codec.Codec).Int)
	codec.Maybe(c, &o.RatingPercent, (*codec.Codec).Percent)
	codec.Maybe(c, &o.HandlingHours, (*codec.Codec).Int)
	c.Text(&o.ShipsFrom)
	codec.Maybe(c, &o.AvailableNow, (*codec.Codec).Flag)
}

func codeSibling(c *codec.Codec, s *decision.Sibling) {
	codeID(c, &s.ID)
	codec.Word(c, &s.Fulfillment)
	codec.Maybe(c, &s.Floor, (*codec.Codec).Amount)
	c.Amount(&s.Landed)
}
