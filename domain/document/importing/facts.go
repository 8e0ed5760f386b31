package importing

import (
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// By names the sign by which a supplier, an order or a line was recognised.
type By string

// The signs of suppliers, the strongest first.
const (
	ByTaxID  By = "tax_id"
	ByDomain By = "domain"
	ByAlias  By = "alias"
	ByName   By = "name"
	// ByNearName compares the name without the form of the company. It only suggests.
	ByNearName By = "near_name"
)

// The signs of orders and lines, besides GTINs and ASINs.
const (
	ByNumber  By = "po_number"
	ByItems   By = "items"
	ByRequest By = "request"

	ByItem        By = "order_item"
	BySupplierSKU By = "supplier_sku"
	ByGTIN        By = "gtin"
	ByASIN        By = "asin"
	BySKU         By = "sku"
	ByMPN         By = "mpn"
	// ByWords compares titles. It only suggests.
	ByWords By = "words"
)

// confidences has the confidence of each sign.
var confidences = map[By]document.Confidence{
	ByRequest: document.Certain,
	ByTaxID:   9_900, ByDomain: 9_500, ByAlias: 9_700, ByName: 9_600, ByNearName: 5_500,
	ByItem: 9_900, BySupplierSKU: 9_800, ByGTIN: 9_700, ByASIN: 9_500, BySKU: 9_300, ByMPN: 9_000, ByWords: 5_000,
}

// Candidate has a supplier that may have issued the document.
type Candidate struct {
	ID   int64
	Name string
	By   By
}

// Product has an inventory product that a line may be.
type Product struct {
	ID                int64
	Title, Brand, MPN string
	// GTINs have 14 digits.
	GTINs, ASINs []string
	// UnitCost has the cost in force.
	UnitCost optional.Maybe[money.Sum]
	// SKUs match the product.
	SKUs []int64
}

// SKU has a SKU of the team that a line may be. Product is 0 if it belongs to no product, or to
// several.
type SKU struct {
	ID, Product int64
	Name, ASIN  string
}

// Offer has an offer of the supplier. Product may be 0.
type Offer struct {
	ID, Product int64
	SupplierSKU string
	ASIN        string
	// GTINs have 14 digits.
	GTINs    []string
	Title    string
	PackSize int64
	UnitCost money.Sum
	// Breaks lists prices by minimum quantity, ascending.
	Breaks []Break
}

// Break lowers the price from a quantity on.
type Break struct {
	From     int64
	UnitCost money.Amount
}

// price returns the price per unit at a quantity.
func (o *Offer) price(units int64) money.Amount {
	price := o.UnitCost.Amount
	for _, b := range o.Breaks {
		if units >= b.From {
			price = b.UnitCost
		}
	}
	return price
}

// Item has an item of the order that the document is compared with. Members that it does not name
// are 0 or empty.
type Item struct {
	ID                      int64
	Product, SKU, Offer     int64
	SupplierSKU, GTIN, ASIN string
	Title                   string
	Ordered, Outstanding    int64
	// Came counts accepted units that were not returned.
	Came     int64
	UnitCost optional.Maybe[money.Amount]
	// Price keeps UnitCost before rounding. It has no units if UnitCost is exact.
	Price    money.Price
	Discount money.Percent
	TaxRate  money.Percent
}

// Order has a purchase order that the document may belong to.
type Order struct {
	ID, Supplier int64
	Number       string
	Currency     money.Currency
	// PricesIncludeTax says that the costs of items include their tax.
	PricesIncludeTax bool
	Items            []Item
}

// has reports whether an order has an item; a nil order has no items.
func (o *Order) has(item int64) bool {
	return o != nil && slices.ContainsFunc(o.Items, func(i Item) bool { return i.ID == item })
}

// Known has the team's records for the keys of the lines.
type Known struct {
	Products []Product
	SKUs     []SKU
	Offers   []Offer
}

// Keys has the keys that records are looked up by.
type Keys struct {
	// GTINs have 14 digits, ASINs are in capitals; SKUs are the texts of article numbers.
	GTINs, ASINs, SKUs, MPNs, Titles []string
	Products                         []int64
}
