package purchasing

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/purchasing"
)

// OrderSuggestion suggests a product to order.
type OrderSuggestion struct {
	InventoryProductID int64  `json:"inventory_product_id" doc:"The inventory product."`
	SupplierID         *int64 `json:"supplier_id" doc:"The supplier of the preferred offer, else the product's default supplier; null without either."`
	SupplierOfferID    *int64 `json:"supplier_offer_id" doc:"The preferred offer; null without such an offer."`
	Position           int64  `json:"position" doc:"Units on hand, inbound, in warehouses and on order."`
	Needed             int64  `json:"needed" doc:"Units that are missing."`
	Quantity           int64  `json:"quantity" doc:"Units to order: those needed, at least the offer's moq, in whole order multiples."`
	OrderWithinDays    *int64 `json:"order_within_days" doc:"Days until it has to be ordered, below 0 when it is late; null without known sales."`
	LeadTimeDays       int64  `json:"lead_time_days" doc:"Days from ordering to receiving."`
	LeadTimeSource     string `json:"lead_time_source" doc:"offer, product, supplier_measured (its orders of the last 365 days), supplier_default, or assumed: 14 days."`
	UnitsSold          int64  `json:"units_sold" doc:"Units sold on the known days."`
	DaysKnown          int64  `json:"days_known" doc:"Days of the window with known sales of all SKUs of the product."`
	Reason             string `json:"reason" doc:"sales, or sales_unknown: fewer than 7 days are known, and the product is ordered up to its reorder point."`
}

// SuggestedOrder has an order for suggested products.
type SuggestedOrder struct {
	SupplierID int64              `json:"supplier_id" doc:"The supplier."`
	Body       SuggestedOrderBody `json:"body" doc:"The body for createPurchaseOrder."`
}

// SuggestedOrderBody has the body of a purchase order.
type SuggestedOrderBody struct {
	SupplierID int64                `json:"supplier_id" doc:"The supplier."`
	Items      []SuggestedOrderItem `json:"items" doc:"Its suggested products, at most 100; further products are in another order."`
}

// SuggestedOrderItem has an item of the order.
type SuggestedOrderItem struct {
	InventoryProductID int64  `json:"inventory_product_id" doc:"The inventory product."`
	SupplierOfferID    *int64 `json:"supplier_offer_id" doc:"The preferred offer."`
	Quantity           int64  `json:"quantity" doc:"Units."`
}

// OrderSuggestions lists the products to order.
type OrderSuggestions struct {
	Data []OrderSuggestion    `json:"data" doc:"The most urgent products first, those without known sales last."`
	Meta OrderSuggestionsMeta `json:"meta" doc:"Totals and orders of the products."`
}

// OrderSuggestionsMeta has the totals and orders of the suggestions.
type OrderSuggestionsMeta struct {
	Total  int              `json:"total" doc:"All products to be ordered, also those beyond top."`
	Orders []SuggestedOrder `json:"orders" doc:"Orders of the products in data, from active suppliers."`
}

type suggestInput struct {
	WindowDays int64     `query:"window_days" minimum:"7" maximum:"365" default:"30" doc:"Days of sales that count, up to now."`
	CoverDays  int64     `query:"cover_days" minimum:"1" maximum:"365" default:"30" doc:"Days that the stock should last after the lead time."`
	SupplierID []body.ID `query:"supplier_id" maxItems:"100" doc:"Bought from any of these suppliers."`
	Top        int       `query:"top" minimum:"1" maximum:"1000" default:"100" doc:"The most urgent products, so many, are answered."`
}

func (h orderHandlers) suggestions(k records.Kind) {
	offer := new(int64(1))
	row := OrderSuggestion{
		InventoryProductID: 3, SupplierID: new(int64(1)), SupplierOfferID: offer, Position: 76, Needed: 47, Quantity: 48, OrderWithinDays: new(int64(10)),
		LeadTimeDays: 21, LeadTimeSource: "offer", UnitsSold: 72, DaysKnown: 30, Reason: "sales",
	}
	httpx.Register(k.Router, httpx.Operation{
		ID: "listPurchaseOrderSuggestions", Method: http.MethodGet, Path: k.Path + "/suggestions", Group: k.Group, Beta: true, Summary: "Suggest products to order",
		Description: "Lists the active inventory products that are short of units: sales of the lead time and cover_days, " +
			"at the rate of the window, exceed the units that are there and to come. It is an extra of this " +
			"service.\n\n" +
			"Sales are counted for the SKUs that a product is matched with. They are known since order " +
			"notifications of their accounts are received and they have repricer rows. meta has an order for each " +
			"supplier, as createPurchaseOrder takes it. Each call reads all products of the team.",
		Example: OrderSuggestions{[]OrderSuggestion{row}, OrderSuggestionsMeta{1, []SuggestedOrder{{1, SuggestedOrderBody{1, []SuggestedOrderItem{{3, offer, 48}}}}}}},
	}, httpx.AnswerPlain(suggestionsOf, func(ctx context.Context, who caller.Caller, in *suggestInput) (orders.Suggestions, error) {
		return h.app.Suggest(ctx, who, orders.Wish{
			WindowDays: in.WindowDays, CoverDays: in.CoverDays, Suppliers: body.Numbers[purchasing.SupplierID](in.SupplierID), Top: in.Top,
		})
	}))
}

func suggestionsOf(s orders.Suggestions) OrderSuggestions {
	return OrderSuggestions{
		Data: body.Each(s.Rows, func(r orders.Suggested) OrderSuggestion {
			return OrderSuggestion{
				InventoryProductID: int64(r.Product), SupplierID: (*int64)(r.Supplier.Ptr()), SupplierOfferID: (*int64)(r.Offer.Ptr()), Position: r.Position,
				Needed: r.Needed, Quantity: r.Quantity, OrderWithinDays: r.OrderWithinDays.Ptr(), LeadTimeDays: r.LeadTimeDays,
				LeadTimeSource: string(r.LeadTimeSource), UnitsSold: r.UnitsSold, DaysKnown: r.DaysKnown, Reason: string(r.Reason),
			}
		}),
		Meta: OrderSuggestionsMeta{s.Total, body.Each(s.Orders, func(o orders.SuggestedOrder) SuggestedOrder {
			return SuggestedOrder{int64(o.Supplier), SuggestedOrderBody{int64(o.Supplier), body.Each(o.Items, func(r orders.Suggested) SuggestedOrderItem {
				return SuggestedOrderItem{int64(r.Product), (*int64)(r.Offer.Ptr()), r.Quantity}
			})}}
		})},
	}
}
