package research

import (
	"context"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

// Bought is what sources told of a product, or why none told anything: Missing where there is no such product.
type Bought struct {
	lookup.Found
	Err error
}

// Unpaid are those of the products that the team has not paid for within ports.KeptFor.
func (s *Sources) Unpaid(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN) (unpaid []asin.ASIN) {
	now := s.Clock.Now()
	for _, a := range asins {
		kept, _ := s.Known.Get(ctx, ports.ProductKey{Team: team, Marketplace: m.ID, ASIN: a})
		if kept.Paid.IsZero() || now.Sub(kept.Paid) >= ports.KeptFor {
			unpaid = append(unpaid, a)
		}
	}
	return unpaid
}

// Buy is Look that costs a token for each product of which something was told, unless the team paid one for it within ports.KeptFor.
// Products are named once. Fault: Payment for the plan.
func (s *Sources) Buy(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN, want Want) ([]Bought, error) {
	unpaid := map[asin.ASIN]bool{}
	for _, a := range s.Unpaid(ctx, team, m, asins) {
		unpaid[a] = true
	}
	look := func(ctx context.Context) ([]Bought, int64, error) {
		out, cost := make([]Bought, len(asins)), int64(0)
		for i, found := range s.Look(ctx, team, m, asins, want) {
			if out[i] = (Bought{found, judge(found, want)}); out[i].Err == nil && unpaid[asins[i]] {
				cost += tokensPerProduct
			}
		}
		return out, cost, nil
	}
	if len(unpaid) == 0 {
		out, _, err := look(ctx)
		return out, err
	}
	out, err := meter.SpendMeasured(ctx, s.Meter, team, int64(len(unpaid)*tokensPerProduct), look)
	now := s.Clock.Now()
	for _, b := range out {
		if b.Err == nil && unpaid[b.ASIN] {
			b.Paid = now
			s.Known.Put(context.WithoutCancel(ctx), ports.ProductKey{Team: team, Marketplace: m.ID, ASIN: b.ASIN}, b.Found)
		}
	}
	return out, err
}
