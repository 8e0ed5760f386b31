package keepa

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	fastjson "github.com/goccy/go-json"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
)

// unmarshal refuses a body that is not an object. The error has no text of the answer.
func unmarshal(body []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return ErrJunk
	}
	if err := fastjson.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%w: %T", ErrJunk, err)
	}
	return nil
}

// lenient ignores a member of another type.
type lenient[T any] struct{ value T }

func (l *lenient[T]) UnmarshalJSON(text []byte) error {
	var v T
	if fastjson.Unmarshal(text, &v) == nil {
		l.value = v
	}
	return nil
}

// number has a whole number that may be missing.
type number struct{ optional.Maybe[int64] }

func (n *number) UnmarshalJSON(text []byte) error {
	n.Maybe = optional.None[int64]()
	if v, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		n.Maybe = optional.Some(v)
	} else if f, err := strconv.ParseFloat(string(text), 64); err == nil && f >= -largest && f <= largest {
		n.Maybe = optional.Some(int64(f))
	}
	return nil
}

// given returns a number unless it is negative: Keepa writes -1 for a missing value and -2 for a
// value that was not requested.
func (n number) given() optional.Maybe[int64] {
	if n.Or(series.None) < 0 {
		return optional.None[int64]()
	}
	return n.Maybe
}

// time converts one of Keepa's times, zero if it is missing.
func (n number) time() time.Time {
	m, ok := MinuteOf(n.Or(0))
	if !ok || m == firstMinute {
		return time.Time{}
	}
	return m.Time()
}

type wireMeter struct {
	TokensLeft     number `json:"tokensLeft"`
	RefillIn       number `json:"refillIn"`
	RefillRate     number `json:"refillRate"`
	TokensConsumed number `json:"tokensConsumed"`
}

func (w wireMeter) meter() Meter {
	return Meter{
		Left: w.TokensLeft.Maybe, RefillIn: time.Duration(max(0, min(largest, w.RefillIn.Or(0)))) * time.Millisecond,
		Rate: w.RefillRate.given().Or(0), Consumed: w.TokensConsumed.given().Or(0),
	}
}

type wireProduct struct {
	ASIN          lenient[string]            `json:"asin"`
	Domain        number                     `json:"domainId"`
	Type          number                     `json:"productType"`
	Title         lenient[string]            `json:"title"`
	Brand         lenient[string]            `json:"brand"`
	Kind          lenient[string]            `json:"type"`
	Parent        lenient[string]            `json:"parentAsin"`
	Root          number                     `json:"rootCategory"`
	MonthlySold   number                     `json:"monthlySold"`
	TrackingSince number                     `json:"trackingSince"`
	ListedSince   number                     `json:"listedSince"`
	LastUpdate    number                     `json:"lastUpdate"`
	CSV           lists                      `json:"csv"`
	Badges        ints                       `json:"monthlySoldHistory"`
	Holders       lenient[[]lenient[string]] `json:"buyBoxSellerIdHistory"`
	Stats         lenient[wireStats]         `json:"stats"`
	PackageLength number                     `json:"packageLength"`
	PackageWidth  number                     `json:"packageWidth"`
	PackageHeight number                     `json:"packageHeight"`
	PackageWeight number                     `json:"packageWeight"`
	ItemLength    number                     `json:"itemLength"`
	ItemWidth     number                     `json:"itemWidth"`
	ItemHeight    number                     `json:"itemHeight"`
	ItemWeight    number                     `json:"itemWeight"`
	Units         number                     `json:"packageQuantity"`
	Items         number                     `json:"numberOfItems"`
	EAN           lenient[[]lenient[string]] `json:"eanList"`
	UPC           lenient[[]lenient[string]] `json:"upcList"`
	Adult         lenient[*bool]             `json:"isAdultProduct"`
	Meltable      lenient[*bool]             `json:"isHeatSensitive"`
	Hazards       lenient[[]struct{}]        `json:"hazardousMaterials"`
	Referral      lenient[wirePercent]       `json:"referralFeePercentage"`
	FBA           lenient[struct {
		PickAndPack number `json:"pickAndPackFee"`
	}] `json:"fbaFees"`
	Variations lenient[[]struct{}] `json:"variations"`
	Images     lenient[[]lenient[struct {
		Large lenient[string] `json:"l"`
	}]] `json:"images"`
	Categories lenient[[]lenient[struct {
		Name lenient[string] `json:"name"`
	}]] `json:"categoryTree"`
}

type wireStats struct {
	Current  ints                                    `json:"current"`
	Mean30   ints                                    `json:"avg30"`
	Mean90   ints                                    `json:"avg90"`
	Drops30  number                                  `json:"salesRankDrops30"`
	Drops90  number                                  `json:"salesRankDrops90"`
	Drops180 number                                  `json:"salesRankDrops180"`
	Drops365 number                                  `json:"salesRankDrops365"`
	Badge90  number                                  `json:"deltaPercent90_monthlySold"`
	Price    number                                  `json:"buyBoxPrice"`
	Shipping number                                  `json:"buyBoxShipping"`
	Seller   lenient[string]                         `json:"buyBoxSellerId"`
	FBA      lenient[*bool]                          `json:"buyBoxIsFBA"`
	Amazon   lenient[*bool]                          `json:"buyBoxIsAmazon"`
	Holders  lenient[map[string]lenient[wireHolder]] `json:"buyBoxStats"`
}

type wireHolder struct {
	FBA lenient[bool] `json:"isFBA"`
}

// wirePercent has a share that is written with a fraction.
type wirePercent struct{ optional.Maybe[money.Percent] }

func (p *wirePercent) UnmarshalJSON(text []byte) error {
	f, err := money.ParsePercent(string(text))
	if err == nil && f.Units() > 0 && f.Units() <= 100*series.Scale {
		p.Maybe = optional.Some(f)
	}
	return nil
}

// imageHost begins the addresses of Keepa's pictures.
const imageHost = "https://m.media-amazon.com/images/I/"

func (w *wireProduct) product(m marketplace.Marketplace) Product {
	stats := w.Stats.value
	p := Product{
		ASIN: w.ASIN.value, Marketplace: m, Type: Type(w.Type.Or(0)), Facts: w.facts(m.Currency), Offers: stats.offers(m.Currency),
		MonthlySold: positive(w.MonthlySold), RankMean30: rankOf(stats.Mean30), RankMean90: rankOf(stats.Mean90), BadgeChange90: stats.Badge90.Maybe,
		RankDrops:   [...]optional.Maybe[int64]{stats.Drops30.given(), stats.Drops90.given(), stats.Drops180.given(), stats.Drops365.given()},
		PickAndPack: amountOf(positive(w.FBA.value.PickAndPack), m.Currency), Referral: w.Referral.value.Maybe,
		TrackingSince: w.TrackingSince.time(), ListedSince: w.ListedSince.time(), LastUpdate: w.LastUpdate.time(),
		History: series.History{Series: map[series.Name]series.Series{}, Holders: holdersOf(w.Holders.value)},
	}
	for seller, holder := range stats.Holders.value {
		if p.FBA == nil {
			p.FBA = map[string]bool{}
		}
		p.FBA[seller] = holder.value.FBA.value
	}
	add := func(c column, list []int64) {
		if s := c.series(list, m.Currency); len(s.Points) > 0 {
			p.Series[c.name] = s
		}
	}
	for i, list := range w.CSV {
		if columns[i].name != "" && len(list) > 0 {
			add(columns[i], list)
		}
	}
	add(column{name: series.Badge, unit: series.Counts}, w.Badges)
	return p
}

func (w *wireProduct) facts(c money.Currency) lookup.Facts {
	stats := w.Stats.value
	f := lookup.Facts{
		Title: w.Title.value, Brand: w.Brand.value, Type: w.Kind.value, ParentASIN: w.Parent.value, Root: positive(w.Root), Rank: rankOf(stats.Current),
		Package: dimensions(w.PackageLength, w.PackageWidth, w.PackageHeight, w.PackageWeight),
		Item:    dimensions(w.ItemLength, w.ItemWidth, w.ItemHeight, w.ItemWeight), Units: positive(w.Units), Items: positive(w.Items),
		Adult: optional.Of(w.Adult.value), Meltable: optional.Of(w.Meltable.value), ListPrice: stats.price(series.List, c),
		Codes: lookup.Codes{UPC: texts(w.UPC.value), EAN: texts(w.EAN.value)},
	}
	if tree := w.Categories.value; len(tree) > 0 {
		f.RootName = tree[0].value.Name.value
	}
	if list := w.Images.value; len(list) > 0 && list[0].value.Large.value != "" {
		f.Image = imageHost + url.PathEscape(list[0].value.Large.value)
	}
	// A missing list means nothing: Keepa has it for few products.
	if len(w.Hazards.value) > 0 {
		f.HazMat = optional.Some(true)
	}
	if n := len(w.Variations.value); n > 0 {
		f.Variations = optional.Some(int64(n))
	}
	return f
}

// offers returns the present offers. In the stats, the prices of 18 and 7 include shipping.
func (s wireStats) offers(c money.Currency) lookup.Offers {
	o := lookup.Offers{
		LowestFBA: s.price(series.NewFBA, c), LowestFBM: s.price(series.NewFBM, c), Amazon: s.price(series.Amazon, c),
		FBA: s.now(series.CountFBA), FBM: s.now(series.CountFBM),
	}
	if n, ok := s.at(series.Amazon); ok && n >= -1 {
		o.AmazonInStock = optional.Some(n >= 0)
	}
	if price, ok := amountOf(positive(s.Price), c).Get(); ok {
		o.Box = optional.Some(lookup.Box{
			Price: price, Shipping: amountOf(s.Shipping.given(), c).Or(money.Amount{}), Seller: s.Seller.value,
			Amazon: optional.Of(s.Amazon.value), FBA: optional.Of(s.FBA.value),
		})
	}
	return o
}

// at returns the present number of a series in Keepa's units.
func (s wireStats) at(name series.Name) (int64, bool) {
	i := slices.IndexFunc(columns[:], func(c column) bool { return c.name == name })
	if i < 0 || i >= len(s.Current) {
		return 0, false
	}
	return s.Current[i], true
}

// now returns the present number of a series unless it is negative.
func (s wireStats) now(name series.Name) optional.Maybe[int64] {
	n, ok := s.at(name)
	if !ok || n < 0 || n > largest {
		return optional.None[int64]()
	}
	return optional.Some(n)
}

func (s wireStats) price(name series.Name, c money.Currency) optional.Maybe[money.Amount] {
	return amountOf(s.now(name), c)
}

// amountOf converts a number of the currency's smallest units.
func amountOf(n optional.Maybe[int64], c money.Currency) optional.Maybe[money.Amount] {
	if v, ok := n.Get(); !ok || v > largest {
		return optional.None[money.Amount]()
	}
	return optional.Convert(n, func(v int64) money.Amount { return money.FromUnits(v * c.Unit().Units()) })
}

// dimensions converts millimetres and grams; 0 and -1 mean unknown.
func dimensions(length, width, height, weight number) lookup.Dimensions {
	in := func(n number, unit, most int64) int64 {
		if v := n.Or(0); v > 0 && v <= most/unit {
			return v * unit
		}
		return 0
	}
	return lookup.Dimensions{
		Length: in(length, fee.Millimetre, fee.MaxSide), Width: in(width, fee.Millimetre, fee.MaxSide),
		Height: in(height, fee.Millimetre, fee.MaxSide), Weight: in(weight, fee.Gram, fee.MaxWeight),
	}
}

func texts(list []lenient[string]) []string {
	var all []string
	for _, one := range list {
		if one.value != "" {
			all = append(all, one.value)
		}
	}
	return all
}

func positive(n number) optional.Maybe[int64] {
	if n.Or(0) <= 0 {
		return optional.None[int64]()
	}
	return n.Maybe
}

func rankOf(stats ints) optional.Maybe[int64] {
	const rank = 3
	if len(stats) <= rank || stats[rank] <= 0 {
		return optional.None[int64]()
	}
	return optional.Some(stats[rank])
}

// holdersOf reads pairs of a time and a seller: "-1" means a box without an offer, "-2" an unknown
// seller.
func holdersOf(pairs []lenient[string]) []series.Holder {
	var holders []series.Holder
	for ; len(pairs) >= 2; pairs = pairs[2:] {
		t, err := strconv.ParseInt(pairs[0].value, 10, 64)
		at, ok := MinuteOf(t)
		if err != nil || !ok || len(holders) > 0 && at <= holders[len(holders)-1].At {
			continue
		}
		seller := pairs[1].value
		switch seller {
		case "-1":
			holders = append(holders, series.Holder{At: at, Known: true})
		case "-2", "":
			holders = append(holders, series.Holder{At: at})
		default:
			holders = append(holders, series.Holder{At: at, Seller: seller, Known: true})
		}
	}
	return holders
}
