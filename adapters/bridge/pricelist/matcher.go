package pricelist

import (
	"context"

	converterapp "sellingassistant/app/converter"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Matcher finds products by the converter, which charges and keeps answers.
type Matcher struct{ converters *converterapp.Converters }

// NewMatcher makes the bridge from converter to price lists.
func NewMatcher(c *converterapp.Converters) *Matcher { return &Matcher{c} }

var _ ports.Matcher = (*Matcher)(nil)

func (m *Matcher) Cost(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity) (int64, error) {
	var codes []gtin.Code
	for _, one := range asked {
		if one.Code != (gtin.Code{}) {
			codes = append(codes, one.Code)
		}
	}
	return m.converters.Cost(ctx, team, at, codes)
}

// Match fails for all where the next question would be refused too; a catalogue that does not answer is a fault of the row.
func (m *Matcher) Match(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity) ([]ports.Match, error) {
	out := make([]ports.Match, len(asked))
	var codes []gtin.Code
	var places []int
	for i, one := range asked {
		switch {
		case one.ASIN != asin.ASIN{}:
			out[i].Products = []asin.ASIN{one.ASIN}
		case one.Code == gtin.Code{}:
			out[i].Err = fault.New(fault.Rule, fault.CodeNotSupported, "Products are not found by SKU.")
		default:
			codes, places = append(codes, one.Code), append(places, i)
		}
	}
	if len(codes) == 0 {
		return out, nil
	}
	answers, err := m.converters.ByCodes(ctx, team, at, codes)
	if err != nil {
		return nil, err
	}
	for n, answer := range answers {
		if answer.Err != nil && !single(ctx, answer.Err) {
			return nil, answer.Err
		}
		out[places[n]] = ports.Match{Products: answer.Products, Err: answer.Err}
	}
	return out, nil
}

// single reports a fault of one question: the next one may be answered.
func single(ctx context.Context, err error) bool {
	e, ok := fault.As(err)
	return ok && ctx.Err() == nil && (e.Code == fault.CodeUpstreamUnavailable || e.Kind == fault.Invalid)
}
