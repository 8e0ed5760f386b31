package research

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

const (
	// seedSelection has the provider's tokens that a selection costs, seedProducts the most
	// products that it names. A product costs a token.
	seedSelection, seedProducts = 11, 50
	// seedBest has the best rank that is requested: below, products are too few.
	seedBest = 10
)

// Seeds fill curves with products that callers did not ask for. They spend the provider's tokens,
// but not those in a team's plan.
type Seeds struct {
	provider  ports.Histories
	estimates *Estimates
	clock     clock.Clock
	draw      func() float64
}

// NewSeeds makes the use case. draw returns numbers from 0 to below 1.
func NewSeeds(provider ports.Histories, e *Estimates, c clock.Clock, draw func() float64) *Seeds {
	return &Seeds{provider, e, c, draw}
}

// Seeded counts the requests: Selections of Products, and the provider's Tokens that they cost.
type Seeded struct {
	Selections, Products int
	Tokens               int64
}

// Run asks for products of the root categories of a marketplace in turn, for at most so many
// tokens. The ranks are spread evenly by their logarithm. Other calls go first, so it may take
// long; answers until the context ends are kept. It returns the faults of the provider and of the
// store.
func (s *Seeds) Run(ctx context.Context, m marketplace.Marketplace, tokens int64) (done Seeded, err error) {
	roots, err := s.provider.Roots(ctx, m)
	if err != nil || len(roots) == 0 {
		return done, err
	}
	for n := 0; done.Tokens+seedSelection < tokens; n++ {
		if err := s.one(ctx, m, roots[n%len(roots)], tokens, &done); err != nil {
			return done, err
		}
	}
	return done, nil
}

// one asks for products about a rank.
func (s *Seeds) one(ctx context.Context, m marketplace.Marketplace, root lookup.Category, tokens int64, done *Seeded) error {
	rank := int64(seedBest * math.Pow(max(1, float64(root.Products)/seedBest), s.draw()))
	selection, err := json.Marshal(map[string]any{
		"rootCategory": []int64{root.ID}, "current_SALES_gte": rank, "current_SALES_lte": 2 * rank, "perPage": seedProducts, "productType": []int{0},
	})
	if err != nil {
		return err
	}
	a, err := s.provider.Ask(ctx, lookup.Question{Kind: lookup.ByFinder, Marketplace: m, Body: selection, Cost: seedSelection, Lane: lookup.Calibration})
	if err != nil {
		return err
	}
	done.Selections++
	done.Tokens += max(1, a.Consumed)
	names, err := s.provider.ReadNames(a.Body)
	if names = names[:max(0, min(int64(len(names)), tokens-done.Tokens))]; err != nil || len(names) == 0 {
		return err
	}
	a, err = s.provider.Ask(ctx, lookup.Question{
		Kind: lookup.ByName, Marketplace: m, Cost: int64(len(names)), Lane: lookup.Calibration,
		Query: map[string]string{"asin": strings.Join(each(names, asin.ASIN.String), ","), "stats": "90", "history": "0"},
	})
	if err != nil {
		return err
	}
	done.Tokens += a.Consumed
	products, _, err := s.provider.Read(a.Body)
	if err != nil {
		return err
	}
	for _, p := range products {
		if named, err := asin.Parse(p.ASIN); err == nil {
			found := lookup.Found{ASIN: named, History: lookup.Told[lookup.Product]{Value: p, At: s.clock.Now()}}
			s.estimates.Of(ctx, m, &found, OwnSales{})
			done.Products++
		}
	}
	return s.estimates.curves.Sync(context.WithoutCancel(ctx))
}
