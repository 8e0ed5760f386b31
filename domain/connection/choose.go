package connection

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
)

// Choose picks the connection for a marketplace among a team's: active connections first, then the
// oldest. Faults: integration_required (Forbidden) for a team without connections,
// marketplace_not_connected (Rule) without a connection for the marketplace, and
// integration_needs_attention (Forbidden) if all are inactive.
func Choose(all []Connection, m marketplace.Marketplace) (Connection, error) {
	var found *Connection
	some := false
	for i := range all {
		c := &all[i]
		if c.s.RemovedAt != nil {
			continue
		}
		some = true
		if c.s.Region != m.Region || !slices.Contains(c.s.Marketplaces, m.ID) {
			continue
		}
		if found == nil || better(c, found) {
			found = c
		}
	}
	switch {
	case !some:
		return Connection{}, fault.New(fault.Forbidden, fault.CodeIntegrationRequired,
			"Connect a seller account first.")
	case found == nil:
		return Connection{}, fault.Newf(fault.Rule, fault.CodeMarketplaceUnconnected,
			"No connected seller account serves %s.", m.Domain)
	case found.s.Status != Active:
		return Connection{}, fault.Newf(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
			"The seller account for %s does not work any more: connect it again.", m.Domain)
	}
	return *found, nil
}

// ChooseSeller works like Choose among the connections to one seller account. A team with
// connections to other accounts only gets Missing.
func ChooseSeller(all []Connection, sellerID string, m marketplace.Marketplace) (Connection, error) {
	some := false
	var own []Connection
	for _, c := range all {
		if c.s.RemovedAt != nil {
			continue
		}
		some = true
		if c.s.SellerID == sellerID {
			own = append(own, c)
		}
	}
	if some && len(own) == 0 {
		return Connection{}, fault.Missing()
	}
	return Choose(own, m)
}

func better(a, b *Connection) bool {
	if (a.s.Status == Active) != (b.s.Status == Active) {
		return a.s.Status == Active
	}
	return a.s.ID < b.s.ID
}
