package inbound

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// inboundBook has all plans of a seller to fulfilment centres, past and future. A plan that begins
// after now does not exist yet.
type inboundBook struct {
	plans     []*inboundPlan
	byID      map[string]*inboundPlan
	shipments []*shipment // of the chosen options, by time
}

// inboundPlan has a plan to send units.
type inboundPlan struct {
	seller             *world.Seller
	id, name           string
	shop               marketplace.ID
	created            time.Time
	ending             ending
	items              []inboundItem
	groups             int
	placement, offered string // the chosen and the other option
	packing, unpacked  string
	shipments          []*shipment // of the chosen option
	spare              *shipment   // of the other option
}

// allShipments returns the shipments of both options.
func (p *inboundPlan) allShipments() []*shipment { return append(slices.Clone(p.shipments), p.spare) }

// inboundItem has a SKU of a plan. Every box has a single SKU.
type inboundItem struct {
	index              int
	listing            *ledger.Listing
	perBox, boxes      int
	expires, lot, prep string
	missing            int
}

func (i inboundItem) quantity() int { return i.perBox * i.boxes }

// shipment has a part of a plan that goes to one fulfilment centre.
type shipment struct {
	plan                  *inboundPlan
	number                int
	id, confirmation      string
	warehouse             warehouse
	items                 []inboundItem
	freight, partnered    bool
	chosen                bool
	options               []string // transportation
	selected              int
	delivery, amazonOrder string
}

type warehouse struct{ id, city, state, postal, country string }

var warehouses = map[string][]warehouse{
	"US": {{"ONT8", "Moreno Valley", "CA", "92551", "US"}, {"ABE8", "Florence", "NJ", "08518", "US"}, {"FTW1", "Dallas", "TX", "75241", "US"}},
	"CA": {{"YYZ4", "Brampton", "ON", "L6Y 0B2", "CA"}},
	"GB": {{"LTN4", "Dunstable", "Bedfordshire", "LU5 4FE", "GB"}, {"BHX4", "Coventry", "West Midlands", "CV5 9PF", "GB"}},
	"DE": {{"LEJ1", "Leipzig", "Sachsen", "04347", "DE"}},
	"JP": {{"HND3", "Kawasaki", "Kanagawa", "210-0869", "JP"}, {"KIX3", "Daito", "Osaka", "574-0057", "JP"}},
}

// ending names the fate of a plan that does not go its usual way.
type ending string

const (
	endsWell      ending = ""
	endsCancelled ending = "CANCELLED"
	endsDeleted   ending = "DELETED"
	endsAbandoned ending = "ABANDONED"
	endsMixed     ending = "MIXED"
	endsVoided    ending = "VOIDED"
	endsInError   ending = "ERROR" // only in the old interface
	endsBroken    ending = "ERRORED"
)

// endings maps the age of a plan, modulo twenty, to its ending.
var endings = map[int]ending{
	12: endsCancelled, 13: endsDeleted, 14: endsAbandoned, 15: endsMixed, 16: endsInError, 17: endsVoided, 18: endsBroken,
}

const (
	planEvery = 2 * 24 * time.Hour
	manyBoxes = 11 // age of the enormous account's plan with more than a page of boxes
)

// plansUpToNow counts an account's plans when the world begins. As many follow.
func plansUpToNow(k world.Kind) int {
	switch k {
	case world.Full:
		return 30
	case world.Enormous:
		return 200
	case world.Empty, world.Local:
		return 0
	default:
		return 6
	}
}

// inboundOf returns the plans of a seller, made once.
func (docks *Docks) inboundOf(id string) *inboundBook {
	docks.mu.Lock()
	defer docks.mu.Unlock()
	b, ok := docks.books[id]
	if !ok {
		s, _ := docks.world.Account(id)
		b = &inboundBook{byID: map[string]*inboundPlan{}}
		for k := range 2 * plansUpToNow(s.Kind) {
			p := docks.inboundPlan(s, k)
			b.plans = append(b.plans, p)
			b.byID[p.id] = p
			b.shipments = append(b.shipments, p.shipments...)
		}
		docks.books[id] = b
	}
	return b
}

func (docks *Docks) inboundPlan(s *world.Seller, k int) *inboundPlan {
	d := docks.world.Draws(world.OfPlan, s.Key(), uint64(k))
	age := plansUpToNow(s.Kind) - 1 - k // in plans
	id := func(prefix string, parts ...any) string {
		return prefix + docks.world.Dashed(append([]any{"inbound", s.ID, k}, parts...)...)
	}
	p := &inboundPlan{
		seller: s, id: id("wf"), shop: s.Marketplaces[0], created: docks.world.Born.Add(-time.Duration(age)*planEvery - planEvery/2),
		ending: endings[(age%20+20)%20], placement: id("pl", 0), offered: id("pl", 1), packing: id("po", 0), unpacked: id("po", 1),
	}
	if s.Kind != world.Enormous && k%5 == 4 {
		p.shop = s.Marketplaces[1]
	}
	p.name = "Plan " + strconv.Itoa(k+1)
	big := s.Kind == world.Enormous && age == manyBoxes
	p.items = docks.inboundItems(s, p.shop, big, &d)
	p.groups = 1 + min(1, len(p.items)/4)
	count := min(d.Between(1, 3), len(p.items))
	if big {
		count = 1
	}
	for n := range count {
		sh := docks.shipment(p, n, id, &d)
		for i, item := range p.items {
			if i%count == n {
				sh.items = append(sh.items, item)
			}
		}
		sh.chosen = true
		p.shipments = append(p.shipments, sh)
	}
	p.spare = docks.shipment(p, count, id, &d)
	p.spare.items = p.items
	return p
}

// inboundItems draws the items of a plan: listings that the marketplace ships.
func (docks *Docks) inboundItems(s *world.Seller, shop marketplace.ID, big bool, d *draw.Series) []inboundItem {
	count, first := d.Between(1, 8), d.Below(s.Size)
	if big {
		count = 100
	}
	var items []inboundItem
	for tried := 0; len(items) < count && tried < s.Size; tried++ {
		l := docks.ledger.SeededListing(s, (first+tried)%s.Size)
		if _, here := l.Tag(shop); !l.FBA || !here || l.Tags[0].Price == 0 {
			continue
		}
		item := inboundItem{index: len(items), listing: l, perBox: d.Between(4, 24), boxes: d.Between(1, 4), prep: "ITEM_NO_PREP"}
		if big {
			item.boxes = 25
		}
		switch d.Below(4) {
		case 0:
			item.prep = "ITEM_POLYBAGGING"
		case 1:
			item.expires = docks.world.Born.AddDate(1, d.Below(12), 0).Format(time.DateOnly)
		case 2:
			item.lot = "LOT" + strconv.Itoa(d.Between(1000, 9999))
		}
		if d.Chance(120) {
			item.missing = d.Between(1, 3)
		}
		items = append(items, item)
	}
	return items
}

func (docks *Docks) shipment(p *inboundPlan, n int, id func(string, ...any) string, d *draw.Series) *shipment {
	near := warehouses[world.Shops[p.shop].Country]
	if near == nil {
		near = warehouses[world.Shops[p.seller.Marketplaces[0]].Country]
	}
	sh := &shipment{
		plan: p, number: n, id: id("sh", n), warehouse: near[d.Below(len(near))], freight: d.Chance(250), partnered: d.Chance(600),
		confirmation: "FBA" + strings.ToUpper(world.Padded36(docks.world.Hash("confirmation", p.id, n), 9)), delivery: id("dw", n),
		amazonOrder: strings.ToUpper(world.Padded36(docks.world.Hash("reference", p.id, n), 8)),
	}
	for o := range 3 {
		sh.options = append(sh.options, id("to", n, o))
	}
	switch {
	case sh.freight:
		sh.selected = 2
	case sh.partnered:
		sh.selected = 1
	}
	return sh
}

// stage names a step of a shipment's way.
type stage int

const (
	unconfirmed stage = iota
	working
	readyToShip
	shipped
	inTransit
	delivered
	checkedIn
	receiving
	closed
)

var (
	stageNames = [...]string{"UNCONFIRMED", "WORKING", "READY_TO_SHIP", "SHIPPED", "IN_TRANSIT", "DELIVERED", "CHECKED_IN", "RECEIVING", "CLOSED"}
	// stageDays lists the beginnings of the stages, in days after the plan was made.
	stageDays = [...]int{0, 2, 4, 6, 8, 10, 12, 14, 22}
)

const receivingDays = 8

// progress has the state of a shipment at some time.
type progress struct {
	stage   stage
	status  string
	old     string // status in the old interface, "" if unknown there
	updated time.Time
	// received counts the eighths of the units that have arrived.
	received int
}

// since returns the time since a shipment was planned; the parts of a plan do not move at once.
func (sh *shipment) since(now time.Time) time.Duration {
	return now.Sub(sh.plan.created) - time.Duration(sh.number)*3*time.Hour
}

// at returns the progress of a shipment.
func (sh *shipment) at(now time.Time) progress {
	age := sh.since(now)
	s := unconfirmed
	for int(s)+1 < len(stageDays) && age >= time.Duration(stageDays[s+1])*world.Day {
		s++
	}
	if !sh.chosen {
		s = unconfirmed
	}
	p := progress{stage: s, status: stageNames[s], old: stageNames[s]}
	moved := s // the stage that began with the last change
	ends := func(stage, from stage, status, old string) {
		p.stage, moved, p.status, p.old = stage, from, status, old
	}
	switch e := sh.plan.ending; {
	case e == endsBroken:
		ends(unconfirmed, unconfirmed, stageNames[unconfirmed], "")
	case e == endsVoided && s >= working:
		ends(working, working, "CANCELLED", "CANCELLED")
	case (e == endsCancelled || e == endsDeleted) && s >= readyToShip:
		ends(readyToShip, readyToShip, string(e), string(e))
	case e == endsAbandoned && s >= inTransit:
		ends(readyToShip, inTransit, string(e), "CLOSED")
	case e == endsMixed && s >= delivered:
		ends(receiving, delivered, string(e), "RECEIVING")
	case e == endsInError && s >= receiving:
		p.old = "ERROR"
	case !sh.chosen && age >= time.Duration(stageDays[working])*world.Day:
		ends(unconfirmed, working, string(endsAbandoned), "")
	}
	if p.stage == unconfirmed {
		p.old = ""
	}
	p.receive(sh, age)
	p.updated = now.Add(time.Duration(stageDays[moved])*world.Day - age)
	if p.stage == receiving && moved == receiving {
		p.updated = p.updated.Add(time.Duration(p.received-1) * world.Day)
	}
	if p.updated.After(now) {
		p.updated = sh.plan.created
	}
	return p
}

// receive sets the received eighths: one more every day.
func (p *progress) receive(sh *shipment, age time.Duration) {
	switch {
	case p.stage == closed:
		p.received = receivingDays
	case p.stage == receiving && sh.plan.ending == endsMixed:
		p.received = receivingDays / 2
	case p.stage == receiving:
		p.received = min(receivingDays, int(age/world.Day)-stageDays[receiving]+1)
	}
}

// receivedOf returns the units of an item that have arrived.
func (p progress) receivedOf(i inboundItem) int {
	n := i.quantity() * p.received / receivingDays
	if p.stage == closed {
		return i.quantity() - i.missing
	}
	return min(n, i.quantity()-i.missing)
}

// status returns the status of a plan and the time of its last change.
func (p *inboundPlan) status(now time.Time) (string, time.Time) {
	updated, sent := p.created, len(p.shipments) > 0
	for _, sh := range p.shipments {
		at := sh.at(now)
		if at.updated.After(updated) {
			updated = at.updated
		}
		sent = sent && at.stage >= shipped
	}
	switch {
	case p.ending == endsBroken:
		return string(endsBroken), updated
	case p.ending == endsVoided && updated.After(p.created):
		return string(endsVoided), updated
	case sent:
		return "SHIPPED", updated
	}
	return "ACTIVE", updated
}

// confirmed reports whether the seller has decided how to send the units.
func (p *inboundPlan) confirmed(now time.Time) bool {
	return p.ending != endsBroken && now.Sub(p.created) >= time.Duration(stageDays[working])*world.Day
}
