package converter

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/converter"
	"sellingassistant/ports/meter"
)

const (
	// atOnce bounds the codes that are paid and asked for together, as many as the catalogue
	// answers in a call. sideBySide bounds such calls that run at a time.
	atOnce, sideBySide = 20, 4
)

// Answer has the products with a code, ordered by ASIN, or the reason why they are unknown.
type Answer struct {
	Products []asin.ASIN
	Err      error
}

// ByCodes works like ASINs for many codes, each once, for work that no caller waits for: the
// catalogue is asked for twenty at a time. Answers are in the order of the codes, and cost and are
// cached like in ASINs. The error is for the whole call: a fault of Sellers.For or of the plan.
func (c *Converters) ByCodes(ctx context.Context, team id.Team, m marketplace.Marketplace, codes []gtin.Code) ([]Answer, error) {
	seller, err := c.sellers.For(ctx, team, m)
	if err != nil {
		return nil, err
	}
	out := make([]Answer, len(codes))
	var open []int
	for i, code := range codes {
		kept, ok := c.cache.Get(ctx, port.Key{Team: team, Marketplace: m.ID, Asked: code.String()})
		if !ok {
			open = append(open, i)
			continue
		}
		if out[i].Products, err = productsOf(kept); err != nil {
			return nil, err
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(sideBySide)
	for places := range slices.Chunk(open, atOnce) {
		g.Go(func() error {
			found, err := c.batch(ctx, seller, team, m, codes, places)
			if refusal, ok := fault.As(err); ok && refusal.Kind == fault.Payment {
				return err
			}
			for n, i := range places {
				if out[i].Err = err; err == nil {
					out[i].Products = found[n]
				}
			}
			return nil
		})
	}
	return out, g.Wait()
}

// batch pays for the answers to the codes at some places, and keeps them.
func (c *Converters) batch(ctx context.Context, seller account.Seller, team id.Team, m marketplace.Marketplace, codes []gtin.Code, places []int) ([][]asin.ASIN, error) {
	return meter.Spend(ctx, c.meter, team, int64(tokensPerAnswer*len(places)), func(ctx context.Context) ([][]asin.ASIN, error) {
		found := make([][]asin.ASIN, len(places))
		for round := 0; ; round++ {
			asked := map[string][]string{}
			at := map[converter.Lookup][]int{}
			for n, i := range places {
				// The first look-up with a result gives the answer.
				if ways := converter.Lookups(codes[i]); len(found[n]) == 0 && round < len(ways) {
					if at[ways[round]] == nil {
						asked[ways[round].Type] = append(asked[ways[round].Type], ways[round].Code)
					}
					at[ways[round]] = append(at[ways[round]], n)
				}
			}
			if len(asked) == 0 {
				break
			}
			for kind, list := range asked {
				products, err := c.catalog.ByCodes(ctx, seller, m.ID, kind, list)
				if err != nil {
					return nil, err
				}
				for code, these := range products {
					for _, n := range at[converter.Lookup{Type: kind, Code: code}] {
						found[n] = these
					}
				}
			}
		}
		for n, i := range places {
			answer := converter.OfASINs(found[n])
			c.cache.Put(context.WithoutCancel(ctx), port.Key{Team: team, Marketplace: m.ID, Asked: codes[i].String()}, answer)
			products, err := productsOf(answer)
			if err != nil {
				return nil, err
			}
			found[n] = products
		}
		return found, nil
	})
}

func productsOf(found []converter.Identifier) ([]asin.ASIN, error) {
	out := make([]asin.ASIN, 0, len(found))
	for _, f := range found {
		if f.Type != converter.TypeASIN {
			continue
		}
		product, err := asin.Parse(f.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, product)
	}
	return out, nil
}
