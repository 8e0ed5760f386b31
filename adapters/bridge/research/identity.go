package research

import (
	"context"

	identityapp "sellingassistant/app/identity"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/research"
)

// ResearchTerms gives product research a team's defaults and the VAT of its goods.
type ResearchTerms struct {
	teams *identityapp.Teams
	vats  *inventoryapp.VATs
}

func NewResearchTerms(t *identityapp.Teams, v *inventoryapp.VATs) *ResearchTerms {
	return &ResearchTerms{t, v}
}

// Of reads the VAT of goods only if prices contain tax.
func (r *ResearchTerms) Of(
	ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN,
) (out research.SaleTerms, err error) {
	found, err := r.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return out, err
	}
	s := found.Snapshot().Settings
	out.StorageMonths, out.VAT = optional.Of(s.DefaultExpenses.StorageMonths), s.VAT()
	if m.Untaxed {
		return out, nil
	}
	known, err := r.vats.OfASINs(ctx, team, m.ID, []string{product.String()})
	of := known[product.String()]
	out.CostLayer, out.Class = of.Rate, of.Class
	return out, err
}
