package importing

import (
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// By is what a supplier, an order or a line was recognised by.
type By string

// What suppliers are recognised by, the strongest first.
const (
	ByTaxID  By = "tax_id"
	ByDomain By = "domain"
	ByAlias  By = "alias"
	ByName   By = "name"
	// ByNearName is the name without the form of the company. It only suggests.
	ByNearName By = "near_name"
)

// What orders and lines are recognised by, beside GTINs and ASINs.
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
	// ByWords is an equal title. It only suggests.
	ByWords By = "words"
)

// confidences of what suppliers and lines are recognised by.
var confidences = map[By]document.Confidence{
	ByRequest: document.Certain,
	ByTaxID:   9_900, ByDomain: 9_500, ByAlias: 9_700, ByName: 9_600, ByNearName: 5_500,
	ByItem: 9_900, BySupplierSKU: 9_800, ByGTIN: 9_700, ByASIN: 9_500, BySKU: 9_300, ByMPN: 9_000, ByWords: 5_000,
}

// Candidate is a supplier that may have issued the document.
type Candidate struct {
	ID   int64
	Name string
	By   By
}

// Product is an inventory product that a line may be.
type Product struct {
	ID                int64
	Title, Brand, MPN string
	// GTINs have 14 digits.
	GTINs, ASINs []string
	// UnitCost is the cost in force.
	UnitCost optional.Maybe[money.Sum]
	// SKUs are matched with it.
	SKUs []int64
}

// SKU is one of the team's that a line may be. Product is 0 where it belongs to none, or to several.
type SKU struct {
	ID, Product int64
	Name, ASIN  string
}

// Offer is one of the supplier's. Product is 0 for none.
type Offer struct {
	ID, Product int64
	SupplierSKU string
	ASIN        string
	// GTINs have 14 digits.
	GTINs    []string
	Title    string
	PackSize int64
	UnitCost money.Sum
	// Breaks list prices by minimum quantity, which rises.
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

// Item is an item of the order that the document is compared with. Members that it does not name are 0 or empty.
type Item struct {
	ID                      int64
	Product, SKU, Offer     int64
	SupplierSKU, GTIN, ASIN string
	Title                   string
	Ordered, Outstanding    int64
	// Came are accepted units that did not go back.
	Came     int64
	UnitCost optional.Maybe[money.Amount]
	// Price keeps UnitCost before rounding. It has no units if UnitCost is exact.
	Price    money.Price
	Discount money.Percent
	TaxRate  money.Percent
}

// Order is a purchase order that the document may belong to.
type Order struct {
	ID, Supplier int64
	Number       string
	Currency     money.Currency
	// PricesIncludeTax says that the costs of items have their tax in them.
	PricesIncludeTax bool
	Items            []Item
}

// has reports whether an order has an item; none has.
func (o *Order) has(item int64) bool {
	return o != nil && slices.ContainsFunc(o.Items, func(i Item) bool { return i.ID == item })
}

// Known is what the team has under the keys of the lines.
type Known struct {
	Products []Product
	SKUs     []SKU
	Offers   []Offer
}

// Keys are what records are looked up by.
type Keys struct {
	// GTINs have 14 digits, ASINs are in capitals; SKUs are the texts of article numbers.
	GTINs, ASINs, SKUs, MPNs, Titles []string
	Products                         []int64
}
