package imports

import "slices"

// Kind names the kind of record an import changes.
type Kind string

// The kinds.
const (
	SKU              Kind = "sku"
	InventoryProduct Kind = "inventory_product"
	RepricerProduct  Kind = "repricer_product"
)

func (Kind) Words() []Kind { return []Kind{SKU, InventoryProduct, RepricerProduct} }

// Field names a possible meaning of a column.
type Field string

// The fields. The Keys name the record of a row, the others are members of it.
const (
	FieldID          Field = "id"
	FieldSKU         Field = "sku"
	FieldMarketplace Field = "marketplace"
	FieldSeller      Field = "seller_id"
	// FieldASIN names the product of a new row of the repricer.
	FieldASIN Field = "asin"

	MinPrice     Field = "min_price"
	MaxPrice     Field = "max_price"
	MapPrice     Field = "map_price"
	UnitCost     Field = "unit_cost"
	Postage      Field = "outbound_shipping"
	Currency     Field = "currency"
	Supplier     Field = "supplier"
	Strategy     Field = "strategy"
	Mode         Field = "mode"
	Priority     Field = "reprice_priority"
	ReorderPoint Field = "reorder_point"
	VATClass     Field = "vat_class"

	PrepCost        Field = "prep_cost"
	InboundShipping Field = "inbound_shipping"
	OtherCost       Field = "other_cost"
	VATRate         Field = "vat_rate"

	Condition        Field = "condition"
	AllowLoss        Field = "allow_loss"
	MinPriceMode     Field = "min_price_mode"
	TargetROI        Field = "target_roi"
	TargetMargin     Field = "target_margin"
	MinPriceMarkup   Field = "min_price_markup"
	MarkupType       Field = "min_price_markup_type"
	MaxChange        Field = "max_change"
	MaxChangePercent Field = "max_change_percent"
	CostFallback     Field = "missing_cost_fallback"
)

func (Field) Words() []Field {
	return []Field{
		FieldID, FieldSKU, FieldMarketplace, FieldSeller, FieldASIN,
		MinPrice, MaxPrice, MapPrice, UnitCost, Postage, Currency,
		Supplier, Strategy, Mode, Priority, ReorderPoint, PrepCost, InboundShipping, OtherCost, VATRate, VATClass,
		Condition, AllowLoss, MinPriceMode, TargetROI, TargetMargin, MinPriceMarkup, MarkupType, MaxChange, MaxChangePercent,
		CostFallback,
	}
}

// Keys name the record of a row.
func Keys() []Field { return []Field{FieldID, FieldSKU, FieldMarketplace, FieldSeller, FieldASIN} }

// fields lists the keys and members of a kind.
func (k Kind) fields() []Field {
	all := slices.Concat(Keys(), members[k])
	if !k.Creates() {
		all = slices.DeleteFunc(all, func(f Field) bool { return f == FieldASIN })
	}
	return all
}

// Creates reports whether rows can create records of the kind.
func (k Kind) Creates() bool { return k == RepricerProduct }

// members lists the fields that a kind has.
var members = map[Kind][]Field{
	SKU:              {MinPrice, MaxPrice, MapPrice, UnitCost, Postage, Currency, PrepCost, InboundShipping, OtherCost, VATRate, Supplier},
	InventoryProduct: {UnitCost, Postage, Currency, Supplier, ReorderPoint, VATClass},
	RepricerProduct: {
		MinPrice, MaxPrice, Strategy, Mode, Priority, Condition, AllowLoss, MinPriceMode, TargetROI, TargetMargin,
		MinPriceMarkup, MarkupType, MaxChange, MaxChangePercent, CostFallback,
	},
}

// Members returns the fields of a kind that an import can change.
func (k Kind) Members() []Field { return slices.Clone(members[k]) }

// Form says how the cells of a field are read.
type Form int

// The forms. A Word may have any letter case.
const (
	Text Form = iota
	Word
	Amount
	Count
	Percentage
)

var forms = map[Field]Form{
	FieldID: Count, MinPrice: Amount, MaxPrice: Amount, MapPrice: Amount, UnitCost: Amount, Postage: Amount, Currency: Word, Mode: Word, Priority: Word,
	ReorderPoint: Count, PrepCost: Amount, InboundShipping: Amount, OtherCost: Amount, VATRate: Percentage, VATClass: Word,
	Condition: Word, AllowLoss: Word, MinPriceMode: Word, TargetROI: Percentage, TargetMargin: Percentage,
	MinPriceMarkup: Amount, MarkupType: Word, MaxChange: Amount, MaxChangePercent: Percentage, CostFallback: Word,
}

// priced lists amounts in the currency of the marketplace. Other amounts are costs.
var priced = []Field{MinPrice, MaxPrice, MapPrice, MinPriceMarkup, MaxChange}

// Form returns the form of the field's cells.
func (f Field) Form() Form { return forms[f] }
