package research

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

// Bought has the answers of the sources about a product, or the reason for missing answers: Missing
// if there is no such product.
type Bought struct {
	lookup.Found
	Err error
}

// Unpaid returns the products that the team has not paid for within ports.KeptFor.
func (s *Sources) Unpaid(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN) (unpaid []asin.ASIN, err error) {
	paid, err := s.Payments.Since(ctx, team, m.ID, asins, s.Clock.Now().Add(-ports.KeptFor))
	for _, a := range asins {
		if _, ok := paid[a]; !ok {
			unpaid = append(unpaid, a)
		}
	}
	return unpaid, err
}

// Buy works like Look, and costs a token for each product with an answer, unless the team paid for
// it within ports.KeptFor. Products are named once. Fault: Payment for the plan.
func (s *Sources) Buy(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN, want Want) ([]Bought, error) {
	unpaid, err := s.Unpaid(ctx, team, m, asins)
	if err != nil {
		return nil, err
	}
	look := func(ctx context.Context) ([]Bought, int64, error) {
		out := make([]Bought, len(asins))
		var bought []asin.ASIN
		for i, found := range s.Look(ctx, team, m, asins, want) {
			if out[i] = (Bought{found, judge(found, want)}); out[i].Err == nil && slices.Contains(unpaid, asins[i]) {
				bought = append(bought, asins[i])
			}
		}
		return out, int64(len(bought) * tokensPerProduct), s.Payments.Pay(context.WithoutCancel(ctx), team, m.ID, bought, s.Clock.Now())
	}
	if len(unpaid) == 0 {
		out, _, err := look(ctx)
		return out, err
	}
	return meter.SpendMeasured(ctx, s.Meter, team, int64(len(unpaid)*tokensPerProduct), look)
}
