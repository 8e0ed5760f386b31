package inventory

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
)

// MatchKind names the job that Run does.
const MatchKind = "inventory.match"

// MatchRequest asks for a Run. It is made in the transaction that ends a sync.
func MatchRequest(team id.Team) jobs.Request {
	return jobs.Request{Kind: MatchKind, Team: team, Unique: "match", Queue: jobs.Bulk}
}

// matchBatch bounds the SKUs, or products, of one transaction.
const matchBatch = 500

// Matching matches SKUs with products after a sync, if there is no doubt.
type Matching struct {
	products ports.Products
	targets  ports.MatchTargets
	skus     *SKUIntake
	trail    audit.Log
	tx       tx.Runner
	clock    clock.Clock
}

func NewMatching(products ports.Products, targets ports.MatchTargets, skus *SKUIntake, trail audit.Log,
	runner tx.Runner, clk clock.Clock,
) *Matching {
	return &Matching{products: products, targets: targets, skus: skus, trail: trail, tx: runner, clock: clk}
}

// Run matches SKUs without a product to the active product with their ASIN on their marketplace,
// or with their code. A SKU with several candidates, or that a user removed, stays unmatched. Then
// it counts the units of all products again. It returns how many SKUs were matched. If it fails
// halfway, the next run continues.
func (m *Matching) Run(ctx context.Context, team id.Team) (matched int, err error) {
	for after := int64(0); ; {
		n, next, err := m.batch(ctx, team, after)
		if err != nil {
			return matched, err
		}
		matched += n
		if next == 0 {
			break
		}
		after = next
	}
	for after := inventory.ProductID(0); ; {
		err := m.tx.InTx(ctx, func(ctx context.Context) error {
			var err error
			after, err = m.products.TallyAfter(ctx, team, after, matchBatch)
			return err
		})
		if err != nil || after == 0 {
			return matched, err
		}
	}
}

// batch looks at the next SKUs and returns the last of them, 0 at the end.
func (m *Matching) batch(ctx context.Context, team id.Team, after int64) (matched int, last int64, err error) {
	err = m.tx.InTx(ctx, func(ctx context.Context) error {
		matched, last = 0, 0
		if err := m.products.Hold(ctx, team); err != nil {
			return err
		}
		skus, err := m.targets.Unmatched(ctx, team, after, matchBatch)
		if err != nil || len(skus) == 0 {
			return err
		}
		last = skus[len(skus)-1].ID
		candidates, err := m.targets.Candidates(ctx, team, skus)
		if err != nil {
			return err
		}
		matched, err = m.attach(ctx, team, skus, candidates)
		return err
	})
	return matched, last, err
}

// attach stores the matches without doubt.
func (m *Matching) attach(ctx context.Context, team id.Team, skus []inventory.UnmatchedSKU, candidates []inventory.MatchCandidate) (int, error) {
	w := matchWrite{
		told: told{products: m.products, skus: m.skus}, trail: m.trail, who: caller.Caller{Team: team}, source: audit.Job,
		now: m.clock.Now(), targets: owned{},
	}
	fits := map[int64][]inventory.MatchCandidate{}
	for _, c := range candidates {
		fits[c.SKU] = append(fits[c.SKU], c)
	}
	found := map[inventory.ProductID][]inventory.Match{}
	for _, sku := range skus {
		if best, ok := inventory.Decide(fits[sku.ID]); ok {
			found[best.Product] = append(found[best.Product], sku.Found(best.Method, w.now))
		}
	}
	products, err := m.products.Load(ctx, team, slices.Sorted(maps.Keys(found)))
	if err != nil {
		return 0, err
	}
	matched := 0
	for _, one := range products {
		// Stop at the most matches that a product may have.
		before, fresh := one.Matches(), found[one.ID()]
		fresh = fresh[:min(len(fresh), max(0, inventory.MaxMatches-len(before)))]
		w.change(one, before, one.Attach(fresh, w.now))
		matched += len(fresh)
	}
	return matched, w.tell(ctx)
}
