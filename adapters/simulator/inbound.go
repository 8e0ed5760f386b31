package simulator

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const inboundPath = "/inbound/fba/2024-03-20/inboundPlans"

func (m *Marketplace) inboundRows() []operation {
	rare, often := rate{2, 6}, rate{2, 30}
	row := func(id, path string, r rate) operation {
		return operation{id: id, method: http.MethodGet, path: segments(path), rate: r}
	}
	const plan, part, group = inboundPath + "/{inboundPlanId}", inboundPath + "/{inboundPlanId}/shipments/{shipmentId}",
		inboundPath + "/{inboundPlanId}/packingGroups/{packingGroupId}"
	return []operation{
		reading(m, row("listInboundPlans", inboundPath, rare), readPlans, m.answerPlans),
		reading(m, row("getInboundPlan", plan, rare), readPlan, m.answerPlan),
		reading(m, row("listInboundPlanBoxes", plan+"/boxes", rare), readPart(1000), m.answerParts("boxes")),
		reading(m, row("listInboundPlanItems", plan+"/items", rare), readPart(1000), m.answerParts("items")),
		reading(m, row("listInboundPlanPallets", plan+"/pallets", rare), readPart(1000), m.answerParts("pallets")),
		reading(m, row("listPlacementOptions", plan+"/placementOptions", rare), readPart(20), m.answerParts("placementOptions")),
		reading(m, row("listPackingOptions", plan+"/packingOptions", rare), readPart(20), m.answerParts("packingOptions")),
		reading(m, row("listTransportationOptions", plan+"/transportationOptions", rare), readPart(20), m.answerParts("transportationOptions")),
		reading(m, row("listPackingGroupBoxes", group+"/boxes", often), readPart(100), m.answerParts("boxes")),
		reading(m, row("listPackingGroupItems", group+"/items", often), readPart(100), m.answerParts("items")),
		reading(m, row("getShipment", part, rare), readPlan, m.answerShipment),
		reading(m, row("listShipmentBoxes", part+"/boxes", often), readPart(1000), m.answerParts("boxes")),
		reading(m, row("listShipmentItems", part+"/items", often), readPart(1000), m.answerParts("items")),
		reading(m, row("listShipmentPallets", part+"/pallets", often), readPart(1000), m.answerParts("pallets")),
	}
}

// plansRead is what listInboundPlans was asked.
type plansRead struct {
	status, sortBy string
	ascending      bool
	page           span
}

// defaultPage is how many an answer has when the caller does not say.
const defaultPage = 10

func readPlans(a *asked) plansRead {
	return plansRead{
		status: a.word("status", "", "ACTIVE", "VOIDED", "SHIPPED"), sortBy: a.word("sortBy", "LAST_UPDATED_TIME", "CREATION_TIME"),
		ascending: a.word("sortOrder", "DESC", "ASC") == "ASC", page: a.inboundPage(30),
	}
}

func (a *asked) inboundPage(most int) span {
	if len(a.text("paginationToken")) > 1024 {
		a.wrong("'paginationToken' is too long.")
	}
	return a.page("pageSize", "paginationToken", defaultPage, most)
}

func (m *Marketplace) answerPlans(c *call, in plansRead) (int, any) {
	type row struct {
		plan    *inboundPlan
		status  string
		updated time.Time
	}
	now := m.cfg.Clock.Now()
	var rows []row
	for _, p := range m.inboundOf(c.token.seller).plans {
		status, updated := p.status(now)
		if !p.created.After(now) && (in.status == "" || status == in.status) {
			rows = append(rows, row{p, status, updated})
		}
	}
	slices.SortFunc(rows, func(x, y row) int {
		if !in.ascending {
			x, y = y, x
		}
		if in.sortBy == "CREATION_TIME" {
			return x.plan.created.Compare(y.plan.created)
		}
		return cmp.Or(x.updated.Compare(y.updated), strings.Compare(x.plan.id, y.plan.id))
	})
	list, next := slicePage(m, c, in.page, rows)
	plans := []map[string]any{}
	for _, r := range list {
		plans = append(plans, r.plan.summary(r.status, r.updated))
	}
	return http.StatusOK, paged("inboundPlans", plans, next)
}

func paged(name string, list any, next string) map[string]any {
	answer := map[string]any{name: list}
	if next != "" {
		answer["pagination"] = pagination{NextToken: next}
	}
	return answer
}

func (p *inboundPlan) summary(status string, updated time.Time) map[string]any {
	return map[string]any{
		"inboundPlanId": p.id, "name": p.name, "createdAt": instant(p.created), "lastUpdatedAt": instant(updated), "status": status,
		"marketplaceIds": []string{string(p.shop)}, "sourceAddress": sourceAddress(p.seller),
	}
}

// planRead names a part of a plan.
type planRead struct {
	plan, shipment, group    string
	placementOf, transportOf string
	page                     span
}

func readPlan(a *asked) planRead {
	in := planRead{plan: a.long("inboundPlanId", a.path("inboundPlanId")), shipment: a.path("shipmentId"), group: a.path("packingGroupId")}
	if _, named := a.call.segments["shipmentId"]; named {
		a.long("shipmentId", in.shipment)
	}
	if _, named := a.call.segments["packingGroupId"]; named {
		a.long("packingGroupId", in.group)
	}
	return in
}

// readPart reads the place of a list in a plan, with pages of at most so many.
func readPart(most int) func(a *asked) planRead {
	return func(a *asked) planRead {
		in := readPlan(a)
		in.page = a.inboundPage(most)
		if a.call.op.id != "listTransportationOptions" {
			return in
		}
		if a.has("placementOptionId") {
			in.placementOf = a.long("placementOptionId", a.text("placementOptionId"))
		}
		if a.has("shipmentId") {
			in.transportOf = a.long("shipmentId", a.text("shipmentId"))
		}
		return in
	}
}

// planOf finds what a call names, or says what does not exist.
func (m *Marketplace) planOf(c *call, in planRead) (*inboundPlan, *shipment, *refusal) {
	now := m.cfg.Clock.Now()
	p, ok := m.inboundOf(c.token.seller).byID[in.plan]
	if !ok || p.created.After(now) {
		return nil, nil, notThere("The inbound plan does not exist.")
	}
	if in.shipment == "" {
		return p, nil, nil
	}
	for _, sh := range append(slices.Clone(p.shipments), p.spare) {
		if sh.id == in.shipment {
			return p, sh, nil
		}
	}
	return nil, nil, notThere("The shipment does not exist in the inbound plan.")
}

func (m *Marketplace) answerPlan(c *call, in planRead) (int, any) {
	p, _, no := m.planOf(c, in)
	if no != nil {
		return 0, no
	}
	now := m.cfg.Clock.Now()
	status, updated := p.status(now)
	answer := p.summary(status, updated)
	placements, packings := []map[string]any{}, []map[string]any{}
	for _, o := range p.placements(now) {
		if !p.confirmed(now) || o.status == optionAccepted {
			placements = append(placements, map[string]any{"placementOptionId": o.id, "status": o.status})
		}
	}
	for _, o := range p.packings(now) {
		packings = append(packings, map[string]any{"packingOptionId": o.id, "status": o.status})
	}
	answer["placementOptions"], answer["packingOptions"] = placements, packings
	if p.confirmed(now) {
		list := []map[string]any{}
		for _, sh := range p.shipments {
			list = append(list, map[string]any{"shipmentId": sh.id, "status": sh.at(now).status})
		}
		answer["shipments"] = list
	}
	return http.StatusOK, answer
}

// answerParts answers one of the lists of a plan, a shipment or a packing group.
func (m *Marketplace) answerParts(name string) func(*call, planRead) (int, any) {
	return func(c *call, in planRead) (int, any) {
		p, sh, no := m.planOf(c, in)
		if no != nil {
			return 0, no
		}
		items, carrying := p.items, p.shipments
		if sh != nil {
			items, carrying = sh.items, []*shipment{sh}
		}
		if in.group != "" {
			group := p.groupOf(in.group, m)
			if group < 0 {
				return 0, notThere("The packing group does not exist in the inbound plan.")
			}
			items = p.inGroup(group)
		}
		now := m.cfg.Clock.Now()
		var rows []map[string]any
		switch name {
		case "boxes":
			return m.answerBoxes(c, in, p, sh, items)
		case "items":
			rows = itemRows(items)
		case "pallets":
			rows = m.pallets(carrying)
		case "placementOptions":
			rows = p.placementRows(now)
		case "packingOptions":
			rows = m.packingRows(p, now)
		case "transportationOptions":
			rows = p.transportRows(in, now)
		}
		list, next := slicePage(m, c, in.page, rows)
		return http.StatusOK, paged(name, list, next)
	}
}

// answerBoxes makes only the boxes of the page: there may be thousands.
func (m *Marketplace) answerBoxes(c *call, in planRead, p *inboundPlan, sh *shipment, items []inboundItem) (int, any) {
	total := 0
	for _, i := range items {
		total += i.boxes
	}
	places := make([]int, total)
	for n := range places {
		places[n] = n
	}
	list, next := slicePage(m, c, in.page, places)
	boxes := []map[string]any{}
	for _, n := range list {
		boxes = append(boxes, m.box(p, sh, items, n))
	}
	return http.StatusOK, paged("boxes", boxes, next)
}

// box is the n-th box of some items.
func (m *Marketplace) box(p *inboundPlan, sh *shipment, items []inboundItem, n int) map[string]any {
	place := n
	i := 0
	for n >= items[i].boxes {
		n -= items[i].boxes
		i++
	}
	item := items[i]
	d := m.draws(ofBox, m.hash(p.id, item.index), uint64(n))
	row := itemRow(item)
	row["quantity"] = item.perBox
	box := map[string]any{
		"packageId": "pk" + m.dashed("box", p.id, item.index, n), "quantity": 1, "items": []map[string]any{row},
		"contentInformationSource": "BOX_CONTENT_PROVIDED", "templateName": "Box " + strconv.Itoa(item.index+1),
		"weight":     map[string]any{"unit": "LB", "value": shops[p.shop].number(int64(d.Between(400, 4800)))},
		"dimensions": map[string]any{"unitOfMeasurement": "IN", "length": d.Between(12, 25), "width": d.Between(8, 20), "height": d.Between(6, 18)},
	}
	if sh != nil && sh.chosen && sh.at(m.cfg.Clock.Now()).stage >= readyToShip {
		box["boxId"] = sh.confirmation + "U" + numbered("", 6, place+1)
		box["externalContainerIdentifier"], box["externalContainerIdentifierType"] = box["boxId"], "AMAZON"
		box["destinationRegion"] = map[string]any{
			"countryCode": sh.warehouse.country, "state": sh.warehouse.state, "warehouseId": sh.warehouse.id,
		}
	}
	return box
}

func itemRows(items []inboundItem) []map[string]any {
	var rows []map[string]any
	for _, i := range items {
		rows = append(rows, itemRow(i))
	}
	return rows
}

func itemRow(i inboundItem) map[string]any {
	prep := []map[string]any{{"prepOwner": "SELLER", "prepType": i.prep}}
	if i.prep == "ITEM_NO_PREP" {
		prep[0]["prepOwner"] = "NONE"
	}
	row := map[string]any{
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

func (m *Marketplace) pallets(carrying []*shipment) []map[string]any {
	var rows []map[string]any
	for _, sh := range carrying {
		boxes := 0
		for _, i := range sh.items {
			boxes += i.boxes
		}
		for n := 0; sh.freight && n*boxesPerPallet < boxes; n++ {
			rows = append(rows, map[string]any{
				"packageId": "pk" + m.dashed("pallet", sh.id, n), "quantity": 1, "stackability": "STACKABLE",
				"dimensions": map[string]any{"unitOfMeasurement": "IN", "length": 48, "width": 40, "height": 60},
				"weight":     map[string]any{"unit": "LB", "value": 200 + 20*min(boxesPerPallet, boxes-n*boxesPerPallet)},
			})
		}
	}
	return rows
}
