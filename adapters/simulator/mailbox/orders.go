package mailbox

import (
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

// tellOrder notifies a seller's subscriber of an order.
func (m *Mailbox) tellOrder(o market.Order, at time.Time, status string) {
	n := notice{kind: gateway.TypeOrder, seller: o.Seller, shop: o.Shop, about: o.ID, asin: o.ASIN, at: at}
	n.payload = func() any { return payload(o, n.at, status) }
	m.publish(n)
}

// payload returns the payload of ORDER_CHANGE.
func payload(o market.Order, at time.Time, status string) any {
	left := o.Units
	if status != "Unshipped" {
		left = 0
	}
	return gateway.Object{"OrderChangeNotification": gateway.Object{
		"NotificationLevel": "OrderLevel", "SellerId": o.Seller, "AmazonOrderId": o.ID, "OrderChangeType": "OrderStatusChange",
		"OrderChangeTrigger": gateway.Object{"TimeOfOrderChange": world.Stamp(at), "ChangeReason": "Status changed to " + status},
		"Summary": gateway.Object{
			"MarketplaceId": o.Shop, "OrderStatus": status, "PurchaseDate": world.Stamp(o.Bought), "DestinationPostalCode": "10001",
			"FulfillmentType": (&market.Offer{FBA: o.FBA}).Fulfilment(), "OrderType": "StandardOrder", "NumberOfItemsShipped": 0, "NumberOfItemsUnshipped": left,
			"OrderItems": []gateway.Object{{"OrderItemId": o.Item, "SellerSKU": o.SKU, "Quantity": o.Units, "QuantityShipped": 0}},
		},
	}}
}
