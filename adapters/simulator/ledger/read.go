package ledger

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

func (led *Ledger) listingsItem(c *gateway.Call) any {
	ids, sets := c.Shops("marketplaceIds", len(world.Shops)), c.Sets(listingSets)
	l, ok := led.ListingOf(c.Token.Seller, c.Path("sku"))
	if !ok || len(l.in(ids)) == 0 {
		panic(gateway.NotFound("The SKU '" + c.Path("sku") + "' does not exist in the marketplaces."))
	}
	return led.item(l, ids, sets)
}

// in returns the listing's prices in these marketplaces.
func (l *Listing) in(ids []marketplace.ID) []PriceTag {
	var tags []PriceTag
	for _, t := range l.Tags {
		if slices.Contains(ids, t.Shop) {
			tags = append(tags, t)
		}
	}
	return tags
}

// item returns the requested parts of a listing.
func (led *Ledger) item(l *Listing, ids []marketplace.ID, sets []string) gateway.Object {
	item := gateway.Object{"sku": l.SKU}
	tags := l.in(ids)
	p, _ := led.catalog.Product(l.ASIN)
	for _, set := range sets {
		switch set {
		case "summaries":
			item[set] = l.summaries(p, tags)
		case "attributes":
			item[set] = led.attributesOf(l).within(ids)
		case "issues":
			item[set] = l.issues(ids)
		case "offers":
			item[set] = offersOf(tags)
		case "fulfillmentAvailability":
			item[set] = l.availability()
		case "relationships":
			item[set] = led.relationships(l, p, tags)
		case "productTypes":
			types := []gateway.Object{}
			for _, t := range tags {
				types = append(types, gateway.Object{"marketplaceId": t.Shop, "productType": l.productType})
			}
			item[set] = types
		} // only vendors have procurement
	}
	return item
}

func (l *Listing) summaries(p *catalog.Product, tags []PriceTag) []gateway.Object {
	all := []gateway.Object{}
	for _, t := range tags {
		s := gateway.Object{
			"marketplaceId": t.Shop, "asin": l.ASIN, "productType": l.productType, "conditionType": l.condition,
			"status": l.status(t.Shop), "createdDate": world.Instant(l.Created), "lastUpdatedDate": world.Instant(l.updated),
		}
		if l.FNSKU != "" {
			s["fnSku"] = l.FNSKU
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

func offersOf(tags []PriceTag) []gateway.Object {
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
		add(t.Shop, "B2C", catalog.AudienceAll, "Sell on Amazon", t.Price)
		add(t.Shop, "B2B", catalog.AudienceBusiness, "Amazon Business", t.business)
	}
	return all
}

func (l *Listing) availability() []gateway.Object {
	switch {
	case l.Tags[0].Price == 0:
		return []gateway.Object{}
	case l.FBA:
		return []gateway.Object{{"fulfillmentChannelCode": l.channel()}}
	}
	return []gateway.Object{{"fulfillmentChannelCode": catalog.ChannelSeller, "quantity": l.units}}
}

// relationships returns the relations of a variation family among the seller's listings.
func (led *Ledger) relationships(l *Listing, p *catalog.Product, tags []PriceTag) []gateway.Object {
	all := []gateway.Object{}
	for _, t := range tags {
		relations := []gateway.Object{}
		if r := led.variation(l, p, t.Shop); r != nil {
			relations = append(relations, r)
		}
		all = append(all, gateway.Object{"marketplaceId": t.Shop, "relationships": relations})
	}
	return all
}

func (led *Ledger) variation(l *Listing, p *catalog.Product, shop marketplace.ID) gateway.Object {
	if p == nil || (p.Parent == "" && !p.IsHead()) {
		return nil
	}
	name, relatives := "childSkus", p.Children
	if !p.IsHead() {
		name, relatives = "parentSkus", []string{p.Parent}
	}
	skus := led.listed(l.seller, relatives, shop)
	if len(skus) == 0 {
		return nil
	}
	return gateway.Object{"type": "VARIATION", "variationTheme": catalog.VariationTheme(), name: skus}
}

// listed returns the SKUs of a seller for these products in a marketplace.
func (led *Ledger) listed(seller string, asins []string, shop marketplace.ID) []string {
	s, _ := led.world.Account(seller)
	var skus []string
	for _, asin := range asins {
		index, _ := led.world.Index(asin)
		for _, sku := range led.skusOf(s, index, asin) {
			if l, ok := led.ListingOf(seller, sku); ok {
				if _, ok := l.Tag(shop); ok {
					skus = append(skus, sku)
				}
			}
		}
	}
	return skus
}

// isChildOf reports whether a listing is a variation of the listing with this SKU.
func (led *Ledger) isChildOf(l *Listing, parent *Listing) bool {
	p, ok := led.catalog.Product(l.ASIN)
	return ok && parent != nil && p.Parent != "" && p.Parent == parent.ASIN
}

// carries reports whether a listing has one of the codes.
func (led *Ledger) carries(l *Listing, kind string, values []string) bool {
	switch kind {
	case "SKU":
		return slices.Contains(values, l.SKU)
	case "ASIN":
		return slices.Contains(values, l.ASIN)
	case "FNSKU":
		return l.FNSKU != "" && slices.Contains(values, l.FNSKU)
	}
	return false
}

// asinsWith returns the products that carry any of the codes.
func (led *Ledger) asinsWith(kind string, codes []string) []string {
	var asins []string
	for _, value := range codes {
		for _, p := range led.catalog.ProductsWith(kind, strings.TrimSpace(value)) {
			asins = append(asins, p.ASIN)
		}
	}
	return asins
}
