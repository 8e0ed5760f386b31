package simulator

import (
	"time"

	"sellingassistant/adapters/simulator/world"
)

func (m *Marketplace) answerShipment(c *call) any {
	c.longSegments()
	p, sh := m.planOf(c)
	at := sh.at(m.World.Clock.Now())
	answer := object{
		"shipmentId": sh.id, "placementOptionId": sh.placement(), "name": p.name + ", part " + world.Numbered("", 1, sh.number+1), "status": at.status,
		"source":      object{"sourceType": "SELLER_FACILITY", "address": sourceAddress(p.seller)},
		"destination": sh.destination(at),
	}
	if sh.chosen && at.stage >= working {
		answer["shipmentConfirmationId"] = sh.confirmation
		answer["dates"] = object{"readyToShipWindow": window(p.created.Add(4*aDay), p.created.Add(6*aDay))}
		answer["contactInformation"] = object{"name": "Sam Sample", "phoneNumber": "5550100", "email": "sam@store.simulator.example"}
	}
	if sh.chosen && at.stage >= readyToShip {
		answer["selectedTransportationOptionId"] = sh.options[sh.selected]
		sh.transport(answer)
	}
	if sh.chosen && at.stage >= shipped {
		answer["trackingDetails"] = sh.tracking()
	}
	return answer
}

// placement is the option that the shipment belongs to.
func (sh *shipment) placement() string {
	if sh.chosen {
		return sh.plan.placement
	}
	return sh.plan.offered
}

// destination is where the shipment goes. Before the seller has decided, it
// may be left to the marketplace.
func (sh *shipment) destination(at progress) object {
	if at.stage == unconfirmed {
		return object{"destinationType": "AMAZON_OPTIMIZED"}
	}
	w := sh.warehouse
	return object{"destinationType": "AMAZON_WAREHOUSE", "warehouseId": w.id, "address": object{
		"name": w.id, "addressLine1": "1 Fulfillment Way", "city": w.city, "stateOrProvinceCode": w.state, "postalCode": w.postal, "countryCode": w.country,
	}}
}

func window(from, to time.Time) object {
	return object{"start": world.Instant(from), "end": world.Instant(to), "editableUntil": world.Instant(from.Add(-aDay))}
}

// transport adds how the shipment is sent.
func (sh *shipment) transport(answer object) {
	begin := sh.plan.created.Add(10 * aDay)
	switch {
	case sh.freight:
		answer["amazonReferenceId"] = sh.amazonOrder
		answer["freightInformation"] = object{"declaredValue": sh.plan.sum(250_000), "freightClass": "FC_70"}
	case !sh.partnered:
		answer["selectedDeliveryWindow"] = object{
			"deliveryWindowOptionId": sh.delivery, "availabilityType": "AVAILABLE", "startDate": world.Instant(begin), "endDate": world.Instant(begin.Add(6 * aDay)),
			"editableUntil": world.Instant(begin.Add(-aDay)),
		}
		answer["selfShipAppointmentDetails"] = []object{{
			"appointmentId": 1000 + sh.number, "appointmentStatus": "CONFIRMED",
			"appointmentSlotTime": object{"startTime": world.Instant(begin), "endTime": world.Instant(begin.Add(time.Hour))},
		}}
	}
}

func (sh *shipment) tracking() object {
	if sh.freight {
		return object{"ltlTrackingDetail": object{
			"billOfLadingNumber": "BOL" + sh.confirmation[3:], "freightBillNumber": []string{"PRO" + sh.confirmation[3:]},
		}}
	}
	boxes := 0
	for _, i := range sh.items {
		boxes += i.boxes
	}
	items := []object{}
	for n := range boxes {
		items = append(items, object{
			"boxId": sh.confirmation + "U" + world.Numbered("", 6, n+1), "trackingId": "1Z" + sh.confirmation[3:] + world.Numbered("", 6, n+1),
			"trackingNumberValidationStatus": "VALIDATED",
		})
	}
	return object{"spdTrackingDetail": object{"spdTrackingItems": items}}
}
