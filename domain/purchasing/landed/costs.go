package landed

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
)

// cost has a cost of the whole order without its tax, and the tax, in ten-thousandths of its
// currency.
type cost struct {
	net, tax   int64
	currency   money.Currency
	allocation Allocation
	// billed marks costs that the supplier bills.
	billed bool
}

// rounding rounds a sum to a multiple of a step.
type rounding func(sum *big.Rat, step money.Amount) money.Amount

// costs lists shipping and the other costs, with the sum of the taxes that the supplier bills. If
// the invoiced tax is less than this sum, their rates do not count.
func (t Terms) costs(round rounding) (list []cost, tax int64) {
	list = []cost{t.cost(t.Shipping, t.ShippingTaxRate, t.Currency, t.Allocation, round)}
	list[0].billed = true
	for _, o := range t.Others {
		c := t.cost(o.Amount, o.TaxRate, o.Currency, o.Allocation, round)
		c.billed = o.Currency == t.Currency && o.Paid(t.Currency) == BySupplier
		list = append(list, c)
	}
	for _, c := range list {
		if c.billed {
			tax += c.tax
		}
	}
	invoiced, ok := t.TaxOverride.Get()
	if !ok || tax <= invoiced.Units() {
		return list, tax
	}
	for i := range list {
		c := &list[i]
		if !c.billed {
			continue
		}
		if t.PricesIncludeTax {
			c.net += c.tax
		}
		c.tax = 0
	}
	return list, 0
}

// cost splits an amount, which may be below 0, into net and tax.
func (t Terms) cost(
	a money.Amount, rate money.Percent, c money.Currency, shared Allocation, round rounding,
) cost {
	out := cost{net: a.Units(), currency: c, allocation: shared}
	if rate.Units() == 0 {
		return out
	}
	sign := int64(1)
	if out.net < 0 {
		sign, out.net = -1, -out.net
	}
	exact, share := money.FromUnits(out.net).Exact(), rate.Fraction()
	if t.PricesIncludeTax {
		net := round(exact.Quo(exact, share.Add(share, big.NewRat(1, 1))), c.Unit()).Units()
		out.net, out.tax = net, out.net-net
	} else {
		out.tax = round(exact.Mul(exact, share), c.Unit()).Units()
	}
	out.net, out.tax = sign*out.net, sign*out.tax
	return out
}

// shares has the shares of all lines in the costs of the order.
type shares struct {
	// nets has a column for each cost. known says whether its shares are known: a cost by weight
	// needs every weight.
	nets  []column
	known []bool
	// tax has the taxes that the supplier bills. apart has the taxes of each cost that others bill, in
	// its currency; nil without a tax.
	tax      column
	apart    []column
	taxKnown bool
}

// spread shares costs and their taxes. Without an allocation a cost has no shares.
func spread(costs []cost, lines int, weighed bool, bases map[Allocation][]column) shares {
	s := shares{tax: make(column, lines), apart: make([]column, len(costs)), taxKnown: true}
	for k, c := range costs {
		known := c.allocation != ByWeight || weighed || c.net <= 0
		s.known = append(s.known, known)
		s.nets = append(s.nets, share(lines, c.net, c.currency.Unit(), bases[c.allocation]...))
		if c.tax == 0 || c.allocation == ByNone {
			continue
		}
		parts := share(lines, c.tax, c.currency.Unit(), bases[c.allocation]...)
		if !c.billed {
			s.apart[k] = parts
			continue
		}
		s.taxKnown = s.taxKnown && known
		for i, part := range parts {
			s.tax[i] += part
		}
	}
	return s
}
