package pricelist

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
)

// Order can be made of accepted rows, in one currency.
type Order struct {
	Supplier    int64
	Marketplace marketplace.ID
	Currency    money.Currency
	Lines       []OrderLine
}

// OrderLine has the ordered units of a row.
type OrderLine struct {
	Item   pricelist.ItemID
	Number int64
	pricelist.Purchase
}

// Wish names the rows of an analysis to order, and how long the units last.
type Wish struct {
	// Supplier defaults to the supplier of the list.
	Supplier optional.Maybe[int64]
	// Top bounds the accepted rows that are read, the most profitable first.
	Top int
	pricelist.Need
	// Include has rows that are ordered with any verdict.
	Include []pricelist.ItemID
}

// Suggested has the orders of a wish. Left has rows that need no units or lack a figure. Accepted
// counts all accepted rows.
type Suggested struct {
	Orders   []Order
	Left     []OrderLine
	Accepted int64
}

// maxLines bounds the items of an order when it is made.
const maxLines = 100

// Orders suggests orders of the accepted rows with the highest profit, and of the rows that the
// wish names. A list without a supplier is Rule validation_failed; an unknown supplier or row is
// Rule not_found.
func (a *Analyses) Orders(ctx context.Context, who caller.Caller, list pricelist.ID, w Wish) (Suggested, error) {
	of, err := a.Store.Find(ctx, who.Team, list)
	if err != nil {
		return Suggested{}, err
	}
	supplier, ok := w.Supplier.Get()
	if !ok {
		supplier, ok = of.Values.Supplier.Get()
	}
	if !ok {
		return Suggested{}, fault.New(fault.Rule, fault.CodeValidationFailed,
			"The list has no supplier: say with supplier_id whom to buy from.")
	}
	if err := a.Purchasing.Supplier(ctx, who.Team, supplier); err != nil {
		return Suggested{}, err
	}
	m, _ := marketplace.ByID(of.Values.Marketplace)
	s := suggesting{
		Analyses: a, of: of, market: m, supplier: supplier, wish: w,
		at: map[money.Currency]int{}, supply: map[asin.ASIN]pricelist.Supply{},
	}
	if err := s.included(ctx); err != nil {
		return s.out, err
	}
	return s.out, s.best(ctx)
}

// suggesting collects the orders of a wish.
type suggesting struct {
	*Analyses
	of       pricelist.Analysis
	market   marketplace.Marketplace
	supplier int64
	wish     Wish
	out      Suggested
	// at has the place of the current order of each currency.
	at     map[money.Currency]int
	supply map[asin.ASIN]pricelist.Supply
}

// included adds the rows that the wish names.
func (s *suggesting) included(ctx context.Context) error {
	if len(s.wish.Include) == 0 {
		return nil
	}
	items, err := s.Items.Named(ctx, s.of.Team, s.wish.Include)
	if err != nil {
		return err
	}
	items = slices.DeleteFunc(items, func(i pricelist.Item) bool { return i.Values.Analysis != s.of.ID })
	if len(items) < len(s.wish.Include) {
		return fault.New(fault.Rule, fault.CodeNotFound, "The analysis has not all rows of include.").In("include")
	}
	judged, err := s.judge(ctx, s.of.Team, s.of.Values, s.of.Values.ShownExpenses, items, false)
	if err != nil {
		return err
	}
	return s.add(ctx, judged)
}

// best adds the accepted rows with the highest profit. It leaves out a row without a profit that an
// earlier rule accepted.
func (s *suggesting) best(ctx context.Context) error {
	left := s.wish.Top
	accepted := pricelist.Filter{Verdicts: []pricelist.Verdict{pricelist.Accept}}
	r := page.Request{Limit: min(left, 200), Count: true, Order: []page.By{{Field: "profit", Desc: true}}}
	for ; left > 0; r.Count = false {
		found, err := s.lines(ctx, s.of, accepted, r, false)
		if err != nil {
			return err
		}
		counted := optional.Convert(found.Totals, func(t pricelist.Totals) int64 { return t.Count })
		s.out.Accepted = counted.Or(s.out.Accepted)
		rows := slices.DeleteFunc(found.Items, func(j Judged) bool {
			profit, _ := j.Result.Earned().Profit.Get()
			return j.Result.Verdict != pricelist.Accept || !profit.Positive() || slices.Contains(s.wish.Include, j.Item.ID)
		})
		rows = rows[:min(left, len(rows))]
		left -= len(rows)
		if err := s.add(ctx, rows); err != nil {
			return err
		}
		if r.After = found.Next; r.After == nil {
			break
		}
	}
	return nil
}

// add puts rows into orders. Units that are ordered for a product are on order for its next rows.
func (s *suggesting) add(ctx context.Context, rows []Judged) error {
	var unknown []asin.ASIN
	for _, j := range rows {
		if f, ok := j.Item.Values.Row.Product(); ok {
			if _, known := s.supply[f.ASIN]; !known && !slices.Contains(unknown, f.ASIN) {
				unknown = append(unknown, f.ASIN)
			}
		}
	}
	if len(unknown) > 0 {
		found, err := s.Purchasing.Supply(ctx, s.of.Team, s.market.ID, unknown)
		if err != nil {
			return err
		}
		for _, product := range unknown {
			s.supply[product] = found[product]
		}
	}
	for _, j := range rows {
		row := j.Item.Values.Row
		f, _ := row.Product()
		supply := s.supply[f.ASIN]
		p, ok := row.Purchase(j.Result.Costing, s.market.Currency, s.wish.Need, supply)
		if !ok {
			continue
		}
		line := OrderLine{j.Item.ID, row.Number, p}
		if p.Quantity == 0 {
			s.out.Left = append(s.out.Left, line)
			continue
		}
		supply.OnOrder += p.Quantity
		s.supply[f.ASIN] = supply
		s.line(line)
	}
	return nil
}

// line adds a line to the order of its currency, or begins an order.
func (s *suggesting) line(l OrderLine) {
	place, begun := s.at[l.Currency]
	if !begun || len(s.out.Orders[place].Lines) == maxLines {
		place = len(s.out.Orders)
		s.at[l.Currency] = place
		order := Order{Supplier: s.supplier, Marketplace: s.market.ID, Currency: l.Currency}
		s.out.Orders = append(s.out.Orders, order)
	}
	s.out.Orders[place].Lines = append(s.out.Orders[place].Lines, l)
}
