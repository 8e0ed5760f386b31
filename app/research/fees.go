package research

import (
	"strconv"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
)

// fill completes what fees depend on with what sources know of the product.
func fill(p *fee.Product, f lookup.Facts, m *fee.Market, day date.Date) {
	if !p.Size.Known() {
		p.Size = f.Package.Size()
	}
	if p.Category != "" {
		return
	}
	p.FromRoot = true
	if root, ok := f.Root.Get(); ok && m != nil {
		p.Category, _ = m.Category(strconv.FormatInt(root, 10), day)
	}
}

// toldFees are the fees that sources told, the best source first: Amazon for the question, and the provider of price histories, whose
// share of the price holds at the price it was told of.
func toldFees(f *lookup.Found, q lookup.FeeQuestion) []fee.Given {
	given := append([]fee.Given(nil), f.Fees[q].Value...)
	return append(given, keepaFees(&f.History.Value, q)...)
}

func keepaFees(p *lookup.Product, q lookup.FeeQuestion) (given []fee.Given) {
	if amount, ok := p.PickAndPack.Get(); ok && !q.Merchant {
		given = append(given, fee.Fixed(fee.TypeFulfillment, fee.SourceKeepa, amount))
	}
	if rate, ok := p.Referral.Get(); ok && salePrice(p.Offers) == optional.Some(q.Price) {
		given = append(given, fee.AtRate(fee.TypeReferral, fee.SourceKeepa, rate).Between(q.Price, q.Price))
	}
	return given
}
