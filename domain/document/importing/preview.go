package importing

import (
	"cmp"
	"math/big"
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Action names the effect of an import on a line.
type Action string

// The actions. CreateProduct makes an inventory product and an item of it.
const (
	CreateItem    Action = "create_item"
	UpdateItem    Action = "update_item"
	CreateProduct Action = "create_product"
	Skip          Action = "skip"
)

func (Action) Words() []Action { return []Action{CreateItem, UpdateItem, CreateProduct, Skip} }

// Choice has a user's choices for a line. Missing members stay as they were read and matched.
type Choice struct {
	No     int
	Action optional.Maybe[Action]
	// Kind replaces the kind that was read. Only products take the members below.
	Kind                      optional.Maybe[reading.Kind]
	Product, SKU, Offer, Item optional.Maybe[int64]
	Quantity                  optional.Maybe[int64]
	UnitCost                  optional.Maybe[money.Amount]
	Discount, TaxRate         optional.Maybe[money.Percent]
	Title                     optional.Maybe[string]
}

// skips reports whether the choice leaves the line out.
func (c Choice) skips() bool { return c.Action == optional.Some(Skip) }

// names reports whether the choice names a record for the line.
func (c Choice) names() bool {
	return c.Product.Known() || c.SKU.Known() || c.Offer.Known() || c.Item.Known()
}

// Comparison compares a line with the team's earlier records.
type Comparison struct {
	// Ordered and Outstanding count units of the item of the order, OrderCost has the unit cost
	// there less its discount.
	Ordered, Outstanding optional.Maybe[int64]
	OrderCost            optional.Maybe[money.Amount]
	// OrderTax repeats the tax rate of the order's item.
	OrderTax optional.Maybe[money.Percent]
	// Before has the cost that the line is compared with: the order's, else the offer's, else the
	// product's.
	Before optional.Maybe[money.Amount]
	// Change has the rise of the cost in percent.
	Change optional.Maybe[money.Percent]
}

// Line has a line with its interpretation.
type Line struct {
	reading.Line
	// Units counts the units by the quantity.
	Units    optional.Maybe[int64]
	Price    Price
	Match    Match
	Compared Comparison
	// LandedUnit has the landed cost of one unit; it is absent if unknown.
	LandedUnit optional.Maybe[money.Amount]
	Action     Action
	// Choice has the user's choice.
	Choice Choice
	// Found has the problems of reading that the choice does not settle, and the problems of
	// matching.
	Found []reading.Problem
}

// Input has the input of a preview.
type Input struct {
	Type     document.Type
	Header   reading.Header
	Lines    []reading.Line
	Problems []reading.Problem
	Known    Known
	Supplier SupplierMatch
	// Order has the order to compare with, or nil.
	Order   *Order
	Choices []Choice
	// PricesIncludeTax comes from the user.
	PricesIncludeTax optional.Maybe[bool]
}

// Preview has the interpretation of a document.
type Preview struct {
	// Credit says that the document credits.
	Credit bool
	// figures repeats the header; a credit note has its amounts above 0.
	figures reading.Header
	// included has the user's statement whether prices include their tax.
	included optional.Maybe[bool]
	Header   reading.Header
	Supplier SupplierMatch
	Order    *Order
	Lines    []Line
	Problems []reading.Problem
}

// Summary counts lines by their match, and problems.
type Summary struct {
	Lines, Verified, Errors, Warnings int
	By                                map[Status]int
}

// Look interprets the lines.
func Look(in Input) Preview {
	figures, lines := Oriented(in.Type, in.Header, in.Lines)
	p := Preview{
		Credit: Credits(in.Type, in.Header), figures: figures, included: in.PricesIncludeTax, Header: in.Header,
		Supplier: in.Supplier, Order: in.Order, Lines: make([]Line, len(in.Lines)), Problems: slices.Clone(in.Problems),
	}
	m := newMatcher(in.Known, in.Order)
	chosen := make(map[int]Choice, len(in.Choices))
	for _, c := range in.Choices {
		chosen[c.No] = c
		if n, ok := c.Item.Get(); ok {
			m.taken[n] = true
		}
	}
	articles := articlesOf(lines)
	for i := range in.Lines {
		l, c := positive(lines[i]), chosen[in.Lines[i].No]
		if l.Currency == "" {
			l.Currency = in.Header.Currency
		}
		if kind, named := c.Kind.Get(); named {
			l.Kind = kind
		} else if !c.Quantity.Known() || sign(&l) < 0 {
			l.Kind = kindOf(&l, in.Type)
			if l.Kind == reading.Discount && articles.returned(&l) {
				l.Kind = Returned
			}
		}
		line, printed := m.look(l, c), in.Lines[i]
		line.Quantity, line.UnitPrice = printed.Quantity, printed.UnitPrice
		line.CasePrice, line.LineTotal = printed.CasePrice, printed.LineTotal
		p.Lines[i] = line
	}
	if p.Supplier.Status != Matched {
		p.Problems = note(p.Problems, SupplierUnknown)
	}
	if in.Order != nil && slices.ContainsFunc(in.Order.Items, func(i Item) bool { return i.Outstanding > 0 && !m.taken[i.ID] }) {
		p.Problems = note(p.Problems, MissingFromInvoice)
	}
	return p
}

// look interprets one line.
func (m *matcher) look(l reading.Line, c Choice) Line {
	line := Line{Line: l, Match: m.line(&l), Choice: c, Found: slices.Clone(l.Problems)}
	if c.names() && sign(&l) >= 0 {
		line.Match = m.chosen(c)
		line.settle(reading.InvalidIdentifier)
	}
	if line.Match.Status == Ignored {
		line.Action = Skip
		line.Found = nil
		return line
	}
	var found []reading.Code
	line.Units, line.Price, found = counted(&l, m.pack(line.Match), m.whole(&l, line.Match))
	for _, code := range found {
		line.Found = note(line.Found, code)
	}
	line.said(c)
	switch line.Match.Status {
	case Ambiguous:
		line.Found = note(line.Found, AmbiguousMatch)
	case Suggested, None:
		line.Found = note(line.Found, Unmatched)
	}
	m.compare(&line)
	line.Action = c.Action.Or(line.standard(m.order != nil))
	return line
}

// chosen returns the match that a user names.
func (m *matcher) chosen(c Choice) Match {
	t := Target{Product: c.Product.Or(0), SKU: c.SKU.Or(0), Offer: c.Offer.Or(0), Item: c.Item.Or(0), By: ByRequest, Confidence: confidences[ByRequest]}
	for _, i := range m.items.any(byID, plain(t.Item)) {
		t.Product, t.SKU, t.Offer = cmp.Or(t.Product, i.Product), cmp.Or(t.SKU, i.SKU), cmp.Or(t.Offer, i.Offer)
	}
	if o := m.offer(t.Offer); o != nil {
		t.Product = cmp.Or(t.Product, o.Product)
	}
	return m.completed(Match{Status: Matched, Target: t})
}

func (l *Line) settle(codes ...reading.Code) {
	l.Found = slices.DeleteFunc(l.Found, func(p reading.Problem) bool { return slices.Contains(codes, p.Code) })
}

// said lays the figures that a user gave over those that were read.
func (l *Line) said(c Choice) {
	if n, ok := c.Quantity.Get(); ok {
		l.Units = optional.Some(n)
		l.settle(reading.MissingQuantity, QuantityNotWhole, QuantityTooLarge)
	}
	if cost, ok := c.UnitCost.Get(); ok {
		l.Price.UnitCost, l.Price.Exact = optional.Some(cost), money.PriceOf(cost)
		l.settle(reading.MissingPrice)
	}
	if c.Quantity.Known() && c.UnitCost.Known() {
		l.settle(PackSizeMismatch)
	}
	if percent, ok := c.Discount.Get(); ok {
		l.Price.Discount = percent
	}
	l.Price = l.Price.netted()
}

// standard returns the action of a line without a user's choice.
func (l *Line) standard(ordered bool) Action {
	switch {
	case l.Match.Status == Ambiguous, l.Match.Status == Suggested, l.Evidence == reading.Placed && !l.Choice.names() && !l.Choice.UnitCost.Known():
		return Skip
	case l.Match.Item != 0:
		return UpdateItem
	case ordered && l.Match.Status == None:
		return Skip
	}
	return CreateItem
}

// compare adds the item of the order, the offer or the product to a line for comparison.
func (m *matcher) compare(l *Line) {
	c := &l.Compared
	currency := l.Currency
	if m.order != nil {
		if currency = m.order.Currency; l.Currency != "" && l.Currency != currency {
			l.Found = note(l.Found, CurrencyMismatch)
		}
	}
	switch items := m.items.any(byID, plain(l.Match.Item)); {
	case len(items) > 0:
		i := items[0]
		c.Ordered, c.Outstanding = optional.Some(i.Ordered), optional.Some(i.Outstanding)
		c.OrderTax = optional.Some(i.TaxRate)
		exact := i.Price
		if exact.Units == 0 {
			exact = money.PriceOf(i.UnitCost.Or(money.Amount{}))
		}
		c.OrderCost = Price{UnitCost: i.UnitCost, Exact: exact, Discount: i.Discount}.netted().Net
		c.Before = c.OrderCost
		if n, ok := l.Units.Get(); ok && n > i.Outstanding {
			l.Found = note(l.Found, QuantityOverOrdered)
		}
	case m.order != nil && l.Match.Status == Matched:
		l.Found = note(l.Found, NotOnPurchaseOrder)
	}
	if !c.Before.Known() {
		c.Before = m.before(l.Match, l.Units.Or(1), currency)
	}
	c.Change, l.Found = changed(c.Before, l.Price.Net, l.Found)
}

// before returns the cost of the offer, else of the product, in the currency.
func (m *matcher) before(match Match, units int64, currency money.Currency) (none optional.Maybe[money.Amount]) {
	if o := m.offer(match.Offer); o != nil && o.UnitCost.Currency == currency {
		return optional.Some(o.price(units))
	}
	if p, ok := m.products[match.Product]; ok {
		if cost, ok := p.UnitCost.Get(); ok && cost.Currency == currency {
			return optional.Some(cost.Amount)
		}
	}
	return none
}

// The bounds of changes of a cost in ten-thousandths: changes from the first on are reported,
// changes from the second on may be a mistake.
const (
	told     = 100
	mistaken = 2_500
)

// changed returns by how much a cost rose, with the problem that this is: over 1 % and a cent a
// warning, over 25 % an error.
func changed(before, now optional.Maybe[money.Amount], list []reading.Problem) (percent optional.Maybe[money.Percent], _ []reading.Problem) {
	was, ok := before.Get()
	is, known := now.Get()
	if !ok || !known || !was.Positive() {
		return percent, list
	}
	difference := is.Units() - was.Units()
	share := new(big.Rat).Mul(big.NewRat(difference, was.Units()), big.NewRat(100, 1))
	// The share of a cost that rose a million times is too large to show.
	negative := share.Sign() < 0
	if rounded, ok := money.HalfUp(share.Abs(share), money.FromUnits(100)); ok {
		n := rounded.Units()
		if negative {
			n = -n
		}
		percent = optional.Some(money.PercentFromUnits(n))
	}
	size := max(difference, -difference)
	exceeds := func(limit int64) bool {
		return new(big.Int).Mul(big.NewInt(size), big.NewInt(10_000)).Cmp(new(big.Int).Mul(big.NewInt(was.Units()), big.NewInt(limit))) > 0
	}
	switch cent := int64(100); {
	case exceeds(mistaken):
		list = note(list, CostJump)
	case size > cent && exceeds(told):
		list = note(list, CostChanged)
	}
	return percent, list
}

// Summary counts.
func (p Preview) Summary() Summary {
	s := Summary{Lines: len(p.Lines), By: map[Status]int{}}
	add := func(list []reading.Problem) {
		for _, one := range list {
			switch one.Severity {
			case reading.Error:
				s.Errors++
			case reading.Warning:
				s.Warnings++
			}
		}
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		s.By[l.Match.Status]++
		if l.Arithmetic().Result == reading.Pass {
			s.Verified++
		}
		add(l.Found)
	}
	add(p.Problems)
	return s
}
