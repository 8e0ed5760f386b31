package sentence

import (
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
)

// symbols precede an amount; other currencies are named by their code.
var symbols = map[money.Currency]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}

// Amount writes an amount with at least the decimals of its currency.
func Amount(a money.Amount, c money.Currency) string {
	text, negative := strings.CutPrefix(a.String(), "-")
	whole, part, _ := strings.Cut(text, ".")
	for len(part) < c.Decimals() {
		part += "0"
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if part != "" {
		whole += "." + part
	}
	symbol, ok := symbols[c]
	if !ok {
		symbol = string(c) + " "
	}
	if negative {
		return "-" + symbol + whole
	}
	return symbol + whole
}

func (t *teller) amount(a money.Amount) string { return Amount(a, t.row.Currency) }

func plus(a, b money.Amount) money.Amount { return money.FromUnits(a.Units() + b.Units()) }

func (t *teller) ships() bool { return t.row.Shipping.Units() != 0 }

// price writes a listing price of the row, with the landed price if they differ.
func (t *teller) price(a money.Amount) string {
	if !t.ships() {
		return t.amount(a)
	}
	return t.amount(a) + " (" + t.landed(plus(a, t.row.Shipping)) + ")"
}

// parts writes a listing price of the row next to a landed price: with its shipping, if any.
func (t *teller) parts(a money.Amount) string {
	if !t.ships() {
		return t.amount(a)
	}
	return t.amount(a) + " plus your " + t.amount(t.row.Shipping)
}

func (t *teller) landed(a money.Amount) string { return t.amount(a) + " with shipping" }

// rounded says that a price is not exactly the amount from which it was calculated.
func (t *teller) rounded(exact money.Amount) string {
	if exact.Fits(t.row.Currency) {
		return ""
	}
	return ", rounded down to " + t.amount(down(exact, t.row.Currency))
}

func down(a money.Amount, c money.Currency) money.Amount {
	rest := a.Units() % c.Unit().Units()
	if rest < 0 {
		rest += c.Unit().Units()
	}
	return money.FromUnits(a.Units() - rest)
}

func percent(p money.Percent) string { return p.String() + " %" }

func signed(p money.Percent) string {
	if p.Units() >= 0 {
		return "+" + percent(p)
	}
	return percent(p)
}

// measured writes an amount or a percentage.
func (t *teller) measured(a money.Amount, m decision.Measure) string {
	if m == decision.ByPercent {
		return percent(money.PercentFromUnits(a.Units()))
	}
	return t.amount(a)
}

func count(n int, text, more string) string {
	if n == 1 {
		return "1 " + text
	}
	return strconv.Itoa(n) + " " + more
}

// seller names a seller as the marketplace does, and the marketplace by its own name.
func (t *teller) seller(id string) string {
	if id != "" && id == marketplace.OwnSeller(t.row.MarketplaceID) {
		return "Amazon"
	}
	return id
}

// offer writes a seller's offer with its landed price, and notes a landed price that differs from
// the item price.
func (t *teller) offer(seller string, landed money.Amount) string {
	text := t.seller(seller) + " at " + t.amount(landed)
	shipping, points := t.ships(), false
	for _, o := range t.in.Offers {
		if o.SellerID != seller || o.Condition != t.row.Condition {
			continue
		}
		total, less := plus(o.Price, o.Shipping), money.Amount{}
		if t.row.Currency == "JPY" {
			less = o.Points
		}
		if total.Units()-less.Units() == landed.Units() {
			shipping, points = shipping || o.Shipping.Units() != 0, less.Units() != 0
			break
		}
	}
	if shipping {
		text += " with shipping"
	}
	if points {
		text += " less points"
	}
	return text
}

// floor writes the floor and its source.
func (t *teller) floor() string {
	f := t.d.Floor.Or(money.Amount{})
	text := "the floor of " + t.amount(f)
	if t.ships() {
		text += ", " + t.landed(plus(f, t.row.Shipping))
	}
	return text + " (" + t.source() + ")"
}

func (t *teller) source() string {
	l := t.row.Limits
	switch t.g.FloorBy {
	case decision.FloorSource(decision.MinPriceROI):
		return "an ROI of " + percent(l.TargetROI.Or(money.Percent{}))
	case decision.FloorSource(decision.MinPriceMargin):
		return "a margin of " + percent(l.TargetMargin.Or(money.Percent{}))
	case decision.FloorSource(decision.MinPriceMarkup):
		return t.measured(l.MinPriceMarkup.Or(money.Amount{}), l.MinPriceMarkupType) + " above break-even"
	case decision.FloorByMapPrice:
		return "the minimum advertised price"
	case decision.FloorByCurrentPrice:
		return "the live price, because cost or fees are unknown"
	case decision.FloorByBreakEven:
		return "break-even"
	}
	return "your minimum price"
}

// ceiling writes the maximum price.
func (t *teller) ceiling() string { return "the maximum of " + t.price(t.d.Ceiling.Or(money.Amount{})) }
