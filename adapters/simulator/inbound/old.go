package inbound

import (
	"net/url"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// The old inbound interface identifies shipments by the number on their labels.
const oldPage = 50

var oldStatusNames = []string{
	"WORKING", "READY_TO_SHIP", "SHIPPED", "RECEIVING", "CANCELLED", "DELETED", "CLOSED", "ERROR", "IN_TRANSIT", "DELIVERED", "CHECKED_IN",
}

// oldRead has the criteria of a request of the older API.
type oldRead struct {
	shop          marketplace.ID
	statuses, ids []string
	from, to      time.Time
}

// oldQuery reads a query, or the query that a token continues.
func (docks *Docks) oldQuery(c *gateway.Call, kinds ...string) (string, gateway.Span) {
	kind := c.Required("QueryType")
	c.WrongIf(!slices.Contains(append(kinds, "NEXT_TOKEN"), kind), "'QueryType' has an unknown value.")
	for _, shop := range c.Shops("MarketplaceId", 1) {
		c.Query.Set("MarketplaceId", string(shop))
	}
	if kind != "NEXT_TOKEN" {
		return kind, gateway.Span{Query: gateway.Others(c.Query, ""), Size: oldPage}
	}
	p, ok := docks.gateway.OpenOf(c, c.Op.ID, c.Required("NextToken"))
	first, err := url.ParseQuery(p.Query)
	other := first.Has("MarketplaceId") && first.Get("MarketplaceId") != c.Text("MarketplaceId")
	c.WrongIf(!ok || err != nil || other, "'NextToken' is not valid.")
	p.Size = oldPage
	c.Query = first
	return first.Get("QueryType"), p
}

// oldDates reads the marketplace and the times of a list.
func oldDates(c *gateway.Call) oldRead {
	read := oldRead{shop: marketplace.ID(c.Text("MarketplaceId")), from: c.Time("LastUpdatedAfter"), to: c.Time("LastUpdatedBefore")}
	c.WrongIf(read.from.IsZero() || read.to.IsZero(), "'LastUpdatedAfter' and 'LastUpdatedBefore' are required.")
	return read
}

func (docks *Docks) oldShipments(c *gateway.Call) any {
	kind, page := docks.oldQuery(c, "SHIPMENT", "DATE_RANGE")
	statuses, ids := c.List("ShipmentStatusList", len(oldStatusNames), oldStatusNames...), c.List("ShipmentIdList", 999)
	read := oldRead{shop: marketplace.ID(c.Text("MarketplaceId"))}
	if kind == "SHIPMENT" {
		c.Time("LastUpdatedAfter")
		c.Time("LastUpdatedBefore")
	} else {
		read = oldDates(c)
	}
	read.statuses, read.ids = statuses, ids
	rows := []gateway.Object{}
	list, next := gateway.SlicePage(c, page, docks.oldShipmentsOf(c, read))
	for _, sh := range list {
		rows = append(rows, docks.oldShipment(sh))
	}
	return docks.oldPayload(c, "ShipmentData", rows, c.Op.ID, page, next)
}

func (docks *Docks) oldItems(c *gateway.Call) any {
	_, page := docks.oldQuery(c, "DATE_RANGE")
	if id := c.Text("shipmentId"); id != "" && page.Offset > 0 {
		// The token belongs to the list of one shipment.
		return docks.answerOldItems(c, oldRead{ids: []string{id}}, page)
	}
	return docks.answerOldItems(c, oldDates(c), page)
}

func (docks *Docks) oldItemsOfShipment(c *gateway.Call) any {
	c.KnownShops("MarketplaceId", 1)
	id := c.Path("shipmentId")
	return docks.answerOldItems(c, oldRead{ids: []string{id}}, gateway.Span{Query: url.Values{"shipmentId": {id}}.Encode(), Size: oldPage})
}

// oldShipment has a shipment that the older API knows, and its progress.
type oldShipment struct {
	*shipment
	at progress
}

func (docks *Docks) oldShipmentsOf(c *gateway.Call, read oldRead) []oldShipment {
	now := docks.world.Clock.Now()
	var found []oldShipment
	for _, sh := range docks.inboundOf(c.Token.Seller).shipments {
		at := sh.at(now)
		switch {
		case at.old == "" || sh.plan.created.After(now), read.shop != "" && sh.plan.shop != read.shop:
		case read.statuses != nil && !slices.Contains(read.statuses, at.old), read.ids != nil && !slices.Contains(read.ids, sh.confirmation):
		case !gateway.Within(at.updated, read.from, read.to):
		default:
			found = append(found, oldShipment{sh, at})
		}
	}
	return found
}

// oldPayload returns a page of a list. Its token works for an operation, whatever path it has.
func (docks *Docks) oldPayload(c *gateway.Call, name string, rows []gateway.Object, operation string, page gateway.Span, next string) gateway.Object {
	payload := gateway.Object{name: rows}
	if next != "" {
		payload["NextToken"] = docks.gateway.TokenOf(c, operation, page.Query, page.Offset+page.Size)
	}
	return gateway.Object{"payload": payload}
}

func (docks *Docks) oldShipment(sh oldShipment) gateway.Object {
	from := ledger.SourceAddress(sh.plan.seller)
	row := gateway.Object{
		"ShipmentId": sh.confirmation, "ShipmentName": sh.plan.name, "ShipmentStatus": sh.at.old, "LabelPrepType": "SELLER_LABEL",
		"DestinationFulfillmentCenterId": sh.warehouse.id, "BoxContentsSource": "INTERACTIVE",
		"ShipFromAddress": gateway.Object{
			"Name": from["name"], "AddressLine1": from["addressLine1"], "City": from["city"], "StateOrProvinceCode": from["stateOrProvinceCode"],
			"CountryCode": from["countryCode"], "PostalCode": from["postalCode"],
		},
	}
	// Amazon omits this member now and then, although its model requires it.
	if docks.world.Hash("cases", sh.id)%5 != 0 {
		row["AreCasesRequired"] = false
	}
	currency := world.Shops[sh.plan.shop].Currency
	if units := units(sh.items); currency == "USD" || currency == "GBP" {
		amount := func(cents int64) gateway.Object {
			return gateway.Object{"CurrencyCode": currency, "Value": world.Shops[marketplace.US].Number(cents)}
		}
		row["EstimatedBoxContentsFee"] = gateway.Object{"TotalUnits": units, "FeePerUnit": amount(10), "TotalFee": amount(10 * units)}
	}
	return row
}

func (docks *Docks) answerOldItems(c *gateway.Call, read oldRead, page gateway.Span) any {
	found := docks.oldShipmentsOf(c, read)
	if read.ids != nil && len(found) == 0 {
		panic(gateway.NotFound("The shipment does not exist."))
	}
	var all []gateway.Object
	for _, sh := range found {
		for _, i := range sh.items {
			all = append(all, oldItem(sh, i))
		}
	}
	rows, next := gateway.SlicePage(c, page, all)
	return docks.oldPayload(c, "ItemData", rows, oldItems, page, next)
}

func oldItem(sh oldShipment, i inboundItem) gateway.Object {
	prep := map[string]string{"ITEM_POLYBAGGING": "Polybagging"}[i.prep]
	if prep == "" {
		prep = "NoPrep"
	}
	return gateway.Object{
		"ShipmentId": sh.confirmation, "SellerSKU": i.listing.SKU, "FulfillmentNetworkSKU": i.listing.FNSKU, "QuantityShipped": i.quantity(),
		"QuantityReceived": sh.at.receivedOf(i), "QuantityInCase": 0,
		"PrepDetailsList": []gateway.Object{{"PrepInstruction": prep, "PrepOwner": "SELLER"}},
	}
}
