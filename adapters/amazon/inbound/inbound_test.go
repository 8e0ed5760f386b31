package inbound

import (
	"errors"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

func moment(text string) *time.Time {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	at = at.UTC()
	return &at
}

func units(n int64) *int64 { return &n }

func usd(amount string) *inbound.Sum {
	return &inbound.Sum{Amount: money.MustParse(amount), Currency: "USD"}
}

func exactly(s string) *decimal.Decimal {
	d := decimal.MustParse(s)
	return &d
}

func TestDecodeInboundPlans(t *testing.T) {
	page, err := decodePlans([]byte(`{"inboundPlans":[
		{"inboundPlanId":"wf1","name":"Spring","status":"ACTIVE","createdAt":"2026-11-01T10:00:00.123Z","lastUpdatedAt":"2026-11-02T10:00:00+05:30",
		 "marketplaceIds":["ATVPDKIKX0DER","NEW"],"sourceAddress":{"name":"Acme","city":"Portland","addressLine2":null,"planet":"Earth"},"more":[1]},
		{"status":"SOMETHING_NEW","createdAt":"last week","lastUpdatedAt":null,"sourceAddress":null,"marketplaceIds":null},
		{}],"pagination":{"nextToken":"a+/=b","more":1}}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.PlanSummary]{Next: "a+/=b", Items: []inbound.PlanSummary{
		{
			ID: "wf1", Name: "Spring", Status: "ACTIVE", CreatedAt: moment("2026-11-01T10:00:00.123Z"), LastUpdatedAt: moment("2026-11-02T04:30:00Z"),
			Marketplaces: []marketplace.ID{"ATVPDKIKX0DER", "NEW"}, SourceAddress: &inbound.Address{Name: "Acme", City: "Portland"},
		},
		{Status: "SOMETHING_NEW"}, {},
	}}, page)
	for _, body := range []string{`{}`, `{"inboundPlans":null,"pagination":null}`, ` {"inboundPlans":[],"pagination":{}}`} {
		page, err = decodePlans([]byte(body))
		require.NoError(t, err, body)
		require.Equal(t, inbound.Page[inbound.PlanSummary]{}, page)
	}
}

func TestDecodeInboundPlan(t *testing.T) {
	plan, err := decodePlan([]byte(`{"inboundPlanId":"wf1","status":"ERRORED","shipments":[{"shipmentId":"sh1","status":"WORKING"},{"status":"X"},{"shipmentId":"sh2"}],
		"placementOptions":[{"placementOptionId":"pl1","status":"OFFERED"}],"packingOptions":[{"packingOptionId":"po1"},{}]}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Plan{
		PlanSummary:      inbound.PlanSummary{ID: "wf1", Status: "ERRORED"},
		Shipments:        []inbound.ShipmentSummary{{ID: "sh1", Status: "WORKING"}, {ID: "sh2"}},
		PlacementOptions: []inbound.OptionSummary{{ID: "pl1", Status: "OFFERED"}},
		PackingOptions:   []inbound.OptionSummary{{ID: "po1"}, {}},
	}, plan)
}

func TestDecodeInboundShipment(t *testing.T) {
	s, err := decodeShipment([]byte(`{
		"shipmentId":"sh1","shipmentConfirmationId":"FBA1","amazonReferenceId":"R1","name":"Part 1","status":"MIXED","placementOptionId":"pl1",
		"selectedTransportationOptionId":"to1","source":{"sourceType":"SELLER_FACILITY","address":{"countryCode":"US"}},
		"destination":{"destinationType":"AMAZON_WAREHOUSE","warehouseId":"PDX9","address":null},
		"dates":{"readyToShipWindow":{"start":"2026-11-22T00:00Z","end":"2026-11-23","editableUntil":"soon"}},
		"selectedDeliveryWindow":{"deliveryWindowOptionId":"dw1","availabilityType":"AVAILABLE","startDate":"2026-11-24T00:00:00Z","endDate":null},
		"trackingDetails":{"ltlTrackingDetail":{"billOfLadingNumber":"B1","freightBillNumber":["F1","F2"]},
			"spdTrackingDetail":{"spdTrackingItems":[{"boxId":"U1","trackingId":"1Z","trackingNumberValidationStatus":"VALIDATED"},{}]}},
		"freightInformation":{"freightClass":"FC_50","declaredValue":{"amount":1234.5,"code":"USD"}},
		"contactInformation":{"name":"Ann","phoneNumber":"1","email":"ann@example.com"},
		"selfShipAppointmentDetails":[{"appointmentId":1.0e3,"appointmentStatus":"ARRIVED","appointmentSlotTime":{"startTime":"2026-11-25T08:00:00Z"}},{}]}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Shipment{
		ID: "sh1", Confirmation: "FBA1", AmazonReferenceID: "R1", Name: "Part 1", Status: "MIXED", PlacementOptionID: "pl1",
		SelectedTransportationOptionID: "to1", Source: &inbound.Source{Type: "SELLER_FACILITY", Address: &inbound.Address{CountryCode: "US"}},
		Destination:            &inbound.Destination{Type: "AMAZON_WAREHOUSE", WarehouseID: "PDX9"},
		ReadyToShip:            &inbound.Window{Start: moment("2026-11-22T00:00:00Z"), End: moment("2026-11-23T00:00:00Z")},
		SelectedDeliveryWindow: &inbound.DeliveryWindow{OptionID: "dw1", AvailabilityType: "AVAILABLE", Window: inbound.Window{Start: moment("2026-11-24T00:00:00Z")}},
		Tracking: &inbound.Tracking{BillOfLading: "B1", FreightBillNumbers: []string{"F1", "F2"}, Boxes: []inbound.TrackedBox{
			{BoxID: "U1", TrackingID: "1Z", ValidationStatus: "VALIDATED"}, {},
		}},
		Freight:      &inbound.Freight{Class: "FC_50", DeclaredValue: usd("1234.5")},
		Contact:      &inbound.Contact{Name: "Ann", PhoneNumber: "1", Email: "ann@example.com"},
		Appointments: []inbound.Appointment{{ID: units(1000), Status: "ARRIVED", Start: moment("2026-11-25T08:00:00Z")}, {}},
	}, s)
	s, err = decodeShipment([]byte(`{"dates":{},"trackingDetails":{},"freightInformation":{"declaredValue":{"code":"USD"}}}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Shipment{Tracking: &inbound.Tracking{}, Freight: &inbound.Freight{}}, s)
}

func TestDecodeInboundBoxesAndItems(t *testing.T) {
	const item = `{"msku":"A/B 1","asin":"B0A","fnsku":"X1","quantity":12,"labelOwner":"SELLER","expiration":"2027-01-31","manufacturingLotCode":"L1",
		"prepInstructions":[{"prepType":"ITEM_LABELING","prepOwner":"AMAZON","fee":{"amount":0.55,"code":"USD"}},{"fee":{"amount":null,"code":"USD"}},{}]}`
	want := inbound.Item{
		MSKU: "A/B 1", ASIN: "B0A", FNSKU: "X1", Quantity: units(12), LabelOwner: "SELLER", Expiration: "2027-01-31", ManufacturingLotCode: "L1",
		PrepInstructions: []inbound.PrepInstruction{{Type: "ITEM_LABELING", Owner: "AMAZON", Fee: usd("0.55")}, {}, {}},
	}
	items, err := decodeItems([]byte(`{"items":[` + item + `,{"quantity":null,"prepInstructions":null}],"pagination":{"nextToken":"n"}}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.Item]{Items: []inbound.Item{want, {}}, Next: "n"}, items)

	boxes, err := decodeBoxes([]byte(`{"boxes":[{"packageId":"pk1","boxId":"U1","quantity":2.0,"contentInformationSource":"NEW_WORD","items":[` + item + `],
		"weight":{"unit":"KG","value":23.622047244094487},"dimensions":{"length":18.50,"width":1.2e1,"height":null,"unitOfMeasurement":"IN"},"templateName":"T"},
		{"packageId":"pk2","weight":null,"dimensions":{}}]}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.Box]{Items: []inbound.Box{
		{
			PackageID: "pk1", BoxID: "U1", Quantity: units(2), ContentInformationSource: "NEW_WORD", Items: []inbound.Item{want},
			Weight:     &inbound.Measure{Value: exactly("23.622047244094487"), Unit: "KG"},
			Dimensions: &inbound.Dimensions{Length: exactly("18.5"), Width: exactly("12"), Unit: "IN"},
		},
		{PackageID: "pk2", Items: []inbound.Item{}, Dimensions: &inbound.Dimensions{}},
	}}, boxes)
}

func TestDecodeInboundOptions(t *testing.T) {
	placement, err := decodePlacementOptions([]byte(`{"placementOptions":[{"placementOptionId":"pl1","status":"ACCEPTED","expiration":"2026-12-01T00:00:00Z",
		"shipmentIds":["sh1","sh2"],"fees":[{"type":"FEE","target":"PLACEMENT_SERVICES","description":"d","value":{"amount":17.189999999999998,"code":"USD"}}],
		"discounts":[{"type":"DISCOUNT","value":{"amount":-2,"code":"USD"}},{}]},{}],"pagination":{"nextToken":"n"}}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.PlacementOption]{Next: "n", Items: []inbound.PlacementOption{
		{
			ID: "pl1", Status: "ACCEPTED", Expiration: moment("2026-12-01T00:00:00Z"), Shipments: []inbound.ShipmentID{"sh1", "sh2"},
			Fees:      []inbound.Incentive{{Type: "FEE", Target: "PLACEMENT_SERVICES", Description: "d", Value: usd("17.19")}},
			Discounts: []inbound.Incentive{{Type: "DISCOUNT", Value: usd("-2")}, {}},
		},
		{Fees: []inbound.Incentive{}, Discounts: []inbound.Incentive{}},
	}}, placement)

	transport, err := decodeTransportationOptions([]byte(`{"transportationOptions":[{"transportationOptionId":"to1","shipmentId":"sh1","shippingMode":"FREIGHT_LTL",
		"shippingSolution":"AMAZON_PARTNERED_CARRIER","preconditions":["CONFIRMED_DELIVERY_WINDOW"],"carrier":{"name":"UPS","alphaCode":"UPSN"},
		"carrierAppointment":{"startTime":"2026-11-25T08:00Z","endTime":"2026-11-25T10:00Z"},
		"quote":{"cost":{"amount":99.99,"code":"USD"},"expiration":"2026-11-26T00:00:00Z","voidableUntil":"2026-11-27T00:00:00Z"}},
		{"carrier":{},"quote":{"cost":null}}]}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.TransportationOption]{Items: []inbound.TransportationOption{
		{
			ID: "to1", Shipment: "sh1", Mode: "FREIGHT_LTL", Solution: "AMAZON_PARTNERED_CARRIER", Preconditions: []string{"CONFIRMED_DELIVERY_WINDOW"},
			Carrier:     &inbound.Carrier{Name: "UPS", AlphaCode: "UPSN"},
			Appointment: &inbound.Window{Start: moment("2026-11-25T08:00:00Z"), End: moment("2026-11-25T10:00:00Z")},
			Quote:       &inbound.Quote{Cost: usd("99.99"), Expiration: moment("2026-11-26T00:00:00Z"), VoidableUntil: moment("2026-11-27T00:00:00Z")},
		},
		{Carrier: &inbound.Carrier{}, Quote: &inbound.Quote{}},
	}}, transport)
}

func TestDecodeLegacy(t *testing.T) {
	shipments, err := decodeLegacyShipments([]byte(`{"payload":{"ShipmentData":[
		{"ShipmentId":"FBA1","ShipmentName":"S","ShipmentStatus":"RECEIVING","DestinationFulfillmentCenterId":"PDX9","LabelPrepType":"NO_LABEL",
		 "EstimatedBoxContentsFee":{"TotalUnits":10,"FeePerUnit":{"CurrencyCode":"USD","Value":0.1},"TotalFee":{"CurrencyCode":"USD","Value":1.0}}},
		{"ShipmentId":"FBA2","ShipmentStatus":"A_NEW_WORD","EstimatedBoxContentsFee":{}},{}],"NextToken":"n+/="}}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.LegacyShipment]{Next: "n+/=", Items: []inbound.LegacyShipment{
		{
			ID: "FBA1", Status: "RECEIVING", FulfillmentCenter: "PDX9",
			BoxContentsFee: &inbound.BoxContentsFee{Units: units(10), FeePerUnit: usd("0.1"), Total: usd("1")},
		},
		{ID: "FBA2", Status: "A_NEW_WORD", BoxContentsFee: &inbound.BoxContentsFee{}}, {},
	}}, shipments)
	items, err := decodeLegacyItems([]byte(`{"payload":{"ItemData":[
		{"ShipmentId":"FBA1","SellerSKU":"A/B 1","FulfillmentNetworkSKU":"X1","QuantityShipped":10,"QuantityReceived":9,"QuantityInCase":0},{"SellerSKU":"C"}]}}`))
	require.NoError(t, err)
	require.Equal(t, inbound.Page[inbound.LegacyItem]{Items: []inbound.LegacyItem{
		{Shipment: "FBA1", SKU: "A/B 1", Shipped: units(10), Received: units(9), PerCase: units(0)}, {SKU: "C"},
	}}, items)
}

// decoders lists all decoders, reduced to their errors.
var decoders = map[string]func([]byte) error{
	"plans":          func(b []byte) error { _, err := decodePlans(b); return err },
	"plan":           func(b []byte) error { _, err := decodePlan(b); return err },
	"shipment":       func(b []byte) error { _, err := decodeShipment(b); return err },
	"items":          func(b []byte) error { _, err := decodeItems(b); return err },
	"boxes":          func(b []byte) error { _, err := decodeBoxes(b); return err },
	"placement":      func(b []byte) error { _, err := decodePlacementOptions(b); return err },
	"transportation": func(b []byte) error { _, err := decodeTransportationOptions(b); return err },
	"v0 shipments":   func(b []byte) error { _, err := decodeLegacyShipments(b); return err },
	"v0 items":       func(b []byte) error { _, err := decodeLegacyItems(b); return err },
}

func TestDecodeInboundJunk(t *testing.T) {
	for name, decode := range decoders {
		for _, body := range []string{
			``, ` `, `null`, `[]`, `"x"`, `7`, `<html><body>502</body></html>`, `{"inboundPlans":[`, `{} x`,
			`{"inboundPlanId":7,"shipmentId":7,"inboundPlans":{},"items":"x","boxes":7,"placementOptions":"x","transportationOptions":{"a":1},"payload":[]}`,
			`[{"code":"InvalidInput","message":"m"}]`,
		} {
			require.ErrorIs(t, decode([]byte(body)), spapi.ErrNotJSON, "%s: %s", name, body)
		}
	}
	for _, body := range []string{`{}`, `{"payload":null}`, `{"errors":[{"code":"InternalFailure","message":"m"}]}`} {
		require.ErrorIs(t, decoders["v0 shipments"]([]byte(body)), spapi.ErrNotJSON, "a success that says nothing")
		require.ErrorIs(t, decoders["v0 items"]([]byte(body)), spapi.ErrNotJSON)
	}
	for _, value := range []string{`"x"`, `{}`, `[1]`, `1e400`, `1.5`, `true`} {
		require.ErrorIs(t, decoders["items"]([]byte(`{"items":[{"quantity":`+value+`}]}`)), spapi.ErrNotJSON, value)
		require.ErrorIs(t, decoders["shipment"]([]byte(`{"createdAt":1,"freightInformation":{"declaredValue":{"amount":99999999999`+value+`}}}`)), spapi.ErrNotJSON, value)
	}
	require.ErrorIs(t, decoders["plan"]([]byte(`{"createdAt":7}`)), spapi.ErrNotJSON)
	require.ErrorIs(t, decoders["shipment"]([]byte(`{"freightInformation":{"declaredValue":{"amount":12345678901}}}`)), spapi.ErrNotJSON, "more than an amount holds")
}

func fuzzDecoder(f *testing.F, name string, seeds ...string) {
	for _, s := range append(seeds, `{}`, `null`, `[]`, `{"pagination":{"nextToken":"x"}}`, `{"errors":[{"code":"A"}]}`, `<html>`) {
		f.Add([]byte(s))
	}
	decode := decoders[name]
	f.Fuzz(func(t *testing.T, body []byte) {
		if err := decode(body); err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(err)
		}
	})
}

func FuzzDecodeInboundPlans(f *testing.F) {
	fuzzDecoder(f, "plans", `{"inboundPlans":[{"inboundPlanId":"wf1","createdAt":"2026-11-01T10:00:00Z","marketplaceIds":["A"],"sourceAddress":{}}]}`)
}

func FuzzDecodeInboundPlan(f *testing.F) {
	fuzzDecoder(f, "plan", `{"inboundPlanId":"wf1","shipments":[{"shipmentId":"sh1"}],"placementOptions":[{}],"packingOptions":[null]}`)
}

func FuzzDecodeInboundShipment(f *testing.F) {
	fuzzDecoder(f, "shipment", `{"dates":{"readyToShipWindow":{"start":"2026-11-22T00:00Z"}},"trackingDetails":{"spdTrackingDetail":{"spdTrackingItems":[{}]}},"selfShipAppointmentDetails":[{"appointmentId":1}]}`)
}

func FuzzDecodeInboundItems(f *testing.F) {
	fuzzDecoder(f, "items", `{"items":[{"msku":"A","quantity":1.0,"prepInstructions":[{"fee":{"amount":1e-9,"code":"USD"}}]}]}`)
}

func FuzzDecodeInboundBoxes(f *testing.F) {
	fuzzDecoder(f, "boxes", `{"boxes":[{"packageId":"pk1","weight":{"value":1e300},"dimensions":{"length":0.1},"items":[{}]}]}`)
}

func FuzzDecodePlacementOptions(f *testing.F) {
	fuzzDecoder(f, "placement", `{"placementOptions":[{"shipmentIds":["sh1"],"fees":[{"value":{"amount":-0.00005}}]}]}`)
}

func FuzzDecodeTransportationOptions(f *testing.F) {
	fuzzDecoder(f, "transportation", `{"transportationOptions":[{"carrierAppointment":{"startTime":"x"},"quote":{"cost":{"amount":1}}}]}`)
}

func FuzzDecodeLegacyShipments(f *testing.F) {
	fuzzDecoder(f, "v0 shipments", `{"payload":{"ShipmentData":[{"EstimatedBoxContentsFee":{"TotalFee":{"Value":1}}}],"NextToken":"x"}}`)
}

func FuzzDecodeLegacyItems(f *testing.F) {
	fuzzDecoder(f, "v0 items", `{"payload":{"ItemData":[{"SellerSKU":"A","QuantityShipped":1}]}}`)
}
