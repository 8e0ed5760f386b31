package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// The old inbound interface knows shipments by the number on their labels.
const oldInboundPath = "/fba/inbound/v0"

func (m *Marketplace) oldInboundRows() []operation {
	row := func(id, path string) operation {
		return operation{id: id, method: http.MethodGet, path: segments(oldInboundPath + path), rate: rate{2, 30}}
	}
	return []operation{
		reading(m, row("getShipments", "/shipments"), readOldShipments, m.answerOldShipments),
		reading(m, row("getShipmentItemsByShipmentId", "/shipments/{shipmentId}/items"), readOldItemsOf, m.answerOldItems),
		reading(m, row(oldItems, "/shipmentItems"), readOldItems, m.answerOldItems),
	}
}

const (
	oldItems    = "getShipmentItems"
	oldPage     = 50
	oldStatuses = 11
)

var oldStatusNames = []string{
	"WORKING", "READY_TO_SHIP", "SHIPPED", "RECEIVING", "CANCELLED", "DELETED", "CLOSED", "ERROR", "IN_TRANSIT", "DELIVERED", "CHECKED_IN",
}

// oldRead is what the old interface was asked.
type oldRead struct {
	shop          marketplace.ID
	statuses, ids []string
	from, to      time.Time
	page          span
}

// oldQuery reads a query, or the one that a token continues.
func (a *asked) oldQuery(kinds ...string) (string, span) {
	kind := a.required("QueryType")
	if !slices.Contains(append(kinds, "NEXT_TOKEN"), kind) {
		a.wrong("'QueryType' has an unknown value.")
	}
	for _, shop := range a.shops("MarketplaceId", 1) {
		a.call.query.Set("MarketplaceId", string(shop))
	}
	if kind != "NEXT_TOKEN" {
		return kind, span{query: others(a.query(), ""), size: oldPage}
	}
	p, ok := a.m.openOf(a.call, a.call.op.id, a.required("NextToken"))
	first, err := url.ParseQuery(p.query)
	shop := a.text("MarketplaceId")
	if !ok || err != nil || (first.Has("MarketplaceId") && first.Get("MarketplaceId") != shop) {
		a.wrong("'NextToken' is not valid.")
		return "", span{}
	}
	p.size = oldPage
	a.call.query = first
	return first.Get("QueryType"), p
}

func readOldShipments(a *asked) oldRead {
	kind, page := a.oldQuery("SHIPMENT", "DATE_RANGE")
	in := oldRead{
		shop: marketplace.ID(a.text("MarketplaceId")), statuses: a.list("ShipmentStatusList", oldStatuses, oldStatusNames...),
		ids: a.list("ShipmentIdList", 999), from: a.time("LastUpdatedAfter"), to: a.time("LastUpdatedBefore"), page: page,
	}
	switch {
	case kind == "SHIPMENT" && in.statuses == nil && in.ids == nil:
		a.wrong("'ShipmentStatusList' or 'ShipmentIdList' is required.")
	case kind == "SHIPMENT":
		in.from, in.to = time.Time{}, time.Time{}
	default:
		a.bothDates(in)
	}
	return in
}

func (a *asked) bothDates(in oldRead) {
	if in.from.IsZero() || in.to.IsZero() {
		a.wrong("'LastUpdatedAfter' and 'LastUpdatedBefore' are required.")
	}
}

func readOldItems(a *asked) oldRead {
	_, page := a.oldQuery("DATE_RANGE")
	if id := a.text("shipmentId"); id != "" && page.offset > 0 {
		// A token of the list of one shipment.
		return oldRead{ids: []string{id}, page: page}
	}
	in := oldRead{shop: marketplace.ID(a.text("MarketplaceId")), from: a.time("LastUpdatedAfter"), to: a.time("LastUpdatedBefore"), page: page}
	a.bothDates(in)
	return in
}

func readOldItemsOf(a *asked) oldRead {
	a.knownShops("MarketplaceId", 1)
	id := a.path("shipmentId")
	return oldRead{ids: []string{id}, page: span{query: url.Values{"shipmentId": {id}}.Encode(), size: oldPage}}
}

// oldShipment is a shipment the old interface knows, and how far it is.
type oldShipment struct {
	*shipment
	at progress
}

func (m *Marketplace) oldShipments(c *call, in oldRead) []oldShipment {
	now := m.cfg.Clock.Now()
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

func (m *Marketplace) answerOldShipments(c *call, in oldRead) (int, any) {
	found := m.oldShipments(c, in)
	rows := []map[string]any{}
	list, next := slicePage(m, c, in.page, found)
	for _, sh := range list {
		rows = append(rows, m.oldShipment(sh))
	}
	if next != "" {
		next = m.tokenOf(c, c.op.id, in.page.query, in.page.offset+in.page.size)
	}
	return http.StatusOK, map[string]any{"payload": oldPayload("ShipmentData", rows, next)}
}

func oldPayload(name string, rows []map[string]any, next string) map[string]any {
	payload := map[string]any{name: rows}
	if next != "" {
		payload["NextToken"] = next
	}
	return payload
}

func (m *Marketplace) oldShipment(sh oldShipment) map[string]any {
	from := sourceAddress(sh.plan.seller)
	row := map[string]any{
		"ShipmentId": sh.confirmation, "ShipmentName": sh.plan.name, "ShipmentStatus": sh.at.old, "LabelPrepType": "SELLER_LABEL",
		"DestinationFulfillmentCenterId": sh.warehouse.id, "BoxContentsSource": "INTERACTIVE",
		"ShipFromAddress": map[string]any{
			"Name": from["name"], "AddressLine1": from["addressLine1"], "City": from["city"], "StateOrProvinceCode": from["stateOrProvinceCode"],
			"CountryCode": from["countryCode"], "PostalCode": from["postalCode"],
		},
	}
	// The real one forgets this member now and then, though it promises it.
	if m.hash("cases", sh.id)%5 != 0 {
		row["AreCasesRequired"] = false
	}
	currency := shops[sh.plan.shop].Currency
	if units := sh.units(); currency == "USD" || currency == "GBP" {
		amount := func(cents int64) map[string]any {
			return map[string]any{"CurrencyCode": currency, "Value": shops[marketplace.US].number(cents)}
		}
		row["EstimatedBoxContentsFee"] = map[string]any{"TotalUnits": units, "FeePerUnit": amount(10), "TotalFee": amount(10 * units)}
	}
	return row
}

func (sh *shipment) units() int64 {
	n := 0
	for _, i := range sh.items {
		n += i.quantity()
	}
	return int64(n)
}

func (m *Marketplace) answerOldItems(c *call, in oldRead) (int, any) {
	found := m.oldShipments(c, in)
	if in.ids != nil && len(found) == 0 {
		return 0, notThere("The shipment does not exist.")
	}
	var all []map[string]any
	for _, sh := range found {
		for _, i := range sh.items {
			all = append(all, oldItem(sh, i))
		}
	}
	rows, next := slicePage(m, c, in.page, all)
	if next != "" {
		next = m.tokenOf(c, oldItems, in.page.query, in.page.offset+in.page.size)
	}
	return http.StatusOK, map[string]any{"payload": oldPayload("ItemData", rows, next)}
}

func oldItem(sh oldShipment, i inboundItem) map[string]any {
	prep := map[string]string{"ITEM_POLYBAGGING": "Polybagging"}[i.prep]
	if prep == "" {
		prep = "NoPrep"
	}
	return map[string]any{
		"ShipmentId": sh.confirmation, "SellerSKU": i.listing.sku, "FulfillmentNetworkSKU": i.listing.fnsku, "QuantityShipped": i.quantity(),
		"QuantityReceived": sh.at.receivedOf(i), "QuantityInCase": 0,
		"PrepDetailsList": []map[string]any{{"PrepInstruction": prep, "PrepOwner": "SELLER"}},
	}
}
