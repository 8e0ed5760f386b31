package simulator

// feesTime is how an estimate is dated: not in the form that dates have elsewhere.
const feesTime = "Mon Jan 02 15:04:05 UTC 2006"

// estimate applies the schedule: referral, closing fee for books and, when the
// marketplace ships, fulfilment by size.
func (m *Marketplace) estimate(p *product, s *shop, r *feesRequest) object {
	price, _ := s.minorOf(r.Price.Listing.Amount)
	if r.Price.Shipping != nil {
		shipping, _ := s.minorOf(r.Price.Shipping.Amount)
		price += shipping
	}
	total := int64(0)
	var list []object
	add := func(kind string, fee int64, included ...object) {
		total += fee
		list = append(list, s.fee(kind, fee, included...))
	}
	add("ReferralFee", max(s.minor(leastReferral), price*p.Category.Referral/1000))
	closing := int64(0)
	if p.ProductType == bookType {
		closing = s.minor(180)
	}
	add("VariableClosingFee", closing)
	add("PerItemFee", 0)
	if r.Fulfilled {
		ships := s.minor(p.fulfilment())
		add("FBAFees", ships, s.fee("FBAPickAndPack", ships))
	}
	if p.odd {
		add("RegulatoryOperatingFee", s.minor(12)) // a kind that is not everywhere
	}
	return object{"TimeOfFeesEstimation": m.cfg.Clock.Now().UTC().Format(feesTime), "TotalFeesEstimate": s.cash(total), "FeeDetailList": list}
}

// leastReferral is the lowest referral fee, in US cents.
const leastReferral = 30

func (s *shop) fee(kind string, minor int64, included ...object) object {
	fee := object{"FeeType": kind, "FeeAmount": s.cash(minor), "FeePromotion": s.cash(0), "FinalFee": s.cash(minor)}
	if included != nil {
		fee["IncludedFeeDetailList"] = included
	}
	return fee
}

// sizeTier is a row of the fulfilment schedule: the largest package it is for
// (inches and pounds in thousandths), a fee in US cents, and what each pound
// beyond the first adds.
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

// fulfilment is what the marketplace takes for packing and shipping, in US cents.
func (p *product) fulfilment() int64 {
	sides := p.Package.sides()
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

// sides are the three lengths, longest first.
func (d dimensions) sides() [3]int64 {
	a, b, c := d.Length, d.Width, d.Height
	longest, shortest := max(a, b, c), min(a, b, c)
	return [3]int64{longest, a + b + c - longest - shortest, shortest}
}
