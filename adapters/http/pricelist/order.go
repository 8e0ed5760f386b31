package pricelist

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// AnalysisOrder has the body of an order for accepted rows.
type AnalysisOrder struct {
	ItemIDs []int64             `json:"item_ids" doc:"The rows, in the order of the items."`
	Body    AnalysisOrderBody   `json:"body" doc:"The body for createPurchaseOrder."`
	Lines   []AnalysisOrderLine `json:"lines" doc:"How the quantities were found, in the order of the items."`
}

// AnalysisOrderLine explains the quantity of a row.
type AnalysisOrderLine struct {
	ItemID       int64        `json:"item_id" doc:"The row."`
	RowNumber    int64        `json:"row_number" doc:"Place of the row in the list, from 1."`
	ASIN         *string      `json:"asin" doc:"The product."`
	Quantity     *int64       `json:"quantity" doc:"Supplied items; null while a figure is missing."`
	QuantityRule QuantityRule `json:"quantity_rule" doc:"The figures that make the quantity."`
	Question     *string      `json:"question" doc:"Asks for a missing figure; else null."`
}

// QuantityRule has the figures of a quantity: needed is own_sales_month for the days, rounded up,
// less stock, times units_needed, less in_warehouse and on_order. The larger of needed and minimum
// is rounded up to a multiple.
type QuantityRule struct {
	Source             string        `json:"source" doc:"sales, edited, or unknown while a figure is missing."`
	SalesEstimateMonth *int64        `json:"sales_estimate_month" doc:"Sales of all sellers in 30 days."`
	SharePercent       *body.Percent `json:"share_percent" doc:"share_percent, where it counts."`
	OwnSalesMonth      *body.Money   `json:"own_sales_month" doc:"The estimate times the own share."`
	Days               int64         `json:"days" doc:"How long the units last."`
	UnitsNeeded        int64         `json:"units_needed" doc:"Supplied items in one sold unit."`
	Stock              int64         `json:"stock" doc:"Units, as sold, at the marketplace or on their way."`
	InWarehouse        int64         `json:"in_warehouse" doc:"Supplied items in warehouses."`
	OnOrder            int64         `json:"on_order" doc:"Supplied items in open orders and in lines above."`
	Needed             *int64        `json:"needed" doc:"Supplied items that are missing, before rounding."`
	Minimum            int64         `json:"minimum" doc:"The least that can be ordered."`
	Multiple           int64         `json:"multiple" doc:"Whole sold units in whole cases."`
}

// AnalysisOrderBody has the body of a purchase order.
type AnalysisOrderBody struct {
	SupplierID int64               `json:"supplier_id" doc:"The supplier."`
	Currency   string              `json:"currency" doc:"ISO 4217 code of the costs."`
	Items      []AnalysisOrderItem `json:"items" doc:"Items to buy, at most 100. Further rows are in another order."`
}

// AnalysisOrderItem has an item of the order.
type AnalysisOrderItem struct {
	Title           *string      `json:"title" doc:"The supplier's title, else the title of the product."`
	ASIN            *string      `json:"asin" doc:"The product."`
	MarketplaceID   *string      `json:"marketplace_id" doc:"Amazon's identifier of the marketplace."`
	GTIN            *string      `json:"gtin" doc:"The code of the row."`
	SupplierSKU     *string      `json:"supplier_sku" doc:"The supplier's number of it."`
	Quantity        int64        `json:"quantity" doc:"Supplied items; see lines."`
	UnitCost        body.Money   `json:"unit_cost" doc:"Cost of one item before the discount."`
	DiscountPercent body.Percent `json:"discount_percent" doc:"The discount of the row."`
}

// AnalysisOrders lists the orders that an analysis suggests.
type AnalysisOrders struct {
	Data []AnalysisOrder    `json:"data" doc:"An order for each currency, and for each 100 rows."`
	Meta AnalysisOrdersMeta `json:"meta" doc:"Figures of the whole answer."`
}

// AnalysisOrdersMeta has the figures of the whole answer.
type AnalysisOrdersMeta struct {
	Accepted   int64               `json:"accepted" doc:"All accepted rows, also those beyond top and those without a cost."`
	NotOrdered []AnalysisOrderLine `json:"not_ordered" doc:"Rows that need nothing or lack a figure."`
}

type orderInput struct {
	ofAnalysis
	SupplierID body.Opt[body.ID]      `query:"supplier_id" doc:"The supplier; the list's when absent."`
	Top        int                    `query:"top" minimum:"1" maximum:"1000" default:"100" doc:"How many of the best rows are looked at."`
	Days       int                    `query:"days" minimum:"1" maximum:"365" default:"30" doc:"How many days the units last."`
	Share      body.Opt[body.Percent] `query:"share_percent" minimum:"0" maximum:"100" doc:"Own share where it is unknown."`
	Include    []body.ID              `query:"include" maxItems:"100" doc:"item_id of rows to order in any case."`
}

func (h handlers) order(k records.Kind) {
	httpx.Register(k.Router, httpx.Operation{
		ID: "listAnalysisOrders", Method: http.MethodGet, Path: k.Path + "/{id}/orders", Group: k.Group, Beta: true, Noun: k.Noun,
		Summary: "Suggest orders of accepted rows",
		Description: "Makes bodies for createPurchaseOrder from the accepted rows of an analysis. The rows that earn most " +
			"come first. It is an extra of this service.\n\n" +
			"The quantity is the estimated sales of the days, times the own share, less stock and open orders, in " +
			"whole cases. quantity_rule has its figures. needed is own_sales_month for the days, rounded up, less " +
			"stock, times units_needed, less in_warehouse and on_order. The quantity is the larger of needed and " +
			"minimum, rounded up to a multiple of multiple.\n\n" +
			"share_percent is the own share of rows with an unknown share, such as products that Amazon sells. " +
			"Rows without a positive profit are ordered only if include names them. A row without an estimate is " +
			"not ordered: meta.not_ordered asks for it.\n\n" +
			"A list without a supplier needs supplier_id, else the call is 422 validation_failed. An unknown " +
			"supplier is 422 not_found.",
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
		Example: AnalysisOrders{[]AnalysisOrder{{[]int64{1}, AnalysisOrderBody{1, "USD", []AnalysisOrderItem{{
			Title: new("Steel bottle 750 ml"), ASIN: new("B0SIM0000A"), MarketplaceID: new("ATVPDKIKX0DER"), GTIN: new("4006381333931"),
			SupplierSKU: new("NW-1042"), Quantity: 24, UnitCost: exact("2.5"), DiscountPercent: exactPercent("10"),
		}}}, []AnalysisOrderLine{{ItemID: 1, RowNumber: 1, ASIN: new("B0SIM0000A"), Quantity: new(int64(24)), QuantityRule: QuantityRule{
			Source: "sales", SalesEstimateMonth: new(int64(60)), OwnSalesMonth: new(exact("12")), Days: 30,
			UnitsNeeded: 2, Stock: 1, OnOrder: 2,
			Needed: new(int64(20)), Minimum: 12, Multiple: 12,
		}}}}}, AnalysisOrdersMeta{1, []AnalysisOrderLine{}}},
	}, httpx.AnswerPlain(orderOf, func(ctx context.Context, who caller.Caller, in *orderInput) (app.Suggested, error) {
		supplier := optional.Map(in.SupplierID.Field, func(n body.ID) int64 { return int64(n) }).Maybe()
		return h.app.Orders(ctx, who, pricelist.ID(in.ID), app.Wish{
			Supplier: supplier, Top: in.Top,
			Include: body.Each(in.Include, func(n body.ID) pricelist.ItemID { return pricelist.ItemID(n) }),
			Need:    pricelist.Need{Days: int64(in.Days), Share: optional.Map(in.Share.Field, body.Percent.Exact).Maybe()},
		})
	}))
}

func orderOf(o app.Suggested) AnalysisOrders {
	return AnalysisOrders{
		Data: body.Each(o.Orders, func(o app.Order) AnalysisOrder {
			out := AnalysisOrder{
				ItemIDs: body.Each(o.Lines, func(l app.OrderLine) int64 { return int64(l.Item) }),
				Body:    AnalysisOrderBody{SupplierID: o.Supplier, Currency: string(o.Currency), Items: []AnalysisOrderItem{}},
				Lines:   body.Each(o.Lines, lineOf),
			}
			for _, l := range o.Lines {
				item := AnalysisOrderItem{
					Title: body.Text(l.Title), ASIN: textOf(l.Facts.ASIN), MarketplaceID: body.Text(o.Marketplace), SupplierSKU: body.Text(l.SupplierSKU),
					Quantity: l.Quantity, UnitCost: body.MoneyOf(l.UnitCost), DiscountPercent: body.PercentOf(l.Discount),
				}
				if l.Code != (gtin.Code{}) {
					item.GTIN = new(l.Code.String())
				}
				out.Body.Items = append(out.Body.Items, item)
			}
			return out
		}),
		Meta: AnalysisOrdersMeta{o.Accepted, body.Each(o.Left, lineOf)},
	}
}

// questions maps missing figures to messages that ask a person for them.
var questions = map[string]string{
	"sales_estimate": "No source estimates the sales of the product. Correct the quantity of the row, or leave it out.",
	"own_share":      "The own share of the sales is unknown. Give share_percent, or correct the quantity.",
}

func lineOf(l app.OrderLine) AnalysisOrderLine {
	r := l.Rule
	out := AnalysisOrderLine{
		ItemID: int64(l.Item), RowNumber: l.Number, ASIN: textOf(l.Facts.ASIN), Question: body.Text(questions[r.Missing]),
		QuantityRule: QuantityRule{
			Source: string(r.Source), SalesEstimateMonth: r.Sales.Ptr(), SharePercent: portion(r.Share),
			OwnSalesMonth: sum(r.Own), Days: r.Days, UnitsNeeded: r.UnitsNeeded, Stock: r.Supply.Stock,
			InWarehouse: r.Supply.InWarehouse, OnOrder: r.Supply.OnOrder,
			Needed: r.Needed.Ptr(), Minimum: r.Minimum, Multiple: r.Multiple,
		},
	}
	if r.Source != pricelist.QuantityUnknown {
		out.Quantity = &l.Quantity
	}
	return out
}
