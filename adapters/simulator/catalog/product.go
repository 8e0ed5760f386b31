package catalog

import (
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
)

// Product has an article of the catalogue. It is computed for each request and never kept: the
// catalogue may have a million of them.
type Product struct {
	ASIN  string
	Index int

	Title, Brand, Manufacturer string
	PartNumber, ModelNumber    string
	// Color and Size occur for the members of a variation family.
	Color, Size string

	Category    *category
	Kind        *kind
	ProductType string
	// Rank has the rank in the display group of the category before prices move it; 0 for the head
	// of a family.
	Rank int

	// Item and Package have the sizes without and with the wrapping.
	Item, Package Dimensions
	Images        []image
	// GTINs lists the codes; 2 % of the products have no code.
	GTINs []code

	// Parent has the head of the variation family, Children has the members of a head. A head is no
	// article: it has no codes, no rank and no offers.
	Parent   string
	Children []string
	// Counts the members with the rank of their family, with this product; 0 for a rank of its own.
	Siblings int

	HazMat, HeatSensitive, Fragile, Adult bool
	PackageQuantity                       int
	Origin                                string // country
	Released                              string // date

	// Odd makes the answers about a product differ from the published models.
	Odd       bool
	symbology symbology
	cents     int64  // base price in US cents
	prices    uint64 // differences between marketplaces
	absent    uint64 // marketplaces without it
}

// Dimensions count thousandths of an inch and of a pound.
type Dimensions struct{ Length, Width, Height, Weight int64 }

type image struct {
	Variant       string
	Link          string
	Width, Height int
}

// IsHead distinguishes the head of a variation family from buyable products.
func (p *Product) IsHead() bool { return len(p.Children) > 0 }

// The catalogue consists of blocks. Some are variation families with their head at the end of the
// block; in some two or three neighbours share a code.
const (
	BlockSize  = 20
	maxSharers = 3
	sharing    = 2 // groups of neighbours in a block that may share a code
)

// Product finds an article by its ASIN.
func (cat *Catalog) Product(asin string) (*Product, bool) {
	index, ok := cat.world.Index(asin)
	if !ok {
		return nil, false
	}
	return cat.ProductAt(index), true
}

// ProductAt computes the article with this index in the catalogue.
func (cat *Catalog) ProductAt(index int) *Product {
	p := cat.Sketch(index)
	d := cat.world.Draws(draw.OfProduct, uint64(index), 2)
	p.measure(&d)
	p.flag(&d)
	p.picture(&d)
	if !p.IsHead() {
		p.Rank = d.Octave(7, p.Category.Population)
		if p.Siblings > 0 {
			family := cat.world.Draws(draw.OfFamily, uint64(index/BlockSize), 1)
			p.Rank = family.Octave(7, p.Category.Population)
		}
		p.GTINs = cat.codesOf(p, index%BlockSize, &d)
	}
	return p
}

// Sketch computes the name and the category of an article.
func (cat *Catalog) Sketch(index int) *Product {
	d := cat.world.Draws(draw.OfProduct, uint64(index), 0)
	p := &Product{ASIN: world.ASIN(index), Index: index, prices: d.Next(), absent: d.Next()}
	members := cat.family(index / BlockSize)
	slot := index % BlockSize
	about := cat.world.Draws(draw.OfProduct, uint64(index), 1)
	if slot < members || (members > 0 && slot == BlockSize-1) {
		// Members of a variation family share its subject.
		about = cat.world.Draws(draw.OfFamily, uint64(index/BlockSize), 0)
		p.describe(&about)
		p.vary(slot, members)
		if shared := cat.world.Draws(draw.OfFamily, uint64(index/BlockSize), 2); !p.IsHead() && shared.Chance(600) {
			p.Siblings = members
		}
		return p
	}
	p.describe(&about)
	return p
}

// family returns the number of members of the block's variation family, or 0.
func (cat *Catalog) family(block int) int {
	d := cat.world.Draws(draw.OfBlock, uint64(block), 0)
	if (block+1)*BlockSize > cat.world.Products || !d.Chance(300) {
		return 0
	}
	return d.Between(4, BlockSize-2)
}

// describe draws the product's category, brand, words and price.
func (p *Product) describe(d *draw.Series) {
	p.Category = &Words.Categories[d.Below(len(Words.Categories))]
	p.Kind = &p.Category.Kinds[d.Below(len(p.Category.Kinds))]
	p.ProductType = p.Kind.Type
	p.Brand = Words.BrandStarts[d.Below(len(Words.BrandStarts))] + Words.BrandMiddles[d.Below(len(Words.BrandMiddles))] + Words.BrandEnds[d.Below(len(Words.BrandEnds))]
	p.Manufacturer = p.Brand + [...]string{" Inc.", " GmbH", " Ltd.", ""}[d.Below(4)]
	p.ModelNumber = strings.ToUpper(p.Brand[:2]) + strconv.Itoa(d.Between(100, 9999))
	p.PartNumber = p.ModelNumber + "-" + p.ASIN[6:]
	p.PackageQuantity = [...]int{1, 1, 1, 1, 1, 2, 3, 6}[d.Below(8)]
	p.Origin = Words.Origins[d.Below(len(Words.Origins))]
	p.Released = strconv.Itoa(d.Between(2012, 2025)) + "-" + strconv.Itoa(d.Between(10, 12)) + "-" + strconv.Itoa(d.Between(10, 28))
	title := []string{p.Brand, Words.Qualities[d.Below(len(Words.Qualities))], Words.Materials[d.Below(len(Words.Materials))], p.Kind.Noun}
	if p.ProductType == BookType {
		title = []string{"The", p.Brand, p.Kind.Noun}
		p.PackageQuantity = 1
	}
	p.Title = strings.Join(title, " ")
	if p.PackageQuantity > 1 {
		p.Title += " (Pack of " + strconv.Itoa(p.PackageQuantity) + ")"
	}
	// The cheaper of three: most articles lie at the low end.
	span := p.Category.Dearest - p.Category.Cheapest
	p.cents = int64(p.Category.Cheapest + min(d.Below(span), d.Below(span), d.Below(span)))
}

func (p *Product) measure(d *draw.Series) {
	scaled := func(x int64) int64 { return x * int64(d.Between(750, 1300)) / 1000 }
	p.Item = Dimensions{scaled(p.Kind.Size[0]), scaled(p.Kind.Size[1]), scaled(p.Kind.Size[2]), scaled(p.Kind.Weight)}
	wrapping := int64(d.Between(200, 900))
	p.Package = Dimensions{p.Item.Length + wrapping, p.Item.Width + wrapping, p.Item.Height + wrapping/2, p.Item.Weight + p.Item.Weight/12 + 40}
}

// Kinds of products that are dangerous or delicate.
var (
	hazardous = map[string]bool{"NAIL_POLISH": true, "PAINT": true, "PORTABLE_POWER_BANK": true, "VEHICLE_FLUID": true, "CAMPING_STOVE": true}
	meltable  = map[string]bool{"CHOCOLATE_CANDY": true, "NUTRITIONAL_SUPPLEMENT": true}
	adult     = map[string]bool{"PERSONAL_LUBRICANT": true}
)

func (p *Product) flag(d *draw.Series) {
	p.HazMat = d.Chance(15) || hazardous[p.ProductType]
	p.HeatSensitive = d.Chance(5) || meltable[p.ProductType]
	p.Fragile = d.Chance(60)
	p.Adult = adult[p.ProductType]
	p.Odd = d.Chance(20)
}

// ImageHost names a made-up host: the pictures do not exist.
const ImageHost = "https://images.simulator.example/I/"

func (p *Product) picture(d *draw.Series) {
	names := [...]string{"MAIN", "PT01", "PT02", "PT03", "PT04", "PT05", "PT06"}
	for _, variant := range names[:d.Between(1, len(names))] {
		id := strings.ToUpper(strconv.FormatUint(d.Next()|1<<63, 36))[:9]
		width, height := d.Between(900, 2000), d.Between(900, 2000)
		p.Images = append(p.Images,
			image{variant, ImageHost + id + ".jpg", width, height},
			image{variant, ImageHost + id + "._SL75_.jpg", 75 * width / max(width, height), 75 * height / max(width, height)})
	}
}

// vary makes the product the head of its family or one of its members.
func (p *Product) vary(slot, members int) {
	first := p.Index - slot
	if slot == BlockSize-1 {
		for i := range members {
			p.Children = append(p.Children, world.ASIN(first+i))
		}
		return
	}
	p.Parent = world.ASIN(first + BlockSize - 1)
	p.Color = Words.Colors[slot/len(Words.Sizes)]
	p.Size = Words.Sizes[slot%len(Words.Sizes)]
	p.Title += ", " + p.Color + ", " + p.Size
	p.cents += int64(slot%len(Words.Sizes)) * p.cents / 12
}

// codesOf returns a product's own codes, its neighbour's, or nil.
func (cat *Catalog) codesOf(p *Product, slot int, d *draw.Series) []code {
	owner := p.Index
	bare := d.Chance(5)
	if group := slot / maxSharers; group < sharing {
		block := cat.world.Draws(draw.OfBlock, uint64(p.Index/BlockSize), uint64(group)+1)
		if sharers := block.Between(2, maxSharers); block.Chance(290) && slot%maxSharers < sharers {
			owner, bare = p.Index-slot%maxSharers, false
		}
	}
	first := p
	if owner != p.Index {
		first = cat.ProductAt(owner)
	}
	p.symbology = first.ownSymbology()
	if bare {
		return nil
	}
	return codes(p.symbology, cat.codeDigits(p.symbology, owner))
}

func (p *Product) ownSymbology() symbology {
	switch {
	case p.ProductType == BookType:
		return book
	case p.prices&1 == 0:
		return american
	default:
		return european
	}
}
