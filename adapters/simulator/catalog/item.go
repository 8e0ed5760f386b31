package catalog

import (
	"encoding/json"
	"strconv"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// itemOf returns the requested parts of a product, for the marketplaces that sell it.
func (cat *Catalog) itemOf(p *Product, ids []marketplace.ID, sets []string) gateway.Object {
	item := gateway.Object{"asin": p.ASIN}
	for _, set := range sets {
		if set == "attributes" {
			if a := p.attributes(ids); len(a) > 0 {
				item[set] = a
			}
			continue
		}
		parts, _ := item[set].([]gateway.Object)
		for _, id := range ids {
			if p.SoldIn(id) {
				part := cat.itemPart(p, world.Shops[id], set)
				part["marketplaceId"] = id
				parts = append(parts, part)
			}
		}
		if parts != nil {
			item[set] = parts
		}
	}
	return item
}

// itemPart returns one part of a product in one marketplace.
func (cat *Catalog) itemPart(p *Product, s *world.Shop, set string) gateway.Object {
	switch set {
	case "summaries":
		return p.summary()
	case "classifications":
		return gateway.Object{"classifications": []gateway.Object{p.node()}}
	case "dimensions":
		if p.Odd {
			return gateway.Object{"item": gateway.Object{}, "package": p.Package.sizes()} // without the item's sizes
		}
		return gateway.Object{"item": p.Item.sizes(), "package": p.Package.sizes()}
	case "identifiers":
		list := []gateway.Object{}
		for _, c := range p.GTINs {
			list = append(list, gateway.Object{"identifier": c.Value, "identifierType": c.Type})
		}
		return gateway.Object{"identifiers": list}
	case "images":
		return gateway.Object{"images": p.images()}
	case "productTypes":
		return gateway.Object{"productType": p.ProductType}
	case "relationships":
		return gateway.Object{"relationships": p.relations()}
	case "salesRanks":
		return p.salesRanks(s, cat.Rank(p, s))
	}
	code := p.ModelNumber[:2]
	return gateway.Object{
		"brandCode": code, "manufacturerCode": code, "productGroup": p.Category.Name, "replenishmentCategory": "BASIC_REPLENISHMENT",
	}
}

func (p *Product) node() gateway.Object {
	return gateway.Object{
		"displayName": p.Kind.Noun, "classificationId": p.Kind.Node,
		"parent": gateway.Object{"displayName": p.Category.Name, "classificationId": p.Category.ID},
	}
}

func (p *Product) summary() gateway.Object {
	s := gateway.Object{
		"adultProduct": p.Adult, "autographed": false, "brand": p.Brand, "browseClassification": p.node(), "itemClassification": "BASE_PRODUCT",
		"itemName": p.Title, "manufacturer": p.Manufacturer, "memorabilia": false, "modelNumber": p.ModelNumber,
		"packageQuantity": p.PackageQuantity, "partNumber": p.PartNumber, "releaseDate": p.Released, "tradeInEligible": false,
		"websiteDisplayGroup": p.Category.Group, "websiteDisplayGroupName": p.Category.Name,
	}
	if p.Color != "" {
		s["color"], s["size"] = p.Color, p.Size
	}
	switch {
	case p.IsHead():
		s["itemClassification"] = "VARIATION_PARENT"
	case p.Odd:
		s["itemClassification"] = "ASSORTMENT" // missing in the published model
	}
	return s
}

// thousandths writes a number of thousandths without needless zeros.
func thousandths(n int64) json.Number {
	return json.Number(strconv.FormatFloat(float64(n)/1000, 'f', -1, 64))
}

func inches(n int64) gateway.Object { return gateway.Object{"unit": "inches", "value": thousandths(n)} }

func pounds(n int64) gateway.Object { return gateway.Object{"unit": "pounds", "value": thousandths(n)} }

func (d Dimensions) sizes() gateway.Object {
	return gateway.Object{"height": inches(d.Height), "length": inches(d.Length), "width": inches(d.Width), "weight": pounds(d.Weight)}
}

// images returns the pictures; odd products have them without their size.
func (p *Product) images() []gateway.Object {
	list := []gateway.Object{}
	for _, i := range p.Images {
		object := gateway.Object{"variant": i.Variant, "link": i.Link}
		if !p.Odd {
			object["height"], object["width"] = i.Height, i.Width
		}
		list = append(list, object)
	}
	return list
}

// VariationTheme returns the attributes that differ between the members of a family.
func VariationTheme() gateway.Object {
	return gateway.Object{"attributes": []string{"color", "size"}, "theme": "COLOR/SIZE"}
}

func (p *Product) relations() []gateway.Object {
	switch {
	case p.IsHead():
		return []gateway.Object{{"type": "VARIATION", "childAsins": p.Children, "variationTheme": VariationTheme()}}
	case p.Parent != "":
		return []gateway.Object{{"type": "VARIATION", "parentAsins": []string{p.Parent}, "variationTheme": VariationTheme()}}
	}
	return []gateway.Object{}
}

// salesRanks returns the ranks in the browse node and in the display group.
func (p *Product) salesRanks(s *world.Shop, rank int) gateway.Object {
	if rank == 0 {
		return gateway.Object{"classificationRanks": []gateway.Object{}, "displayGroupRanks": []gateway.Object{}}
	}
	site := "https://www." + s.Domain + "/gp/bestsellers/"
	leaf := gateway.Object{"classificationId": p.Kind.Node, "title": p.Kind.Noun, "link": site + p.Kind.Node, "rank": LeafRank(rank)}
	if p.Odd {
		delete(leaf, "title")
	}
	return gateway.Object{"classificationRanks": []gateway.Object{leaf}, "displayGroupRanks": []gateway.Object{{
		"websiteDisplayGroup": p.Category.Group, "title": p.Category.Name, "link": site + p.Category.Group, "rank": rank,
	}}}
}

// LeafRank returns the rank within the browse node, which has a fortieth of the products.
func LeafRank(rank int) int { return rank/40 + 1 }
