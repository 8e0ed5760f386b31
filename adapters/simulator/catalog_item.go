package simulator

import (
	"encoding/json"
	"strconv"

	"sellingassistant/domain/kernel/marketplace"
)

// itemAnswer is a catalogue item as it is sent; what was not asked for is left out.
type itemAnswer struct {
	ASIN            string             `json:"asin"`
	Attributes      itemAttributes     `json:"attributes,omitempty"`
	Classifications []itemNodes        `json:"classifications,omitempty"`
	Dimensions      []itemSizes        `json:"dimensions,omitempty"`
	Identifiers     []itemCodes        `json:"identifiers,omitempty"`
	Images          []itemImages       `json:"images,omitempty"`
	ProductTypes    []itemType         `json:"productTypes,omitempty"`
	Relationships   []itemFamily       `json:"relationships,omitempty"`
	SalesRanks      []itemRanks        `json:"salesRanks,omitempty"`
	Summaries       []itemSummary      `json:"summaries,omitempty"`
	VendorDetails   []itemVendorDetail `json:"vendorDetails,omitempty"`
}

type inShop struct {
	MarketplaceID marketplace.ID `json:"marketplaceId"`
}

type browseNode struct {
	DisplayName      string      `json:"displayName"`
	ClassificationID string      `json:"classificationId"`
	Parent           *browseNode `json:"parent,omitempty"`
}

type itemNodes struct {
	inShop
	Classifications []browseNode `json:"classifications"`
}

type itemSizes struct {
	inShop
	Item    itemSize `json:"item"`
	Package itemSize `json:"package"`
}

type itemSize struct {
	Height *measure `json:"height,omitempty"`
	Length *measure `json:"length,omitempty"`
	Weight *measure `json:"weight,omitempty"`
	Width  *measure `json:"width,omitempty"`
}

type measure struct {
	Unit  string      `json:"unit"`
	Value json.Number `json:"value"`
}

type itemCodes struct {
	inShop
	Identifiers []itemCode `json:"identifiers"`
}

type itemCode struct {
	Identifier     string `json:"identifier"`
	IdentifierType string `json:"identifierType"`
}

type itemImages struct {
	inShop
	Images []itemImage `json:"images"`
}

type itemImage struct {
	Variant string `json:"variant"`
	Link    string `json:"link"`
	Height  int    `json:"height,omitempty"`
	Width   int    `json:"width,omitempty"`
}

type itemType struct {
	inShop
	ProductType string `json:"productType"`
}

type itemFamily struct {
	inShop
	Relationships []itemRelation `json:"relationships"`
}

type itemRelation struct {
	Type        string          `json:"type"`
	ParentASINs []string        `json:"parentAsins,omitempty"`
	ChildASINs  []string        `json:"childAsins,omitempty"`
	Theme       *variationTheme `json:"variationTheme,omitempty"`
}

type variationTheme struct {
	Attributes []string `json:"attributes"`
	Theme      string   `json:"theme"`
}

type itemRanks struct {
	inShop
	ClassificationRanks []nodeRank  `json:"classificationRanks"`
	DisplayGroupRanks   []groupRank `json:"displayGroupRanks"`
}

type nodeRank struct {
	ClassificationID string `json:"classificationId"`
	Title            string `json:"title,omitempty"`
	Link             string `json:"link,omitempty"`
	Rank             int    `json:"rank"`
}

type groupRank struct {
	WebsiteDisplayGroup string `json:"websiteDisplayGroup"`
	Title               string `json:"title,omitempty"`
	Link                string `json:"link,omitempty"`
	Rank                int    `json:"rank"`
}

type itemSummary struct {
	inShop
	AdultProduct            bool        `json:"adultProduct"`
	Autographed             bool        `json:"autographed"`
	Brand                   string      `json:"brand"`
	BrowseClassification    *browseNode `json:"browseClassification,omitempty"`
	Color                   string      `json:"color,omitempty"`
	ItemClassification      string      `json:"itemClassification"`
	ItemName                string      `json:"itemName"`
	Manufacturer            string      `json:"manufacturer"`
	Memorabilia             bool        `json:"memorabilia"`
	ModelNumber             string      `json:"modelNumber,omitempty"`
	PackageQuantity         int         `json:"packageQuantity"`
	PartNumber              string      `json:"partNumber,omitempty"`
	ReleaseDate             string      `json:"releaseDate,omitempty"`
	Size                    string      `json:"size,omitempty"`
	TradeInEligible         bool        `json:"tradeInEligible"`
	WebsiteDisplayGroup     string      `json:"websiteDisplayGroup"`
	WebsiteDisplayGroupName string      `json:"websiteDisplayGroupName"`
}

type itemVendorDetail struct {
	inShop
	BrandCode             string `json:"brandCode"`
	ManufacturerCode      string `json:"manufacturerCode"`
	ProductGroup          string `json:"productGroup"`
	ReplenishmentCategory string `json:"replenishmentCategory"`
}

// itemOf tells the asked parts of a product, for the marketplaces that sell it.
func (m *Marketplace) itemOf(p *product, ids []marketplace.ID, sets []string) itemAnswer {
	item := itemAnswer{ASIN: p.ASIN}
	for _, set := range sets {
		if set == "attributes" {
			item.Attributes = p.attributes(ids)
			continue
		}
		for _, id := range ids {
			if p.soldIn(id) {
				m.addSet(&item, p, shops[id], set)
			}
		}
	}
	return item
}

func (m *Marketplace) addSet(item *itemAnswer, p *product, s *shop, set string) {
	in := inShop{s.ID}
	switch set {
	case "summaries":
		item.Summaries = append(item.Summaries, p.summary(in))
	case "classifications":
		item.Classifications = append(item.Classifications, itemNodes{in, []browseNode{*p.node()}})
	case "dimensions":
		sizes := itemSizes{in, p.Item.sizes(), p.Package.sizes()}
		if p.odd {
			sizes.Item = itemSize{} // measured by nobody
		}
		item.Dimensions = append(item.Dimensions, sizes)
	case "identifiers":
		list := make([]itemCode, 0, len(p.GTINs))
		for _, c := range p.GTINs {
			list = append(list, itemCode{c.Value, c.Type})
		}
		item.Identifiers = append(item.Identifiers, itemCodes{in, list})
	case "images":
		item.Images = append(item.Images, itemImages{in, p.images()})
	case "productTypes":
		item.ProductTypes = append(item.ProductTypes, itemType{in, p.ProductType})
	case "relationships":
		item.Relationships = append(item.Relationships, itemFamily{in, p.relations()})
	case "salesRanks":
		item.SalesRanks = append(item.SalesRanks, m.boardOf(p, s).salesRanks(in))
	case "vendorDetails":
		item.VendorDetails = append(item.VendorDetails, itemVendorDetail{in, p.ModelNumber[:2], p.ModelNumber[:2], p.Category.Name, "BASIC_REPLENISHMENT"})
	}
}

func (p *product) node() *browseNode {
	return &browseNode{DisplayName: p.Kind.noun, ClassificationID: p.Kind.node, Parent: &browseNode{DisplayName: p.Category.Name, ClassificationID: p.Category.ID}}
}

func (p *product) summary(in inShop) itemSummary {
	s := itemSummary{
		inShop: in, AdultProduct: p.Adult, Brand: p.Brand, BrowseClassification: p.node(), Color: p.Color, ItemClassification: "BASE_PRODUCT",
		ItemName: p.Title, Manufacturer: p.Manufacturer, ModelNumber: p.ModelNumber, PackageQuantity: p.PackageQuantity, PartNumber: p.PartNumber,
		ReleaseDate: p.Released, Size: p.Size, WebsiteDisplayGroup: p.Category.group, WebsiteDisplayGroupName: p.Category.Name,
	}
	switch {
	case p.isHead():
		s.ItemClassification = "VARIATION_PARENT"
	case p.odd:
		s.ItemClassification = "ASSORTMENT" // a word the published model does not know
	}
	return s
}

// thousandths writes a number of thousandths without needless zeros.
func thousandths(n int64) json.Number {
	b := strconv.AppendInt(nil, n/1000, 10)
	if rest := n % 1000; rest > 0 {
		b = append(b, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
	}
	return json.Number(b)
}

func (d dimensions) sizes() itemSize {
	inches := func(n int64) *measure { return &measure{"inches", thousandths(n)} }
	return itemSize{Height: inches(d.Height), Length: inches(d.Length), Width: inches(d.Width), Weight: &measure{"pounds", thousandths(d.Weight)}}
}

// images are the pictures; of odd products nobody knows how large they are.
func (p *product) images() []itemImage {
	list := make([]itemImage, 0, len(p.Images))
	for _, i := range p.Images {
		told := itemImage{Variant: i.Variant, Link: i.Link, Height: i.Height, Width: i.Width}
		if p.odd {
			told.Height, told.Width = 0, 0
		}
		list = append(list, told)
	}
	return list
}

func (p *product) relations() []itemRelation {
	theme := &variationTheme{Attributes: []string{"color", "size"}, Theme: "COLOR/SIZE"}
	switch {
	case p.isHead():
		return []itemRelation{{Type: "VARIATION", ChildASINs: p.Children, Theme: theme}}
	case p.Parent != "":
		return []itemRelation{{Type: "VARIATION", ParentASINs: []string{p.Parent}, Theme: theme}}
	}
	return []itemRelation{}
}

// salesRanks are the ranks in the browse node and in the display group.
func (b *board) salesRanks(in inShop) itemRanks {
	p, r := b.Product, itemRanks{inShop: in, ClassificationRanks: []nodeRank{}, DisplayGroupRanks: []groupRank{}}
	if b.Rank == 0 {
		return r
	}
	site := "https://www." + b.Shop.Domain + "/gp/bestsellers/"
	leaf := nodeRank{p.Kind.node, p.Kind.noun, site + p.Kind.node, b.leafRank()}
	if p.odd {
		leaf.Title = ""
	}
	r.ClassificationRanks = append(r.ClassificationRanks, leaf)
	r.DisplayGroupRanks = append(r.DisplayGroupRanks, groupRank{p.Category.group, p.Category.Name, site + p.Category.group, b.Rank})
	return r
}

// leafRank is the rank within the browse node: it has a fortieth of the products.
func (b *board) leafRank() int { return b.Rank/40 + 1 }
