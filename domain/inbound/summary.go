package inbound

import "time"

// Statuses of plans with a separate count.
const (
	planActive  = "ACTIVE"
	planVoided  = "VOIDED"
	planShipped = "SHIPPED"
)

// UnitsOf bounds the age of the shipments that the units of a summary cover.
const UnitsOf = 90 * 24 * time.Hour

// Summary summarises all inbound shipments. Shipments and Units come from the older API only, and
// are nil without its answer.
type Summary struct {
	Plans     PlanCounts
	Shipments *ShipmentCounts
	Units     *UnitCounts
	AsOf      time.Time
	// Complete stays false if something was left out because of time or the older API. The numbers
	// then cover the parts that were read.
	Complete bool
}

// PlanCounts counts plans. Total also has those in other statuses.
type PlanCounts struct{ Active, Voided, Shipped, Total int64 }

// Add counts more plans.
func (c *PlanCounts) Add(plans []PlanSummary) {
	for _, p := range plans {
		c.Total++
		switch p.Status {
		case planActive:
			c.Active++
		case planVoided:
			c.Voided++
		case planShipped:
			c.Shipped++
		}
	}
}

// ShipmentCounts counts shipments that are not over. Total also has those
// without a status.
type ShipmentCounts struct {
	Total    int64
	ByStatus map[string]int64
}

// Add counts more shipments.
func (c *ShipmentCounts) Add(shipments []LegacyShipment) {
	if c.ByStatus == nil {
		c.ByStatus = map[string]int64{}
	}
	for _, s := range shipments {
		c.Total++
		if s.Status != "" {
			c.ByStatus[s.Status]++
		}
	}
}

// UnitCounts counts units. Units that were sent and not received are InTransit while their shipment
// is open, and Missing after that.
type UnitCounts struct{ Shipped, Received, InTransit, Missing int64 }

// UnitTally adds up units line by line, so that a surplus in one line does not hide a shortage in
// another.
type UnitTally struct {
	shipped, received int64
	due               map[ConfirmationID]int64
}

// Add counts the units of more lines. An unknown number counts as 0.
func (t *UnitTally) Add(items []LegacyItem) {
	if t.due == nil {
		t.due = map[ConfirmationID]int64{}
	}
	for _, i := range items {
		shipped, received := number(i.Shipped), number(i.Received)
		t.shipped += shipped
		t.received += received
		t.due[i.Shipment] += max(0, shipped-received)
	}
}

// Counts returns the units. open reports whether a shipment is open.
func (t *UnitTally) Counts(open func(ConfirmationID) bool) UnitCounts {
	out := UnitCounts{Shipped: t.shipped, Received: t.received}
	for shipment, due := range t.due {
		if open(shipment) {
			out.InTransit += due
		} else {
			out.Missing += due
		}
	}
	return out
}

// number returns a quantity that may be unknown. Negative quantities count as 0.
func number(n *int64) int64 {
	if n == nil {
		return 0
	}
	return max(0, *n)
}
