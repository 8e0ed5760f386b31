package simulator

import (
	"net/url"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// The old inbound interface knows shipments by the number on their labels.
const oldPage = 50

var oldStatusNames = []string{
	"WORKING", "READY_TO_SHIP", "SHIPPED", "RECEIVING", "CANCELLED", "DELETED", "CLOSED", "ERROR", "IN_TRANSIT", "DELIVERED", "CHECKED_IN",
}

// oldRead is which shipments the older API was asked for.
type oldRead struct {
	shop          marketplace.ID
	statuses, ids []string
	from, to      time.Time
}

// oldQuery reads a query, or the query that a token continues.
func (c *call) oldQuery(kinds ...string) (string, span) {
	kind := c.required("QueryType")
	c.wrongIf(!slices.Contains(append(kinds, "NEXT_TOKEN"), kind), "'QueryType' has an unknown value.")
	for _, shop := range c.shops("MarketplaceId", 1) {
		c.query.Set("MarketplaceId", string(shop))
	}
	if kind != "NEXT_TOKEN" {
		return kind, span{query: others(c.query, ""), size: oldPage}
	}
	p, ok := c.m.openOf(c, c.op.id, c.required("NextToken"))
	first, err := url.ParseQuery(p.query)
	other := first.Has("MarketplaceId") && first.Get("MarketplaceId") != c.text("MarketplaceId")
	c.wrongIf(!ok || err != nil || other, "'NextToken' is not valid.")
	p.size = oldPage
	c.query = first
	return first.Get("QueryType"), p
}

// oldDates reads the marketplace and the times that a list is for.
func (c *call) oldDates() oldRead {
	in := oldRead{shop: marketplace.ID(c.text("MarketplaceId")), from: c.time("LastUpdatedAfter"), to: c.time("LastUpdatedBefore")}
	c.wrongIf(in.from.IsZero() || in.to.IsZero(), "'LastUpdatedAfter' and 'LastUpdatedBefore' are required.")
	return in
}

func (m *Marketplace) oldShipments(c *call) any {
	kind, page := c.oldQuery("SHIPMENT", "DATE_RANGE")
	statuses, ids := c.list("ShipmentStatusList", len(oldStatusNames), oldStatusNames...), c.list("ShipmentIdList", 999)
	in := oldRead{shop: marketplace.ID(c.text("MarketplaceId"))}
	if kind == "SHIPMENT" {
		c.time("LastUpdatedAfter")
		c.time("LastUpdatedBefore")
	} else {
		in = c.oldDates()
	}
	in.statuses, in.ids = statuses, ids
	rows := []object{}
	list, next := slicePage(c, page, m.oldShipmentsOf(c, in))
	for _, sh := range list {
		rows = append(rows, m.oldShipment(sh))
	}
	return c.oldPayload("ShipmentData", rows, c.op.id, page, next)
}

func (m *Marketplace) oldItems(c *call) any {
	_, page := c.oldQuery("DATE_RANGE")
	if id := c.text("shipmentId"); id != "" && page.offset > 0 {
		// A token of the list of one shipment.
		return m.answerOldItems(c, oldRead{ids: []string{id}}, page)
	}
	return m.answerOldItems(c, c.oldDates(), page)
}

func (m *Marketplace) oldItemsOfShipment(c *call) any {
	c.knownShops("MarketplaceId", 1)
	id := c.path("shipmentId")
	return m.answerOldItems(c, oldRead{ids: []string{id}}, span{query: url.Values{"shipmentId": {id}}.Encode(), size: oldPage})
}

// oldShipment is a shipment the older API knows, and how far it is.
type oldShipment struct {
	*shipment
	at progress
}

func (m *Marketplace) oldShipmentsOf(c *call, in oldRead) []oldShipment {
	now := m.World.Clock.Now()
	var found []oldShipment
	for _, sh := range m.inboundOf(c.token.seller).shipments {
		at := sh.at(now)
		switch {
		case at.old == "" || sh.plan.created.After(now), in.shop != "" && sh.plan.shop != in.shop:
		case in.statuses != nil && !slices.Contains(in.statuses, at.old), in.ids != nil && !slices.Contains(in.ids, sh.confirmation):
		case !within(at.updated, in.from, in.to):
		default:
			found = append(found, oldShipment{sh, at})
		}
	}
	return found
}

// oldPayload is a page of a list. Its token works for an operation, whatever path it has.
func (c *call) oldPayload(name string, rows []object, operation string, page span, next string) object {
	payload := object{name: rows}
	if next != "" {
		payload["NextToken"] = c.m.tokenOf(c, operation, page.query, page.offset+page.size)
	}
	return object{"payload": payload}
}

func (m *Marketplace) oldShipment(sh oldShipment) object {
	from := sourceAddress(sh.plan.seller)
	row := object{
		"ShipmentId": sh.confirmation, "ShipmentName": sh.plan.name, "ShipmentStatus": sh.at.old, "LabelPrepType": "SELLER_LABEL",
		"DestinationFulfillmentCenterId": sh.warehouse.id, "BoxContentsSource": "INTERACTIVE",
		"ShipFromAddress": object{
			"Name": from["name"], "AddressLine1": from["addressLine1"], "City": from["city"], "StateOrProvinceCode": from["stateOrProvinceCode"],
			"CountryCode": from["countryCode"], "PostalCode": from["postalCode"],
		},
	}
	// The real one forgets this member now and then, though it promises it.
	if m.Hash("cases", sh.id)%5 != 0 {
		row["AreCasesRequired"] = false
	}
	currency := world.Shops[sh.plan.shop].Currency
	if units := units(sh.items); currency == "USD" || currency == "GBP" {
		amount := func(cents int64) object {
			return object{"CurrencyCode": currency, "Value": world.Shops[marketplace.US].Number(cents)}
		}
		row["EstimatedBoxContentsFee"] = object{"TotalUnits": units, "FeePerUnit": amount(10), "TotalFee": amount(10 * units)}
	}
	return row
}

func (m *Marketplace) answerOldItems(c *call, in oldRead, page span) any {
	found := m.oldShipmentsOf(c, in)
	if in.ids != nil && len(found) == 0 {
		panic(notThere("The shipment does not exist."))
	}
	var all []object
	for _, sh := range found {
		for _, i := range sh.items {
			all = append(all, oldItem(sh, i))
		}
	}
	rows, next := slicePage(c, page, all)
	return c.oldPayload("ItemData", rows, oldItems, page, next)
}

func oldItem(sh oldShipment, i inboundItem) object {
	prep := map[string]string{"ITEM_POLYBAGGING": "Polybagging"}[i.prep]
	if prep == "" {
		prep = "NoPrep"
	}
	return object{
		"ShipmentId": sh.confirmation, "SellerSKU": i.listing.sku, "FulfillmentNetworkSKU": i.listing.fnsku, "QuantityShipped": i.quantity(),
		"QuantityReceived": sh.at.receivedOf(i), "QuantityInCase": 0,
		"PrepDetailsList": []object{{"PrepInstruction": prep, "PrepOwner": "SELLER"}},
	}
}
