// Package purchase reads worked cases of purchasing and answers them: landed costs, the status of
// an order, steps with an order and cost layers of receipts. Two more kinds answer the price of
// units of an offer, and a suggestion of an order.
//
// An answer has the same members as in the API. Numbers are read as decimals, and an absent member
// has its default.
package purchase

import (
	"cmp"
	"encoding/json"
	"fmt"

	"sellingassistant/adapters/casefile"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/domain/purchasing/replenish"
)

type members = casefile.Members

// Kinds has the kinds of purchasing.
var Kinds = casefile.Kinds{
	"landed": casefile.Kind(landedOf), "status": casefile.Kind(statusOf), "steps": casefile.Kind(stepsOf),
	"cost_layers": casefile.Kind(layersOf), "offer": casefile.Kind(offerOf), "suggestion": casefile.Kind(suggestionOf),
}

// amount, percent and rate are numbers that must be exact.
type amount struct{ money.Amount }

func (a *amount) UnmarshalJSON(b []byte) (err error) {
	a.Amount, err = money.Parse(string(b))
	return named(b, err)
}

type percent struct{ money.Percent }

func (p *percent) UnmarshalJSON(b []byte) (err error) {
	p.Percent, err = money.ParsePercent(string(b))
	return named(b, err)
}

type rate struct{ money.Rate }

func (r *rate) UnmarshalJSON(b []byte) (err error) {
	r.Rate, err = money.ParseRate(string(b))
	return named(b, err)
}

func named(b []byte, err error) error {
	if err != nil {
		return fmt.Errorf("%s %w", b, err)
	}
	return nil
}

// number returns an amount of an answer, null while it is unknown.
func number(m optional.Maybe[money.Amount]) any {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	return json.Number(v.String())
}

// orderInput has the members of an order in cases.
type orderInput struct {
	Currency       money.Currency `json:"currency"`
	CostCurrency   money.Currency `json:"cost_currency"`
	ExchangeRate   *rate          `json:"exchange_rate"`
	ShippingCost   amount         `json:"shipping_cost"`
	Discount       amount         `json:"discount"`
	CostAllocation *string        `json:"cost_allocation"`
	IncludeTax     bool           `json:"prices_include_tax"`
	Recoverable    *bool          `json:"tax_recoverable"`
	TaxOverride    *amount        `json:"tax_override"`
	OtherCosts     []struct {
		Label      string         `json:"label"`
		Amount     amount         `json:"amount"`
		Currency   money.Currency `json:"currency"`
		Allocation *string        `json:"allocation"`
	} `json:"other_costs"`
}

func (in orderInput) values() order.Values {
	v := order.Values{
		Currency: in.Currency, CostCurrency: cmp.Or(in.CostCurrency, in.Currency), ShippingCost: in.ShippingCost.Amount, Discount: in.Discount.Amount,
		CostAllocation: landed.Allocation(*cmp.Or(in.CostAllocation, new("by_value"))), PricesIncludeTax: in.IncludeTax,
		TaxRecoverable: *cmp.Or(in.Recoverable, new(true)),
		TaxOverride:    optional.Convert(optional.Of(in.TaxOverride), func(a amount) money.Amount { return a.Amount }),
	}
	if v.CostCurrency != v.Currency {
		v.ExchangeRate = optional.Some(cmp.Or(in.ExchangeRate, &rate{money.One}).Rate)
	}
	for _, c := range in.OtherCosts {
		v.OtherCosts = append(v.OtherCosts, landed.OtherCost{
			Label: c.Label, Amount: c.Amount.Amount, Currency: cmp.Or(c.Currency, v.Currency),
			Allocation: landed.Allocation(*cmp.Or(c.Allocation, new(string(v.CostAllocation)))),
		})
	}
	return v
}

// itemInput has the members of an item in cases.
type itemInput struct {
	Quantity  int64   `json:"quantity"`
	Cancelled int64   `json:"quantity_cancelled"`
	UnitCost  *amount `json:"unit_cost"`
	Discount  percent `json:"discount_percent"`
	TaxRate   percent `json:"tax_rate"`
	WeightG   *int64  `json:"unit_weight_g"`
}

func (in itemInput) values() order.ItemValues {
	return order.ItemValues{
		Title: optional.Some("case"), Quantity: in.Quantity, Cancelled: in.Cancelled, Discount: in.Discount.Percent, TaxRate: in.TaxRate.Percent,
		UnitCost: optional.Convert(optional.Of(in.UnitCost), func(a amount) money.Amount { return a.Amount }), WeightG: optional.Of(in.WeightG),
	}
}

type landedInput struct {
	Order orderInput  `json:"order"`
	Items []itemInput `json:"items"`
}

func landedOf(in landedInput) (members, error) {
	b, err := begin(in.Order.values(), in.Items)
	if err != nil {
		return nil, err
	}
	return b.answer(), nil
}

type offerInput struct {
	Quantity    int     `json:"quantity"`
	UnitCost    *amount `json:"unit_cost"`
	MOQ         *int    `json:"moq"`
	Multiple    *int    `json:"order_multiple"`
	PriceBreaks []struct {
		MinQuantity int    `json:"min_quantity"`
		UnitCost    amount `json:"unit_cost"`
	} `json:"price_breaks"`
}

// offerOf answers the price and warnings of an item that orders units of an offer.
func offerOf(in offerInput) (members, error) {
	p := purchasing.OfferPatch{
		Supplier: optional.Put(purchasing.SupplierID(1)), SupplierSKU: optional.Put("case"), Currency: optional.Put(money.Currency("USD")),
		UnitCost: optional.Put(cmp.Or(in.UnitCost, &amount{}).Amount), MOQ: optional.Put(*cmp.Or(in.MOQ, new(1))),
		OrderMultiple: optional.Put(*cmp.Or(in.Multiple, new(1))),
	}
	for _, b := range in.PriceBreaks {
		p.PriceBreaks = optional.Put(append(p.PriceBreaks.Value, purchasing.PriceBreak{MinQuantity: b.MinQuantity, UnitCost: b.UnitCost.Amount}))
	}
	v, err := p.Over(purchasing.StandardOffer())
	if err != nil {
		return nil, err
	}
	price := v.PriceFor(in.Quantity)
	b, err := begin(orderInput{Currency: v.Currency}.values(), []itemInput{{Quantity: int64(in.Quantity), UnitCost: &amount{price}}})
	if err != nil {
		return nil, err
	}
	warnings := b.order.Snapshot().ItemWarnings(b.items[0].Snapshot(), order.Market{MOQ: int64(v.MOQ), Multiple: int64(v.OrderMultiple), Targeted: true})
	return members{"unit_cost": json.Number(price.String()), "warnings": warnings}, nil
}

type suggestionInput struct {
	UnitsSold    int64 `json:"units_sold"`
	WindowDays   int64 `json:"window_days"`
	DaysKnown    int64 `json:"days_known"`
	LeadTimeDays int64 `json:"lead_time_days"`
	CoverDays    int64 `json:"cover_days"`
	OnHand       int64 `json:"on_hand"`
	Inbound      int64 `json:"inbound"`
	InWarehouse  int64 `json:"in_warehouse"`
	OnOrder      int64 `json:"on_order"`
	ReorderPoint int64 `json:"reorder_point"`
	MOQ          int64 `json:"moq"`
	Multiple     int64 `json:"order_multiple"`
}

func suggestionOf(in suggestionInput) (members, error) {
	position := in.OnHand + in.Inbound + in.InWarehouse + in.OnOrder
	s := replenish.Suggest(replenish.Product{
		UnitsSold: in.UnitsSold, WindowDays: in.WindowDays, DaysKnown: in.DaysKnown, LeadTimeDays: in.LeadTimeDays, CoverDays: in.CoverDays,
		Position: position, ReorderPoint: in.ReorderPoint, MOQ: in.MOQ, Multiple: in.Multiple,
	})
	return members{
		"position": position, "needed": s.Needed, "quantity": s.Quantity, "order_within_days": s.OrderWithinDays.Ptr(), "reason": s.Reason,
	}, nil
}
