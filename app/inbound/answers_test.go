package inbound_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	bareAddress = `{"name":null,"companyName":null,"addressLine1":null,"addressLine2":null,"districtOrCounty":null,"city":"Portland",
		"stateOrProvinceCode":null,"postalCode":null,"countryCode":"US","phoneNumber":null,"email":null}`
	bareShipment = `"amazonReferenceId":null,"name":null,"placementOptionId":null,"source":null,"destination":null,"dates":null,
		"selectedDeliveryWindow":null,"selectedTransportationOptionId":null,"trackingDetails":null,"freightInformation":null,
		"contactInformation":null,"selfShipAppointmentDetails":[]`
	upstreamItem = `{"msku":"A/B 1","asin":"B0SIM00001","fnsku":"X1","quantity":12,"labelOwner":"SELLER",
		"prepInstructions":[{"prepType":"ITEM_LABELING","prepOwner":"AMAZON","fee":{"amount":0.30000000000000004,"code":"USD"}}]}`
	ourItem = `"msku":"A/B 1","asin":"B0SIM00001","fnsku":"X1","quantity":12,"labelOwner":"SELLER","expiration":null,"manufacturingLotCode":null,
		"prepInstructions":[{"prepType":"ITEM_LABELING","prepOwner":"AMAZON","fee":{"amount":0.3,"code":"USD"}}]`
	upstreamBoxes = `{"boxes":[{"packageId":"pk1","boxId":"U1","quantity":1,"contentInformationSource":"BARCODE_2D","templateName":"T",
		"items":[` + upstreamItem + `],"weight":{"unit":"LB","value":18.50},"dimensions":{"length":18,"width":14.125,"height":12,"unitOfMeasurement":"IN"}},
		{"packageId":"pk2"}],"pagination":{"nextToken":"n+/="}}`
	ourBoxes = `{"boxes":[{"packageId":"pk1","boxId":"U1","quantity":1,"contentInformationSource":"BARCODE_2D","items":[{` + ourItem + `}],
		"weight":{"unit":"LB","value":18.5},"dimensions":{"length":18,"width":14.125,"height":12,"unitOfMeasurement":"IN"}},
		{"packageId":"pk2","boxId":null,"quantity":null,"contentInformationSource":null,"items":[],"weight":null,"dimensions":null}],
		"pagination":{"nextToken":"n+/="}}`
)

func TestListPlans(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.says(theirs, `{"inboundPlans":[{"inboundPlanId":"`+plan1+`","name":"Spring","status":"ACTIVE","createdAt":"2026-11-01T10:00:00Z",
			"lastUpdatedAt":"2026-11-02T10:00:00.5Z","marketplaceIds":["ATVPDKIKX0DER"],"sourceAddress":{"city":"Portland","countryCode":"US"}},{}],
			"pagination":{"nextToken":"a+/="}}`)
		w.shows(t, "", `{"inboundPlans":[{"inboundPlanId":"`+plan1+`","name":"Spring","status":"ACTIVE","createdAt":"2026-11-01T10:00:00.000000Z",
			"lastUpdatedAt":"2026-11-02T10:00:00.500000Z","marketplaceIds":["ATVPDKIKX0DER"],"sourceAddress":`+bareAddress+`},
			{"inboundPlanId":"","name":null,"status":null,"createdAt":null,"lastUpdatedAt":null,"marketplaceIds":[],"sourceAddress":null}],
			"pagination":{"nextToken":"a+/="}}`)
		require.Equal(t, []string{theirs + "?pageSize=30"}, w.asked())
		w.says(theirs, `{}`)
		w.shows(t, "?pageSize=7&paginationToken=a%2B%2F%3D&status=VOIDED&sortBy=CREATION_TIME&sortOrder=ASC",
			`{"inboundPlans":[],"pagination":{"nextToken":null}}`)
		require.Equal(t, []string{theirs + "?pageSize=7&paginationToken=a%2B%2F%3D&sortBy=CREATION_TIME&sortOrder=ASC&status=VOIDED"}, w.asked())
	})
}

func TestGetPlan(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.says(theirs+"/"+plan1, `{"inboundPlanId":"`+plan1+`","name":"Spring","status":"ERRORED","createdAt":"2026-11-01T10:00:00Z",
			"sourceAddress":{"city":"Portland","countryCode":"US"},"marketplaceIds":["A2EUQ1WTGCTBG2"],
			"shipments":[{"shipmentId":"`+ship1+`","status":"WORKING"},{"shipmentId":"`+ship2+`"}],
			"placementOptions":[{"placementOptionId":"pl1","status":"OFFERED"}],"packingOptions":[{"packingOptionId":"po1","status":"NEW_WORD"}]}`)
		w.shows(t, "/"+plan1, `{"inboundPlanId":"`+plan1+`","name":"Spring","status":"ERRORED","createdAt":"2026-11-01T10:00:00.000000Z",
			"lastUpdatedAt":null,"marketplaceIds":["A2EUQ1WTGCTBG2"],"sourceAddress":`+bareAddress+`,
			"shipments":[{"shipmentId":"`+ship1+`","status":"WORKING"},{"shipmentId":"`+ship2+`","status":null}],
			"placementOptions":[{"placementOptionId":"pl1","status":"OFFERED"}],"packingOptions":[{"packingOptionId":"po1","status":"NEW_WORD"}]}`)
		require.Equal(t, []string{theirs + "/" + plan1}, w.asked())
		// Nothing but the fact that it is there.
		w.says(theirs+"/"+plan2, `{}`)
		w.shows(t, "/"+plan2, `{"inboundPlanId":"`+plan2+`","name":null,"status":null,"createdAt":null,"lastUpdatedAt":null,"marketplaceIds":[],
			"sourceAddress":null,"shipments":[],"placementOptions":[],"packingOptions":[]}`)
	})
}

func TestBoxes(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		for path, upstream := range map[string]string{
			"/" + plan1 + "/boxes":                         theirs + "/" + plan1 + "/boxes",
			"/" + plan1 + "/shipments/" + ship1 + "/boxes": theirs + "/" + plan1 + "/shipments/" + ship1 + "/boxes",
		} {
			w.says(upstream, upstreamBoxes)
			w.shows(t, path, ourBoxes)
			require.Equal(t, []string{upstream + "?pageSize=1000"}, w.asked())
			w.says(upstream, `{"boxes":[]}`)
			w.shows(t, path+"?pageSize=1&paginationToken=n%2B%2F%3D", `{"boxes":[],"pagination":{"nextToken":null}}`)
			require.Equal(t, []string{upstream + "?pageSize=1&paginationToken=n%2B%2F%3D"}, w.asked())
		}
	})
}

func TestGetShipment(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		path := "/" + plan1 + "/shipments/"
		w.says(theirs+path+ship1, `{"shipmentId":"`+ship1+`","shipmentConfirmationId":"FBA1","amazonReferenceId":"R1","name":"Part 1","status":"RECEIVING",
			"placementOptionId":"pl1","selectedTransportationOptionId":"to1","source":{"sourceType":"SELLER_FACILITY","address":{"city":"Portland","countryCode":"US"}},
			"destination":{"destinationType":"AMAZON_WAREHOUSE","warehouseId":"PDX9"},"dates":{"readyToShipWindow":{"start":"2026-11-22T00:00Z"}},
			"selectedDeliveryWindow":{"deliveryWindowOptionId":"dw1","availabilityType":"AVAILABLE","startDate":"2026-11-24T00:00:00Z","endDate":"2026-11-25T00:00:00Z","editableUntil":"2026-11-23T00:00:00Z"},
			"trackingDetails":{"ltlTrackingDetail":{"billOfLadingNumber":"B1"},"spdTrackingDetail":{"spdTrackingItems":[{"boxId":"U1","trackingId":"1Z"}]}},
			"freightInformation":{"freightClass":"FC_50","declaredValue":{"amount":1234.5,"code":"USD"}},
			"contactInformation":{"name":"Ann","phoneNumber":"1"},"selfShipAppointmentDetails":[{"appointmentId":9007199254740993,"appointmentStatus":"ARRIVED","appointmentSlotTime":{"startTime":"2026-11-25T08:00:00Z"}},{}]}`)
		w.says(v0, `{"payload":{"ShipmentData":[{"ShipmentId":"FBA2","ShipmentStatus":"ERROR"},{"ShipmentId":"FBA1","ShipmentStatus":"CHECKED_IN","DestinationFulfillmentCenterId":"PDX9"}]}}`)
		w.shows(t, path+ship1, `{"shipmentId":"`+ship1+`","shipmentConfirmationId":"FBA1","amazonReferenceId":"R1","name":"Part 1","status":"RECEIVING",
			"legacyStatus":"CHECKED_IN","destinationFulfillmentCenterId":"PDX9",
			"placementOptionId":"pl1","selectedTransportationOptionId":"to1","source":{"sourceType":"SELLER_FACILITY","address":`+bareAddress+`},
			"destination":{"destinationType":"AMAZON_WAREHOUSE","warehouseId":"PDX9","address":null},
			"dates":{"readyToShipWindow":{"start":"2026-11-22T00:00:00.000000Z","end":null,"editableUntil":null}},
			"selectedDeliveryWindow":{"deliveryWindowOptionId":"dw1","availabilityType":"AVAILABLE","startDate":"2026-11-24T00:00:00.000000Z","endDate":"2026-11-25T00:00:00.000000Z","editableUntil":"2026-11-23T00:00:00.000000Z"},
			"trackingDetails":{"ltlTrackingDetail":{"billOfLadingNumber":"B1","freightBillNumber":[]},"spdTrackingDetail":{"spdTrackingItems":[{"boxId":"U1","trackingId":"1Z","trackingNumberValidationStatus":null}]}},
			"freightInformation":{"freightClass":"FC_50","declaredValue":{"amount":1234.5,"code":"USD"}},
			"contactInformation":{"name":"Ann","phoneNumber":"1","email":null},
			"selfShipAppointmentDetails":[{"appointmentId":9007199254740993,"appointmentStatus":"ARRIVED","appointmentSlotTime":{"startTime":"2026-11-25T08:00:00.000000Z","endTime":null}},
				{"appointmentId":null,"appointmentStatus":null,"appointmentSlotTime":null}]}`)
		require.Equal(t, []string{theirs + path + ship1, v0 + "?MarketplaceId=ATVPDKIKX0DER&QueryType=SHIPMENT&ShipmentIdList=FBA1"}, w.asked())
		// The old interface does not know an unconfirmed shipment.
		w.says(theirs+path+ship2, `{"status":"UNCONFIRMED"}`)
		w.shows(t, path+ship2, `{"shipmentId":"`+ship2+`","shipmentConfirmationId":null,"status":"UNCONFIRMED","legacyStatus":null,"destinationFulfillmentCenterId":null,`+bareShipment+`}`)
		require.Equal(t, []string{theirs + path + ship2}, w.asked())
	})
}

func TestListShipments(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		path := "/" + plan1 + "/shipments"
		w.planOf(plan1, ship3, ship1, ship2)
		w.says(theirs+path+"/"+ship1, `{"shipmentConfirmationId":"FBA1","status":"MIXED"}`)
		w.says(theirs+path+"/"+ship2, `{"shipmentConfirmationId":"FBA2"}`)
		// The plan names the third shipment, but it is deleted.
		w.says(v0, `{"payload":{"ShipmentData":[{"ShipmentId":"FBA2","ShipmentStatus":"SHIPPED"},{"ShipmentId":"FBA1","ShipmentStatus":"RECEIVING","DestinationFulfillmentCenterId":"ABE8"}]}}`)
		w.shows(t, path, `{"inboundPlan":{"inboundPlanId":"`+plan1+`","name":null,"status":"ACTIVE","createdAt":null,"lastUpdatedAt":null,"marketplaceIds":[],"sourceAddress":null,
			"shipments":[{"shipmentId":"`+ship3+`","status":"WORKING"},{"shipmentId":"`+ship1+`","status":"WORKING"},{"shipmentId":"`+ship2+`","status":"WORKING"}],
			"placementOptions":[],"packingOptions":[]},"shipments":[
			{"shipmentId":"`+ship3+`","shipmentConfirmationId":null,"status":"WORKING","legacyStatus":null,"destinationFulfillmentCenterId":null,`+bareShipment+`},
			{"shipmentId":"`+ship1+`","shipmentConfirmationId":"FBA1","status":"RECEIVING","legacyStatus":"RECEIVING","destinationFulfillmentCenterId":"ABE8",`+bareShipment+`},
			{"shipmentId":"`+ship2+`","shipmentConfirmationId":"FBA2","status":"SHIPPED","legacyStatus":"SHIPPED","destinationFulfillmentCenterId":null,`+bareShipment+`}]}`)
		calls := w.asked()
		require.Len(t, calls, 5)
		require.Equal(t, v0+"?MarketplaceId=ATVPDKIKX0DER&QueryType=SHIPMENT&ShipmentIdList=FBA1%2CFBA2", calls[4], "one call for all of them")
		// A plan without shipments needs one call.
		w.planOf(plan2)
		require.Empty(t, w.member(t, "/"+plan2+"/shipments", "shipments"))
		require.Equal(t, []string{theirs + "/" + plan2}, w.asked())
	})
}

func TestListItems(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		path := "/" + plan1 + "/shipments/" + ship1
		w.shipment(plan1, ship1, "FBA1", "RECEIVING", "RECEIVING")
		w.says(theirs+path+"/items", `{"items":[`+upstreamItem+`,{"msku":"C"},{}],"pagination":{"nextToken":"n+/="}}`)
		w.says(v0+"/FBA1/items", `{"payload":{"ItemData":[{"SellerSKU":"A/B 1","QuantityShipped":12,"QuantityReceived":5}],"NextToken":"t+/="}}`)
		w.says(v0all, `{"payload":{"ItemData":[{"SellerSKU":"A/B 1","QuantityShipped":12,"QuantityInCase":6},{"SellerSKU":"Z","QuantityShipped":1}]}}`)
		rest := `"labelOwner":null,"prepInstructions":[],"expiration":null,"manufacturingLotCode":null,"quantityShipped":null,"quantityReceived":null,"quantityInCase":null`
		w.shows(t, path+"/items?pageSize=3", `{"items":[{`+ourItem+`,"quantityShipped":24,"quantityReceived":5,"quantityInCase":6},
			{"msku":"C","asin":null,"fnsku":null,"quantity":null,`+rest+`},{"msku":null,"asin":null,"fnsku":null,"quantity":null,`+rest+`}],"pagination":{"nextToken":"n+/="}}`)
		require.ElementsMatch(t, []string{
			theirs + path + "/items?pageSize=3", theirs + path, v0 + "/FBA1/items?MarketplaceId=ATVPDKIKX0DER",
			v0all + "?MarketplaceId=ATVPDKIKX0DER&NextToken=t%2B%2F%3D&QueryType=NEXT_TOKEN",
		}, w.asked())
		// The next page needs only itself.
		w.says(theirs+path+"/items", `{"items":[]}`)
		require.Nil(t, w.member(t, path+"/items?pageSize=3&paginationToken=n%2B%2F%3D", "pagination", "nextToken"))
		require.Equal(t, []string{theirs + path + "/items?pageSize=3&paginationToken=n%2B%2F%3D"}, w.asked())
	})
}

func TestGetFees(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		path := "/" + plan1 + "/shipments/" + ship1
		w.says(theirs+path, `{"shipmentId":"`+ship1+`","shipmentConfirmationId":"FBA1","status":"WORKING","selectedTransportationOptionId":"to2"}`)
		w.says(v0, `{"payload":{"ShipmentData":[{"ShipmentId":"FBA1","EstimatedBoxContentsFee":{"TotalUnits":10,"FeePerUnit":{"CurrencyCode":"USD","Value":0.1},"TotalFee":{"CurrencyCode":"USD","Value":1.0}}}]}}`)
		w.answers(theirs+"/"+plan1+"/placementOptions", pages("paginationToken", map[string]string{
			"": `{"placementOptions":[{"placementOptionId":"pl1","status":"OFFERED","shipmentIds":["` + ship1 + `"]},
				{"placementOptionId":"pl2","status":"ACCEPTED","shipmentIds":["` + ship2 + `"]}],"pagination":{"nextToken":"p2"}}`,
			"p2": `{"placementOptions":[{"placementOptionId":"pl3","status":"ACCEPTED","expiration":"2026-12-01T00:00:00Z","shipmentIds":["` + ship2 + `","` + ship1 + `"],
				"fees":[{"type":"FEE","target":"PLACEMENT_SERVICES","description":"Placement service fee","value":{"amount":17.189999999999998,"code":"USD"}}],
				"discounts":[{"type":"DISCOUNT","target":"FULFILLMENT_FEE_DISCOUNT","description":"New","value":{"amount":2,"code":"USD"}},{}]}]}`,
		}))
		w.answers(theirs+"/"+plan1+"/transportationOptions", pages("paginationToken", map[string]string{
			"": `{"transportationOptions":[{"transportationOptionId":"to1","shipmentId":"` + ship1 + `","shippingMode":"GROUND_SMALL_PARCEL","shippingSolution":"USE_YOUR_OWN_CARRIER",
				"preconditions":["CONFIRMED_DELIVERY_WINDOW"]}],"pagination":{"nextToken":"t2"}}`,
			"t2": `{"transportationOptions":[{"transportationOptionId":"to2","shippingMode":"FREIGHT_LTL","shippingSolution":"AMAZON_PARTNERED_CARRIER",
				"carrier":{"name":"UPS","alphaCode":"UPSN"},"carrierAppointment":{"startTime":"2026-11-25T08:00Z","endTime":"2026-11-25T10:00Z"},
				"quote":{"cost":{"amount":99.99,"code":"USD"},"expiration":"2026-11-26T00:00:00Z","voidableUntil":"2026-11-27T00:00:00Z"}},
				{"transportationOptionId":"to3","shipmentId":"` + ship2 + `"}]}`,
		}))
		want := `{"placementFees":[{"placementOptionId":"pl3","status":"ACCEPTED","expiration":"2026-12-01T00:00:00.000000Z","shipmentIds":["` + ship2 + `","` + ship1 + `"],
			"fees":[{"type":"FEE","target":"PLACEMENT_SERVICES","description":"Placement service fee","value":{"amount":17.19,"code":"USD"}}],
			"discounts":[{"type":"DISCOUNT","target":"FULFILLMENT_FEE_DISCOUNT","description":"New","value":{"amount":2,"code":"USD"}},{"type":null,"target":null,"description":null,"value":null}]}],
			"transportationFees":[
			{"transportationOptionId":"to1","shipmentId":"` + ship1 + `","selected":false,"shippingMode":"GROUND_SMALL_PARCEL","shippingSolution":"USE_YOUR_OWN_CARRIER",
			 "carrier":null,"carrierAppointment":null,"preconditions":["CONFIRMED_DELIVERY_WINDOW"],"quote":null},
			{"transportationOptionId":"to2","shipmentId":"` + ship1 + `","selected":true,"shippingMode":"FREIGHT_LTL","shippingSolution":"AMAZON_PARTNERED_CARRIER",
			 "carrier":{"name":"UPS","alphaCode":"UPSN"},"carrierAppointment":{"startTime":"2026-11-25T08:00:00.000000Z","endTime":"2026-11-25T10:00:00.000000Z"},"preconditions":[],
			 "quote":{"cost":{"amount":99.99,"code":"USD"},"expiration":"2026-11-26T00:00:00.000000Z","voidableUntil":"2026-11-27T00:00:00.000000Z"}}],
			"boxContentsFee":{"totalUnits":10,"feePerUnit":{"amount":0.1,"code":"USD"},"totalFee":{"amount":1,"code":"USD"}}}`
		w.shows(t, path+"/fees", want)
		require.ElementsMatch(t, []string{
			theirs + path, v0 + "?MarketplaceId=ATVPDKIKX0DER&QueryType=SHIPMENT&ShipmentIdList=FBA1",
			theirs + "/" + plan1 + "/placementOptions?pageSize=20", theirs + "/" + plan1 + "/placementOptions?pageSize=20&paginationToken=p2",
			theirs + "/" + plan1 + "/transportationOptions?pageSize=20&shipmentId=" + ship1,
			theirs + "/" + plan1 + "/transportationOptions?pageSize=20&paginationToken=t2&shipmentId=" + ship1,
		}, w.asked())
		// The other form of the id, known by now, means the same; nothing is asked again.
		w.shows(t, "/"+plan1+"/shipments/FBA1/fees", want)
		require.Empty(t, w.asked())
		require.LessOrEqual(t, w.most, 6)
	})
}
