package casefile

import (
	"encoding/json"
	"errors"
	"strconv"

	api "sellingassistant/adapters/http/repricer"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// facts returns the facts of a row. The price is required; the currency must be the marketplace's.
func (b *productBody) facts(r *reader) decision.Row {
	if b == nil {
		r.fail("product", errRequired)
		return decision.Row{}
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
	return decision.Row{
		ID: decision.ProductID(b.ID), SellerID: b.SellerID, MarketplaceID: m.ID, Currency: m.Currency,
		Condition:   parsed(r, "product.condition", b.Condition, decision.ConditionNew, words.Parse[decision.Condition]),
		Fulfillment: parsed(r, "product.fulfillment", b.Fulfillment, decision.FBM, words.Parse[decision.Fulfillment]),
		Quantity:    optional.Of(b.Quantity), WasSoldOut: b.WasSoldOut, Mode: parsed(r, "product.mode", b.Mode, decision.ModeOff, words.Parse[decision.Mode]),
		Hold: maybeWord(r, "product.hold", b.Hold, words.Parse[decision.HoldReason]), PriceInFlight: b.Pending,
		Price: price, Shipping: r.sum("product.shipping", b.Shipping), Cost: r.maybeSum("product.cost", b.Cost),
		Postage: r.maybeSum("product.outbound_shipping", b.OutboundShipping), Fees: b.Fees.terms(r), FeeBands: b.Fees.bands(r),
		VATPercent: r.rate("product.vat_percent", b.VATPercent), MapPrice: r.maybeSum("product.map_price", b.MapPrice), Limits: limits(r, b.Limits),
		LastEventAt: r.moment("product.last_event_time", b.LastEventTime), LastSubmitted: r.maybeSum("product.last_submitted_price", b.LastSubmitted),
		Accepted:     r.maybeSum("product.accepted_price", b.Accepted),
		LastChangeAt: r.moment("product.last_change_at", b.LastChangeAt),
		LastChange:   parsed(r, "product.last_change_kind", b.LastChangeKind, "", words.Parse[decision.Reason]),
		LastWon:      r.maybeSum("product.last_won_price", b.LastWonPrice), SoftCeiling: b.SoftCeiling.ceiling(r),
		FallsInWindow: b.RecentDrops, PriceWarAt: r.moment("product.last_price_war_at", b.LastPriceWarAt), UnitsSold: optional.Of(b.UnitsSoldWindow),
		ChangesToday: b.ChangesToday, DayPrice: r.maybeSum("product.day_first_price", b.DayFirstPrice),
	}
}

func (b *softBody) ceiling(r *reader) optional.Maybe[decision.SoftCeiling] {
	if b == nil {
		return optional.None[decision.SoftCeiling]()
	}
	until, _ := r.moment("product.soft_ceiling.until", &b.Until).Get()
	return optional.Some(decision.SoftCeiling{Price: r.sum("product.soft_ceiling.price", b.Price), Until: until})
}

func (b *feesBody) terms(r *reader) optional.Maybe[decision.FeeTerms] {
	if b == nil {
		return optional.None[decision.FeeTerms]()
	}
	const at = "product.fees."
	if b.ReferralPercent == nil {
		r.fail(at+"referral_percent", errRequired)
	}
	f := decision.FeeTerms{Fees: decision.Fees{
		ReferralPercent: r.rate(at+"referral_percent", b.ReferralPercent), ReferralMin: r.sum(at+"referral_min", b.ReferralMin),
		Fixed: r.sum(at+"fixed", b.Fixed),
	}}
	if u := b.Upper; u != nil {
		if u.Above == nil || u.ReferralPercent == nil {
			r.fail(at+"upper", errors.New("needs above and referral_percent"))
		}
		f.Upper = optional.Some(decision.UpperBracket{
			Above: r.sum(at+"upper.above", u.Above), ReferralPercent: r.rate(at+"upper.referral_percent", u.ReferralPercent), Marginal: u.Marginal,
		})
	}
	return optional.Some(f)
}

// bands returns the bands of the referral fee, each above the previous band.
func (b *feesBody) bands(r *reader) []decision.FeeBand {
	if b == nil || len(b.Bands) == 0 {
		return nil
	}
	out := make([]decision.FeeBand, len(b.Bands))
	for i, band := range b.Bands {
		at := "product.fees.bands[" + strconv.Itoa(i) + "]"
		out[i] = decision.FeeBand{UpTo: r.amount(at+".up_to", band.UpTo), Rate: r.rate(at+".referral_percent", band.ReferralPercent), Added: r.sum(at+".added", band.Added)}
		upTo, ends := out[i].UpTo.Get()
		switch {
		case band.ReferralPercent == nil:
			r.fail(at+".referral_percent", errRequired)
		case ends == (i == len(b.Bands)-1), i > 0 && ends && upTo.Cmp(out[i-1].UpTo.Or(upTo)) <= 0:
			r.fail(at+".up_to", errors.New("must be above the one before; the last band has none"))
		}
	}
	return out
}

// limits applies the bounds of a row's limits.
func limits(r *reader, text json.RawMessage) decision.Limits {
	if absent(text) {
		return decision.DefaultLimits()
	}
	p, err := api.LimitsOfCase(text)
	if err != nil {
		r.malformed("product.", err)
		return decision.Limits{}
	}
	if err := (repricer.ProductPatch{Limits: optional.Put(p)}).Check(); err != nil {
		r.refuse("product", err)
	}
	return p.Over(decision.DefaultLimits())
}
