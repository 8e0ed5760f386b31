package research

import (
	"context"

	"sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	restrictiondomain "sellingassistant/domain/restriction"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/repricer"
	"sellingassistant/ports/repricer/pricing"
	"sellingassistant/ports/research"
)

// ResearchMarket gives product research the answers of the repricer's client and of the restriction
// check.
type ResearchMarket struct {
	market pricing.Market
	checks *restriction.Checks
	clock  clock.Clock
}

// NewResearchMarket takes a client with the priority of callers who wait.
func NewResearchMarket(m pricing.Market, checks *restriction.Checks, c clock.Clock) *ResearchMarket {
	return &ResearchMarket{m, checks, c}
}

// Offers reads the offers of new goods.
func (r *ResearchMarket) Offers(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) []lookup.Told[lookup.Offers] {
	asked := make([]pricing.OfferQuestion, len(asins))
	for i, a := range asins {
		asked[i] = pricing.OfferQuestion{SKUOrASIN: repricer.SKUOrASIN{Marketplace: m.ID, ASIN: a.String()}, Condition: decision.ConditionNew}
	}
	found := make([]lookup.Told[lookup.Offers], len(asins))
	for i, answer := range r.market.Offers(ctx, s, asked) {
		if found[i].Err = answer.Err; answer.Err == nil {
			found[i].At, found[i].Value = answer.Offers.At, presentOffers(m, answer.Offers)
		}
	}
	return found
}

// presentOffers sums offers up; all prices are in the marketplace's currency.
func presentOffers(m marketplace.Marketplace, data *pricing.OfferData) lookup.Offers {
	o := lookup.Offers{FBA: optional.Of(data.FBA), FBM: optional.Of(data.FBM)}
	own := marketplace.OwnSeller(m.ID)
	lower := func(of *optional.Maybe[money.Amount], price money.Amount) {
		if least, ok := of.Get(); !ok || price.Cmp(least) < 0 {
			*of = optional.Some(price)
		}
	}
	var fba []money.Amount
	// A seller may ship one offer itself and have Amazon ship another.
	type offer struct {
		seller string
		landed money.Amount
	}
	ships := map[offer]bool{}
	for _, seen := range data.Offers {
		if seen.Currency != m.Currency || !seen.Price.Positive() {
			continue
		}
		price := landed(m, seen.PriceParts)
		switch seen.Fulfillment {
		case decision.FBA:
			fba = append(fba, price)
			lower(&o.LowestFBA, price)
		case decision.FBM:
			lower(&o.LowestFBM, price)
		}
		if seen.Fulfillment != "" {
			by := offer{seen.SellerID, price}
			ships[by] = ships[by] || seen.Fulfillment == decision.FBA
		}
		if own != "" && seen.SellerID == own {
			lower(&o.Amazon, price)
		}
	}
	// Amazon returns only the best twenty offers, so its own offer may be missing. Only a complete
	// list without it shows that Amazon has no stock.
	complete := data.Total != nil && *data.Total <= int64(len(data.Offers))
	if own != "" && (o.Amazon.Known() || complete) {
		o.AmazonInStock = optional.Some(o.Amazon.Known())
	}
	for _, b := range data.Boxes {
		if b.Condition != decision.ConditionNew || b.Currency != m.Currency || !b.Price.Positive() || o.Box.Known() {
			continue
		}
		seller := b.SellerID
		if seller == "" && len(data.Winners) == 1 {
			seller = data.Winners[0]
		}
		box := lookup.Box{Price: b.Price, Seller: seller}
		box.Shipping = money.FromUnits(landed(m, b.PriceParts).Units() - b.Price.Units())
		if seller != "" {
			box.Amazon = optional.Some(seller == own)
			if fba, ok := ships[offer{seller, box.Landed()}]; ok {
				box.FBA = optional.Some(fba)
			}
		}
		o.Box = optional.Some(box)
	}
	if least, ok := o.LowestFBA.Get(); ok {
		o.Near = optional.Some(lookup.NearOf(fba, optional.Convert(o.Box, lookup.Box.Landed).Or(least)))
	}
	return o
}

// landed returns price plus shipping, less points in Japan.
func landed(m marketplace.Marketplace, p repricer.PriceParts) money.Amount {
	sum := p.Price.Units()
	if p.Shipping != nil {
		sum += p.Shipping.Units()
	}
	if p.Points != nil && m.Currency == "JPY" {
		sum -= p.Points.Units()
	}
	return money.FromUnits(max(0, sum))
}

// feeTypes maps Amazon's names of fees to types.
var feeTypes = map[string]fee.Type{
	"ReferralFee": fee.TypeReferral, "FBAFees": fee.TypeFulfillment, "FulfillmentFees": fee.TypeFulfillment, "VariableClosingFee": fee.TypeClosing,
	"ClosingFee": fee.TypeClosing, "DigitalServicesFee": fee.TypeDigitalServices,
}

// Fees returns the fees line by line. The referral fee is in proportion to the buyer's payment.
func (r *ResearchMarket) Fees(ctx context.Context, s account.Seller, m marketplace.Marketplace, asked []research.FeeQuestion) []lookup.Told[[]fee.Given] {
	questions := make([]pricing.FeeQuestion, len(asked))
	for i, q := range asked {
		questions[i] = pricing.FeeQuestion{Marketplace: m, ASIN: q.ASIN.String(), Fulfillment: decision.FBA, Price: q.Price, Shipping: q.Shipping}
		if q.Merchant {
			questions[i].Fulfillment = decision.FBM
		}
	}
	found := make([]lookup.Told[[]fee.Given], len(asked))
	answers := r.market.Fees(ctx, s, questions)
	for i, q := range asked {
		answer := answers[i]
		if found[i].Err = answer.Err; answer.Err != nil {
			continue
		}
		found[i].At = r.clock.Now()
		total := money.FromUnits(q.Price.Units() + q.Shipping.Units())
		for _, line := range answer.Estimate.Lines {
			of, known := feeTypes[line.Name]
			given := fee.Fixed(of, fee.SourceAmazon, line.Amount)
			switch {
			case !known:
				given = fee.Fixed(fee.TypeOther, fee.SourceAmazon, line.Amount)
				given.Name = line.Name
			case of == fee.TypeReferral:
				given = fee.InProportion(of, fee.SourceAmazon, line.Amount, total)
			}
			found[i].Value = append(found[i].Value, given)
		}
	}
	return found
}

// Restriction costs no token.
func (r *ResearchMarket) Restriction(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN) lookup.Told[string] {
	status, err := r.checks.Within(ctx, team, m, product, restrictiondomain.ConditionNew)
	if err != nil {
		return lookup.Told[string]{Err: err}
	}
	return lookup.Told[string]{Value: string(status), At: r.clock.Now()}
}
