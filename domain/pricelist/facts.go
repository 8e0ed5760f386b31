package pricelist

import (
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Facts are what is known of a product on the marketplace. What no source has is missing, never 0.
type Facts struct {
	ASIN                     asin.ASIN
	Title, Brand, Image, URL string
	// Category is the name of the root category, Root its number in the catalogue. Fees are found by Type, Amazon's product type, or by Root.
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
	// Charges are what Amazon said it charges.
	Charges []Charge
	// Source names where the facts come from, and AsOf when they were true; Stale facts are older than was asked for.
	Source string
	AsOf   time.Time
	Stale  bool
}

// Charge is a fee of a sale as Amazon told it, in the words of the fee tables; Name is Amazon's own for what they do not have.
type Charge struct {
	Type, Name    string
	Merchant      bool
	Price, Amount money.Amount
}

// Dimensions of the packaged unit are lengths in nanometres and a weight in nanograms; 0 is unknown.
type Dimensions struct{ Length, Width, Height, Weight int64 }

// Alert is a risk, with its source and the time of what it was seen in.
type Alert struct {
	Code   AlertCode
	Source string
	AsOf   time.Time
}

// spike is how far above its mean of 90 days a price is a spike, in percent of the mean.
const spike = 125

// alerts lists what there is to know before buying, and those alerts for which no source said yes or no.
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
		v, told := says[l.code].Get()
		switch {
		case !told:
			unavailable = append(unavailable, l.code)
		case v:
			found = append(found, Alert{l.code, f.Source, f.AsOf})
		}
	}
	return found, unavailable
}

var generic = map[string]bool{"generic": true, "unbranded": true, "unknown": true, "no brand": true, "n a": true}

// price is that of the basis, else the first that is known; one of nothing is none.
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
