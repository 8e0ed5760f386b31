package simulator

import (
	"encoding/json"
	"strconv"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// itemOf returns the requested parts of a product, for the marketplaces that sell it.
func (m *Marketplace) itemOf(p *product, ids []marketplace.ID, sets []string) object {
	item := object{"asin": p.ASIN}
	for _, set := range sets {
		if set == "attributes" {
			if a := p.attributes(ids); len(a) > 0 {
				item[set] = a
			}
			continue
		}
		parts, _ := item[set].([]object)
		for _, id := range ids {
			if p.soldIn(id) {
				part := m.itemPart(p, world.Shops[id], set)
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

// itemPart is one part of a product in one marketplace.
func (m *Marketplace) itemPart(p *product, s *world.Shop, set string) object {
	switch set {
	case "summaries":
		return p.summary()
	case "classifications":
		return object{"classifications": []object{p.node()}}
	case "dimensions":
		if p.odd {
			return object{"item": object{}, "package": p.Package.sizes()} // without the item's sizes
		}
		return object{"item": p.Item.sizes(), "package": p.Package.sizes()}
	case "identifiers":
		list := []object{}
		for _, c := range p.GTINs {
			list = append(list, object{"identifier": c.Value, "identifierType": c.Type})
		}
		return object{"identifiers": list}
	case "images":
		return object{"images": p.images()}
	case "productTypes":
		return object{"productType": p.ProductType}
	case "relationships":
		return object{"relationships": p.relations()}
	case "salesRanks":
		return m.boardOf(p, s).salesRanks()
	}
	code := p.ModelNumber[:2]
	return object{
		"brandCode": code, "manufacturerCode": code, "productGroup": p.Category.Name, "replenishmentCategory": "BASIC_REPLENISHMENT",
	}
}

func (p *product) node() object {
	return object{
		"displayName": p.Kind.Noun, "classificationId": p.Kind.Node,
		"parent": object{"displayName": p.Category.Name, "classificationId": p.Category.ID},
	}
}

func (p *product) summary() object {
	s := object{
		"adultProduct": p.Adult, "autographed": false, "brand": p.Brand, "browseClassification": p.node(), "itemClassification": "BASE_PRODUCT",
		"itemName": p.Title, "manufacturer": p.Manufacturer, "memorabilia": false, "modelNumber": p.ModelNumber,
		"packageQuantity": p.PackageQuantity, "partNumber": p.PartNumber, "releaseDate": p.Released, "tradeInEligible": false,
		"websiteDisplayGroup": p.Category.Group, "websiteDisplayGroupName": p.Category.Name,
	}
	if p.Color != "" {
		s["color"], s["size"] = p.Color, p.Size
	}
	switch {
	case p.isHead():
		s["itemClassification"] = "VARIATION_PARENT"
	case p.odd:
		s["itemClassification"] = "ASSORTMENT" // a word the published model does not know
	}
	return s
}

// thousandths writes a number of thousandths without needless zeros.
func thousandths(n int64) json.Number {
	return json.Number(strconv.FormatFloat(float64(n)/1000, 'f', -1, 64))
}

func inches(n int64) object { return object{"unit": "inches", "value": thousandths(n)} }

func pounds(n int64) object { return object{"unit": "pounds", "value": thousandths(n)} }

func (d dimensions) sizes() object {
	return object{"height": inches(d.Height), "length": inches(d.Length), "width": inches(d.Width), "weight": pounds(d.Weight)}
}

// images are the pictures; those of odd products come without their size.
func (p *product) images() []object {
	list := []object{}
	for _, i := range p.Images {
		told := object{"variant": i.Variant, "link": i.Link}
		if !p.odd {
			told["height"], told["width"] = i.Height, i.Width
		}
		list = append(list, told)
	}
	return list
}

// variationTheme is what the members of a family differ by.
func variationTheme() object {
	return object{"attributes": []string{"color", "size"}, "theme": "COLOR/SIZE"}
}

func (p *product) relations() []object {
	switch {
	case p.isHead():
		return []object{{"type": "VARIATION", "childAsins": p.Children, "variationTheme": variationTheme()}}
	case p.Parent != "":
		return []object{{"type": "VARIATION", "parentAsins": []string{p.Parent}, "variationTheme": variationTheme()}}
	}
	return []object{}
}

// salesRanks are the ranks in the browse node and in the display group.
func (b *board) salesRanks() object {
	p := b.Product
	if b.Rank == 0 {
		return object{"classificationRanks": []object{}, "displayGroupRanks": []object{}}
	}
	site := "https://www." + b.Shop.Domain + "/gp/bestsellers/"
	leaf := object{"classificationId": p.Kind.Node, "title": p.Kind.Noun, "link": site + p.Kind.Node, "rank": b.leafRank()}
	if p.odd {
		delete(leaf, "title")
	}
	return object{"classificationRanks": []object{leaf}, "displayGroupRanks": []object{{
		"websiteDisplayGroup": p.Category.Group, "title": p.Category.Name, "link": site + p.Category.Group, "rank": b.Rank,
	}}}
}

// leafRank is the rank within the browse node: it has a fortieth of the products.
func (b *board) leafRank() int { return b.Rank/40 + 1 }
