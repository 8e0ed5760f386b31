package body

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/money"
)

// Largest bounds amounts and percentages: fourteen digits, four of them decimals.
const Largest = 9_999_999_999.9999

// Money wraps an amount; another member names its currency. In JSON it is a number with at most 4
// decimals and 14 digits.
type Money struct{ amount money.Amount }

// MoneyOf wraps an amount.
func MoneyOf(a money.Amount) Money { return Money{a} }

// NullMoney wraps an amount that may be unset.
func NullMoney(a *money.Amount) *Money { return Null(a, MoneyOf) }

// Amount returns the amount.
func (m Money) Amount() money.Amount { return m.amount }

func (m *Money) UnmarshalJSON(b []byte) (err error) {
	m.amount, err = money.Parse(string(b))
	return notNumber(b, err)
}

func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.amount.String()), nil }

func (Money) Schema(huma.Registry) *huma.Schema { return decimalSchema() }

// PositiveMoney takes Money above zero; zero and less break the published schema.
type PositiveMoney struct{ Money }

// PositiveMoneyOf wraps an amount.
func PositiveMoneyOf(a money.Amount) PositiveMoney { return PositiveMoney{Money{a}} }

func (PositiveMoney) Schema(huma.Registry) *huma.Schema { return positive(decimalSchema()) }

// Percent wraps a percentage, 12.5 for 12.5 %: a JSON number with at most 4 decimals and 14 digits.
type Percent struct{ percent money.Percent }

// PercentOf wraps a percentage.
func PercentOf(p money.Percent) Percent { return Percent{p} }

// NullPercent wraps a percentage that may be unset.
func NullPercent(p *money.Percent) *Percent { return Null(p, PercentOf) }

// Exact returns the percentage.
func (p Percent) Exact() money.Percent { return p.percent }

func (p *Percent) UnmarshalJSON(b []byte) (err error) {
	p.percent, err = money.ParsePercent(string(b))
	return notNumber(b, err)
}

func (p Percent) MarshalJSON() ([]byte, error) { return []byte(p.percent.String()), nil }

func (Percent) Schema(huma.Registry) *huma.Schema { return decimalSchema() }

// PositivePercent takes a Percent above zero; zero and less break the published schema.
type PositivePercent struct{ Percent }

func (PositivePercent) Schema(huma.Registry) *huma.Schema { return positive(decimalSchema()) }

// Decimals names the extension for the number of decimals of a Rate or UnitPrice.
const Decimals = "x-decimals"

// Rate wraps an exchange rate: a JSON number above 0 with at most 8 decimals and 14 digits.
type Rate struct{ rate money.Rate }

// RateOf wraps a rate.
func RateOf(r money.Rate) Rate { return Rate{r} }

// Exact returns the rate.
func (r Rate) Exact() money.Rate { return r.rate }

func (r *Rate) UnmarshalJSON(b []byte) (err error) {
	r.rate, err = money.ParseRate(string(b))
	return notNumber(b, err)
}

func (r Rate) MarshalJSON() ([]byte, error) { return []byte(r.rate.String()), nil }

func (Rate) Schema(huma.Registry) *huma.Schema {
	low, high := 0.0, 999_999.999_999_99
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", ExclusiveMinimum: &low, Maximum: &high, Extensions: map[string]any{Decimals: 8}}
}

// UnitPrice wraps the price of one unit, a JSON number of at least 0 with at most 6 decimals.
type UnitPrice struct{ price money.Price }

// UnitPriceOf wraps a price.
func UnitPriceOf(p money.Price) UnitPrice { return UnitPrice{p} }

// Exact returns the price.
func (p UnitPrice) Exact() money.Price { return p.price }

func (p *UnitPrice) UnmarshalJSON(b []byte) (err error) {
	p.price, err = money.ParsePrice(string(b))
	return notNumber(b, err)
}

func (p UnitPrice) MarshalJSON() ([]byte, error) { return []byte(p.price.String()), nil }

func (UnitPrice) Schema(huma.Registry) *huma.Schema {
	low, high := 0.0, Largest
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &low, Maximum: &high, Extensions: map[string]any{Decimals: 6},
	}
}

// notNumber refuses a number that cannot be parsed. The schema has the same rule, so this happens
// only outside a request.
func notNumber(b []byte, err error) error {
	if err == nil {
		return nil
	}
	return &json.UnmarshalTypeError{Value: string(b), Type: reflect.TypeFor[float64]()}
}

// Decimal names the extension of numbers with at most four decimals, which the request check counts
// exactly. The document has no multipleOf: clients that divide binary floats find that 19.99 is no
// multiple of 0.0001.
const Decimal = "x-decimal"

func decimalSchema() *huma.Schema {
	low, high := -Largest, Largest
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &low, Maximum: &high,
		Extensions: map[string]any{Decimal: true},
	}
}

func positive(s *huma.Schema) *huma.Schema {
	zero := 0.0
	s.Minimum, s.ExclusiveMinimum = nil, &zero
	return s
}
