package amazon

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/money"
	port "sellingassistant/ports/repricer"
)

// wireFees is what a fees operation says about one question.
type wireFees struct {
	Status                 string `json:"Status"`
	FeesEstimateIdentifier struct {
		IDValue               string `json:"IdValue"`
		SellerInputIdentifier string `json:"SellerInputIdentifier"`
	} `json:"FeesEstimateIdentifier"`
	FeesEstimate *struct {
		TotalFeesEstimate *wireSum        `json:"TotalFeesEstimate"`
		FeeDetailList     []wireFeeDetail `json:"FeeDetailList"`
	} `json:"FeesEstimate"`
	Error struct {
		Type    json.RawMessage `json:"Type"`
		Code    json.RawMessage `json:"Code"`
		Message json.RawMessage `json:"Message"`
	} `json:"Error"`
}

type wireFeeDetail struct {
	FeeType   string   `json:"FeeType"`
	FeeAmount *wireSum `json:"FeeAmount"`
	FinalFee  *wireSum `json:"FinalFee"`
}

// decodeFeesList reads getMyFeesEstimates, a bare list.
func decodeFeesList(questions []port.FeeQuestion, body []byte, _ time.Time) ([]entry[*port.FeeEstimate], error) {
	var rows []json.RawMessage
	if json.Unmarshal(body, &rows) != nil || rows == nil {
		return nil, errNotJSON
	}
	var entries []entry[*port.FeeEstimate]
	answered := make([]bool, len(questions))
	for _, raw := range rows {
		var w wireFees
		if json.Unmarshal(raw, &w) != nil {
			continue
		}
		for n, q := range questions {
			if answered[n] || w.FeesEstimateIdentifier.SellerInputIdentifier != feeIdentifier(n) || !w.fits(q) {
				continue
			}
			answered[n] = true
			e := entry[*port.FeeEstimate]{question: n}
			e.value, e.err = w.estimate(getMyFeesEstimates, q)
			entries = append(entries, e)
			break
		}
	}
	return entries, nil
}

// decodeFees reads getMyFeesEstimateForSKU and getMyFeesEstimateForASIN.
func decodeFees(one *Operation, questions []port.FeeQuestion, body []byte) ([]entry[*port.FeeEstimate], error) {
	content, err := one.content(body)
	if err != nil {
		return nil, err
	}
	var answer struct {
		FeesEstimateResult *wireFees `json:"FeesEstimateResult"`
	}
	if json.Unmarshal(content, &answer) != nil || answer.FeesEstimateResult == nil {
		return nil, errNotJSON
	}
	e := entry[*port.FeeEstimate]{}
	e.value, e.err = answer.FeesEstimateResult.estimate(one, questions[0])
	return []entry[*port.FeeEstimate]{e}, nil
}

// fits tells that an entry does not name another subject than was asked.
func (w *wireFees) fits(q port.FeeQuestion) bool {
	id := w.FeesEstimateIdentifier.IDValue
	return id == "" || id == q.SKU || q.SKU == "" && strings.EqualFold(id, q.ASIN)
}

// throttleWords are codes of entries that say that there were too many.
var throttleWords = []string{"QuotaExceeded", "TooManyRequests", "Throttl"}

// failure is nil for a success, beside which an empty error may stand.
func (w *wireFees) failure(o *Operation) *Error {
	if w.Status == "Success" {
		return nil
	}
	p := Problem{Code: words(w.Error.Code), Message: words(w.Error.Message)}
	for _, word := range throttleWords {
		if strings.Contains(p.Code, word) {
			return &Error{Kind: Throttled, Operation: o.ID, Problems: []Problem{p}}
		}
	}
	if e := byWord(o, w.Status, p); e != nil {
		return e
	}
	if words(w.Error.Type) == "Sender" {
		return &Error{Kind: Rejected, Operation: o.ID, Problems: []Problem{p}}
	}
	return &Error{Kind: Unavailable, Operation: o.ID, Problems: []Problem{p}}
}

func (w *wireFees) estimate(o *Operation, q port.FeeQuestion) (*port.FeeEstimate, *Error) {
	if e := w.failure(o); e != nil {
		return nil, e
	}
	if w.FeesEstimate == nil {
		return nil, unreadable(o)
	}
	c := q.Marketplace.Currency
	e := &port.FeeEstimate{Currency: c}
	total, err := w.FeesEstimate.TotalFeesEstimate.in(c)
	if err != nil {
		return nil, unreadable(o)
	}
	e.Total = total
	for _, d := range w.FeesEstimate.FeeDetailList[:min(len(w.FeesEstimate.FeeDetailList), maxOffers)] {
		fee, err := d.amount(c)
		switch {
		case err != nil || fee == nil:
			return nil, unreadable(o) // a fee that is left out would make a floor too low
		case d.FeeType == "ReferralFee" && e.Referral == nil:
			e.Referral = fee
		default:
			e.Parts = append(e.Parts, *fee)
		}
	}
	if e.Referral == nil && e.Parts == nil && e.Total == nil {
		return nil, unreadable(o)
	}
	e.ReferralRate = rateOf(e.Referral, money.FromUnits(q.Price.Units()+q.Shipping.Units()))
	return e, nil
}

// amount is the fee after promotions, where that is told.
func (d wireFeeDetail) amount(c money.Currency) (*money.Amount, error) {
	fee, err := d.FinalFee.in(c)
	if fee != nil || err != nil {
		return fee, err
	}
	return d.FeeAmount.in(c)
}

// rateOf is a fee as a percentage of what it is taken of, rounded up.
func rateOf(fee *money.Amount, of money.Amount) *money.Percent {
	if fee == nil || !of.Positive() {
		return nil
	}
	share, err := fee.Decimal().Mul(decimal.MustNew(100, 0))
	if err == nil {
		share, err = share.Quo(of.Decimal())
	}
	if err != nil {
		return nil
	}
	rate, err := money.ParsePercent(share.Ceil(4).String())
	if err != nil {
		return nil
	}
	return &rate
}
