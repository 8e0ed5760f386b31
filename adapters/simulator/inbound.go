package simulator

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/world"
)

// defaultPage is how many an answer has when the caller does not say.
const defaultPage = 10

func (c *call) inboundPage(most int) span {
	c.wrongIf(len(c.text("paginationToken")) > 1024, "'paginationToken' is too long.")
	return c.page("pageSize", "paginationToken", defaultPage, most)
}

func (m *Marketplace) inboundPlans(c *call) any {
	wanted, sortBy := c.word("status", "", "ACTIVE", "VOIDED", "SHIPPED"), c.word("sortBy", "LAST_UPDATED_TIME", "CREATION_TIME")
	ascending, page := c.word("sortOrder", "DESC", "ASC") == "ASC", c.inboundPage(30)
	type row struct {
		plan    *inboundPlan
		status  string
		updated time.Time
	}
	now := m.World.Clock.Now()
	var rows []row
	for _, p := range m.inboundOf(c.token.seller).plans {
		status, updated := p.status(now)
		if !p.created.After(now) && (wanted == "" || status == wanted) {
			rows = append(rows, row{p, status, updated})
		}
	}
	slices.SortFunc(rows, func(x, y row) int {
		if !ascending {
			x, y = y, x
		}
		if sortBy == "CREATION_TIME" {
			return x.plan.created.Compare(y.plan.created)
		}
		return cmp.Or(x.updated.Compare(y.updated), strings.Compare(x.plan.id, y.plan.id))
	})
	list, next := slicePage(c, page, rows)
	plans := []object{}
	for _, r := range list {
		plans = append(plans, r.plan.summary(r.status, r.updated))
	}
	return object{"inboundPlans": plans}.paged(next)
}

func (p *inboundPlan) summary(status string, updated time.Time) object {
	return object{
		"inboundPlanId": p.id, "name": p.name, "createdAt": world.Instant(p.created), "lastUpdatedAt": world.Instant(updated), "status": status,
		"marketplaceIds": []string{string(p.shop)}, "sourceAddress": sourceAddress(p.seller),
	}
}

// longSegments checks the ids in the path.
func (c *call) longSegments() {
	for _, name := range []string{"inboundPlanId", "shipmentId", "packingGroupId"} {
		if id, named := c.segments[name]; named {
			c.long(name, id)
		}
	}
}

// longText is a long id in the query, "" when it is not sent.
func (c *call) longText(name string) string {
	if !c.has(name) {
		return ""
	}
	return c.long(name, c.text(name))
}

// planOf finds the plan that a call names, and the shipment where it names one.
func (m *Marketplace) planOf(c *call) (*inboundPlan, *shipment) {
	p, ok := m.inboundOf(c.token.seller).byID[c.path("inboundPlanId")]
	if !ok || p.created.After(m.World.Clock.Now()) {
		panic(notThere("The inbound plan does not exist."))
	}
	shipment, named := c.segments["shipmentId"]
	if !named {
		return p, nil
	}
	for _, sh := range p.allShipments() {
		if sh.id == shipment {
			return p, sh
		}
	}
	panic(notThere("The shipment does not exist in the inbound plan."))
}

func (m *Marketplace) answerPlan(c *call) any {
	c.longSegments()
	p, _ := m.planOf(c)
	now := m.World.Clock.Now()
	answer := p.summary(p.status(now))
	placements, packings := []object{}, []object{}
	for _, o := range p.placements(now) {
		if !p.confirmed(now) || o.status == optionAccepted {
			placements = append(placements, object{"placementOptionId": o.id, "status": o.status})
		}
	}
	for _, o := range p.packings(now) {
		packings = append(packings, object{"packingOptionId": o.id, "status": o.status})
	}
	answer["placementOptions"], answer["packingOptions"] = placements, packings
	if p.confirmed(now) {
		list := []object{}
		for _, sh := range p.shipments {
			list = append(list, object{"shipmentId": sh.id, "status": sh.at(now).status})
		}
		answer["shipments"] = list
	}
	return answer
}

// partsOf answers one of the lists of a plan, a shipment or a packing group, with
// pages of at most so many.
func partsOf(name string, most int) func(*Marketplace, *call) any {
	return func(m *Marketplace, c *call) any {
		c.longSegments()
		page := c.inboundPage(most)
		var placement, part string
		if c.op.id == transportations {
			placement, part = c.longText("placementOptionId"), c.longText("shipmentId")
		}
		p, sh := m.planOf(c)
		items, carrying := p.items, p.shipments
		if sh != nil {
			items, carrying = sh.items, []*shipment{sh}
		}
		if id, named := c.segments["packingGroupId"]; named {
			group := p.groupOf(id, m)
			if group < 0 {
				panic(notThere("The packing group does not exist in the inbound plan."))
			}
			items = p.inGroup(group)
		}
		now := m.World.Clock.Now()
		var rows []object
		switch name {
		case "boxes":
			return m.boxes(c, page, p, sh, items)
		case "items":
			for _, i := range items {
				rows = append(rows, itemRow(i))
			}
		case "pallets":
			rows = m.pallets(carrying)
		case "placementOptions":
			rows = p.placementRows(now)
		case "packingOptions":
			rows = m.packingRows(p, now)
		case "transportationOptions":
			rows = p.transportRows(placement, part, now)
		}
		list, next := slicePage(c, page, rows)
		return object{name: list}.paged(next)
	}
}

// boxes makes only the boxes of the page: there may be thousands.
func (m *Marketplace) boxes(c *call, page span, p *inboundPlan, sh *shipment, items []inboundItem) any {
	total := 0
	for _, i := range items {
		total += i.boxes
	}
	places := make([]int, total)
	for n := range places {
		places[n] = n
	}
	list, next := slicePage(c, page, places)
	boxes := []object{}
	for _, n := range list {
		boxes = append(boxes, m.box(p, sh, items, n))
	}
	return object{"boxes": boxes}.paged(next)
}

// box is the n-th box of some items.
func (m *Marketplace) box(p *inboundPlan, sh *shipment, items []inboundItem, n int) object {
	place := n
	i := 0
	for n >= items[i].boxes {
		n -= items[i].boxes
		i++
	}
	item := items[i]
	d := m.Draws(ofBox, m.Hash(p.id, item.index), uint64(n))
	row := itemRow(item)
	row["quantity"] = item.perBox
	box := object{
		"packageId": "pk" + m.Dashed("box", p.id, item.index, n), "quantity": 1, "items": []object{row},
		"contentInformationSource": "BOX_CONTENT_PROVIDED", "templateName": "Box " + strconv.Itoa(item.index+1),
		"weight":     object{"unit": "LB", "value": world.Shops[p.shop].Number(int64(d.Between(400, 4800)))},
		"dimensions": object{"unitOfMeasurement": "IN", "length": d.Between(12, 25), "width": d.Between(8, 20), "height": d.Between(6, 18)},
	}
	if sh != nil && sh.chosen && sh.at(m.World.Clock.Now()).stage >= readyToShip {
		box["boxId"] = sh.confirmation + "U" + world.Numbered("", 6, place+1)
		box["externalContainerIdentifier"], box["externalContainerIdentifierType"] = box["boxId"], "AMAZON"
		box["destinationRegion"] = object{
			"countryCode": sh.warehouse.country, "state": sh.warehouse.state, "warehouseId": sh.warehouse.id,
		}
	}
	return box
}

func itemRow(i inboundItem) object {
	prep := []object{{"prepOwner": "SELLER", "prepType": i.prep}}
	if i.prep == "ITEM_NO_PREP" {
		prep[0]["prepOwner"] = "NONE"
	}
	row := object{
		"msku": i.listing.sku, "asin": i.listing.asin, "fnsku": i.listing.fnsku, "quantity": i.quantity(), "labelOwner": "SELLER",
		"prepInstructions": prep,
	}
	if i.expires != "" {
		row["expiration"] = i.expires
	}
	if i.lot != "" {
		row["manufacturingLotCode"] = i.lot
	}
	return row
}

// boxesPerPallet is how many boxes stand on one.
const boxesPerPallet = 40

func (m *Marketplace) pallets(carrying []*shipment) []object {
	var rows []object
	for _, sh := range carrying {
		boxes := 0
		for _, i := range sh.items {
			boxes += i.boxes
		}
		for n := 0; sh.freight && n*boxesPerPallet < boxes; n++ {
			rows = append(rows, object{
				"packageId": "pk" + m.Dashed("pallet", sh.id, n), "quantity": 1, "stackability": "STACKABLE",
				"dimensions": object{"unitOfMeasurement": "IN", "length": 48, "width": 40, "height": 60},
				"weight":     object{"unit": "LB", "value": 200 + 20*min(boxesPerPallet, boxes-n*boxesPerPallet)},
			})
		}
	}
	return rows
}
