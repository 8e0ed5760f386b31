package inbound

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
)

func inboundPage(c *gateway.Call, most int) gateway.Span {
	c.WrongIf(len(c.Text("paginationToken")) > 1024, "'paginationToken' is too long.")
	return c.Page("pageSize", "paginationToken", gateway.DefaultPage, most)
}

func (docks *Docks) inboundPlans(c *gateway.Call) any {
	wanted, sortBy := c.Word("status", "", "ACTIVE", "VOIDED", "SHIPPED"), c.Word("sortBy", "LAST_UPDATED_TIME", "CREATION_TIME")
	ascending, page := c.Word("sortOrder", "DESC", "ASC") == "ASC", inboundPage(c, 30)
	type row struct {
		plan    *inboundPlan
		status  string
		updated time.Time
	}
	now := docks.world.Clock.Now()
	var rows []row
	for _, p := range docks.inboundOf(c.Token.Seller).plans {
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
	list, next := gateway.SlicePage(c, page, rows)
	plans := []gateway.Object{}
	for _, r := range list {
		plans = append(plans, r.plan.summary(r.status, r.updated))
	}
	return gateway.Object{"inboundPlans": plans}.Paged(next)
}

func (p *inboundPlan) summary(status string, updated time.Time) gateway.Object {
	return gateway.Object{
		"inboundPlanId": p.id, "name": p.name, "createdAt": world.Instant(p.created), "lastUpdatedAt": world.Instant(updated), "status": status,
		"marketplaceIds": []string{string(p.shop)}, "sourceAddress": ledger.SourceAddress(p.seller),
	}
}

// longSegments checks the ids in the path.
func longSegments(c *gateway.Call) {
	for _, name := range []string{"inboundPlanId", "shipmentId", "packingGroupId"} {
		if id, named := c.Segments[name]; named {
			c.Long(name, id)
		}
	}
}

// longText returns a long id in the query, "" if it is not sent.
func longText(c *gateway.Call, name string) string {
	if !c.Has(name) {
		return ""
	}
	return c.Long(name, c.Text(name))
}

// planOf returns the plan of a call, and the shipment if the call names it.
func (docks *Docks) planOf(c *gateway.Call) (*inboundPlan, *shipment) {
	p, ok := docks.inboundOf(c.Token.Seller).byID[c.Path("inboundPlanId")]
	if !ok || p.created.After(docks.world.Clock.Now()) {
		panic(gateway.NotFound("The inbound plan does not exist."))
	}
	shipment, named := c.Segments["shipmentId"]
	if !named {
		return p, nil
	}
	for _, sh := range p.allShipments() {
		if sh.id == shipment {
			return p, sh
		}
	}
	panic(gateway.NotFound("The shipment does not exist in the inbound plan."))
}

func (docks *Docks) answerPlan(c *gateway.Call) any {
	longSegments(c)
	p, _ := docks.planOf(c)
	now := docks.world.Clock.Now()
	answer := p.summary(p.status(now))
	placements, packings := []gateway.Object{}, []gateway.Object{}
	for _, o := range p.placements(now) {
		if !p.confirmed(now) || o.status == optionAccepted {
			placements = append(placements, gateway.Object{"placementOptionId": o.id, "status": o.status})
		}
	}
	for _, o := range p.packings(now) {
		packings = append(packings, gateway.Object{"packingOptionId": o.id, "status": o.status})
	}
	answer["placementOptions"], answer["packingOptions"] = placements, packings
	if p.confirmed(now) {
		list := []gateway.Object{}
		for _, sh := range p.shipments {
			list = append(list, gateway.Object{"shipmentId": sh.id, "status": sh.at(now).status})
		}
		answer["shipments"] = list
	}
	return answer
}

// partsOf answers one of the lists of a plan, a shipment or a packing group, with at most so many
// rows per page.
func (docks *Docks) partsOf(name string, most int) func(*gateway.Call) any {
	return func(c *gateway.Call) any {
		longSegments(c)
		page := inboundPage(c, most)
		var placement, part string
		if c.Op.ID == transportations {
			placement, part = longText(c, "placementOptionId"), longText(c, "shipmentId")
		}
		p, sh := docks.planOf(c)
		items, carrying := p.items, p.shipments
		if sh != nil {
			items, carrying = sh.items, []*shipment{sh}
		}
		if id, named := c.Segments["packingGroupId"]; named {
			group := p.groupOf(id, docks)
			if group < 0 {
				panic(gateway.NotFound("The packing group does not exist in the inbound plan."))
			}
			items = p.inGroup(group)
		}
		now := docks.world.Clock.Now()
		var rows []gateway.Object
		switch name {
		case "boxes":
			return docks.boxes(c, page, p, sh, items)
		case "items":
			for _, i := range items {
				rows = append(rows, itemRow(i))
			}
		case "pallets":
			rows = docks.pallets(carrying)
		case "placementOptions":
			rows = p.placementRows(now)
		case "packingOptions":
			rows = docks.packingRows(p, now)
		case "transportationOptions":
			rows = p.transportRows(placement, part, now)
		}
		list, next := gateway.SlicePage(c, page, rows)
		return gateway.Object{name: list}.Paged(next)
	}
}

// boxes makes only the boxes of the page: there may be thousands.
func (docks *Docks) boxes(c *gateway.Call, page gateway.Span, p *inboundPlan, sh *shipment, items []inboundItem) any {
	total := 0
	for _, i := range items {
		total += i.boxes
	}
	places := make([]int, total)
	for n := range places {
		places[n] = n
	}
	list, next := gateway.SlicePage(c, page, places)
	boxes := []gateway.Object{}
	for _, n := range list {
		boxes = append(boxes, docks.box(p, sh, items, n))
	}
	return gateway.Object{"boxes": boxes}.Paged(next)
}

// box returns the n-th box of some items.
func (docks *Docks) box(p *inboundPlan, sh *shipment, items []inboundItem, n int) gateway.Object {
	place := n
	i := 0
	for n >= items[i].boxes {
		n -= items[i].boxes
		i++
	}
	item := items[i]
	d := docks.world.Draws(world.OfBox, docks.world.Hash(p.id, item.index), uint64(n))
	row := itemRow(item)
	row["quantity"] = item.perBox
	box := gateway.Object{
		"packageId": "pk" + docks.world.Dashed("box", p.id, item.index, n), "quantity": 1, "items": []gateway.Object{row},
		"contentInformationSource": "BOX_CONTENT_PROVIDED", "templateName": "Box " + strconv.Itoa(item.index+1),
		"weight":     gateway.Object{"unit": "LB", "value": world.Shops[p.shop].Number(int64(d.Between(400, 4800)))},
		"dimensions": gateway.Object{"unitOfMeasurement": "IN", "length": d.Between(12, 25), "width": d.Between(8, 20), "height": d.Between(6, 18)},
	}
	if sh != nil && sh.chosen && sh.at(docks.world.Clock.Now()).stage >= readyToShip {
		box["boxId"] = sh.confirmation + "U" + world.Numbered("", 6, place+1)
		box["externalContainerIdentifier"], box["externalContainerIdentifierType"] = box["boxId"], "AMAZON"
		box["destinationRegion"] = gateway.Object{
			"countryCode": sh.warehouse.country, "state": sh.warehouse.state, "warehouseId": sh.warehouse.id,
		}
	}
	return box
}

func itemRow(i inboundItem) gateway.Object {
	prep := []gateway.Object{{"prepOwner": "SELLER", "prepType": i.prep}}
	if i.prep == "ITEM_NO_PREP" {
		prep[0]["prepOwner"] = "NONE"
	}
	row := gateway.Object{
		"msku": i.listing.SKU, "asin": i.listing.ASIN, "fnsku": i.listing.FNSKU, "quantity": i.quantity(), "labelOwner": "SELLER",
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

// boxesPerPallet bounds the boxes on a pallet.
const boxesPerPallet = 40

func (docks *Docks) pallets(carrying []*shipment) []gateway.Object {
	var rows []gateway.Object
	for _, sh := range carrying {
		boxes := 0
		for _, i := range sh.items {
			boxes += i.boxes
		}
		for n := 0; sh.freight && n*boxesPerPallet < boxes; n++ {
			rows = append(rows, gateway.Object{
				"packageId": "pk" + docks.world.Dashed("pallet", sh.id, n), "quantity": 1, "stackability": "STACKABLE",
				"dimensions": gateway.Object{"unitOfMeasurement": "IN", "length": 48, "width": 40, "height": 60},
				"weight":     gateway.Object{"unit": "LB", "value": 200 + 20*min(boxesPerPallet, boxes-n*boxesPerPallet)},
			})
		}
	}
	return rows
}
