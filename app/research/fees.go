package research

import (
	"strconv"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
)

// fill completes what fees depend on with what sources know of the product, and says what its category was found by.
func fill(p *fee.Product, f lookup.Facts, m *fee.Market, day date.Date) (by fee.Basis) {
	if !p.Size.Known() {
		p.Size = f.Package.Size()
	}
	if p.Group == "" && f.HazMat.Or(false) {
		p.Group = fee.GroupDangerous
	}
	if p.Category != "" {
		return fee.ByNone
	}
	if by = fee.ByNone; m != nil {
		p.Category, by = m.Category(f.Type, optional.Convert(f.Root, func(n int64) string { return strconv.FormatInt(n, 10) }).Or(""), day)
	}
	p.FromRoot = by != fee.ByType
	return by
}

// told collects the fee lines that Amazon or Keepa gave for the questions, the best source first. A line is valid at all prices
// where the fee table has the same rule as at the price that was asked for.
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

// keepaFees are those at the price that the product had when Keepa saw it. The share of a price that is not known says nothing.
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
