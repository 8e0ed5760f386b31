package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

var productSorts = records.Sortable{
	Fields:  []string{"created_at", "title", "brand", "unit_cost", "on_hand", "updated_at", "id"},
	Default: "-created_at",
}

type listProductsInput struct {
	records.RecordInput
	productFilterInput
}

// productFilterInput has the filters of the list, which the operation of the filter values takes as
// well.
type productFilterInput struct {
	ASIN        []body.ASIN   `query:"asin" maxItems:"100" doc:"Has any of these ASINs, itself or through a match."`
	GTIN        []productGTIN `query:"gtin" maxItems:"100" doc:"Has any of these codes, in whichever number of digits; with a right check digit."`
	SKU         []string      `query:"sku" maxItems:"100" minLength:"1" maxLength:"40" doc:"Is matched with any of these SKUs, whole and case-sensitive."`
	Brand       []string      `query:"brand" maxItems:"100" minLength:"1" maxLength:"200" doc:"Any of these brands, in any letter case."`
	Category    []string      `query:"category" maxItems:"100" minLength:"1" maxLength:"200" doc:"Any of these categories, in any letter case."`
	SupplierID  []body.ID     `query:"supplier_id" maxItems:"100" doc:"Usually bought from any of these suppliers."`
	WarehouseID []body.ID     `query:"warehouse_id" maxItems:"100" doc:"Usually received in any of these warehouses."`
	body.TagFilter
	Status     []string             `query:"status" enum:"active,archived" maxItems:"2" doc:"Any of these; active alone when not given."`
	Hazmat     []string             `query:"hazmat" enum:"unknown,no,yes" maxItems:"3" doc:"Any of these."`
	Matched    body.Opt[bool]       `query:"matched" doc:"Whether the product has a match."`
	HasCost    body.Opt[bool]       `query:"has_cost" doc:"Whether a cost is known today."`
	LowStock   body.Opt[bool]       `query:"low_stock" doc:"Whether on_hand, inbound, in_warehouse and on_order together are at or below reorder_point; false without a reorder_point."`
	CostFrom   body.Opt[body.Money] `query:"unit_cost_from" minimum:"0" doc:"A unit costs at least this, in whichever currency."`
	CostTo     body.Opt[body.Money] `query:"unit_cost_to" minimum:"0" doc:"A unit costs at most this, in whichever currency."`
	OnHandFrom body.Opt[int64]      `query:"on_hand_from" minimum:"0" doc:"At least so many units on hand."`
	OnHandTo   body.Opt[int64]      `query:"on_hand_to" minimum:"0" doc:"At most so many units on hand."`
	Q          string               `query:"q" minLength:"1" maxLength:"200" doc:"Text in title, brand, or a SKU, ASIN or GTIN (14 digits) of the product, in any letter case."`
}

func (in *productFilterInput) filter(w page.Window) (app.ProductFilter, error) {
	f := app.ProductFilter{
		Window: w, Statuses: body.Words[inventory.ProductStatus](in.Status),
		Hazmats: body.Words[inventory.Hazmat](in.Hazmat), SKUs: in.SKU, ASINs: asins(in.ASIN), Brands: in.Brand, Categories: in.Category,
		Suppliers: body.Numbers[int64](in.SupplierID), Warehouses: body.Numbers[int64](in.WarehouseID),
		Tags: in.Tags(), Matched: in.Matched.Ptr(), HasCost: in.HasCost.Ptr(),
		LowStock: in.LowStock.Ptr(), CostFrom: amountOf(in.CostFrom), CostTo: amountOf(in.CostTo),
		OnHandFrom: in.OnHandFrom.Ptr(), OnHandTo: in.OnHandTo.Ptr(),
		Query: in.Q,
	}
	var wrong []fault.Item
	for _, text := range in.GTIN {
		g, err := inventory.ParseGTIN(string(text))
		if err != nil {
			wrong = append(wrong, fault.Item{Code: fault.CodeInvalid, Message: err.Error(), Parameter: "gtin"})
		}
		f.GTINs = append(f.GTINs, g.Key())
	}
	if len(wrong) > 0 {
		e := fault.New(fault.Invalid, fault.CodeValidationFailed, "gtin "+wrong[0].Message).In("gtin")
		e.Errors = wrong
		return f, e
	}
	return f, nil
}

func amountOf(o body.Opt[body.Money]) *money.Amount {
	return optional.Map(o.Field, body.Money.Amount).Ptr()
}
