package imports

import "slices"

// marks lists headers that together only tables of this service have: the tables that its lists
// answer as format=csv.
var marks = []string{"id", "version", "created_at", "updated_at"}

// exported maps the columns of such tables by their kinds, "" for a column that only looks like a
// member. Costs of SKUs are left to the caller, because a cost of a SKU comes before the cost of
// its product.
var exported = map[Kind]map[string]Field{
	SKU: {
		"id": FieldID, "sku": FieldSKU, "marketplace_id": FieldMarketplace, "seller_account_id": "", "min_price": MinPrice, "max_price": MaxPrice,
		"map_price": MapPrice, "supplier_id": Supplier,
		"counted_cost.unit_cost": "", "counted_cost.currency": "", "counted_cost.source": "",
	},
	InventoryProduct: {
		"id": FieldID, "unit_cost": UnitCost, "currency": Currency, "outbound_shipping": Postage, "default_supplier_id": Supplier, "reorder_point": ReorderPoint,
		"vat_class": VATClass,
	},
	RepricerProduct: {
		"id": FieldID, "sku": FieldSKU, "marketplace_id": FieldMarketplace, "seller_id": FieldSeller, "asin": FieldASIN,
		"limits.min_price": MinPrice, "limits.max_price": MaxPrice,
		"strategy_id": Strategy, "mode": Mode, "reprice_priority": Priority, "condition": Condition, "allow_loss": AllowLoss,
		"limits.min_price_mode": MinPriceMode, "limits.target_roi": TargetROI, "limits.target_margin": TargetMargin,
		"limits.min_price_markup": MinPriceMarkup, "limits.min_price_markup_type": MarkupType, "limits.max_change": MaxChange,
		"limits.max_change_percent": MaxChangePercent, "limits.missing_cost_fallback": CostFallback,
	},
}

// exported maps the columns of a table of this service by their exact names. In others it maps
// nothing.
func (t Table) exported(k Kind, m *Mapping, said map[Field]bool, taken map[int]bool) {
	for _, mark := range marks {
		if !slices.Contains(t.Headers, mark) {
			return
		}
	}
	for at, h := range t.Headers {
		f, own := exported[k][h]
		if !own || taken[at] || said[f] {
			continue
		}
		if taken[at] = true; f != "" {
			said[f] = true
			m.Columns = append(m.Columns, t.column(f, at))
		}
	}
}
