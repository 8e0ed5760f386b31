package research

import (
	"strconv"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
)

// fill completes the product facts that fees depend on by the sources, and returns how its category
// was found.
func fill(p *fee.Product, f lookup.Facts, m *fee.Market, day date.Date) (basis fee.Basis) {
	if !p.Size.Known() {
		p.Size = f.Package.Size()
	}
	if p.Group == "" && f.HazMat.Or(false) {
		p.Group = fee.GroupDangerous
	}
	if p.Category != "" {
		return fee.ByNone
	}
	if basis = fee.ByNone; m != nil {
		p.Category, basis = m.Category(f.Type, optional.Convert(f.Root, func(n int64) string { return strconv.FormatInt(n, 10) }).Or(""), day)
	}
	p.FromRoot = basis != fee.ByType
	return basis
}

// Collects the fee lines that Amazon or Keepa gave for the questions, the best source first. A line
// is valid at all prices with the same rule in the fee table as at the requested price.
func told(f *lookup.Found, from FeeSource, table *fee.Schedule, asked ...lookup.FeeQuestion) (given []fee.Given) {
	if from == SourceTable || len(asked) == 0 {
		return nil
	}
	known := false
	for _, q := range asked {
		answer := f.Fees[q]
		if !answer.OK() || from == SourceKeepa {
			continue
		}
		for _, line := range table.With(answer.Value, q.Price) {
			// Fees that the tables do not have count at all prices, so once.
			if !known || line.Type != fee.TypeOther && line.Type != fee.TypeDigitalServices {
				given = append(given, line)
			}
		}
		known = true
	}
	if from != SourceAmazon {
		given = append(given, keepaFees(&f.History.Value, asked[0], table)...)
	}
	return given
}

// keepaFees returns the fees at the price that the product had when Keepa saw it. The share of an
// unknown price gives no line.
func keepaFees(p *lookup.Product, q lookup.FeeQuestion, table *fee.Schedule) (given []fee.Given) {
	present, priced := salePrice(p.Offers).Get()
	add := func(line fee.Given) {
		if priced {
			line = table.Told(line, present)
		}
		given = append(given, line)
	}
	if amount, ok := p.PickAndPack.Get(); ok && !q.Merchant {
		add(fee.Fixed(fee.TypeFulfillment, fee.SourceKeepa, amount))
	}
	if rate, ok := p.Referral.Get(); ok && priced {
		add(fee.AtRate(fee.TypeReferral, fee.SourceKeepa, rate))
	}
	return given
}
