package profit

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// Costs lists the costs of one unit, without fees.
type Costs struct {
	// Cost buys the unit. It contains VAT if IncludesVAT is set, which counts in the standard
	// scheme only.
	Cost        optional.Maybe[money.Amount]
	IncludesVAT bool
	// Sales tax on the purchase: an amount, and a percentage of the cost.
	SalesTax        money.Amount
	SalesTaxPercent money.Percent
	ThirdParty      money.Amount
	Prep            money.Amount
	// Inbound counts for a unit that Amazon stores, Postage for a unit that the seller sends.
	Inbound money.Amount
	Postage optional.Maybe[money.Amount]
	// Other costs do not count as invested.
	Other                     money.Amount
	OtherOfPrice, OtherOfCost money.Percent
}

// Sale sells one unit at a listing price.
type Sale struct {
	Currency money.Currency
	// Merchant marks a unit that the seller sends. Only then the buyer pays Shipping.
	Merchant        bool
	Price, Shipping money.Amount
	Costs           Costs
	Fees            Fees
	VAT             vat.Settings
}

// Figures has exact figures. A figure that needs something unknown has no value.
type Figures struct {
	// Gaps names the unknown: cost, postage, fees.<line>.
	Gaps   []string
	Profit Ratio
	// NetProceeds subtracts the fees from the sale without VAT.
	NetProceeds Ratio
	// Invested sums net cost, sales tax and landed costs.
	Invested Ratio
	// ROI divides profit by Invested, Margin by the sale without VAT, Markup by the net cost.
	ROI, Margin, Markup Ratio
	// VAT of the sale, in the cost and on fees. VATDue is due to the tax office.
	VATOnSale, VATOnCost, VATOnFees, VATDue Ratio
	// NetCost subtracts reclaimed VAT from the cost.
	NetCost, SalesTax, Other Ratio
	// Landed sums third party, prep, and inbound or postage.
	Landed optional.Maybe[money.Amount]
}

// Formula calculates with one sale. Its sums have one denominator.
type Formula struct {
	Sale
	terms
	// The first Solve prepares the pieces.
	pieces []solvable
}

// NewFormula prepares the sums of a sale.
func NewFormula(s Sale) *Formula {
	if !s.Merchant {
		s.Shipping = money.Amount{}
	}
	f := &Formula{Sale: s}
	f.terms = newTerms(&f.Sale)
	return f
}

// gaps names the unknown costs.
func (f *Formula) gaps() (gaps []string) {
	if !f.Costs.Cost.Known() {
		gaps = append(gaps, "cost")
	}
	if f.Merchant && !f.Costs.Postage.Known() {
		gaps = append(gaps, "postage")
	}
	return gaps
}

// Figures calculates the figures of the sale.
func (f *Formula) Figures() Figures {
	charged, missing := f.Fees.At(f.Price, f.Shipping)
	fees := whole(charged.Units())
	out := Figures{Gaps: f.gaps()}
	for _, line := range missing {
		out.Gaps = append(out.Gaps, "fees."+line)
	}
	total := whole(f.Price.Units() + f.shipping)
	sale := times(f.net, total)
	onSale := minus(total.Mul(total, f.over), sale)
	out.VATOnSale = f.ratio(onSale)
	if f.VAT.Scheme != vat.SchemeStandard {
		out.VATDue = out.VATOnSale
	}
	var onFees *big.Int
	if f.VAT.Scheme == vat.SchemeNone {
		onFees = whole(0)
	} else if len(missing) == 0 {
		onFees = times(part(f.charged, f.VAT.Rate.Units(), million), fees)
	}
	out.VATOnFees = Ratio{onFees, f.over}
	if len(missing) == 0 {
		out.NetProceeds = f.ratio(minus(sale, times(f.profit.fees, fees)))
	}
	if !f.Merchant || f.Costs.Postage.Known() {
		out.Landed = optional.Some(money.FromUnits(f.landed))
	}
	bought, ok := f.Costs.Cost.Get()
	if !ok {
		return out
	}
	cost := whole(bought.Units())
	netCost := times(f.netCost, cost)
	onCost := minus(times(f.over, cost), netCost)
	out.NetCost, out.VATOnCost = f.ratio(netCost), f.ratio(onCost)
	spent := times(f.spent, cost)
	out.SalesTax = f.ratio(plus(minus(spent, netCost), times(f.over, whole(f.Costs.SalesTax.Units()))))
	other := plus(times(f.over, whole(f.Costs.Other.Units())), times(f.ofPrice, whole(f.Price.Units())))
	out.Other = f.ratio(other.Add(other, times(f.ofCost, cost)))
	if onFees != nil && f.VAT.Scheme == vat.SchemeStandard {
		out.VATDue = f.ratio(minus(minus(onSale, onCost), onFees))
	}
	if len(out.Gaps) > 0 {
		return out
	}
	earned := f.profit.at(f.Price.Units(), fees, bought.Units())
	invested := spent.Add(spent, times(f.over, whole(f.bound)))
	out.Profit, out.Invested = f.ratio(earned), f.ratio(invested)
	out.ROI, out.Margin, out.Markup = Ratio{earned, invested}, Ratio{earned, sale}, Ratio{earned, netCost}
	return out
}

func (f *Formula) ratio(n *big.Int) Ratio { return Ratio{n, f.over} }

// ProfitAt calculates the profit at another price.
func (f *Formula) ProfitAt(price money.Amount) Ratio {
	charged, missing := f.Fees.At(price, f.Shipping)
	if len(missing) > 0 || len(f.gaps()) > 0 {
		return Ratio{}
	}
	return f.ratio(f.profit.at(price.Units(), whole(charged.Units()), f.Costs.Cost.Or(money.Amount{}).Units()))
}

// ProfitWith calculates the profit at another price with fees in ten-thousandths that are not
// rounded.
func (f *Formula) ProfitWith(price money.Amount, fees *big.Rat) Ratio {
	if len(f.gaps()) > 0 {
		return Ratio{}
	}
	n := f.profit.at(price.Units(), new(big.Int), f.Costs.Cost.Or(money.Amount{}).Units())
	n.Mul(n, fees.Denom())
	return Ratio{n.Sub(n, times(f.profit.fees, fees.Num())), times(f.over, fees.Denom())}
}

// Shares calculates ROI and margin with fees in ten-thousandths that are not rounded.
func (f *Formula) Shares(fees *big.Rat) (roi, margin Ratio) {
	earned := f.ProfitWith(f.Price, fees)
	if !earned.Known() {
		return Ratio{}, Ratio{}
	}
	invested := times(f.spent, whole(f.Costs.Cost.Or(money.Amount{}).Units()))
	invested.Add(invested, times(f.over, whole(f.bound)))
	sale := times(f.net, whole(f.Price.Units()+f.shipping))
	return Ratio{earned.n, invested.Mul(invested, fees.Denom())}, Ratio{earned.n, sale.Mul(sale, fees.Denom())}
}
