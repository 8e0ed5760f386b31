package papers

import (
	"context"
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
)

// most bounds the targets of one statement that writes costs.
const most = 100

// price writes offers and, from the day of issue on, the costs of products and SKUs.
func (b *booking) price(ctx context.Context) error {
	if err := b.products(ctx); err != nil {
		return err
	}
	if err := b.all(); err != nil {
		return err
	}
	if err := b.offers(ctx); err != nil {
		return err
	}
	if !b.paper.UpdateCosts {
		return nil
	}
	today := date.Of(b.Clock.Now().UTC())
	day := b.paper.Issued.Or(today)
	if day.After(today) {
		day = today
	}
	lines := b.good()
	each, err := b.landed(lines, day)
	if err != nil {
		return err
	}
	of := map[domain.CostTarget][]int{}
	var targets []domain.CostTarget
	for i, l := range lines {
		t := domain.CostTarget{Kind: domain.CostOfProduct, ID: l.Values.ProductID.Value}
		if t.ID == 0 {
			t = domain.CostTarget{Kind: domain.CostOfSKU, ID: l.Values.SKUID.Value}
		}
		if t.ID == 0 || each[i] == nil {
			continue
		}
		if len(of[t]) == 0 {
			targets = append(targets, t)
		}
		of[t] = append(of[t], i)
	}
	for part := range slices.Chunk(targets, most) {
		if err := b.write(ctx, part, of, lines, each, day); err != nil {
			return err
		}
	}
	return nil
}

// landed returns the landed cost of one unit of each line on a day. If the units of any line are
// unknown, it returns the net prices.
func (b *booking) landed(lines []*Line, day date.Date) ([]*big.Rat, error) {
	out, in := make([]*big.Rat, len(lines)), make([]landed.Line, len(lines))
	counted := true
	for i, l := range lines {
		n, ok := l.Units.Get()
		counted = counted && ok
		in[i] = landed.Line{Units: n, UnitCost: l.Values.Exact(), Discount: l.Values.Discount.Value, TaxRate: l.Values.TaxRate.Value}
		if net, ok := l.Net.Get(); ok {
			out[i] = net.Exact()
		}
	}
	if !counted {
		return out, nil
	}
	t := b.terms(day)
	found, _, err := landed.Compute(t, in)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		if x, ok := t.PerUnit(found[i].LandedTotal, in[i].Units); ok {
			out[i] = x
		}
	}
	return out, nil
}

// terms returns the terms of the document, in its currency. Its tax comes back unless the supplier
// or the buyer's registrations say otherwise.
func (b *booking) terms(day date.Date) landed.Terms {
	v, s := b.paper.Terms, b.supplier.Values
	recovery := b.buyer.Recovery(s)
	recovery.Default = true
	recoverable, _ := recovery.Of(s.Address.Country, day)
	return landed.Terms{
		Currency: b.currency, CostCurrency: b.currency, Shipping: v.ShippingCost.Value, Discount: v.Discount.Value, Allocation: landed.ByValue,
		Others: b.paper.Charges, PricesIncludeTax: v.PricesIncludeTax.Maybe().Or(s.PricesIncludeTax.Or(b.buyer.PurchasesWithTax)),
		TaxRecoverable: recoverable, TaxOverride: v.TaxOverride.Maybe(),
	}
}

// write begins cost layers of targets on the day.
func (b *booking) write(ctx context.Context, targets []domain.CostTarget, of map[domain.CostTarget][]int, lines []*Line, each []*big.Rat, day date.Date) error {
	had, err := b.Inventory.Costs(ctx, b.who.Team, targets, day)
	if err != nil {
		return err
	}
	rate, rated, err := b.rate(ctx, day)
	if err != nil {
		return err
	}
	var all []domain.TargetCosts
	for _, t := range targets {
		r := domain.CostReceipt{Order: b.paper.Document, Landed: new(big.Rat), Currency: b.currency, CostCurrency: b.currency, Rate: money.One}
		if rated {
			r.CostCurrency, r.Rate = b.buyer.Currency, rate
		}
		for _, i := range of[t] {
			n := lines[i].Units.Or(1)
			r.Units += n
			r.Landed.Add(r.Landed, new(big.Rat).Mul(each[i], big.NewRat(n, 1)))
		}
		r.Landed.Quo(r.Landed, big.NewRat(r.Units, 1))
		all = append(all, domain.TargetCosts{Target: t, Days: []domain.CostDay{{Day: day, Receipts: []domain.CostReceipt{r}}}, Priced: true})
	}
	taken, err := b.Inventory.Take(ctx, b.who, targets)
	if err != nil {
		return err
	}
	written, err := taken.Receive(ctx, false, all)
	if err != nil {
		return err
	}
	if err := taken.Write(ctx, nil); err != nil {
		return err
	}
	var kept []domain.CostTarget
	for _, t := range targets {
		if !written[domain.CostKey{Target: t, Day: day, Order: b.paper.Document}].Written {
			continue
		}
		kept = append(kept, t)
		b.out.Costs++
		for _, i := range of[t] {
			o := b.outcomes[lines[i].No]
			o.Status = Changed
			if cost, ok := had[t]; ok && cost.Currency == b.currency {
				o.Old = optional.Some(cost.Amount)
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return b.layered(ctx, kept, day, true)
}

// rate returns the rate from the document's currency to the team's: the given rate, else the team's
// rate of the day. Without a rate, or in the same currency, costs stay in the document's currency.
func (b *booking) rate(ctx context.Context, day date.Date) (money.Rate, bool, error) {
	if b.currency == b.buyer.Currency {
		return money.Rate{}, false, nil
	}
	if rate, ok := b.paper.Terms.ExchangeRate.Given(); ok {
		return rate, true, nil
	}
	found, err := b.Rates(ctx, b.who.Team, b.currency, b.buyer.Currency, day)
	if fault.Is(err, fault.CodeExchangeRateMissing) {
		return money.Rate{}, false, nil
	}
	return found.Rate, err == nil, err
}

// touched returns the products of lines that were booked.
func (b *booking) touched() (out []int64) {
	for _, l := range b.paper.Lines {
		if o := b.outcomes[l.No]; o.Err == nil && o.Product != 0 && !slices.Contains(out, o.Product) {
			out = append(out, o.Product)
		}
	}
	return out
}
