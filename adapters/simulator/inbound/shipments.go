package inbound

import (
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
)

func (docks *Docks) answerShipment(c *gateway.Call) any {
	longSegments(c)
	p, sh := docks.planOf(c)
	at := sh.at(docks.world.Clock.Now())
	answer := gateway.Object{
		"shipmentId": sh.id, "placementOptionId": sh.placement(), "name": p.name + ", part " + world.Numbered("", 1, sh.number+1), "status": at.status,
		"source":      gateway.Object{"sourceType": "SELLER_FACILITY", "address": ledger.SourceAddress(p.seller)},
		"destination": sh.destination(at),
	}
	if sh.chosen && at.stage >= working {
		answer["shipmentConfirmationId"] = sh.confirmation
		answer["dates"] = gateway.Object{"readyToShipWindow": window(p.created.Add(4*world.Day), p.created.Add(6*world.Day))}
		answer["contactInformation"] = gateway.Object{"name": "Sam Sample", "phoneNumber": "5550100", "email": "sam@store.simulator.example"}
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

// placement returns the option that the shipment belongs to.
func (sh *shipment) placement() string {
	if sh.chosen {
		return sh.plan.placement
	}
	return sh.plan.offered
}

// destination returns the destination of the shipment. Until the plan is confirmed, the marketplace
// chooses it.
func (sh *shipment) destination(at progress) gateway.Object {
	if at.stage == unconfirmed {
		return gateway.Object{"destinationType": "AMAZON_OPTIMIZED"}
	}
	w := sh.warehouse
	return gateway.Object{"destinationType": "AMAZON_WAREHOUSE", "warehouseId": w.id, "address": gateway.Object{
		"name": w.id, "addressLine1": "1 Fulfillment Way", "city": w.city, "stateOrProvinceCode": w.state, "postalCode": w.postal, "countryCode": w.country,
	}}
}

func window(from, to time.Time) gateway.Object {
	return gateway.Object{"start": world.Instant(from), "end": world.Instant(to), "editableUntil": world.Instant(from.Add(-world.Day))}
}

// transport adds the shipment's way of transport.
func (sh *shipment) transport(answer gateway.Object) {
	begin := sh.plan.created.Add(10 * world.Day)
	switch {
	case sh.freight:
		answer["amazonReferenceId"] = sh.amazonOrder
		answer["freightInformation"] = gateway.Object{"declaredValue": sh.plan.sum(250_000), "freightClass": "FC_70"}
	case !sh.partnered:
		answer["selectedDeliveryWindow"] = gateway.Object{
			"deliveryWindowOptionId": sh.delivery, "availabilityType": "AVAILABLE", "startDate": world.Instant(begin), "endDate": world.Instant(begin.Add(6 * world.Day)),
			"editableUntil": world.Instant(begin.Add(-world.Day)),
		}
		answer["selfShipAppointmentDetails"] = []gateway.Object{{
			"appointmentId": 1000 + sh.number, "appointmentStatus": "CONFIRMED",
			"appointmentSlotTime": gateway.Object{"startTime": world.Instant(begin), "endTime": world.Instant(begin.Add(time.Hour))},
		}}
	}
}

func (sh *shipment) tracking() gateway.Object {
	if sh.freight {
		return gateway.Object{"ltlTrackingDetail": gateway.Object{
			"billOfLadingNumber": "BOL" + sh.confirmation[3:], "freightBillNumber": []string{"PRO" + sh.confirmation[3:]},
		}}
	}
	boxes := 0
	for _, i := range sh.items {
		boxes += i.boxes
	}
	items := []gateway.Object{}
	for n := range boxes {
		items = append(items, gateway.Object{
			"boxId": sh.confirmation + "U" + world.Numbered("", 6, n+1), "trackingId": "1Z" + sh.confirmation[3:] + world.Numbered("", 6, n+1),
			"trackingNumberValidationStatus": "VALIDATED",
		})
	}
	return gateway.Object{"spdTrackingDetail": gateway.Object{"spdTrackingItems": items}}
}
