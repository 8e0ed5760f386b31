package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

const (
	ordersPath = "/orders/v0/orders"
	// orderEvery has the time from one order of a seller to the next.
	orderEvery = 12 * time.Hour
	mostOrders = 100
)

// firstOrder has the time of the first order of each seller. Orders follow from their number alone,
// so an order is the same whenever it is read.
var firstOrder = time.Date(2026, time.January, 1, 6, 0, 0, 0, time.UTC)

// orderID begins the ids of orders.
const orderID = "111-0000000-"

// soldOrder has an order of one listing.
type soldOrder struct {
	number, units int
	shop          *world.Shop
	listing       *Listing
	price         int64
	bought        time.Time
}

func (o soldOrder) id() string { return fmt.Sprintf("%s%07d", orderID, o.number) }

// updated returns the time at which the order was shipped.
func (o soldOrder) updated() time.Time { return o.bought.Add(orderEvery / 2) }

func (o soldOrder) sum() gateway.Object {
	return gateway.Object{"CurrencyCode": o.shop.Currency, "Amount": o.shop.Number(o.price * int64(o.units)).String()}
}

// soldBy returns the orders of a seller until now, the oldest first.
func (led *Ledger) soldBy(s *world.Seller) []soldOrder {
	var all []soldOrder
	now := led.world.Clock.Now()
	for n := 1; ; n++ {
		bought := firstOrder.Add(time.Duration(n) * orderEvery)
		if bought.Add(orderEvery / 2).After(now) {
			return all
		}
		shop := world.Shops[s.Marketplaces[n%len(s.Marketplaces)]]
		shelf := led.shelf(s, shop.ID, "sku", false)
		if len(shelf) == 0 {
			continue
		}
		listing := shelf[led.world.Hash("order", s.ID, n)%uint64(len(shelf))]
		tag, _ := listing.Tag(shop.ID)
		all = append(all, soldOrder{n, 1 + n%3, shop, listing, max(tag.Price, shop.Minor(999)), bought})
	}
}

func (led *Ledger) orders(c *gateway.Call) any {
	shops := c.Shops("MarketplaceIds", 50)
	created, updated := [2]time.Time{c.Time("CreatedAfter"), c.Time("CreatedBefore")},
		[2]time.Time{c.Time("LastUpdatedAfter"), c.Time("LastUpdatedBefore")}
	ids := c.List("AmazonOrderIds", 50)
	c.WrongIf(created[0].IsZero() && updated[0].IsZero() && ids == nil && !c.Has("NextToken"),
		"'CreatedAfter' or 'LastUpdatedAfter' is required.")
	statuses := c.List("OrderStatuses", 10)
	channels := c.List("FulfillmentChannels", 2, "AFN", "MFN")
	page := c.Page("MaxResultsPerPage", "NextToken", mostOrders, mostOrders)
	list := slices.DeleteFunc(led.soldBy(c.Seller()), func(o soldOrder) bool {
		return !slices.Contains(shops, o.shop.ID) || !within(o.bought, created) || !within(o.updated(), updated) ||
			ids != nil && !slices.Contains(ids, o.id()) || statuses != nil && !slices.Contains(statuses, "Shipped") ||
			channels != nil && !slices.Contains(channels, o.channel())
	})
	some, next := gateway.SlicePage(c, page, list)
	orders := []gateway.Object{}
	for _, o := range some {
		orders = append(orders, o.shown())
	}
	payload := gateway.Object{"Orders": orders, "CreatedBefore": world.Instant(led.world.Clock.Now())}
	if next != "" {
		payload["NextToken"] = next
	}
	return gateway.Object{"payload": payload}
}

// within reports whether a time is between two bounds; a zero bound does not count.
func within(at time.Time, bounds [2]time.Time) bool {
	return (bounds[0].IsZero() || !at.Before(bounds[0])) && (bounds[1].IsZero() || !at.After(bounds[1]))
}

func (o soldOrder) channel() string {
	if o.listing.FBA {
		return "AFN"
	}
	return "MFN"
}

// shown returns an order as the marketplace writes it, with members about its buyer.
func (o soldOrder) shown() gateway.Object {
	return gateway.Object{
		"AmazonOrderId": o.id(), "SellerOrderId": o.id(), "OrderStatus": "Shipped", "OrderType": "StandardOrder",
		"PurchaseDate": world.Instant(o.bought), "LastUpdateDate": world.Instant(o.updated()),
		"FulfillmentChannel": o.channel(), "SalesChannel": "Amazon." + strings.TrimPrefix(o.shop.Domain, "amazon."),
		"ShipServiceLevel": "Standard", "OrderTotal": o.sum(), "NumberOfItemsShipped": o.units,
		"NumberOfItemsUnshipped": 0, "PaymentMethod": "Other", "MarketplaceId": o.shop.ID,
		"IsBusinessOrder": false, "IsPrime": o.listing.FBA,
		"BuyerInfo":       gateway.Object{"BuyerEmail": "buyer" + strconv.Itoa(o.number) + "@marketplace.example"},
		"ShippingAddress": gateway.Object{"City": "Springfield", "PostalCode": "01101", "CountryCode": o.shop.Country},
	}
}

func (led *Ledger) orderItems(c *gateway.Call) any {
	id := c.Path("orderId")
	for _, o := range led.soldBy(c.Seller()) {
		if o.id() == id {
			return gateway.Object{"payload": gateway.Object{"AmazonOrderId": id, "OrderItems": []gateway.Object{o.item(led)}}}
		}
	}
	panic(gateway.NotFound("There is no order " + id + "."))
}

func (o soldOrder) item(led *Ledger) gateway.Object {
	title := o.listing.ASIN
	if p, ok := led.catalog.Product(o.listing.ASIN); ok {
		title = p.Title
	}
	return gateway.Object{
		"ASIN": o.listing.ASIN, "SellerSKU": o.listing.SKU, "OrderItemId": fmt.Sprintf("%014d", o.number), "Title": title,
		"QuantityOrdered": o.units, "QuantityShipped": o.units, "ItemPrice": o.sum(), "IsGift": "false",
		"ConditionId": "New", "BuyerInfo": gateway.Object{"GiftMessageText": "For you"},
		"BuyerRequestedCancel": gateway.Object{"IsBuyerRequestedCancel": "false"},
	}
}
