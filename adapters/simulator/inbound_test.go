package simulator_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const plansPath = "/inbound/fba/2024-03-20/inboundPlans"

// all follows the pages of a list.
func (a *account) all(path, name, token, asks string) []any {
	a.t.Helper()
	var rows []any
	next := ""
	for {
		address := path
		if next != "" {
			address += "&" + asks + "=" + url.QueryEscape(next)
		}
		body := a.read(address)
		list, ok := body[name].([]any)
		require.True(a.t, ok, path)
		rows = append(rows, list...)
		more, ok := dig(body, "pagination", token).(string)
		if !ok {
			return rows
		}
		next = more
	}
}

func (a *account) plans() []string {
	var ids []string
	for _, p := range a.all(plansPath+"?pageSize=7&sortBy=CREATION_TIME", "inboundPlans", "nextToken", "paginationToken") {
		ids = append(ids, fmt.Sprint(dig(p, "inboundPlanId")))
	}
	return ids
}

func (a *account) part(path, name string) []any {
	size := "1000"
	if strings.Contains(path, "Options") {
		size = "20"
	}
	if strings.Contains(path, "packingGroups") {
		size = "100"
	}
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	return a.all(path+sep+"pageSize="+size, name, "nextToken", "paginationToken")
}

// quantities adds up the units of items by SKU.
func quantities(items []any) map[string]float64 {
	sums := map[string]float64{}
	for _, i := range items {
		sums[fmt.Sprint(dig(i, "msku"))] += dig(i, "quantity").(float64)
	}
	return sums
}

func inBoxes(boxes []any) map[string]float64 {
	var items []any
	for _, b := range boxes {
		list, _ := dig(b, "items").([]any)
		items = append(items, list...)
	}
	return quantities(items)
}

// All lists about a plan agree: the units of the plan, of its shipments, of its packing groups and
// of their boxes.
func TestInboundPlansAddUp(t *testing.T) {
	a := unlimited(t, simulator.Full)
	plans := a.plans()
	require.Len(t, plans, 30)
	long := "^[a-zA-Z0-9-]{38}$"
	for _, id := range plans {
		require.Regexp(t, long, id)
		at := plansPath + "/" + id
		plan := a.read(at)
		require.Equal(t, id, plan["inboundPlanId"])
		items := quantities(a.part(at+"/items", "items"))
		require.NotEmpty(t, items)
		boxes := a.part(at+"/boxes", "boxes")
		require.Equal(t, items, inBoxes(boxes))
		require.Regexp(t, long, dig(boxes, 0, "packageId"))
		placements := a.part(at+"/placementOptions", "placementOptions")
		require.Len(t, placements, 2)
		for _, option := range placements {
			require.Regexp(t, long, dig(option, "placementOptionId"))
			sums := map[string]float64{}
			ids, _ := dig(option, "shipmentIds").([]any)
			for _, sh := range ids {
				part := at + "/shipments/" + fmt.Sprint(sh)
				require.Equal(t, dig(option, "placementOptionId"), a.read(part)["placementOptionId"])
				own := quantities(a.part(part+"/items", "items"))
				require.Equal(t, own, inBoxes(a.part(part+"/boxes", "boxes")))
				a.part(part+"/pallets", "pallets")
				for sku, n := range own {
					sums[sku] += n
				}
				for _, way := range a.part(at+"/transportationOptions?shipmentId="+fmt.Sprint(sh), "transportationOptions") {
					require.Equal(t, sh, dig(way, "shipmentId"))
					require.Regexp(t, long, dig(way, "transportationOptionId"))
				}
			}
			require.Equal(t, items, sums)
		}
		for _, option := range a.part(at+"/packingOptions", "packingOptions") {
			sums := map[string]float64{}
			groups, _ := dig(option, "packingGroups").([]any)
			for _, g := range groups {
				require.Regexp(t, long, g)
				own := quantities(a.part(at+"/packingGroups/"+fmt.Sprint(g)+"/items", "items"))
				require.Equal(t, own, inBoxes(a.part(at+"/packingGroups/"+fmt.Sprint(g)+"/boxes", "boxes")))
				for sku, n := range own {
					sums[sku] += n
				}
			}
			require.Equal(t, items, sums)
		}
	}
}

func TestInboundStatuses(t *testing.T) {
	a := unlimited(t, simulator.Full)
	statuses, planStatuses, oldStatuses := map[string]int{}, map[string]int{}, map[string]int{}
	for _, id := range a.plans() {
		plan := a.read(plansPath + "/" + id)
		planStatuses[fmt.Sprint(plan["status"])]++
		option := fmt.Sprint(dig(a.read(plansPath+"/"+id+"/placementOptions"), "placementOptions", 0, "shipmentIds", 0))
		shipment := a.read(plansPath + "/" + id + "/shipments/" + option)
		statuses[fmt.Sprint(shipment["status"])]++
		list, confirmed := plan["shipments"].([]any)
		require.Equal(t, confirmed, shipment["shipmentConfirmationId"] != nil || shipment["status"] == "CANCELLED")
		if confirmed {
			require.Equal(t, map[string]any{"shipmentId": option, "status": shipment["status"]}, list[0])
			require.Len(t, plan["placementOptions"], 1)
		}
	}
	for _, status := range []string{
		"UNCONFIRMED", "WORKING", "READY_TO_SHIP", "SHIPPED", "IN_TRANSIT", "DELIVERED", "CHECKED_IN", "RECEIVING", "CLOSED", "CANCELLED",
		"DELETED", "ABANDONED", "MIXED",
	} {
		require.NotZero(t, statuses[status], status)
	}
	for _, status := range []string{"ACTIVE", "VOIDED", "SHIPPED", "ERRORED"} {
		require.NotZero(t, planStatuses[status], status)
	}
	for _, shop := range []string{usa, canada} {
		for _, sh := range a.oldAll("/fba/inbound/v0/shipments", "ShipmentData",
			"QueryType=DATE_RANGE&LastUpdatedAfter=2025-01-01T00:00:00Z&LastUpdatedBefore=2027-01-01T00:00:00Z&MarketplaceId="+shop) {
			oldStatuses[fmt.Sprint(dig(sh, "ShipmentStatus"))]++
		}
	}
	for _, status := range []string{
		"WORKING", "READY_TO_SHIP", "SHIPPED", "RECEIVING", "CANCELLED", "DELETED", "CLOSED", "ERROR", "IN_TRANSIT", "DELIVERED", "CHECKED_IN",
	} {
		require.NotZero(t, oldStatuses[status], status)
	}
	require.NotContains(t, oldStatuses, "UNCONFIRMED")
}

// oldAll follows the pages of the old interface.
func (a *account) oldAll(path, name, query string) []any {
	a.t.Helper()
	var rows []any
	for {
		body := a.read(path + "?" + query)
		list, ok := dig(body, "payload", name).([]any)
		require.True(a.t, ok, body)
		rows = append(rows, list...)
		next, more := dig(body, "payload", "NextToken").(string)
		if !more {
			return rows
		}
		require.Len(a.t, list, 50)
		shop := query[strings.Index(query, "MarketplaceId="):]
		path = strings.NewReplacer("/shipments/FBA", "/shipmentItems#").Replace(path)
		path, _, _ = strings.Cut(path, "#")
		query = "QueryType=NEXT_TOKEN&NextToken=" + url.QueryEscape(next) + "&" + shop
	}
}

// A shipment moves on by itself, and its arrived units only grow.
func TestShipmentsMoveWithTheClock(t *testing.T) {
	a := unlimited(t, simulator.Full)
	plans := a.plans()
	at := plansPath + "/" + plans[0] // the youngest
	shipment := fmt.Sprint(dig(a.read(at+"/placementOptions"), "placementOptions", 0, "shipmentIds", 0))
	require.Equal(t, "UNCONFIRMED", a.read(at + "/shipments/" + shipment)["status"])
	require.Equal(t, "AMAZON_OPTIMIZED", dig(a.read(at+"/shipments/"+shipment), "destination", "destinationType"))
	require.Equal(t, "OFFERED", dig(a.read(at), "placementOptions", 1, "status"))
	var seen []string
	received, updated := -1.0, ""
	for range 60 {
		a.m.Clock().Step(12 * time.Hour)
		a.token = accessToken(t, a.h, a.RefreshToken)
		body := a.read(at + "/shipments/" + shipment)
		status := fmt.Sprint(body["status"])
		if !slices.Contains(seen, status) {
			seen = append(seen, status)
		}
		plan := a.read(at)
		require.GreaterOrEqual(t, plan["lastUpdatedAt"], updated)
		updated = fmt.Sprint(plan["lastUpdatedAt"])
		require.LessOrEqual(t, updated, a.m.Clock().Now().Format(time.RFC3339))
		if id, ok := body["shipmentConfirmationId"].(string); ok {
			items, _ := dig(a.read("/fba/inbound/v0/shipments/"+id+"/items"), "payload", "ItemData").([]any)
			sent, got := 0.0, 0.0
			for _, i := range items {
				sent += dig(i, "QuantityShipped").(float64)
				got += dig(i, "QuantityReceived").(float64)
			}
			require.GreaterOrEqual(t, got, received)
			require.LessOrEqual(t, got, sent)
			require.GreaterOrEqual(t, got, map[bool]float64{true: sent - 3*float64(len(items)), false: 0}[status == "CLOSED"])
			received = got
		}
	}
	require.Equal(t, []string{"UNCONFIRMED", "WORKING", "READY_TO_SHIP", "SHIPPED", "IN_TRANSIT", "DELIVERED", "CHECKED_IN", "RECEIVING", "CLOSED"}, seen)
	require.Equal(t, "SHIPPED", a.read(at)["status"])
	require.Len(t, a.plans(), 45, "a new plan every other day")
}

func TestInboundParameters(t *testing.T) {
	a := unlimited(t, simulator.Full)
	plan := plansPath + "/" + a.plans()[5]
	other := plansPath + "/" + a.plans()[6]
	shipment := fmt.Sprint(dig(a.read(plan), "shipments", 0, "shipmentId"))
	long := strings.Repeat("a", 38)
	for path, status := range map[string]int{
		plansPath + "?pageSize=31": 400, plansPath + "?pageSize=0": 400, plansPath + "?status=ERRORED": 400, plansPath + "?sortBy=NAME": 400,
		plansPath + "?sortOrder=asc": 400, plansPath + "?paginationToken=x": 400, plansPath + "?paginationToken=" + strings.Repeat("x", 1025): 400,
		plansPath + "/" + long[1:]: 400, plansPath + "/" + long + "a": 400, plansPath + "/" + long[2:] + "_a": 400, plansPath + "/" + long: 404,
		plan + "/boxes?pageSize=1001": 400, plan + "/boxes?pageSize=1000": 200, plan + "/items?pageSize=1001": 400, plan + "/pallets?pageSize=1001": 400,
		plan + "/placementOptions?pageSize=21": 400, plan + "/packingOptions?pageSize=21": 400, plan + "/transportationOptions?pageSize=21": 400,
		plan + "/transportationOptions?shipmentId=short": 400, plan + "/transportationOptions?placementOptionId=short": 400,
		plan + "/packingGroups/short/items": 400, plan + "/packingGroups/" + long + "/items": 404, plan + "/packingGroups/" + long + "/boxes?pageSize=101": 400,
		plan + "/shipments/short": 400, plan + "/shipments/" + long: 404, plan + "/shipments/" + shipment: 200,
		other + "/shipments/" + shipment: 404, plan + "/shipments/" + shipment + "/boxes?pageSize=1001": 400,
	} {
		rec := a.get(path)
		require.Equal(t, status, rec.Code, "%s: %s", path, rec.Body)
	}
	first := a.read(plan + "/boxes?pageSize=1")
	token := url.QueryEscape(fmt.Sprint(dig(first, "pagination", "nextToken")))
	require.Equal(t, 200, a.get(plan+"/boxes?pageSize=1&paginationToken="+token).Code)
	require.Equal(t, 400, a.get(plan+"/boxes?pageSize=2&paginationToken="+token).Code, "a token of another query")
	require.Equal(t, 400, a.get(other+"/boxes?pageSize=1&paginationToken="+token).Code, "a token of another plan")
	require.Equal(t, 400, a.get(plan+"/items?pageSize=1&paginationToken="+token).Code, "a token of another list")
	require.Len(t, a.read(plansPath)["inboundPlans"], 10, "ten, unless more are asked for")
	for _, p := range a.all(plansPath+"?status=SHIPPED", "inboundPlans", "nextToken", "paginationToken") {
		require.Equal(t, "SHIPPED", dig(p, "status"))
	}
}

func TestOldInbound(t *testing.T) {
	a := unlimited(t, simulator.Full)
	list := a.oldAll("/fba/inbound/v0/shipments", "ShipmentData", "QueryType=SHIPMENT&ShipmentStatusList=RECEIVING,CLOSED&MarketplaceId="+usa)
	require.NotEmpty(t, list)
	id := fmt.Sprint(dig(list, 0, "ShipmentId"))
	require.Regexp(t, "^FBA[0-9A-Z]{9}$", id)
	require.Equal(t, "Springfield", dig(list, 0, "ShipFromAddress", "City"))
	lenient := 0
	for _, sh := range list {
		if dig(sh, "AreCasesRequired") == nil {
			lenient++
		}
		units := dig(sh, "EstimatedBoxContentsFee", "TotalUnits").(float64)
		require.InDelta(t, units/10, dig(sh, "EstimatedBoxContentsFee", "TotalFee", "Value"), 0.001)
	}
	require.NotZero(t, lenient, "a promised member is missing now and then")
	require.Less(t, lenient, len(list))
	one := a.read("/fba/inbound/v0/shipments?QueryType=SHIPMENT&ShipmentIdList=FBA000000000," + id + "&MarketplaceId=" + usa)
	require.Len(t, dig(one, "payload", "ShipmentData"), 1)
	for path, status := range map[string]int{
		"shipments?MarketplaceId=" + usa:                                                                            400,
		"shipments?QueryType=SHIPMENT&ShipmentStatusList=CLOSED":                                                    400,
		"shipments?QueryType=SHIPMENT&MarketplaceId=" + usa:                                                         200,
		"shipments?QueryType=SHIPMENT&ShipmentStatusList=GONE&MarketplaceId=" + usa:                                 400,
		"shipments?QueryType=DATE_RANGE&MarketplaceId=" + usa:                                                       400,
		"shipments?QueryType=NEXT_TOKEN&MarketplaceId=" + usa:                                                       400,
		"shipments?QueryType=NEXT_TOKEN&NextToken=abc&MarketplaceId=" + usa:                                         400,
		"shipments?QueryType=ALL&MarketplaceId=" + usa:                                                              400,
		"shipmentItems?QueryType=SHIPMENT&MarketplaceId=" + usa:                                                     400,
		"shipmentItems?QueryType=DATE_RANGE&LastUpdatedAfter=x&MarketplaceId=" + usa:                                400,
		"shipments/FBA000000000/items":                                                                              404,
		"shipments/" + id + "/items?MarketplaceId=A1PA6795UKMFR9":                                                   400,
		"shipments?QueryType=SHIPMENT&ShipmentIdList=" + strings.Repeat(id+",", 999) + id + "&MarketplaceId=" + usa: 400,
	} {
		rec := a.get("/fba/inbound/v0/" + path)
		require.Equal(t, status, rec.Code, "%s: %s", path, rec.Body)
	}
	in90Days := a.oldAll("/fba/inbound/v0/shipmentItems", "ItemData",
		"QueryType=DATE_RANGE&LastUpdatedAfter=2026-08-03T00:00:00Z&LastUpdatedBefore=2026-11-01T12:00:00Z&MarketplaceId="+usa)
	require.Greater(t, len(in90Days), 50)
}

// The big account has a plan with 2,500 boxes in one shipment.
func TestManyBoxes(t *testing.T) {
	a := unlimited(t, simulator.Enormous)
	at := plansPath + "/" + a.plans()[11]
	shipment := fmt.Sprint(dig(a.read(at), "shipments", 0, "shipmentId"))
	page := a.read(at + "/shipments/" + shipment + "/boxes?pageSize=1000")
	require.Len(t, page["boxes"], 1000)
	boxes := a.part(at+"/shipments/"+shipment+"/boxes", "boxes")
	require.Len(t, boxes, 2500)
	ids := map[string]bool{}
	for _, b := range boxes {
		ids[fmt.Sprint(dig(b, "packageId"), dig(b, "boxId"))] = true
	}
	require.Len(t, ids, 2500)
	confirmation := fmt.Sprint(a.read(at + "/shipments/" + shipment)["shipmentConfirmationId"])
	items := a.oldAll("/fba/inbound/v0/shipments/"+confirmation+"/items", "ItemData", "MarketplaceId="+usa)
	require.Len(t, items, 100, "two pages, the second from another operation")
	other := as(t, a.m, a.h, a.m.Seller(marketplace.NA, simulator.Full))
	require.Equal(t, 404, other.get("/fba/inbound/v0/shipments/"+confirmation+"/items").Code)
}
