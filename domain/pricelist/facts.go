package pricelist

import (
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Facts has the known facts of a product on the marketplace. A fact without a source is missing,
// never 0.
type Facts struct {
	ASIN                     asin.ASIN
	Title, Brand, Image, URL string
	// Category names the root category, Root has its number in the catalogue. Fees are found by
	// Type, Amazon's product type, or by Root.
	Category, Root, Type           string
	Parent                         string
	BuyBox, LowestFBA, LowestFBM   Maybe
	Amazon, List, Mean90           Maybe
	OffersFBA, OffersFBM           optional.Maybe[int64]
	AmazonInStock                  optional.Maybe[bool]
	Rank                           optional.Maybe[int64]
	RankTop                        optional.Maybe[money.Percent]
	Sales, SalesLow, SalesHigh     optional.Maybe[int64]
	SalesLabel                     string
	OwnSales, RankDrops            optional.Maybe[int64]
	PackageQuantity, NumberOfItems optional.Maybe[int64]
	Size                           Dimensions
	Hazmat, Meltable, Oversize     optional.Maybe[bool]
	Adult, Suppressed              optional.Maybe[bool]
	Restriction                    optional.Maybe[Restriction]
	RestrictionAt                  time.Time
	// Charges lists the fees that Amazon named.
	Charges []Charge
	// Source names the source of the facts, and AsOf dates them; Stale facts are older than
	// requested.
	Source string
	AsOf   time.Time
	Stale  bool
}

// Charge has a fee of a sale from Amazon, in the words of the fee tables. Name has Amazon's own
// word for fees that the tables lack.
type Charge struct {
	Type, Name    string
	Merchant      bool
	Price, Amount money.Amount
}

// Dimensions of the packaged unit are lengths in nanometres and a weight in nanograms; 0 is
// unknown.
type Dimensions struct{ Length, Width, Height, Weight int64 }

// Alert names a risk, with its source and the time of the source's facts.
type Alert struct {
	Code   AlertCode
	Source string
	AsOf   time.Time
}

// spike bounds a price in percent of its mean of 90 days; above it the price is a spike.
const spike = 125

// alerts lists the risks to know before buying, and the alerts without an answer of any source.
func (f Facts) alerts(p Pack) (found []Alert, unavailable []AlertCode) {
	yes := func(v bool) optional.Maybe[bool] { return optional.Some(v) }
	price, box := f.BuyBox.Get()
	mean, known := f.Mean90.Get()
	risen := optional.None[bool]()
	if box && known {
		risen = yes(100*price.Units() > spike*mean.Units())
	}
	brand := optional.None[bool]()
	if f.Brand != "" {
		brand = yes(generic[columns.Fold(f.Brand)])
	}
	says := map[AlertCode]optional.Maybe[bool]{
		Hazmat: f.Hazmat, Meltable: f.Meltable, Oversize: f.Oversize, Adult: f.Adult, AmazonSells: f.AmazonInStock, BuyBoxSuppressed: f.Suppressed,
		PossibleMultipack: yes(p.Source == PackAssumed), PriceSpike: risen, GenericBrand: brand,
	}
	for _, l := range levels {
		v, yes := says[l.code].Get()
		switch {
		case !yes:
			unavailable = append(unavailable, l.code)
		case v:
			found = append(found, Alert{l.code, f.Source, f.AsOf})
		}
	}
	return found, unavailable
}

var generic = map[string]bool{"generic": true, "unbranded": true, "unknown": true, "no brand": true, "n a": true}

// price returns the price of the basis, else the first known price. A price of 0 counts as unknown.
func (f Facts) price(b Basis) (Maybe, PriceSource) {
	first := Basis("")
	for _, try := range []struct {
		basis  Basis
		price  Maybe
		source PriceSource
	}{
		{b, map[Basis]Maybe{AtBuyBox: f.BuyBox, AtLowestFBA: f.LowestFBA, AtMean90: f.Mean90}[b], PriceSource(b)},
		{first, f.BuyBox, FromBuyBox}, {first, f.LowestFBA, FromLowestFBA}, {first, f.LowestFBM, FromLowestFBM},
	} {
		if price, ok := try.price.Get(); ok && price.Positive() {
			return try.price, try.source
		}
	}
	return Maybe{}, ""
}
