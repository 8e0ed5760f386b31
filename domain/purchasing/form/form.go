package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// Format names the format of the file.
type Format string

// The formats.
const (
	PDF Format = "pdf"
	CSV Format = "csv"
)

// Words lists them, the default first.
func (Format) Words() []Format { return []Format{PDF, CSV} }

// Form has a business document without its layout: addresses and facts, a table, and sums below it.
// All texts are as users wrote them; writers of files make them harmless.
type Form struct {
	Title, Number string
	// Page has the word before the number of a page.
	Page    string
	Parties []Party
	Facts   []Fact
	Columns []Column
	// Rows have a cell for each column, which may have several lines.
	Rows [][]string
	Sums []Fact
	Note string
	// At dates the last change of the record.
	At time.Time
}

// Party has an address.
type Party struct {
	Label string
	Lines []string
}

// Fact has a figure or text with its name.
type Fact struct{ Label, Value string }

// Column describes a column of the table. Width sets its share of the width relative to the other
// columns.
type Column struct {
	Label  string
	Width  int
	Number bool
}

// Buyer has the team that orders. Address may have several lines; it and VATNumber may be empty.
type Buyer struct{ Name, Address, VATNumber string }

// lines returns the buyer as a party.
func (b Buyer) lines(say [lexicon]string) []string {
	lines := append([]string{b.Name}, strings.Split(b.Address, "\n")...)
	if b.VATNumber != "" {
		lines = append(lines, say[wVATNumber]+" "+b.VATNumber)
	}
	return slices.DeleteFunc(lines, func(s string) bool { return strings.TrimSpace(s) == "" })
}

// Parts has the parts of an order's form. Supplier and Warehouse stay empty if they were deleted.
type Parts struct {
	Order     order.Snapshot
	Items     []order.ItemSnapshot
	Buyer     Buyer
	Supplier  purchasing.SupplierValues
	Warehouse purchasing.WarehouseValues
}

// Of returns an order as its supplier reads it, with the units that are due or arrived and amounts
// in its currency. Costs that others bill are left out.
func Of(p Parts, language Language) Form {
	v, say := p.Order.Values, words[language]
	f := Form{
		Title: say[wPurchaseOrder] + " " + v.Number, Number: v.Number, Page: say[wPage], Note: v.Note.Or(""), At: p.Order.UpdatedAt,
		Parties: []Party{
			{say[wBuyer], p.Buyer.lines(say)},
			{say[wSupplier], append([]string{p.Order.Supplier.Name}, address(p.Supplier.Address)...)},
			{say[wDeliverTo], append([]string{p.Order.Warehouse.Name}, address(p.Warehouse.Address)...)},
		},
	}
	for status, mark := range map[order.Status]word{order.Draft: wDraft, order.Cancelled: wCancelled} {
		if p.Order.Status == status {
			f.Title += " – " + say[mark]
		}
	}
	day := func(d optional.Maybe[date.Date]) string { return optional.Convert(d, language.day).Or("") }
	f.Facts = known([]Fact{
		{say[wOrderDate], day(v.OrderDate)}, {say[wExpected], day(v.ExpectedDate)}, {say[wReference], v.SupplierReference.Or("")},
		{say[wAccount], p.Supplier.AccountNumber.Or("")}, {say[wTerms], v.PaymentTerms.Or("")}, {say[wCurrency], string(v.Currency)},
	})
	f.Columns = []Column{
		{say[wPosition], 4, true}, {say[wOurSKU], 13, false}, {say[wYourSKU], 13, false}, {say[wCode], 13, false}, {say[wDescription], 30, false},
		{say[wCases], 9, true}, {say[wUnits], 8, true}, {say[wPrice], 10, true}, {say[wDiscount], 8, true}, {say[wAmount], 12, true},
	}
	for _, item := range p.Items {
		if item.Due() > 0 {
			f.Rows = append(f.Rows, row(item, v.Currency, language))
		}
	}
	f.filled()
	f.Sums = sums(p.Order, say, language)
	return f
}

// known returns the facts with a value.
func known(facts []Fact) []Fact {
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })
}

func address(v purchasing.Address) []string {
	city := strings.TrimSpace(v.PostalCode.Or("") + " " + v.City.Or(""))
	return slices.DeleteFunc([]string{v.Line1.Or(""), v.Line2.Or(""), city, v.Region.Or(""), v.Country.Or("")}, func(s string) bool { return s == "" })
}

func row(item order.ItemSnapshot, c money.Currency, language Language) []string {
	v := item.Values
	cases, each := v.CaseQuantity.Or(0), v.UnitsPerCase.Or(0)
	packed, discount := "", ""
	if cases > 0 && cases*each == item.Due() {
		packed = fmt.Sprintf("%d × %d", cases, each)
	}
	if v.Discount.Units() > 0 {
		discount = language.number(v.Discount.String()) + " %"
	}
	amount := func(m optional.Maybe[money.Amount]) string {
		return optional.Convert(m, func(a money.Amount) string { return language.number(figure(a, c)) }).Or("")
	}
	price := amount(v.UnitCost)
	if p, ok := v.Price.Get(); ok {
		price = language.number(p.String())
	}
	return []string{
		strconv.Itoa(v.Position), item.SKU.Or(""), v.SupplierSKU.Or(""), v.GTIN.Or(""), strings.TrimSpace(v.Title.Or("") + "\n" + v.Note.Or("")),
		packed, strconv.FormatInt(item.Due(), 10), price, discount, amount(item.Landed.LineTotal),
	}
}

// filled leaves out columns that are empty in all rows.
func (f *Form) filled() {
	if len(f.Rows) == 0 {
		return
	}
	for at := len(f.Columns) - 1; at >= 0; at-- {
		if slices.ContainsFunc(f.Rows, func(row []string) bool { return row[at] != "" }) {
			continue
		}
		f.Columns = slices.Delete(f.Columns, at, at+1)
		for i, row := range f.Rows {
			f.Rows[i] = slices.Delete(row, at, at+1)
		}
	}
}

// sums returns the known sums, down to the amount owed to the supplier.
func sums(o order.Snapshot, say [lexicon]string, language Language) []Fact {
	v, zero := o.Values, money.Amount{}
	shown := func(a money.Amount) string { return language.number(figure(a, v.Currency)) }
	var out []Fact
	add := func(label string, a money.Amount) {
		if a.Units() != 0 {
			out = append(out, Fact{label, shown(a)})
		}
	}
	subtotal, ok := o.Sums.Subtotal.Get()
	if !ok {
		return nil
	}
	total, tax := o.Sums.Total.Or(zero), o.Sums.Tax.Or(zero)
	costs := []Fact{}
	for _, c := range v.OtherCosts {
		if c.Paid(v.Currency) == landed.BySupplier && c.Amount.Units() != 0 {
			costs = append(costs, Fact{c.Label, shown(c.Amount)})
		}
	}
	add(say[wSubtotal], subtotal)
	add(say[wDiscount], money.FromUnits(min(v.Discount.Units(), subtotal.Units())))
	if !v.PricesIncludeTax {
		add(say[wTax], tax)
	}
	add(say[wShipping], v.ShippingCost)
	out = append(append(out, costs...), Fact{say[wTotal] + " " + string(v.Currency), shown(total)})
	if v.PricesIncludeTax {
		add(say[wTaxIncluded], tax)
	}
	return out
}

// figure writes an amount with all decimals of its currency, and more if it has them.
func figure(a money.Amount, c money.Currency) string {
	text := a.String()
	_, decimals, _ := strings.Cut(text, ".")
	missing := c.Decimals() - len(decimals)
	if missing <= 0 {
		return text
	}
	if decimals == "" {
		text += "."
	}
	return text + strings.Repeat("0", missing)
}
