package market

import (
	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/tariff"
	"sellingassistant/adapters/simulator/world"
)

// feesTime formats the time of an estimate, which differs from dates elsewhere.
const feesTime = "Mon Jan 02 15:04:05 UTC 2006"

// estimate returns every fee of a sale today.
func (flo *Floor) estimate(p *catalog.Product, s *world.Shop, r *feesRequest) gateway.Object {
	price, _ := s.MinorOf(r.Price.Listing.Amount)
	shipping := int64(0)
	if r.Price.Shipping != nil {
		shipping, _ = s.MinorOf(r.Price.Shipping.Amount)
	}
	fees := flo.Charge(p, s, price, shipping, !r.Fulfilled)
	total := int64(0)
	var list []gateway.Object
	add := func(kind string, fee int64, included ...gateway.Object) {
		total += fee
		list = append(list, feeRow(s, kind, fee, included...))
	}
	add("ReferralFee", fees.Referral)
	add("VariableClosingFee", fees.Closing)
	add("PerItemFee", 0)
	if r.Fulfilled {
		included := []gateway.Object{feeRow(s, "FBAPickAndPack", fees.Shipped)}
		for _, more := range []struct {
			kind string
			fee  int64
		}{{"FBAOverlongPackage", fees.Overlong}, {"FBADangerousGoods", fees.Hazard}} {
			if more.fee > 0 {
				included = append(included, feeRow(s, more.kind, more.fee))
			}
		}
		add("FBAFees", fees.Shipped+fees.Overlong+fees.Hazard, included...)
	}
	if fees.Digital > 0 {
		add("DigitalServicesFee", fees.Digital)
	}
	if p.Odd {
		add("RegulatoryOperatingFee", s.Minor(12)) // a fee that occurs only for some products
	}
	return gateway.Object{"TimeOfFeesEstimation": flo.world.Clock.Now().UTC().Format(feesTime), "TotalFeesEstimate": Cash(s, total), "FeeDetailList": list}
}

// sale describes a sale of a product today.
func (flo *Floor) sale(p *catalog.Product, s *world.Shop, price, shipping int64, merchant bool) tariff.Sale {
	d := p.Package
	return tariff.Sale{
		Country: s.Country, Day: s.Day(flo.world.Clock.Now()), Type: p.ProductType, Hazardous: p.HazMat, Sides: [3]int64{d.Length, d.Width, d.Height}, Weight: d.Weight,
		Price: price, Shipping: shipping, Merchant: merchant,
	}
}

// Charge applies the country's tariff. Other countries have a simple tariff with a closing fee for
// books.
func (flo *Floor) Charge(p *catalog.Product, s *world.Shop, price, shipping int64, merchant bool) tariff.Fees {
	if fees, ok := tariff.Of(flo.sale(p, s, price, shipping, merchant)); ok {
		return fees
	}
	fees := tariff.Fees{Referral: max(s.Minor(leastReferral), (price+shipping)*p.Category.Referral/1000)}
	if p.ProductType == catalog.BookType {
		fees.Closing = s.Minor(180)
	}
	if !merchant {
		fees.Shipped = s.Minor(fulfilment(p))
	}
	return fees
}

// ReferralShare returns the referral fee as a share of the price, in ten-thousandths.
func (flo *Floor) ReferralShare(p *catalog.Product, s *world.Shop, price int64) int64 {
	if share, ok := tariff.Pays(flo.sale(p, s, price, 0, true)); ok {
		return share
	}
	return p.Category.Referral * 10
}

// leastReferral has the lowest referral fee of the simple tariff, in US cents.
const leastReferral = 30

func feeRow(s *world.Shop, kind string, minor int64, included ...gateway.Object) gateway.Object {
	fee := gateway.Object{"FeeType": kind, "FeeAmount": Cash(s, minor), "FeePromotion": Cash(s, 0), "FinalFee": Cash(s, minor)}
	if included != nil {
		fee["IncludedFeeDetailList"] = included
	}
	return fee
}

// sizeTier has a row of the simple tariff. sides and weight bound the package, in thousandths of an
// inch and of a pound. fee and everyPound, for each pound beyond the first, are in US cents.
type sizeTier struct {
	sides            [3]int64 // longest first
	weight           int64
	fee, everyPound  int64
	countsDimensions bool
}

var sizeTiers = []sizeTier{
	{[3]int64{15_000, 12_000, 750}, 1_000, 332, 0, false},
	{[3]int64{18_000, 14_000, 8_000}, 20_000, 446, 32, true},
	{[3]int64{37_000, 28_000, 20_000}, 50_000, 755, 38, true},
	{[3]int64{59_000, 33_000, 33_000}, 50_000, 935, 38, true},
	{[3]int64{1 << 40, 1 << 40, 1 << 40}, 1 << 40, 2633, 38, true},
}

// fulfilment returns the fee of the simple tariff for packing and shipping, in US cents.
func fulfilment(p *catalog.Product) int64 {
	sides := sides(p.Package)
	for _, t := range sizeTiers {
		weight := p.Package.Weight
		if t.countsDimensions {
			weight = max(weight, sides[0]*sides[1]/1000*sides[2]/139/1000)
		}
		if sides[0] <= t.sides[0] && sides[1] <= t.sides[1] && sides[2] <= t.sides[2] && weight <= t.weight {
			return t.fee + max(0, (weight-1)/1000)*t.everyPound
		}
	}
	return 0
}

// sides returns the three lengths, longest first.
func sides(d catalog.Dimensions) [3]int64 {
	a, b, c := d.Length, d.Width, d.Height
	longest, shortest := max(a, b, c), min(a, b, c)
	return [3]int64{longest, a + b + c - longest - shortest, shortest}
}
