package simulator

import (
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

var listingSets = []string{
	"summaries", "attributes", "issues", "offers", "fulfillmentAvailability", "procurement", "relationships", "productTypes",
}

func (m *Marketplace) listingsItem(c *gateway.Call) any {
	ids, sets := c.Shops("marketplaceIds", len(world.Shops)), c.Sets(listingSets)
	l, ok := m.listingOf(c.Token.Seller, c.Path("sku"))
	if !ok || len(l.in(ids)) == 0 {
		panic(gateway.NotFound("The SKU '" + c.Path("sku") + "' does not exist in the marketplaces."))
	}
	return m.item(l, ids, sets)
}

// in are the listing's prices in these marketplaces.
func (l *listing) in(ids []marketplace.ID) []priceTag {
	var tags []priceTag
	for _, t := range l.tags {
		if slices.Contains(ids, t.shop) {
			tags = append(tags, t)
		}
	}
	return tags
}

// item returns the requested parts of a listing.
func (m *Marketplace) item(l *listing, ids []marketplace.ID, sets []string) gateway.Object {
	item := gateway.Object{"sku": l.sku}
	tags := l.in(ids)
	p, _ := m.Catalog.Product(l.asin)
	for _, set := range sets {
		switch set {
		case "summaries":
			item[set] = l.summaries(p, tags)
		case "attributes":
			item[set] = m.attributesOf(l).within(ids)
		case "issues":
			item[set] = l.issues(ids)
		case "offers":
			item[set] = offersOf(tags)
		case "fulfillmentAvailability":
			item[set] = l.availability()
		case "relationships":
			item[set] = m.relationships(l, p, tags)
		case "productTypes":
			types := []gateway.Object{}
			for _, t := range tags {
				types = append(types, gateway.Object{"marketplaceId": t.shop, "productType": l.productType})
			}
			item[set] = types
		} // procurement is for vendors
	}
	return item
}

func (l *listing) summaries(p *catalog.Product, tags []priceTag) []gateway.Object {
	all := []gateway.Object{}
	for _, t := range tags {
		s := gateway.Object{
			"marketplaceId": t.shop, "asin": l.asin, "productType": l.productType, "conditionType": l.condition,
			"status": l.status(t.shop), "createdDate": world.Instant(l.created), "lastUpdatedDate": world.Instant(l.updated),
		}
		if l.fnsku != "" {
			s["fnSku"] = l.fnsku
		}
		if p != nil {
			s["itemName"] = p.Title
			if len(p.Images) > 0 {
				s["mainImage"] = gateway.Object{"link": p.Images[0].Link, "height": p.Images[0].Height, "width": p.Images[0].Width}
			}
		}
		all = append(all, s)
	}
	return all
}

func offersOf(tags []priceTag) []gateway.Object {
	all := []gateway.Object{}
	add := func(id marketplace.ID, kind, audience, name string, minor int64) {
		if minor == 0 {
			return
		}
		all = append(all, gateway.Object{
			"marketplaceId": id, "offerType": kind,
			"price":    gateway.Object{"currencyCode": world.Shops[id].Currency, "amount": world.Shops[id].Number(minor).String()},
			"audience": gateway.Object{"value": audience, "displayName": name},
		})
	}
	for _, t := range tags {
		add(t.shop, "B2C", catalog.AudienceAll, "Sell on Amazon", t.price)
		add(t.shop, "B2B", catalog.AudienceBusiness, "Amazon Business", t.business)
	}
	return all
}

func (l *listing) availability() []gateway.Object {
	switch {
	case l.tags[0].price == 0:
		return []gateway.Object{}
	case l.fba:
		return []gateway.Object{{"fulfillmentChannelCode": l.channel()}}
	}
	return []gateway.Object{{"fulfillmentChannelCode": catalog.ChannelSeller, "quantity": l.units}}
}

// relationships are those of a variation family, as far as the seller lists it.
func (m *Marketplace) relationships(l *listing, p *catalog.Product, tags []priceTag) []gateway.Object {
	all := []gateway.Object{}
	for _, t := range tags {
		relations := []gateway.Object{}
		if r := m.variation(l, p, t.shop); r != nil {
			relations = append(relations, r)
		}
		all = append(all, gateway.Object{"marketplaceId": t.shop, "relationships": relations})
	}
	return all
}

func (m *Marketplace) variation(l *listing, p *catalog.Product, shop marketplace.ID) gateway.Object {
	if p == nil || (p.Parent == "" && !p.IsHead()) {
		return nil
	}
	name, relatives := "childSkus", p.Children
	if !p.IsHead() {
		name, relatives = "parentSkus", []string{p.Parent}
	}
	skus := m.listed(l.seller, relatives, shop)
	if len(skus) == 0 {
		return nil
	}
	return gateway.Object{"type": "VARIATION", "variationTheme": catalog.VariationTheme(), name: skus}
}

// listed are the SKUs a seller has for these products in a marketplace.
func (m *Marketplace) listed(seller string, asins []string, shop marketplace.ID) []string {
	s, _ := m.Account(seller)
	var skus []string
	for _, asin := range asins {
		index, _ := m.Index(asin)
		for _, sku := range m.skusOf(s, index, asin) {
			if l, ok := m.listingOf(seller, sku); ok {
				if _, ok := l.tag(shop); ok {
					skus = append(skus, sku)
				}
			}
		}
	}
	return skus
}

// isChildOf reports whether a listing is a variation of the one with this SKU.
func (m *Marketplace) isChildOf(l *listing, parent *listing) bool {
	p, ok := m.Catalog.Product(l.asin)
	return ok && parent != nil && p.Parent != "" && p.Parent == parent.asin
}

// carries reports whether a listing is of a product with the code.
func (m *Marketplace) carries(l *listing, kind string, values []string) bool {
	switch kind {
	case "SKU":
		return slices.Contains(values, l.sku)
	case "ASIN":
		return slices.Contains(values, l.asin)
	case "FNSKU":
		return l.fnsku != "" && slices.Contains(values, l.fnsku)
	}
	return false
}

// asinsWith are the products that carry one of the codes.
func (m *Marketplace) asinsWith(kind string, codes []string) []string {
	var asins []string
	for _, value := range codes {
		for _, p := range m.Catalog.ProductsWith(kind, strings.TrimSpace(value)) {
			asins = append(asins, p.ASIN)
		}
	}
	return asins
}
