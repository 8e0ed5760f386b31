package notices

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
)

// wireOrder decodes the payload about an order.
type wireOrder struct {
	SellerID      string `json:"SellerId"`
	AmazonOrderID string `json:"AmazonOrderId"`
	Trigger       struct {
		TimeOfOrderChange string `json:"TimeOfOrderChange"`
	} `json:"OrderChangeTrigger"`
	Summary struct {
		MarketplaceID string          `json:"MarketplaceId"`
		OrderStatus   string          `json:"OrderStatus"`
		PurchaseDate  string          `json:"PurchaseDate"`
		OrderItems    []wireOrderItem `json:"OrderItems"`
	} `json:"Summary"`
}

type wireOrderItem struct {
	OrderItemID string `json:"OrderItemId"`
	SellerSKU   string `json:"SellerSKU"`
	// Quantity may be a number or a text.
	Quantity        json.RawMessage `json:"Quantity"`
	OrderItemStatus string          `json:"OrderItemStatus"`
	ItemStatus      string          `json:"ItemStatus"`
}

// readOrder also returns the time of the change, or of the event if the change has no time. An
// order is read completely or not at all.
func readOrder(payload json.RawMessage, at string) (string, *notification.OrderChange, error) {
	var wrapped struct {
		wireOrder

		Inside *wireOrder `json:"OrderChangeNotification"`
	}
	if json.Unmarshal(payload, &wrapped) != nil {
		return "", nil, errNotNotice
	}
	o := cmp.Or(wrapped.Inside, &wrapped.wireOrder)
	s := o.Summary
	switch {
	case !spapi.IsName(o.SellerID, 64), !spapi.IsName(s.MarketplaceID, 32), !spapi.IsName(o.AmazonOrderID, 64):
		return "", nil, errors.New("no order")
	case len(s.OrderItems) > notification.MaxOrderItems:
		return "", nil, errors.New("an order with too many items")
	}
	at = cmp.Or(o.Trigger.TimeOfOrderChange, at)
	purchased, err := readMoment(cmp.Or(s.PurchaseDate, at))
	if err != nil {
		return "", nil, err
	}
	out := &notification.OrderChange{
		SellerID: o.SellerID, Marketplace: marketplace.ID(s.MarketplaceID), OrderID: o.AmazonOrderID,
		PurchasedAt: purchased, Status: spapi.Clean(s.OrderStatus),
	}
	there := make(map[string]bool, len(s.OrderItems))
	for _, i := range s.OrderItems {
		item, err := i.read()
		if err != nil || there[item.ItemID] {
			return "", nil, errors.New("an item of the order cannot be read")
		}
		there[item.ItemID] = true
		out.Items = append(out.Items, item)
	}
	return at, out, nil
}

func (i wireOrderItem) read() (notification.OrderItem, error) {
	text := string(i.Quantity)
	if n := len(text); n > 1 && text[0] == '"' {
		text = text[1 : n-1]
	}
	quantity, err := strconv.Atoi(text)
	if err != nil || quantity < 0 || quantity > notification.MaxOrderQuantity || !spapi.IsName(i.OrderItemID, 64) ||
		i.SellerSKU != "" && !spapi.IsName(i.SellerSKU, 255) {
		return notification.OrderItem{}, errNotNotice
	}
	return notification.OrderItem{
		ItemID: i.OrderItemID, SKU: i.SellerSKU, Quantity: quantity,
		Cancelled: notification.Cancelled(cmp.Or(i.OrderItemStatus, i.ItemStatus)),
	}, nil
}
