package keepa

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	fastjson "github.com/goccy/go-json"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/series"
)

// unmarshal refuses what is no object. The fault names no text of the answer.
func unmarshal(body []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return ErrJunk
	}
	if err := fastjson.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%w: %T", ErrJunk, err)
	}
	return nil
}

// lenient is a member that is left out where it has another type.
type lenient[T any] struct{ value T }

func (l *lenient[T]) UnmarshalJSON(text []byte) error {
	var v T
	if fastjson.Unmarshal(text, &v) == nil {
		l.value = v
	}
	return nil
}

// number is a whole number that may be missing.
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

// given is a number that is not negative: Keepa says -1 for none and -2 for not asked.
func (n number) given() optional.Maybe[int64] {
	if n.Or(series.None) < 0 {
		return optional.None[int64]()
	}
	return n.Maybe
}

// time is one of Keepa's times, zero where there is none.
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
	Length        number                     `json:"packageLength"`
	Width         number                     `json:"packageWidth"`
	Height        number                     `json:"packageHeight"`
	Weight        number                     `json:"packageWeight"`
	Categories    lenient[[]lenient[struct {
		Name lenient[string] `json:"name"`
	}]] `json:"categoryTree"`
}

type wireStats struct {
	Mean30   ints                                    `json:"avg30"`
	Mean90   ints                                    `json:"avg90"`
	Drops30  number                                  `json:"salesRankDrops30"`
	Drops90  number                                  `json:"salesRankDrops90"`
	Drops180 number                                  `json:"salesRankDrops180"`
	Drops365 number                                  `json:"salesRankDrops365"`
	Holders  lenient[map[string]lenient[wireHolder]] `json:"buyBoxStats"`
}

type wireHolder struct {
	FBA lenient[bool] `json:"isFBA"`
}

func (w *wireProduct) product(m marketplace.Marketplace) Product {
	stats := w.Stats.value
	p := Product{
		ASIN: w.ASIN.value, Marketplace: m, Type: Type(w.Type.Or(0)), Title: w.Title.value, Brand: w.Brand.value, ParentASIN: w.Parent.value,
		Root: positive(w.Root), MonthlySold: positive(w.MonthlySold), RankMean30: rankOf(stats.Mean30), RankMean90: rankOf(stats.Mean90),
		RankDrops:     [...]optional.Maybe[int64]{stats.Drops30.given(), stats.Drops90.given(), stats.Drops180.given(), stats.Drops365.given()},
		TrackingSince: w.TrackingSince.time(), ListedSince: w.ListedSince.time(), LastUpdate: w.LastUpdate.time(),
		History: series.History{Series: map[series.Name]series.Series{}, Holders: holdersOf(w.Holders.value)},
	}
	if tree := w.Categories.value; len(tree) > 0 {
		p.RootName = tree[0].value.Name.value
	}
	// Sides are in millimetres, the weight in grams; 0 and -1 are unknown, which is no size.
	if size, err := fee.NewSize(w.Length.Or(0)*fee.Millimetre, w.Width.Or(0)*fee.Millimetre, w.Height.Or(0)*fee.Millimetre, w.Weight.Or(0)*fee.Gram); err == nil {
		p.Size = optional.Some(size)
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

func positive(n number) optional.Maybe[int64] {
	if n.Or(0) <= 0 {
		return optional.None[int64]()
	}
	return n.Maybe
}

// rankOf is the rank in a list of stats.
func rankOf(stats ints) optional.Maybe[int64] {
	const rank = 3
	if len(stats) <= rank || stats[rank] <= 0 {
		return optional.None[int64]()
	}
	return optional.Some(stats[rank])
}

// holdersOf reads pairs of a time and a seller: "-1" is a box without an offer, "-2" an unknown holder.
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
