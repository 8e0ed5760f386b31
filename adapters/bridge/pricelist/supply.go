package pricelist

import (
	"context"
	"slices"

	inventoryfacade "sellingassistant/app/inventory/facade"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
)

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
	err := s.orders(ctx, purchasingfacade.Goods{ASINs: s.asins})
	if err != nil || len(s.products) == 0 {
		return s.found, err
	}
	var named purchasingfacade.Goods
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
	q := inventoryfacade.SKUQuery{ASINs: s.asins, Marketplaces: []marketplace.ID{m}}
	for sku, err := range s.inventory.SKUs(ctx, s.team, q) {
		if err != nil {
			return err
		}
		s.add(sku.ASIN, func(to *pricelist.Supply) { to.Stock += sku.Fulfillable.Or(0) + sku.Inbound.Or(0) })
	}
	return nil
}

func (s *supplies) warehouses(ctx context.Context) error {
	for product, err := range s.inventory.ProductsOf(ctx, s.team, s.asins) {
		if err != nil {
			return err
		}
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
	}
	return nil
}

// orders counts the items of open orders and drafts by their ASIN, or else by the ASINs of their
// product.
func (s *supplies) orders(ctx context.Context, goods purchasingfacade.Goods) error {
	for item, err := range s.purchasing.OpenItems(ctx, s.team, goods) {
		if err != nil {
			return err
		}
		texts := s.products[item.Values.ProductID.Or(0)]
		if text, named := item.Values.ASIN.Get(); named && len(goods.ASINs) > 0 {
			texts = []string{text}
		} else if named {
			continue
		}
		for _, text := range texts {
			s.add(text, func(to *pricelist.Supply) { to.OnOrder += item.Outstanding() })
		}
	}
	return nil
}
