package lookup

import (
	"cmp"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

// Facts has a source's facts of a product. Unknown facts are absent or empty.
type Facts struct {
	Title, Brand, ParentASIN string
	// Image has the address of the main picture.
	Image string
	// Type has the product type, in Amazon's words.
	Type string
	// Root has the category of the product's sales rank.
	Root optional.Maybe[int64]
	// RootName has its name.
	RootName string
	// Rank has the present rank in the root category.
	Rank          optional.Maybe[int64]
	Package, Item Dimensions
	// Units counts the units of a package, Items the articles in it, Variations the variations of
	// the family.
	Units, Items, Variations         optional.Maybe[int64]
	Codes                            Codes
	HazMat, Meltable, Fragile, Adult optional.Maybe[bool]
	// ListPrice has the maker's price.
	ListPrice optional.Maybe[money.Amount]
	// Variation distinguishes the product within its family, in the family's order.
	Variation []Attribute
}

// Attribute has a value in the language of the marketplace.
type Attribute struct{ Name, Value string }

// Codes of a product, as its source has them.
type Codes struct{ UPC, EAN, GTIN, ISBN []string }

// Dimensions has lengths in nanometres and a weight in nanograms; 0 is unknown.
type Dimensions struct{ Length, Width, Height, Weight int64 }

// Size has no value unless all of it is known.
func (d Dimensions) Size() optional.Maybe[fee.Size] {
	s, err := fee.NewSize(d.Length, d.Width, d.Height, d.Weight)
	if err != nil {
		return optional.None[fee.Size]()
	}
	return optional.Some(s)
}

// Over returns the facts, completed by the facts of another source.
func (f Facts) Over(other Facts) Facts {
	f.Title, f.Brand, f.ParentASIN = cmp.Or(f.Title, other.Title), cmp.Or(f.Brand, other.Brand), cmp.Or(f.ParentASIN, other.ParentASIN)
	f.Image, f.Type = cmp.Or(f.Image, other.Image), cmp.Or(f.Type, other.Type)
	f.Package, f.Item = cmp.Or(f.Package, other.Package), cmp.Or(f.Item, other.Item)
	if !f.Root.Known() {
		// A name belongs to its id.
		f.Root, f.RootName = other.Root, other.RootName
	}
	f.Rank, f.Units = cmp.Or(f.Rank, other.Rank), cmp.Or(f.Units, other.Units)
	f.Items, f.Variations = cmp.Or(f.Items, other.Items), cmp.Or(f.Variations, other.Variations)
	f.HazMat, f.Meltable = cmp.Or(f.HazMat, other.HazMat), cmp.Or(f.Meltable, other.Meltable)
	f.Fragile, f.Adult = cmp.Or(f.Fragile, other.Fragile), cmp.Or(f.Adult, other.Adult)
	f.ListPrice = cmp.Or(f.ListPrice, other.ListPrice)
	if f.Variation == nil {
		f.Variation = other.Variation
	}
	for _, entry := range []struct{ to, from *[]string }{
		{&f.Codes.UPC, &other.Codes.UPC}, {&f.Codes.EAN, &other.Codes.EAN}, {&f.Codes.GTIN, &other.Codes.GTIN}, {&f.Codes.ISBN, &other.Codes.ISBN},
	} {
		if len(*entry.to) == 0 {
			*entry.to = *entry.from
		}
	}
	return f
}

// Offers has the present offers of new goods, in the marketplace's currency. Prices include
// shipping.
type Offers struct {
	Box optional.Maybe[Box]
	// LowestFBA and LowestFBM have the lowest prices by who ships, Amazon has Amazon's own price.
	LowestFBA, LowestFBM, Amazon optional.Maybe[money.Amount]
	// FBA and FBM count offers. Near counts FBA offers with a price at most 2 percent above the
	// box's, or above the lowest without a box.
	FBA, FBM, Near optional.Maybe[int64]
	AmazonInStock  optional.Maybe[bool]
}

// Box has the offer in the buy box. Price excludes Shipping.
type Box struct {
	Price, Shipping money.Amount
	// Seller stays empty if unknown.
	Seller      string
	Amazon, FBA optional.Maybe[bool]
}

// Landed returns the price that a buyer pays.
func (b Box) Landed() money.Amount { return money.FromUnits(b.Price.Units() + b.Shipping.Units()) }

// nearShare bounds how far above a price an offer competes with it, in percent.
const nearShare = 2

// NearOf counts the prices that are at most 2 percent above another.
func NearOf(prices []money.Amount, price money.Amount) int64 {
	n := int64(0)
	for _, p := range prices {
		if p.Units()*100 <= price.Units()*(100+nearShare) {
			n++
		}
	}
	return n
}
