package simulator

import (
	"net/http"
	"time"
)

func (m *Marketplace) answerShipment(c *call, in planRead) (int, any) {
	p, sh, no := m.planOf(c, in)
	if no != nil {
		return 0, no
	}
	now := m.cfg.Clock.Now()
	at := sh.at(now)
	placement := p.placement
	if !sh.chosen {
		placement = p.offered
	}
	answer := map[string]any{
		"shipmentId": sh.id, "placementOptionId": placement, "name": p.name + ", part " + numbered("", 1, sh.number+1), "status": at.status,
		"source":      map[string]any{"sourceType": "SELLER_FACILITY", "address": sourceAddress(p.seller)},
		"destination": sh.destination(at),
	}
	if sh.chosen && at.stage >= working {
		answer["shipmentConfirmationId"] = sh.confirmation
		answer["dates"] = map[string]any{"readyToShipWindow": window(p.created.Add(4*aDay), p.created.Add(6*aDay))}
		answer["contactInformation"] = map[string]any{"name": "Sam Sample", "phoneNumber": "5550100", "email": "sam@store.simulator.example"}
	}
	if sh.chosen && at.stage >= readyToShip {
		answer["selectedTransportationOptionId"] = sh.options[sh.selected]
		sh.transport(answer)
	}
	if sh.chosen && at.stage >= shipped {
		answer["trackingDetails"] = sh.tracking()
	}
	return http.StatusOK, answer
}

// destination is where the shipment goes. Before the seller has decided, it
// may be left to the marketplace.
func (sh *shipment) destination(at progress) map[string]any {
	if at.stage == unconfirmed {
		return map[string]any{"destinationType": "AMAZON_OPTIMIZED"}
	}
	w := sh.warehouse
	return map[string]any{"destinationType": "AMAZON_WAREHOUSE", "warehouseId": w.id, "address": map[string]any{
		"name": w.id, "addressLine1": "1 Fulfillment Way", "city": w.city, "stateOrProvinceCode": w.state, "postalCode": w.postal, "countryCode": w.country,
	}}
}

func window(from, to time.Time) map[string]any {
	return map[string]any{"start": instant(from), "end": instant(to), "editableUntil": instant(from.Add(-aDay))}
}

// transport adds how the shipment is sent.
func (sh *shipment) transport(answer map[string]any) {
	begin := sh.plan.created.Add(10 * aDay)
	switch {
	case sh.freight:
		answer["amazonReferenceId"] = sh.amazonOrder
		answer["freightInformation"] = map[string]any{"declaredValue": sh.plan.sum(250_000), "freightClass": "FC_70"}
	case !sh.partnered:
		answer["selectedDeliveryWindow"] = map[string]any{
			"deliveryWindowOptionId": sh.delivery, "availabilityType": "AVAILABLE", "startDate": instant(begin), "endDate": instant(begin.Add(6 * aDay)),
			"editableUntil": instant(begin.Add(-aDay)),
		}
		answer["selfShipAppointmentDetails"] = []map[string]any{{
			"appointmentId": 1000 + sh.number, "appointmentStatus": "CONFIRMED",
			"appointmentSlotTime": map[string]any{"startTime": instant(begin), "endTime": instant(begin.Add(time.Hour))},
		}}
	}
}

func (sh *shipment) tracking() map[string]any {
	if sh.freight {
		return map[string]any{"ltlTrackingDetail": map[string]any{
			"billOfLadingNumber": "BOL" + sh.confirmation[3:], "freightBillNumber": []string{"PRO" + sh.confirmation[3:]},
		}}
	}
	boxes := 0
	for _, i := range sh.items {
		boxes += i.boxes
	}
	items := make([]map[string]any, 0, boxes)
	for n := range boxes {
		items = append(items, map[string]any{
			"boxId": sh.confirmation + "U" + numbered("", 6, n+1), "trackingId": "1Z" + sh.confirmation[3:] + numbered("", 6, n+1),
			"trackingNumberValidationStatus": "VALIDATED",
		})
	}
	return map[string]any{"spdTrackingDetail": map[string]any{"spdTrackingItems": items}}
}
