package purchase

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

type layersInput struct {
	Method       string         `json:"method"`
	StockBefore  int64          `json:"stock_before"`
	Layers       []layer        `json:"layers"`
	Day          day            `json:"day"`
	Currency     money.Currency `json:"order_currency"`
	CostCurrency money.Currency `json:"cost_currency"`
	ExchangeRate *rate          `json:"exchange_rate"`
	Receipts     []struct {
		Accepted int64       `json:"accepted"`
		Landed   json.Number `json:"landed_unit_cost"`
	} `json:"receipts"`
}

type day struct{ date.Date }

func (d *day) UnmarshalText(b []byte) (err error) {
	d.Date, err = date.Parse(string(b))
	return err
}

func (d day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

type layer struct {
	From     day            `json:"from"`
	To       *day           `json:"to"`
	Unit     amount         `json:"unit_cost"`
	Currency money.Currency `json:"currency"`
	Source   string         `json:"source"`
	Prep     amount         `json:"prep_cost"`
	Inbound  amount         `json:"inbound_shipping"`
	Other    amount         `json:"other_cost"`
	VATRate  *percent       `json:"vat_rate"`
}

// MarshalJSON writes the number.
func (a amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// MarshalJSON writes the number.
func (p percent) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

func (in layersInput) read() (inventory.CostLayers, inventory.CostDay, error) {
	var layers []inventory.CostLayer
	for _, l := range in.Layers {
		layers = append(layers, inventory.CostLayer{
			From: l.From.Date, To: optional.Convert(optional.Of(l.To), func(d day) date.Date { return d.Date }),
			Cost: inventory.Cost{
				Unit: l.Unit.Amount, Prep: l.Prep.Amount, InboundShipping: l.Inbound.Amount, Other: l.Other.Amount, Currency: l.Currency,
				VATRate: optional.Convert(optional.Of(l.VATRate), func(p percent) money.Percent { return p.Percent }),
				Source:  inventory.Source{Kind: inventory.SourceKind(l.Source)},
			},
		})
	}
	d := inventory.CostDay{Day: in.Day.Date, Stock: in.StockBefore, Average: in.Method == "weighted_average"}
	for _, r := range in.Receipts {
		landed, ok := new(big.Rat).SetString(r.Landed.String())
		if !ok || landed.Sign() < 0 || r.Accepted < 0 {
			return inventory.CostLayers{}, d, fmt.Errorf("receipts must not be below 0")
		}
		currency := cmp.Or(in.Currency, in.CostCurrency, "USD")
		d.Receipts = append(d.Receipts, inventory.CostReceipt{
			Order: 1, Units: r.Accepted, Landed: landed, Currency: currency, CostCurrency: cmp.Or(in.CostCurrency, currency),
			Rate: cmp.Or(in.ExchangeRate, &rate{money.One}).Rate,
		})
	}
	c, err := inventory.RestoreCostLayers(layers)
	return c, d, err
}

func layersOf(in layersInput) (members, error) {
	before, received, err := in.read()
	if err != nil {
		return nil, err
	}
	after, notes, err := before.Receive(received)
	if err != nil {
		return nil, err
	}
	written, note := false, any(nil)
	for _, n := range notes[0] {
		written = written || n == ""
		if n != "" {
			note = n
		}
	}
	layers := []layer{}
	for _, l := range after.All() {
		c := l.Cost
		out := layer{
			From: day{l.From}, Unit: amount{c.Unit}, Currency: c.Currency, Source: string(c.Source.Kind), Prep: amount{c.Prep},
			Inbound: amount{c.InboundShipping}, Other: amount{c.Other},
		}
		if to, ok := l.To.Get(); ok {
			out.To = &day{to}
		}
		if rate, ok := c.VATRate.Get(); ok {
			out.VATRate = &percent{rate}
		}
		layers = append(layers, out)
	}
	return members{"cost_written": written, "cost_note": note, "layers": layers}, nil
}
