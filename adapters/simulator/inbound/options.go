package inbound

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

const (
	optionOffered  = "OFFERED"
	optionAccepted = "ACCEPTED"
	optionExpired  = "EXPIRED"
)

// option has a choice of the seller: a placement or a packing.
type option struct {
	id, status string
	taken      bool
}

// options returns the chosen option and an alternative, in their current state.
func (p *inboundPlan) options(taken, other string, now time.Time) []option {
	switch {
	case p.confirmed(now):
		return []option{{taken, optionAccepted, true}, {other, optionExpired, false}}
	case p.ending == endsBroken && now.Sub(p.created) >= time.Duration(stageDays[working])*world.Day:
		return []option{{taken, optionExpired, true}, {other, optionExpired, false}}
	}
	return []option{{taken, optionOffered, true}, {other, optionOffered, false}}
}

func (p *inboundPlan) placements(now time.Time) []option {
	return p.options(p.placement, p.offered, now)
}

func (p *inboundPlan) packings(now time.Time) []option {
	return p.options(p.packing, p.unpacked, now)
}

// expiry returns the end of the offered options.
func (p *inboundPlan) expiry() string {
	return world.Stamp(p.created.Add(time.Duration(stageDays[working]) * world.Day))
}

// sum returns an amount in the currency of the plan's marketplace.
func (p *inboundPlan) sum(cents int64) gateway.Object {
	s := world.Shops[p.shop]
	return gateway.Object{"amount": s.Number(s.Minor(cents)), "code": s.Currency}
}

func (p *inboundPlan) incentive(kind, target, words string, cents int64) []gateway.Object {
	return []gateway.Object{{"type": kind, "target": target, "description": words, "value": p.sum(cents)}}
}

// units counts the units of all items.
func units(items []inboundItem) int64 {
	n := 0
	for _, i := range items {
		n += i.quantity()
	}
	return int64(n)
}

func (p *inboundPlan) placementRows(now time.Time) []gateway.Object {
	var rows []gateway.Object
	for _, o := range p.placements(now) {
		ids := []string{}
		fees, discounts := []gateway.Object{}, []gateway.Object{}
		if o.taken {
			for _, sh := range p.shipments {
				ids = append(ids, sh.id)
			}
			discounts = p.incentive("DISCOUNT", "Fulfillment Fee Discount", "Discount for shipping to several places.", 2*units(p.items))
		} else {
			ids = append(ids, p.spare.id)
			fees = p.incentive("FEE", "Placement Services", "Placement fee for shipping to one place.", 30*units(p.items))
		}
		if o.taken && len(p.shipments) == 1 {
			fees, discounts = p.incentive("FEE", "Placement Services", "Placement fee for shipping to few places.", 21*units(p.items)), fees
		}
		row := gateway.Object{"placementOptionId": o.id, "status": o.status, "shipmentIds": ids, "fees": fees, "discounts": discounts}
		if o.status != optionAccepted {
			row["expiration"] = p.expiry()
		}
		rows = append(rows, row)
	}
	return rows
}

// groupID names a packing group; the rejected option has one more group.
func (p *inboundPlan) groupID(m *Docks, n int) string {
	return "pg" + m.world.Dashed("group", p.id, n)
}

// groupOf returns the number of a packing group, or -1.
func (p *inboundPlan) groupOf(id string, m *Docks) int {
	for n := range p.groups + 1 {
		if p.groupID(m, n) == id {
			return n
		}
	}
	return -1
}

// inGroup returns the items packed together: by turns, or all in the group of the rejected option.
func (p *inboundPlan) inGroup(n int) []inboundItem {
	if n == p.groups {
		return p.items
	}
	return slices.DeleteFunc(slices.Clone(p.items), func(i inboundItem) bool { return i.index%p.groups != n })
}

func (docks *Docks) packingRows(p *inboundPlan, now time.Time) []gateway.Object {
	var rows []gateway.Object
	for _, o := range p.packings(now) {
		var groups []string
		for n := range p.groups {
			groups = append(groups, p.groupID(docks, n))
		}
		fees := []gateway.Object{}
		if !o.taken {
			groups = []string{p.groupID(docks, p.groups)}
			fees = p.incentive("FEE", "Placement Services", "Fee for packing everything together.", 15*units(p.items))
		}
		row := gateway.Object{
			"packingOptionId": o.id, "status": o.status, "packingGroups": groups, "fees": fees, "discounts": []gateway.Object{},
			"supportedConfigurations": []gateway.Object{{
				"boxPackingMethods": []string{"BOX_CONTENT_PROVIDED", "BARCODE_2D"},
				"boxRequirements":   gateway.Object{"weight": gateway.Object{"minimum": 0, "maximum": 50, "unit": "LB"}},
				"shippingRequirements": []gateway.Object{
					{"solution": ownCarrier, "modes": []string{smallParcel, ltl}}, {"solution": partnered, "modes": []string{smallParcel, ltl}},
				},
			}},
			"supportedShippingConfigurations": []gateway.Object{{"shippingMode": smallParcel, "shippingSolution": ownCarrier}},
		}
		if o.status != optionAccepted {
			row["expiration"] = p.expiry()
		}
		rows = append(rows, row)
	}
	return rows
}

const (
	ownCarrier  = "USE_YOUR_OWN_CARRIER"
	partnered   = "AMAZON_PARTNERED_CARRIER"
	smallParcel = "GROUND_SMALL_PARCEL"
	ltl         = "FREIGHT_LTL"
)

// transportRows returns the ways to send the shipments. The call may restrict them to one shipment
// or one placement option.
func (p *inboundPlan) transportRows(placement, shipment string, now time.Time) []gateway.Object {
	var rows []gateway.Object
	for _, sh := range p.allShipments() {
		if (shipment == "" || shipment == sh.id) && (placement == "" || placement == sh.placement()) {
			rows = append(rows, sh.transports(now)...)
		}
	}
	return rows
}

func (sh *shipment) transports(now time.Time) []gateway.Object {
	p := sh.plan
	quote := func(cents int64) gateway.Object {
		return gateway.Object{
			"cost": p.sum(cents), "expiration": p.expiry(), "voidableUntil": world.Stamp(p.created.Add(3 * world.Day)),
		}
	}
	row := func(n int, carrier, code, mode, solution string) gateway.Object {
		return gateway.Object{
			"transportationOptionId": sh.options[n], "shipmentId": sh.id, "shippingMode": mode, "shippingSolution": solution,
			"carrier": gateway.Object{"name": carrier, "alphaCode": code}, "preconditions": []string{},
		}
	}
	own := row(0, "Sample Parcel", "SMPL", smallParcel, ownCarrier)
	own["preconditions"] = []string{"CONFIRMED_DELIVERY_WINDOW"}
	parcel := row(1, "Partnered Parcel", "PTNR", smallParcel, partnered)
	parcel["quote"] = quote(900 + 38*units(sh.items))
	freight := row(2, "Sample Freight", "SMFR", ltl, partnered)
	freight["quote"] = quote(7500 + 12*units(sh.items))
	start := p.created.Add(5 * world.Day).Truncate(world.Day).Add(8 * time.Hour)
	freight["carrierAppointment"] = gateway.Object{"startTime": world.Instant(start), "endTime": world.Instant(start.Add(4 * time.Hour))}
	if !sh.chosen || sh.at(now).stage < readyToShip {
		return []gateway.Object{own, parcel, freight}
	}
	// Does not offer rejected options any longer.
	return []gateway.Object{own, parcel, freight}[sh.selected : sh.selected+1]
}
