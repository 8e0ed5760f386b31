package casefile

import (
	"errors"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// facts are those of a row. The price is needed; the currency is that of the
// marketplace.
func (b *productBody) facts(r *reader) repricer.Facts {
	if b == nil {
		r.fail("product", errRequired)
		return repricer.Facts{}
	}
	m := marketplaceOf(r, "product.marketplace_id", b.MarketplaceID)
	if b.Currency != nil && *b.Currency != string(m.Currency) {
		r.fail("product.currency", errors.New("must be "+string(m.Currency)+", as on the marketplace"))
	}
	if b.SellerID == "" {
		r.fail("product.seller_id", errRequired)
	}
	price := r.amount("product.current_price", b.CurrentPrice).Or(money.Amount{})
	if !price.Positive() {
		r.fail("product.current_price", errPositive)
	}
	return repricer.Facts{
		ID: repricer.ProductID(b.ID), SellerID: b.SellerID, MarketplaceID: m.ID, Currency: m.Currency,
		Condition:   parsed(r, "product.condition", b.Condition, repricer.ConditionNew, repricer.Parse[repricer.Condition]),
		Fulfillment: parsed(r, "product.fulfillment", b.Fulfillment, repricer.FBM, repricer.Parse[repricer.Fulfillment]),
		Quantity:    repricer.Of(b.Quantity), Mode: parsed(r, "product.mode", b.Mode, repricer.ModeOff, repricer.Parse[repricer.Mode]),
		Hold: maybeWord(r, "product.hold", b.Hold, repricer.Parse[repricer.HoldReason]), Pending: b.Pending,
		Price: price, Shipping: r.sum("product.shipping", b.Shipping), Cost: r.maybeSum("product.cost", b.Cost), Fees: b.Fees.terms(r),
		VATPercent: r.rate("product.vat_percent", b.VATPercent), MapPrice: r.maybeSum("product.map_price", b.MapPrice), Limits: b.Limits.limits(r),
		LastEventAt: r.moment("product.last_event_time", b.LastEventTime), LastSubmitted: r.maybeSum("product.last_submitted_price", b.LastSubmitted),
		LastChangeAt: r.moment("product.last_change_at", b.LastChangeAt),
		LastChange:   parsed(r, "product.last_change_kind", b.LastChangeKind, "", repricer.Parse[repricer.Reason]),
		LastWon:      r.maybeSum("product.last_won_price", b.LastWonPrice), SoftCeiling: b.SoftCeiling.ceiling(r),
		Drops: b.RecentDrops, WarAt: r.moment("product.last_price_war_at", b.LastPriceWarAt), UnitsSold: repricer.Of(b.UnitsSoldWindow),
		ChangesToday: b.ChangesToday, DayPrice: r.maybeSum("product.day_first_price", b.DayFirstPrice),
	}
}

func (b *softBody) ceiling(r *reader) repricer.Maybe[repricer.SoftCeiling] {
	if b == nil {
		return repricer.None[repricer.SoftCeiling]()
	}
	until, _ := r.moment("product.soft_ceiling.until", &b.Until).Get()
	return repricer.Some(repricer.SoftCeiling{Price: r.sum("product.soft_ceiling.price", b.Price), Until: until})
}

func (b *feesBody) terms(r *reader) repricer.Maybe[repricer.FeeTerms] {
	if b == nil {
		return repricer.None[repricer.FeeTerms]()
	}
	const at = "product.fees."
	if b.ReferralPercent == nil {
		r.fail(at+"referral_percent", errRequired)
	}
	f := repricer.FeeTerms{Fees: repricer.Fees{
		ReferralPercent: r.rate(at+"referral_percent", b.ReferralPercent), ReferralMin: r.sum(at+"referral_min", b.ReferralMin),
		Fixed: r.sum(at+"fixed", b.Fixed),
	}}
	if u := b.Upper; u != nil {
		if u.Above == nil || u.ReferralPercent == nil {
			r.fail(at+"upper", errors.New("needs above and referral_percent"))
		}
		f.Upper = repricer.Some(repricer.UpperBracket{
			Above: r.sum(at+"upper.above", u.Above), ReferralPercent: r.rate(at+"upper.referral_percent", u.ReferralPercent), Marginal: u.Marginal,
		})
	}
	return repricer.Some(f)
}

// limits holds them to the bounds of a row's limits.
func (b *limitsBody) limits(r *reader) repricer.Limits {
	if b == nil {
		return repricer.DefaultLimits()
	}
	const at = "product.limits."
	p := repricer.LimitsPatch{
		MinPrice: member(r.amount(at+"min_price", b.MinPrice)), MaxPrice: member(r.amount(at+"max_price", b.MaxPrice)),
		MaxChange: member(r.amount(at+"max_change", b.MaxChange)), MaxChangePercent: member(r.percent(at+"max_change_percent", b.MaxChangePercent)),
		MinPriceMode: words[repricer.MinPriceMode](b.MinPriceMode), TargetROI: member(r.percent(at+"target_roi", b.TargetROI)),
		TargetMargin: member(r.percent(at+"target_margin", b.TargetMargin)), MinPriceMarkup: member(r.amount(at+"min_price_markup", b.MinPriceMarkup)),
		MinPriceMarkupType: words[repricer.Measure](b.MinPriceMarkupType), MissingCostFallback: words[repricer.MissingCostFallback](b.MissingCostFallback),
	}
	if err := (repricer.ProductPatch{Limits: repricer.Put(p)}).Check(); err != nil {
		r.refuse("product", err)
	}
	return p.Over(repricer.DefaultLimits())
}

// field, member, words and put make members of a patch: absent where there is
// nothing.
func field[T any](p *T) repricer.Field[T] { return member(repricer.Of(p)) }

func member[T any](m repricer.Maybe[T]) repricer.Field[T] {
	v, ok := m.Get()
	if !ok {
		return repricer.Field[T]{}
	}
	return repricer.Put(v)
}

func words[T ~string](s *string) repricer.Field[T] {
	if s == nil {
		return repricer.Field[T]{}
	}
	return repricer.Put(T(*s))
}

func put[T any](list []T) repricer.Field[[]T] {
	if list == nil {
		return repricer.Field[[]T]{}
	}
	return repricer.Put(list)
}

func listOf[T ~string](list []string) repricer.Field[[]T] {
	if list == nil {
		return repricer.Field[[]T]{}
	}
	out := make([]T, len(list))
	for i, s := range list {
		out[i] = T(s)
	}
	return repricer.Put(out)
}
