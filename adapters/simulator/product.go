package simulator

import (
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
)

// product is an article of the catalogue. It is computed for each request and
// never kept: the catalogue may have a million of them.
type product struct {
	ASIN  string
	Index int

	Title, Brand, Manufacturer string
	PartNumber, ModelNumber    string
	// Color and Size are set for the members of a variation family.
	Color, Size string

	Category    *category
	Kind        *kind
	ProductType string
	// Rank in the display group of the category before prices move it; 0 for
	// the head of a family.
	Rank int

	// Item and Package are the sizes without and with the wrapping.
	Item, Package dimensions
	Images        []image
	// GTINs are the codes; 2 % of the products have none.
	GTINs []code

	// Parent is the head of the variation family, Children are the members of
	// a head. A head is no article: it has no codes, no rank and no offers.
	Parent   string
	Children []string
	// siblings is how many members, this one included, have the rank of their family; 0 for a rank of its own.
	siblings int

	HazMat, HeatSensitive, Fragile, Adult bool
	PackageQuantity                       int
	Origin                                string // country
	Released                              string // date

	// odd products are returned in ways the published models do not allow.
	odd       bool
	symbology symbology
	cents     int64  // base price in US cents
	prices    uint64 // differences between marketplaces
	absent    uint64 // marketplaces without it
}

// dimensions are in thousandths of an inch and of a pound.
type dimensions struct{ Length, Width, Height, Weight int64 }

type image struct {
	Variant       string
	Link          string
	Width, Height int
}

// isHead distinguishes the head of a variation family from buyable products.
func (p *product) isHead() bool { return len(p.Children) > 0 }

// The catalogue is made of blocks. Some are variation families, whose head is
// the last of the block; in some two or three neighbours share a code.
const (
	blockSize  = 20
	maxSharers = 3
	sharing    = 2 // groups of neighbours in a block that may share a code
)

// product finds an article by its ASIN.
func (m *Marketplace) product(asin string) (*product, bool) {
	index, ok := m.Index(asin)
	if !ok {
		return nil, false
	}
	return m.productAt(index), true
}

// productAt computes the article with this index in the catalogue.
func (m *Marketplace) productAt(index int) *product {
	p := m.sketch(index)
	d := m.Draws(draw.OfProduct, uint64(index), 2)
	p.measure(&d)
	p.flag(&d)
	p.picture(&d)
	if !p.isHead() {
		p.Rank = d.Octave(7, p.Category.Population)
		if p.siblings > 0 {
			family := m.Draws(draw.OfFamily, uint64(index/blockSize), 1)
			p.Rank = family.Octave(7, p.Category.Population)
		}
		p.GTINs = m.codesOf(p, index%blockSize, &d)
	}
	return p
}

// sketch computes what an article is called and where it belongs.
func (m *Marketplace) sketch(index int) *product {
	d := m.Draws(draw.OfProduct, uint64(index), 0)
	p := &product{ASIN: world.ASIN(index), Index: index, prices: d.Next(), absent: d.Next()}
	members := m.family(index / blockSize)
	slot := index % blockSize
	about := m.Draws(draw.OfProduct, uint64(index), 1)
	if slot < members || (members > 0 && slot == blockSize-1) {
		// Members of a variation family share its subject.
		about = m.Draws(draw.OfFamily, uint64(index/blockSize), 0)
		p.describe(&about)
		p.vary(slot, members)
		if shared := m.Draws(draw.OfFamily, uint64(index/blockSize), 2); !p.isHead() && shared.Chance(600) {
			p.siblings = members
		}
		return p
	}
	p.describe(&about)
	return p
}

// family is the number of members of the block's variation family, 0 for none.
func (m *Marketplace) family(block int) int {
	d := m.Draws(draw.OfBlock, uint64(block), 0)
	if (block+1)*blockSize > m.World.Products || !d.Chance(300) {
		return 0
	}
	return d.Between(4, blockSize-2)
}

// describe decides what the product is: category, brand, words and price.
func (p *product) describe(d *draw.Series) {
	p.Category = &words.Categories[d.Below(len(words.Categories))]
	p.Kind = &p.Category.Kinds[d.Below(len(p.Category.Kinds))]
	p.ProductType = p.Kind.Type
	p.Brand = words.BrandStarts[d.Below(len(words.BrandStarts))] + words.BrandMiddles[d.Below(len(words.BrandMiddles))] + words.BrandEnds[d.Below(len(words.BrandEnds))]
	p.Manufacturer = p.Brand + [...]string{" Inc.", " GmbH", " Ltd.", ""}[d.Below(4)]
	p.ModelNumber = strings.ToUpper(p.Brand[:2]) + strconv.Itoa(d.Between(100, 9999))
	p.PartNumber = p.ModelNumber + "-" + p.ASIN[6:]
	p.PackageQuantity = [...]int{1, 1, 1, 1, 1, 2, 3, 6}[d.Below(8)]
	p.Origin = words.Origins[d.Below(len(words.Origins))]
	p.Released = strconv.Itoa(d.Between(2012, 2025)) + "-" + strconv.Itoa(d.Between(10, 12)) + "-" + strconv.Itoa(d.Between(10, 28))
	title := []string{p.Brand, words.Qualities[d.Below(len(words.Qualities))], words.Materials[d.Below(len(words.Materials))], p.Kind.Noun}
	if p.ProductType == bookType {
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

func (p *product) measure(d *draw.Series) {
	scaled := func(x int64) int64 { return x * int64(d.Between(750, 1300)) / 1000 }
	p.Item = dimensions{scaled(p.Kind.Size[0]), scaled(p.Kind.Size[1]), scaled(p.Kind.Size[2]), scaled(p.Kind.Weight)}
	wrapping := int64(d.Between(200, 900))
	p.Package = dimensions{p.Item.Length + wrapping, p.Item.Width + wrapping, p.Item.Height + wrapping/2, p.Item.Weight + p.Item.Weight/12 + 40}
}

// dangerous and delicate kinds of products.
var (
	hazardous = map[string]bool{"NAIL_POLISH": true, "PAINT": true, "PORTABLE_POWER_BANK": true, "VEHICLE_FLUID": true, "CAMPING_STOVE": true}
	meltable  = map[string]bool{"CHOCOLATE_CANDY": true, "NUTRITIONAL_SUPPLEMENT": true}
	adult     = map[string]bool{"PERSONAL_LUBRICANT": true}
)

func (p *product) flag(d *draw.Series) {
	p.HazMat = d.Chance(15) || hazardous[p.ProductType]
	p.HeatSensitive = d.Chance(5) || meltable[p.ProductType]
	p.Fragile = d.Chance(60)
	p.Adult = adult[p.ProductType]
	p.odd = d.Chance(20)
}

// imageHost is a made-up host: the pictures do not exist.
const imageHost = "https://images.simulator.example/I/"

func (p *product) picture(d *draw.Series) {
	names := [...]string{"MAIN", "PT01", "PT02", "PT03", "PT04", "PT05", "PT06"}
	for _, variant := range names[:d.Between(1, len(names))] {
		id := strings.ToUpper(strconv.FormatUint(d.Next()|1<<63, 36))[:9]
		width, height := d.Between(900, 2000), d.Between(900, 2000)
		p.Images = append(p.Images,
			image{variant, imageHost + id + ".jpg", width, height},
			image{variant, imageHost + id + "._SL75_.jpg", 75 * width / max(width, height), 75 * height / max(width, height)})
	}
}

// vary makes the product the head of its family or one of its members.
func (p *product) vary(slot, members int) {
	first := p.Index - slot
	if slot == blockSize-1 {
		for i := range members {
			p.Children = append(p.Children, world.ASIN(first+i))
		}
		return
	}
	p.Parent = world.ASIN(first + blockSize - 1)
	p.Color = words.Colors[slot/len(words.Sizes)]
	p.Size = words.Sizes[slot%len(words.Sizes)]
	p.Title += ", " + p.Color + ", " + p.Size
	p.cents += int64(slot%len(words.Sizes)) * p.cents / 12
}

// codesOf gives a product its own code, its neighbour's, or none.
func (m *Marketplace) codesOf(p *product, slot int, d *draw.Series) []code {
	owner := p.Index
	bare := d.Chance(5)
	if group := slot / maxSharers; group < sharing {
		block := m.Draws(draw.OfBlock, uint64(p.Index/blockSize), uint64(group)+1)
		if sharers := block.Between(2, maxSharers); block.Chance(290) && slot%maxSharers < sharers {
			owner, bare = p.Index-slot%maxSharers, false
		}
	}
	first := p
	if owner != p.Index {
		first = m.productAt(owner)
	}
	p.symbology = first.ownSymbology()
	if bare {
		return nil
	}
	return codes(p.symbology, m.codeDigits(p.symbology, owner))
}

func (p *product) ownSymbology() symbology {
	switch {
	case p.ProductType == bookType:
		return book
	case p.prices&1 == 0:
		return american
	default:
		return european
	}
}
