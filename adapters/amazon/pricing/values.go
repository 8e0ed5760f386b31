package pricing

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	port "sellingassistant/ports/repricer"
)

var errNoSum = errors.New("an amount cannot be read")

// wireSum decodes an amount of money of the older and newer operations; the decoder ignores the
// case of names.
type wireSum struct {
	CurrencyCode string     `json:"CurrencyCode"`
	Amount       wireNumber `json:"Amount"`
}

// wireNumber decodes a number, also in quotes; nil if missing.
type wireNumber struct{ d *decimal.Decimal }

func (n *wireNumber) UnmarshalJSON(b []byte) (err error) {
	n.d, err = spapi.NumberIn(bytes.Trim(b, `"`))
	return err
}

// sum returns the amount, exact to four decimals; further decimals come from floating point at
// Amazon. A negative amount or a missing currency is an error: a wrong price must not look like a
// missing price.
func (s *wireSum) sum() (*money.Sum, error) {
	if s == nil || s.Amount.d == nil {
		return nil, nil
	}
	amount, err := money.Parse(s.Amount.d.Round(4).String())
	if err != nil || amount.Units() < 0 {
		return nil, errNoSum
	}
	if len(s.CurrencyCode) != 3 || strings.Trim(s.CurrencyCode, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return nil, errNoSum
	}
	return &money.Sum{Amount: amount, Currency: money.Currency(s.CurrencyCode)}, nil
}

// in returns the amount; another currency than c is an error.
func (s *wireSum) in(c money.Currency) (*money.Amount, error) {
	sum, err := s.sum()
	switch {
	case sum == nil || err != nil:
		return nil, err
	case sum.Currency != c:
		return nil, errNoSum
	}
	return &sum.Amount, nil
}

type wirePoints struct {
	PointsNumber        json.Number `json:"PointsNumber"`
	PointsMonetaryValue *wireSum    `json:"PointsMonetaryValue"`
}

// worth returns the value of points. If only their number is given, each is worth a yen: points
// exist in Japan only.
func (p *wirePoints) worth(c money.Currency) (*money.Amount, error) {
	if p == nil {
		return nil, nil
	}
	worth, err := p.PointsMonetaryValue.in(c)
	if worth != nil || err != nil {
		return worth, err
	}
	n := spapi.CountOr(p.PointsNumber, -1)
	if c != "JPY" || n < 0 {
		return nil, nil
	}
	yen := money.FromUnits(n * 10_000)
	return &yen, nil
}

// tagOf joins a price with its shipping and points. Without the price it returns false.
func tagOf(price, shipping *wireSum, points *wirePoints) (tag port.PriceParts, told bool, err error) {
	sum, err := price.sum()
	if sum == nil || err != nil {
		return port.PriceParts{}, false, err
	}
	tag = port.PriceParts{Currency: sum.Currency, Price: sum.Amount}
	if tag.Shipping, err = shipping.in(sum.Currency); err != nil {
		return tag, false, err
	}
	tag.Points, err = points.worth(sum.Currency)
	return tag, err == nil, err
}

// wirePrice decodes a price of the older operations with shipping and points.
type wirePrice struct {
	LandedPrice  *wireSum    `json:"LandedPrice"`
	ListingPrice *wireSum    `json:"ListingPrice"`
	Shipping     *wireSum    `json:"Shipping"`
	Points       *wirePoints `json:"Points"`
}

// tag also returns Amazon's own landed price.
func (w wirePrice) tag() (tag port.PriceParts, landed *money.Amount, told bool, err error) {
	if tag, told, err = tagOf(w.ListingPrice, w.Shipping, w.Points); told {
		landed, err = w.LandedPrice.in(tag.Currency)
	}
	return tag, landed, told, err
}

// conditionOf converts a condition; an unknown one equals no condition of the program.
func conditionOf(word string) decision.Condition { return decision.Condition(lower(word)) }

func lower(word string) string { return strings.ToLower(spapi.Clean(word)) }

// subConditions maps grades by letters only: Amazon spells them in several ways (Very Good,
// VeryGood, very_good).
var subConditions = map[string]decision.SubCondition{
	"new": decision.SubNew, "mint": decision.SubLikeNew, "likenew": decision.SubLikeNew, "verygood": decision.SubVeryGood,
	"good": decision.SubGood, "acceptable": decision.SubAcceptable, "poor": decision.SubPoor,
}

// letters removes the separators between the words of a grade.
var letters = strings.NewReplacer(" ", "", "_", "", "-", "")

func subConditionOf(word string) decision.SubCondition {
	word = lower(word)
	if known, ok := subConditions[letters.Replace(word)]; ok {
		return known
	}
	return decision.SubCondition(word)
}

// consumers distinguishes consumer prices from business and quantity prices.
type consumers struct {
	OfferType            string      `json:"offerType"`
	QuantityTier         json.Number `json:"quantityTier"`
	QuantityDiscountType string      `json:"quantityDiscountType"`
}

func (c consumers) everybody() bool {
	return c.OfferType != "B2B" && c.QuantityDiscountType == "" && spapi.CountOr(c.QuantityTier, 1) <= 1
}

// percentOf returns nil if the value is missing or not a percentage.
func percentOf(n wireNumber) *money.Percent {
	if n.d == nil {
		return nil
	}
	p, err := money.ParsePercent(n.d.Round(4).String())
	if err != nil || p.Units() < 0 || p.Cmp(money.MustParsePercent("100")) > 0 {
		return nil
	}
	return &p
}

// countOf returns nil if the value is missing or not a count.
func countOf(n json.Number) *int64 {
	if c := spapi.CountOr(n, -1); c >= 0 {
		return &c
	}
	return nil
}

func smallCountOf(n json.Number) *int {
	c := countOf(n)
	if c == nil {
		return nil
	}
	small := int(*c)
	return &small
}
