package pricelist

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// AnalysisOrder is an order that can be made of accepted rows.
type AnalysisOrder struct {
	ItemIDs []int64           `json:"item_ids" doc:"The rows, in the order of the items."`
	Body    AnalysisOrderBody `json:"body" doc:"What createPurchaseOrder takes."`
}

// AnalysisOrderBody is the body of a purchase order.
type AnalysisOrderBody struct {
	SupplierID int64               `json:"supplier_id" doc:"The supplier."`
	Currency   string              `json:"currency" doc:"ISO 4217 code of the costs."`
	Items      []AnalysisOrderItem `json:"items" doc:"What is bought, at most 100; further rows are in another order."`
}

// AnalysisOrderItem is an item of it.
type AnalysisOrderItem struct {
	Title           *string      `json:"title" doc:"What the supplier calls it, else the title of the product."`
	ASIN            *string      `json:"asin" doc:"The product."`
	MarketplaceID   *string      `json:"marketplace_id" doc:"Amazon's identifier of the marketplace."`
	GTIN            *string      `json:"gtin" doc:"The code of the row."`
	SupplierSKU     *string      `json:"supplier_sku" doc:"The supplier's number of it."`
	Quantity        int64        `json:"quantity" doc:"Supplied items: those that the row was corrected to, else the least that can be ordered, in whole cases where costs are of cases, and in whole sold units."`
	UnitCost        body.Money   `json:"unit_cost" doc:"What one item costs, before the discount."`
	DiscountPercent body.Percent `json:"discount_percent" doc:"The discount of the row."`
}

// AnalysisOrders are orders that can be made of an analysis.
type AnalysisOrders struct {
	Data []AnalysisOrder    `json:"data" doc:"An order for each currency, and for each 100 rows."`
	Meta AnalysisOrdersMeta `json:"meta" doc:"What is beside them."`
}

// AnalysisOrdersMeta is beside the orders.
type AnalysisOrdersMeta struct {
	Accepted int64 `json:"accepted" doc:"All accepted rows, also those beyond top and those without a cost."`
}

type orderInput struct {
	ofAnalysis
	SupplierID body.Opt[body.ID] `query:"supplier_id" doc:"Whom to buy from; the supplier of the list when absent."`
	Top        int               `query:"top" minimum:"1" maximum:"1000" default:"100" doc:"The accepted rows that earn most, so many, are ordered."`
}

type ordersOf struct {
	orders   []app.Order
	accepted int64
}

func (h handlers) order(k httpx.Records) {
	httpx.Register(k.Router, httpx.Operation{
		ID: "listAnalysisOrders", Method: http.MethodGet, Path: k.Path + "/{id}/orders", Group: k.Group, Beta: true, Noun: k.Noun,
		Summary: "Suggest orders of what was accepted",
		Description: "An extra of this service. Makes of the accepted rows of an analysis, those first that earn most, bodies that createPurchaseOrder takes as they " +
			"are. A list without a supplier needs supplier_id, else this is 422 validation_failed; an unknown supplier is 422 not_found.",
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
		Example: AnalysisOrders{[]AnalysisOrder{{[]int64{1}, AnalysisOrderBody{1, "USD", []AnalysisOrderItem{{
			Title: new("Steel bottle 750 ml"), ASIN: new("B0SIM0000A"), MarketplaceID: new("ATVPDKIKX0DER"), GTIN: new("4006381333931"),
			SupplierSKU: new("NW-1042"), Quantity: 24, UnitCost: exact("2.5"), DiscountPercent: exactPercent("10"),
		}}}}}, AnalysisOrdersMeta{1}},
	}, httpx.AnswerPlain(orderOf, func(ctx context.Context, who caller.Caller, in *orderInput) (ordersOf, error) {
		supplier := optional.Map(in.SupplierID.Field, func(n body.ID) int64 { return int64(n) }).Maybe()
		orders, accepted, err := h.app.Orders(ctx, who, pricelist.ID(in.ID), supplier, in.Top)
		return ordersOf{orders, accepted}, err
	}))
}

func orderOf(o ordersOf) AnalysisOrders {
	return AnalysisOrders{
		Data: body.Each(o.orders, func(o app.Order) AnalysisOrder {
			out := AnalysisOrder{
				ItemIDs: body.Each(o.Lines, func(l app.OrderLine) int64 { return int64(l.Item) }),
				Body:    AnalysisOrderBody{SupplierID: o.Supplier, Currency: string(o.Currency), Items: []AnalysisOrderItem{}},
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
		Meta: AnalysisOrdersMeta{o.accepted},
	}
}
