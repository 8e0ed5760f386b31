package simulator

import (
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

var listingSets = []string{
	"summaries", "attributes", "issues", "offers", "fulfillmentAvailability", "procurement", "relationships", "productTypes",
}

func (m *Marketplace) listingsItem(c *call) any {
	ids, sets := c.shops("marketplaceIds", len(world.Shops)), c.sets(listingSets)
	l, ok := m.listingOf(c.token.seller, c.path("sku"))
	if !ok || len(l.in(ids)) == 0 {
		panic(notThere("The SKU '" + c.path("sku") + "' does not exist in the marketplaces."))
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
func (m *Marketplace) item(l *listing, ids []marketplace.ID, sets []string) object {
	item := object{"sku": l.sku}
	tags := l.in(ids)
	p, _ := m.product(l.asin)
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
			types := []object{}
			for _, t := range tags {
				types = append(types, object{"marketplaceId": t.shop, "productType": l.productType})
			}
			item[set] = types
		} // procurement is for vendors
	}
	return item
}

func (l *listing) summaries(p *product, tags []priceTag) []object {
	all := []object{}
	for _, t := range tags {
		s := object{
			"marketplaceId": t.shop, "asin": l.asin, "productType": l.productType, "conditionType": l.condition,
			"status": l.status(t.shop), "createdDate": world.Instant(l.created), "lastUpdatedDate": world.Instant(l.updated),
		}
		if l.fnsku != "" {
			s["fnSku"] = l.fnsku
		}
		if p != nil {
			s["itemName"] = p.Title
			if len(p.Images) > 0 {
				s["mainImage"] = object{"link": p.Images[0].Link, "height": p.Images[0].Height, "width": p.Images[0].Width}
			}
		}
		all = append(all, s)
	}
	return all
}

func offersOf(tags []priceTag) []object {
	all := []object{}
	add := func(id marketplace.ID, kind, audience, name string, minor int64) {
		if minor == 0 {
			return
		}
		all = append(all, object{
			"marketplaceId": id, "offerType": kind,
			"price":    object{"currencyCode": world.Shops[id].Currency, "amount": world.Shops[id].Number(minor).String()},
			"audience": object{"value": audience, "displayName": name},
		})
	}
	for _, t := range tags {
		add(t.shop, "B2C", audienceAll, "Sell on Amazon", t.price)
		add(t.shop, "B2B", audienceBusiness, "Amazon Business", t.business)
	}
	return all
}

func (l *listing) availability() []object {
	switch {
	case l.tags[0].price == 0:
		return []object{}
	case l.fba:
		return []object{{"fulfillmentChannelCode": l.channel()}}
	}
	return []object{{"fulfillmentChannelCode": channelSeller, "quantity": l.units}}
}

// relationships are those of a variation family, as far as the seller lists it.
func (m *Marketplace) relationships(l *listing, p *product, tags []priceTag) []object {
	all := []object{}
	for _, t := range tags {
		relations := []object{}
		if r := m.variation(l, p, t.shop); r != nil {
			relations = append(relations, r)
		}
		all = append(all, object{"marketplaceId": t.shop, "relationships": relations})
	}
	return all
}

func (m *Marketplace) variation(l *listing, p *product, shop marketplace.ID) object {
	if p == nil || (p.Parent == "" && !p.isHead()) {
		return nil
	}
	name, relatives := "childSkus", p.Children
	if !p.isHead() {
		name, relatives = "parentSkus", []string{p.Parent}
	}
	skus := m.listed(l.seller, relatives, shop)
	if len(skus) == 0 {
		return nil
	}
	return object{"type": "VARIATION", "variationTheme": variationTheme(), name: skus}
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
	p, ok := m.product(l.asin)
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
		for _, p := range m.productsWith(kind, strings.TrimSpace(value)) {
			asins = append(asins, p.ASIN)
		}
	}
	return asins
}
