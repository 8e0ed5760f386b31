package purchase

import (
	"fmt"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
)

// noon has the time of every event: cases have no times.
var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// booking has an order with its items and their receipt lines.
type booking struct {
	order *order.Order
	items []*order.Item
	lines map[order.ItemID][]order.Receipt
	order.Circumstances
}

// begin returns a draft. Its items have their places as ids.
func begin(v order.Values, items []itemInput) (*booking, error) {
	o, err := order.New(1, optional.None[id.User](), v, noon)
	if err != nil {
		return nil, err
	}
	b := &booking{order: o, lines: map[order.ItemID][]order.Receipt{}, Circumstances: order.Circumstances{
		Policy: order.Policy{Now: noon}, SupplierActive: true, WarehouseActive: true, AllowZeroCost: true,
	}}
	for k, in := range items {
		made, err := o.Add(in.values(), noon)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", k+1, err)
		}
		s := made.Snapshot()
		s.ID = order.ItemID(k + 1)
		if made, err = order.RestoredItem(s); err != nil {
			return nil, err
		}
		b.items = append(b.items, made)
	}
	return b, o.Reprice(b.items, noon)
}

func (b *booking) book(lines []order.Receipt, err error) error {
	if err != nil {
		return err
	}
	for _, l := range lines {
		b.lines[l.Item] = append(b.lines[l.Item], l)
	}
	if b.order.Stale() {
		return b.order.Reprice(b.items, noon)
	}
	return nil
}

func (b *booking) write(to order.Status) error {
	return b.book(b.order.Write(to, b.items, b.Circumstances))
}

func (b *booking) receive(i *order.Item, accepted, rejected int64, over order.OverReceipt) error {
	reason := optional.None[order.Rejection]()
	if rejected > 0 {
		reason = optional.Some(order.OtherRejection)
	}
	d := b.Delivery
	d.Over = over
	r, err := b.order.Receive(i, accepted, rejected, reason, d, b.Policy)
	return b.book([]order.Receipt{r}, err)
}

func (b *booking) back(i *order.Item, units int64, replace bool) error {
	return b.book(b.order.Return(i, units, order.GoingBack{Replace: replace}, b.lines[i.Snapshot().ID], b.Policy))
}

func (b *booking) answer() members {
	s := b.order.Snapshot()
	items, outstanding := make([]members, len(b.items)), make([]int64, len(b.items))
	for k, i := range b.items {
		s, shares := i.Snapshot(), []any{}
		for _, share := range s.Landed.OtherShares {
			shares = append(shares, number(share))
		}
		outstanding[k] = i.Outstanding()
		items[k] = members{
			"quantity_received": s.Accepted, "quantity_rejected": s.Rejected, "quantity_returned": s.Returned, "quantity_cancelled": s.Values.Cancelled,
			"quantity_outstanding": outstanding[k], "line_total": number(s.Landed.LineTotal), "discount_share": number(s.Landed.DiscountShare),
			"net_total": number(s.Landed.Net), "tax_total": number(s.Landed.Tax), "shipping_share": number(s.Landed.ShippingShare),
			"other_shares": shares, "landed_total": number(s.Landed.LandedTotal), "landed_unit_cost": number(s.Landed.LandedUnit),
		}
	}
	return members{
		"status": s.Status, "over_received": s.OverReceived(), "closed_short": s.ClosedShort(), "outstanding": outstanding, "items": items,
		"subtotal": number(s.Sums.Subtotal), "tax_total": number(s.Sums.Tax), "total": number(s.Sums.Total), "landed_total": number(s.Sums.LandedTotal),
	}
}

type statusInput struct {
	Items []struct {
		Quantity  int64 `json:"quantity"`
		Cancelled int64 `json:"quantity_cancelled"`
		Accepted  int64 `json:"accepted"`
		Rejected  int64 `json:"rejected"`
		Returned  int64 `json:"returned"`
		ToReplace int64 `json:"to_replace"`
	} `json:"items"`
}

func statusOf(in statusInput) (members, error) {
	var items []itemInput
	for _, i := range in.Items {
		items = append(items, itemInput{Quantity: i.Quantity, Cancelled: i.Cancelled, UnitCost: &amount{}})
	}
	b, err := begin(orderInput{Currency: "USD"}.values(), items)
	if err == nil {
		err = b.write(order.Ordered)
	}
	for k, i := range in.Items {
		if err == nil && i.Accepted+i.Rejected > 0 {
			err = b.receive(b.items[k], i.Accepted, i.Rejected, "")
		}
		if err == nil && i.ToReplace > 0 {
			err = b.back(b.items[k], i.ToReplace, true)
		}
		if err == nil && i.Returned > i.ToReplace {
			err = b.back(b.items[k], i.Returned-i.ToReplace, false)
		}
	}
	if err != nil {
		return nil, err
	}
	return b.answer(), nil
}

type stepsInput struct {
	Surplus *percent    `json:"over_receipt_percent"`
	Order   orderInput  `json:"order"`
	Items   []itemInput `json:"items"`
	Steps   []stepInput `json:"steps"`
}

type stepInput struct {
	Do           string            `json:"do"`
	Item         int               `json:"item"`
	On           bool              `json:"on"`
	To           order.Status      `json:"to"`
	Quantity     int64             `json:"quantity"`
	Replace      bool              `json:"replace"`
	Received     int64             `json:"quantity_received"`
	Accepted     int64             `json:"accepted"`
	Rejected     int64             `json:"rejected"`
	Over         order.OverReceipt `json:"over_receipt"`
	Set          *orderInput       `json:"set"`
	ExpectCode   string            `json:"expect_code"`
	ExpectStatus string            `json:"expect_status"`
}

func stepsOf(in stepsInput) (members, error) {
	b, err := begin(in.Order.values(), in.Items)
	if err != nil {
		return nil, err
	}
	b.Surplus = optional.Convert(optional.Of(in.Surplus), func(p percent) money.Percent { return p.Percent })
	if err := b.write(order.Ordered); err != nil {
		return nil, err
	}
	steps := make([]members, len(in.Steps))
	for k, s := range in.Steps {
		var code any
		if err := b.step(s); err != nil {
			refusal, ok := fault.As(err)
			if !ok {
				return nil, fmt.Errorf("step %d: %w", k+1, err)
			}
			code = refusal.Code
		}
		steps[k] = members{"code": code, "status": b.order.Status()}
	}
	found := b.answer()
	found["steps"] = steps
	return found, nil
}

func (b *booking) step(s stepInput) error {
	v := b.order.Snapshot().Values
	switch s.Do {
	case "status":
		return b.write(s.To)
	case "hold":
		v.OnHold = s.On
		return b.order.Edit(v, noon)
	case "set":
		if s.Set == nil {
			return fmt.Errorf("set needs members")
		}
		return b.book(nil, b.order.Edit(s.Set.values(), noon))
	}
	if s.Item < 1 || s.Item > len(b.items) {
		return fmt.Errorf("there is no item %d", s.Item)
	}
	i := b.items[s.Item-1]
	switch s.Do {
	case "receive":
		return b.receive(i, s.Accepted, s.Rejected, s.Over)
	case "set_received":
		return b.book(b.order.SetReceived(i, s.Received, b.Delivery, b.lines[i.Snapshot().ID], b.Policy))
	case "return":
		return b.back(i, s.Quantity, s.Replace)
	case "both":
		return fault.New(fault.Invalid, fault.CodeConflictingParameters, "Units are received in one way at a time.")
	}
	return fmt.Errorf("%q is no step", s.Do)
}
