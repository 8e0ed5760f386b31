package orders

import (
	"cmp"
	"context"
	"math"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/replenish"
	ports "sellingassistant/ports/purchasing"
)

// Wish sets the inputs of suggestions: sales of so many days, stock for so many days after the lead
// time, and at most Top of them.
type Wish struct {
	WindowDays, CoverDays int64
	// Suppliers narrow the products to any of them; an empty list means all products.
	Suppliers []purchasing.SupplierID
	Top       int
}

// Suggested has a product to be ordered, in its units and in days.
type Suggested struct {
	ports.Demanded
	// Supplier names the supplier of the preferred offer, else the default supplier.
	Supplier       optional.Maybe[purchasing.SupplierID]
	Offer          optional.Maybe[purchasing.OfferID]
	LeadTimeDays   int64
	LeadTimeSource replenish.LeadTimeSource
	replenish.Suggestion
	moq, multiple int64
}

// SuggestedOrder brings suggested products, at most MaxItems.
type SuggestedOrder struct {
	Supplier purchasing.SupplierID
	Items    []Suggested
}

// Suggestions has the most urgent products, and the orders that bring them from active suppliers.
// Total counts all products to be ordered.
type Suggestions struct {
	Rows   []Suggested
	Total  int
	Orders []SuggestedOrder
}

// Suggest finds the products to order: the first to run out first, then products without known
// sales.
func (o *Orders) Suggest(ctx context.Context, who caller.Caller, w Wish) (out Suggestions, err error) {
	all, err := o.sources(ctx, who.Team, w)
	if err != nil {
		return out, err
	}
	var ids []purchasing.SupplierID
	for _, s := range all {
		if n, ok := s.Supplier.Get(); ok {
			ids = append(ids, n)
		}
	}
	suppliers, measured, err := o.leadTimes(ctx, who.Team, edit.Once(ids), all)
	if err != nil {
		return out, err
	}
	for _, s := range all {
		if s.LeadTimeSource == "" {
			n := s.Supplier.Or(0)
			s.LeadTimeDays, s.LeadTimeSource = replenish.LeadTime(optional.None[int64](), s.Demanded.LeadTimeDays, measured[n],
				optional.Convert(suppliers[n].Values.DefaultLeadTimeDays, func(days int) int64 { return int64(days) }))
		}
		s.Suggestion = replenish.Suggest(replenish.Product{
			UnitsSold: s.UnitsSold, WindowDays: w.WindowDays, DaysKnown: s.DaysKnown, LeadTimeDays: s.LeadTimeDays, CoverDays: w.CoverDays,
			Position: s.Position, ReorderPoint: s.ReorderPoint, MOQ: s.moq, Multiple: s.multiple,
		})
		if s.Quantity > 0 {
			out.Rows = append(out.Rows, s)
		}
	}
	slices.SortFunc(out.Rows, func(a, b Suggested) int {
		return cmp.Or(cmp.Compare(a.OrderWithinDays.Or(math.MaxInt64), b.OrderWithinDays.Or(math.MaxInt64)), cmp.Compare(a.Product, b.Product))
	})
	out.Total = len(out.Rows)
	out.Rows = out.Rows[:min(w.Top, out.Total)]
	out.Orders = suggestedOrders(out.Rows, suppliers)
	return out, nil
}

// sources reads the products of a wish with their offers and suppliers.
func (o *Orders) sources(ctx context.Context, team id.Team, w Wish) ([]Suggested, error) {
	products, err := o.Demand(ctx, team, o.Clock.Now(), w.WindowDays)
	if err != nil {
		return nil, err
	}
	offers, err := o.Offers.AllPreferred(ctx, team)
	if err != nil {
		return nil, err
	}
	preferred := make(map[purchasing.ProductID]int, len(offers))
	for i, one := range offers {
		preferred[one.Values.Product.Or(0)] = i
	}
	var out []Suggested
	for _, p := range products {
		s := Suggested{Demanded: p, Supplier: p.Supplier, moq: 1, multiple: 1}
		if i, ok := preferred[p.Product]; ok {
			v := offers[i].Values
			s.Supplier, s.Offer, s.moq, s.multiple = optional.Some(v.Supplier), optional.Some(offers[i].ID), int64(v.MOQ), int64(v.OrderMultiple)
			if days, ok := v.LeadTimeDays.Get(); ok {
				s.LeadTimeDays, s.LeadTimeSource = int64(days), replenish.FromOffer
			}
		}
		if n, ok := s.Supplier.Get(); len(w.Suppliers) == 0 || ok && slices.Contains(w.Suppliers, n) {
			out = append(out, s)
		}
	}
	return out, nil
}

// leadTimes reads suppliers and, for suppliers of a product without another lead time, their
// average days, rounded up.
func (o *Orders) leadTimes(ctx context.Context, team id.Team, ids []purchasing.SupplierID, all []Suggested) (
	map[purchasing.SupplierID]purchasing.Supplier, map[purchasing.SupplierID]optional.Maybe[int64], error,
) {
	found, err := o.Suppliers.Named(ctx, team, ids)
	if err != nil {
		return nil, nil, err
	}
	suppliers := make(map[purchasing.SupplierID]purchasing.Supplier, len(found))
	for _, one := range found {
		suppliers[one.ID] = one
	}
	asked := map[int64]bool{}
	for _, s := range all {
		if n, ok := s.Supplier.Get(); ok && s.LeadTimeSource == "" && !s.Demanded.LeadTimeDays.Known() {
			asked[int64(n)] = true
		}
	}
	var named []int64
	for n := range asked {
		named = append(named, n)
	}
	slices.Sort(named)
	went, err := o.OfParties.Deliveries(ctx, team, named, o.Clock.Now().AddDate(0, 0, -purchasing.ScorecardDays), date.Of(o.Clock.Now().UTC()))
	if err != nil {
		return nil, nil, err
	}
	of := map[purchasing.SupplierID][]purchasing.Delivery{}
	for _, d := range went {
		of[d.Supplier] = append(of[d.Supplier], d)
	}
	measured := map[purchasing.SupplierID]optional.Maybe[int64]{}
	for n, list := range of {
		measured[n] = purchasing.LeadTimeOf(list)
	}
	return suppliers, measured, nil
}

// suggestedOrders groups products by supplier, the most urgent first. Offers of inactive
// suppliers cannot be ordered.
func suggestedOrders(rows []Suggested, suppliers map[purchasing.SupplierID]purchasing.Supplier) []SuggestedOrder {
	var out []SuggestedOrder
	last := map[purchasing.SupplierID]int{}
	for _, s := range rows {
		n, ok := s.Supplier.Get()
		if !ok || suppliers[n].Values.Status != purchasing.Active {
			continue
		}
		i, begun := last[n]
		if !begun || len(out[i].Items) == MaxItems {
			i, out = len(out), append(out, SuggestedOrder{Supplier: n})
			last[n] = i
		}
		out[i].Items = append(out[i].Items, s)
	}
	return out
}
