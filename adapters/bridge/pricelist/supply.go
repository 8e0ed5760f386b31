package pricelist

import (
	"context"
	"slices"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/purchasing/order"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
)

// supplyAtOnce bounds the records of a statement.
const supplyAtOnce = 200

var byID = page.Request{Limit: supplyAtOnce, Order: []page.By{{Field: "id"}}}

// supplies counts products by the texts of their ASINs.
type supplies struct {
	*Purchasing
	team  id.Team
	asins []string
	found map[asin.ASIN]pricelist.Supply
	// products has the ASINs of inventory products.
	products map[int64][]string
}

// Supply counts the sellable and inbound stock of SKUs on the marketplace, the units in warehouses,
// and the units due from open orders and drafts.
func (p *Purchasing) Supply(
	ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN,
) (map[asin.ASIN]pricelist.Supply, error) {
	s := supplies{Purchasing: p, team: team, found: map[asin.ASIN]pricelist.Supply{}, products: map[int64][]string{}}
	for _, a := range products {
		s.asins = append(s.asins, a.String())
	}
	if err := s.stock(ctx, m); err != nil {
		return nil, err
	}
	if err := s.warehouses(ctx); err != nil {
		return nil, err
	}
	err := s.orders(ctx, purchasingports.Thing{ASINs: s.asins})
	if err != nil || len(s.products) == 0 {
		return s.found, err
	}
	var named purchasingports.Thing
	for product := range s.products {
		named.Products = append(named.Products, product)
	}
	slices.Sort(named.Products)
	return s.found, s.orders(ctx, named)
}

func (s *supplies) add(text string, change func(*pricelist.Supply)) {
	if a, err := asin.Parse(text); err == nil && slices.Contains(s.asins, text) {
		supply := s.found[a]
		change(&supply)
		s.found[a] = supply
	}
}

func (s *supplies) stock(ctx context.Context, m marketplace.ID) error {
	return each(func(r page.Request) (page.Page[inventory.SKUSnapshot], error) {
		return s.skus.List(ctx, s.team, inventoryports.SKUFilter{ASINs: s.asins, Marketplaces: []marketplace.ID{m}}, r)
	}, func(sku inventory.SKUSnapshot) error {
		s.add(sku.ASIN, func(to *pricelist.Supply) { to.Stock += sku.Fulfillable.Or(0) + sku.Inbound.Or(0) })
		return nil
	})
}

func (s *supplies) warehouses(ctx context.Context) error {
	return each(func(r page.Request) (page.Page[inventory.ProductSnapshot], error) {
		return s.Purchasing.products.List(ctx, s.team, inventoryports.ProductFilter{ASINs: s.asins}, r)
	}, func(product inventory.ProductSnapshot) error {
		var texts []string
		for _, a := range product.Values.ASINs {
			texts = append(texts, a.ASIN)
		}
		for _, match := range product.Matches {
			texts = append(texts, match.Record.ASIN)
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		s.products[int64(product.ID)] = texts
		for _, text := range texts {
			s.add(text, func(to *pricelist.Supply) { to.InWarehouse += product.Quantities.InWarehouse })
		}
		return nil
	})
}

// orders counts the items of open orders and drafts by their ASIN, or else by the ASINs of their
// product.
func (s *supplies) orders(ctx context.Context, thing purchasingports.Thing) error {
	statuses := []order.Status{order.Draft, order.Ordered, order.PartiallyReceived}
	filter := purchasingports.OrderFilter{Statuses: statuses, Thing: thing}
	return each(func(r page.Request) (page.Page[order.Snapshot], error) {
		return s.Purchasing.orders.List(ctx, s.team, filter, r)
	}, func(open order.Snapshot) error {
		return each(func(r page.Request) (page.Page[order.ItemSnapshot], error) {
			return s.Purchasing.orders.ListItems(ctx, s.team, open.ID, purchasingports.ItemFilter{Thing: thing}, r)
		}, func(item order.ItemSnapshot) error {
			texts := s.products[item.Values.ProductID.Or(0)]
			if text, named := item.Values.ASIN.Get(); named && len(thing.ASINs) > 0 {
				texts = []string{text}
			} else if named {
				return nil
			}
			for _, text := range texts {
				s.add(text, func(to *pricelist.Supply) { to.OnOrder += item.Outstanding() })
			}
			return nil
		})
	})
}

// each calls do for all records of all pages.
func each[T any](list func(page.Request) (page.Page[T], error), do func(T) error) error {
	for r := byID; ; {
		found, err := list(r)
		if err != nil {
			return err
		}
		for _, record := range found.Items {
			if err := do(record); err != nil {
				return err
			}
		}
		if r.After = found.Next; r.After == nil {
			return nil
		}
	}
}
