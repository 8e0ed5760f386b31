package relay

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/relay"
)

const (
	groupOrders = "sp-api-orders"
	ordersPath  = "/orders/v0/orders"
	anOrder     = "111-0000000-0000001"
)

// Members of orders and their items that say nothing about the buyer. Every other member is left
// out, also one that Amazon adds later.
var (
	orderMembers = []string{
		"AmazonOrderId", "SellerOrderId", "PurchaseDate", "LastUpdateDate", "OrderStatus", "FulfillmentChannel",
		"SalesChannel", "OrderChannel", "ShipServiceLevel", "ShipmentServiceLevelCategory", "OrderTotal",
		"NumberOfItemsShipped", "NumberOfItemsUnshipped", "PaymentMethod", "MarketplaceId", "OrderType",
		"EarliestShipDate", "LatestShipDate", "EarliestDeliveryDate", "LatestDeliveryDate", "IsBusinessOrder",
		"IsPrime", "IsPremiumOrder", "IsGlobalExpressEnabled", "IsReplacementOrder", "ReplacedOrderId",
		"IsEstimatedShipDateSet", "IsSoldByAB", "IsIBA", "IsISPU", "HasRegulatedItems", "EasyShipShipmentStatus",
	}
	orderItemMembers = []string{
		"ASIN", "SellerSKU", "OrderItemId", "Title", "QuantityOrdered", "QuantityShipped", "ProductInfo",
		"PointsGranted", "ItemPrice", "ShippingPrice", "ItemTax", "ShippingTax", "ShippingDiscount",
		"ShippingDiscountTax", "PromotionDiscount", "PromotionDiscountTax", "PromotionIds", "CODFee",
		"CODFeeDiscount", "IsGift", "ConditionId", "ConditionSubtypeId", "ConditionNote", "PriceDesignation",
		"TaxCollection", "SerialNumberRequired", "IsTransparency", "IossNumber", "StoreChainStoreId",
		"DeemedResellerCategory",
	}
	orderPageMembers = []string{"AmazonOrderId", "NextToken", "LastUpdatedBefore", "CreatedBefore"}
)

func orders() []row {
	const without = " Without members about the buyer, such as name, address and messages."
	changedAfter := instant("lastUpdatedAfter", "Changed at this time or later, in place of createdAfter.")
	changedAfter.schema.Examples = nil
	order := formed("orderId", "^[0-9A-Za-z-]{1,40}$", "such as "+anOrder, "The order.").shown(anOrder)
	order.theirs = "orderId"
	return []row{
		{
			id: "spApiGetOrders", upstream: "getOrders", method: http.MethodGet, path: ordersPath, group: groupOrders,
			beside:  true,
			summary: "List orders",
			description: "Lists orders of the seller account, the oldest first. " +
				"Amazon takes one such call a minute after the first 20, " +
				"and needs createdAfter, lastUpdatedAfter, amazonOrderIds or nextToken." + without,
			own: []parameter{
				instant("createdAfter", "Bought at this time or later."),
				instant("createdBefore", "Bought at this time or earlier.").shown("2026-11-20T00:00:00Z"),
				changedAfter, instant("lastUpdatedBefore", "Changed at this time or earlier."),
				words("orderStatuses", "Statuses to list.", "PendingAvailability", "Pending", "Unshipped",
					"PartiallyShipped", "Shipped", "InvoiceUnconfirmed", "Canceled", "Unfulfillable"),
				words("fulfillmentChannels", "Shipped by Amazon (AFN) or by the seller (MFN).", "AFN", "MFN"),
				texts("amazonOrderIds", 50, 40, "Orders to list."),
				number("maxResultsPerPage", 1, 100, "Orders of a page; 100 when absent."),
				token("nextToken", 4096, "The payload's NextToken"),
			},
			capitals: true, several: true, fill: []string{"MarketplaceIds"},
			rules: []relay.Rule{relay.Excludes("createdAfter", "lastUpdatedAfter")},
			keep:  kept("Orders", orderMembers),
			answer: object("", members{"payload": object("The page.", members{
				"Orders": list("The orders."), "NextToken": str("The token of the next page; absent on the last page."),
			})}),
			example: json.RawMessage(`{"payload":{"Orders":[{"AmazonOrderId":"` + anOrder + `",` +
				`"PurchaseDate":"2026-01-01T18:00:00Z","LastUpdateDate":"2026-01-02T00:00:00Z","OrderStatus":"Shipped",` +
				`"OrderTotal":{"CurrencyCode":"USD","Amount":"39.98"}}]}}`),
		},
		{
			id: "spApiGetOrderItems", upstream: "getOrderItems", method: http.MethodGet,
			path: ordersPath + "/{orderId}/orderItems", group: groupOrders, beside: true,
			summary:     "List an order's items",
			description: "Lists the items of one order, with quantities and prices." + without,
			own:         []parameter{order, token("nextToken", 4096, "The payload's NextToken")},
			capitals:    true, keep: kept("OrderItems", orderItemMembers),
			answer: object("", members{"payload": object("The page.", members{
				"AmazonOrderId": str("The order."), "OrderItems": list("The items."),
				"NextToken": str("The token of the next page; absent on the last page."),
			})}),
			example: json.RawMessage(`{"payload":{"AmazonOrderId":"` + anOrder + `","OrderItems":[{"ASIN":"B0SIM000SC",` +
				`"SellerSKU":"SIM-0000","OrderItemId":"00000000000001","QuantityOrdered":2,` +
				`"ItemPrice":{"CurrencyCode":"USD","Amount":"39.98"}}]}}`),
		},
	}
}

// kept returns a function that keeps these members of the records in a list of the payload. An
// answer of another form is not handed on, because it may name a buyer.
func kept(list string, members []string) func(body []byte) ([]byte, error) {
	return func(body []byte) ([]byte, error) {
		var answer struct {
			Payload map[string]json.RawMessage `json:"payload"`
		}
		var records []map[string]json.RawMessage
		err := json.Unmarshal(body, &answer)
		if err == nil {
			err = json.Unmarshal(answer.Payload[list], &records)
		}
		if err != nil {
			return nil, fault.New(
				fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace's answer cannot be read.",
			).Because(err)
		}
		page := only(answer.Payload, orderPageMembers)
		for i := range records {
			records[i] = only(records[i], members)
		}
		if page[list], err = json.Marshal(records); err != nil {
			return nil, err
		}
		return json.Marshal(map[string]any{"payload": page})
	}
}

// only returns the members with these names.
func only(all map[string]json.RawMessage, names []string) map[string]json.RawMessage {
	some := maps.Clone(all)
	maps.DeleteFunc(some, func(name string, _ json.RawMessage) bool { return !slices.Contains(names, name) })
	return some
}
