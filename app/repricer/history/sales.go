package history

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
)

// Sales sums up the sales of a group.
type Sales struct {
	// Known stays false if no order is known.
	Known bool
	sales.Counts
	// Currency names the currency of the amounts. It is absent if several currencies were added up,
	// so that the amounts mean nothing, and if everything sold was cancelled.
	Currency optional.Maybe[money.Currency]
	mixed    bool
}

func (s *Sales) add(m marketplace.ID, n sales.Counts) {
	s.Known = true
	if n == (sales.Counts{}) {
		return
	}
	shop, _ := marketplace.ByID(m)
	currency := optional.Some(shop.Currency)
	if s.mixed = s.mixed || s.Currency.Known() && s.Currency != currency; s.mixed {
		currency = optional.None[money.Currency]()
	}
	s.Currency, s.Counts = currency, s.Add(n)
}

// mostSales bounds how many sums one answer is made of.
const mostSales = 50_000

// sell adds sales to the total and to its groups. A group with sales and without decisions is
// included, or the groups would not add up to the total.
func (h *History) sell(ctx context.Context, who caller.Caller, groupBy history.GroupBy, out *Statistics, groups map[Group]*Summary) error {
	sold, err := h.changes.Sales(ctx, who.Team, out.From, out.To, groupBy, mostSales)
	if err != nil {
		return err
	}
	if sold == nil {
		return tooManyGroups()
	}
	for _, s := range sold {
		out.Total.Sales.add(s.MarketplaceID, s.Counts)
		if groupBy.Reason {
			continue
		}
		if groups[s.Group] == nil {
			groups[s.Group] = &Summary{Group: s.Group}
		}
		groups[s.Group].Sales.add(s.MarketplaceID, s.Counts)
	}
	if groupBy != (history.GroupBy{}) && len(groups) > MaxGroups {
		return tooManyGroups()
	}
	return nil
}
