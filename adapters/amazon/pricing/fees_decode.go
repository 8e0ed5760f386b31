package pricing

import (
	"encoding/json"
	"strings"
	"time"

	pricingports "sellingassistant/ports/repricer/pricing"

	"github.com/govalues/decimal"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/money"
)

// wireFees decodes an entry of a fees operation.
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
func decodeFeesList(questions []pricingports.FeeQuestion, body []byte, _ time.Time) ([]entry[*pricingports.FeeEstimate], error) {
	var rows []json.RawMessage
	if json.Unmarshal(body, &rows) != nil || rows == nil {
		return nil, spapi.ErrNotJSON
	}
	about := func(w wireFees) func(int, pricingports.FeeQuestion) bool { return w.about }
	return matched(questions, readable[wireFees](rows), about, func(w wireFees, q pricingports.FeeQuestion) (*pricingports.FeeEstimate, *spapi.Error) {
		return w.estimate(spapi.GetMyFeesEstimates, q)
	}), nil
}

// decodeFees reads getMyFeesEstimateForSKU and getMyFeesEstimateForASIN.
func decodeFees(one *spapi.Operation, questions []pricingports.FeeQuestion, body []byte) ([]entry[*pricingports.FeeEstimate], error) {
	content, err := one.Content(body)
	if err != nil {
		return nil, err
	}
	var answer struct {
		FeesEstimateResult *wireFees `json:"FeesEstimateResult"`
	}
	if json.Unmarshal(content, &answer) != nil || answer.FeesEstimateResult == nil {
		return nil, spapi.ErrNotJSON
	}
	e := entry[*pricingports.FeeEstimate]{}
	e.value, e.err = answer.FeesEstimateResult.estimate(one, questions[0])
	return []entry[*pricingports.FeeEstimate]{e}, nil
}

// about matches an entry by the question's identifier, unless the entry names another SKU or ASIN.
func (w wireFees) about(n int, q pricingports.FeeQuestion) bool {
	id := w.FeesEstimateIdentifier
	return id.SellerInputIdentifier == feeIdentifier(n) && (id.IDValue == "" || id.IDValue == q.SKU || q.SKU == "" && strings.EqualFold(id.IDValue, q.ASIN))
}

// throttleWords lists entry codes for a rate limit.
var throttleWords = []string{"QuotaExceeded", "TooManyRequests", "Throttl"}

// failure returns nil for a success, which may still carry an empty error.
func (w wireFees) failure(o *spapi.Operation) *spapi.Error {
	if w.Status == "Success" {
		return nil
	}
	p := spapi.Problem{Code: spapi.Words(w.Error.Code), Message: spapi.Words(w.Error.Message)}
	for _, word := range throttleWords {
		if strings.Contains(p.Code, word) {
			return &spapi.Error{Kind: spapi.Throttled, Operation: o.ID, Problems: []spapi.Problem{p}}
		}
	}
	if e := byWord(o, w.Status, p); e != nil {
		return e
	}
	if spapi.Words(w.Error.Type) == "Sender" {
		return &spapi.Error{Kind: spapi.Rejected, Operation: o.ID, Problems: []spapi.Problem{p}}
	}
	return &spapi.Error{Kind: spapi.Unavailable, Operation: o.ID, Problems: []spapi.Problem{p}}
}

func (w wireFees) estimate(o *spapi.Operation, q pricingports.FeeQuestion) (*pricingports.FeeEstimate, *spapi.Error) {
	if e := w.failure(o); e != nil {
		return nil, e
	}
	if w.FeesEstimate == nil {
		return nil, unreadable(o)
	}
	c := q.Marketplace.Currency
	e := &pricingports.FeeEstimate{Currency: c}
	total, err := w.FeesEstimate.TotalFeesEstimate.in(c)
	if err != nil {
		return nil, unreadable(o)
	}
	e.Total = total
	for _, d := range w.FeesEstimate.FeeDetailList[:min(len(w.FeesEstimate.FeeDetailList), maxOffers)] {
		fee, err := d.amount(c)
		switch {
		case err != nil || fee == nil:
			return nil, unreadable(o) // without this fee the floor would be too low
		}
		e.Lines = append(e.Lines, pricingports.FeeLine{Name: spapi.Clean(d.FeeType), Amount: *fee})
		switch {
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

// amount returns the fee after promotions if given, else the plain fee.
func (d wireFeeDetail) amount(c money.Currency) (*money.Amount, error) {
	fee, err := d.FinalFee.in(c)
	if fee != nil || err != nil {
		return fee, err
	}
	return d.FeeAmount.in(c)
}

// rateOf returns a fee as a percentage of its base, rounded up.
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
