package edi

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/optional"
)

// set describes a kind of transaction set.
type set struct {
	typed document.Type
	// lines names the segment that begins a line.
	lines string
}

// sets maps the numbers of X12 transaction sets to their kinds.
var sets = map[string]set{
	"810": {document.Invoice, "IT1"},
	"850": {document.PurchaseOrder, "PO1"},
	"855": {document.OrderConfirmation, "PO1"},
	"856": {document.PackingSlip, "LIN"},
	"860": {document.PurchaseOrder, "POC"},
	"865": {document.OrderConfirmation, "POC"},
}

// x12 reads a transaction set.
type x12 struct {
	body
	set   set
	typed document.Type
	// group names the segment that began the group of segments, summary marks the part after the
	// lines.
	group   string
	summary bool
	// levels counts the levels of a ship notice.
	levels int
	// charged adds up charges that are taxes. The taxes of lines count if the rest has no tax.
	charged, lineTaxes, lineCharged []reading.Figure
	// confirmed adds up the quantities that acknowledgements of the open line accept; answered says
	// that there are some, and accepts that the item is accepted.
	confirmed reading.Figure
	answered  bool
	accepts   bool
	// each keeps the prices for each of lines in cases or dozens, by the places of the lines. dozens
	// keeps the same prices for a dozen. plain keeps the amounts of lines before their allowances.
	each, dozens, plain map[int]reading.Figure
}

func newX12(k set, r *reading.Reading) *x12 {
	return &x12{
		body: body{r: r}, set: k, typed: k.typed, each: map[int]reading.Figure{},
		dozens: map[int]reading.Figure{}, plain: map[int]reading.Figure{},
	}
}

// x12Segments maps tags to the readers of their segments. All kinds of transaction sets share
// them.
var x12Segments = map[string]func(*x12, segment){
	"BIG": (*x12).invoice, "BEG": (*x12).purchase, "BAK": (*x12).acknowledge, "BSN": (*x12).shipment,
	"BCH": (*x12).change, "BCA": (*x12).change,
	"CUR": (*x12).currency, "REF": (*x12).refer, "N1": (*x12).name, "ITD": (*x12).term, "PRF": (*x12).order,
	"PID": (*x12).describe, "SN1": (*x12).shipped, "PO4": (*x12).pack, "CTP": (*x12).price, "TXI": (*x12).levy,
	"SAC": (*x12).allow, "ITA": (*x12).allowance, "ACK": (*x12).answer, "AMT": (*x12).amount,
	"PAM": (*x12).lineAmount, "TDS": (*x12).total, "CTT": (*x12).count, "HL": (*x12).level,
}

func (x *x12) take(s segment) error {
	switch {
	case s.tag == x.set.lines:
		x.item()
		if err := x.open(); err != nil {
			return err
		}
		x.group, x.summary, x.confirmed, x.answered, x.accepts = s.tag, false, reading.Figure{}, false, false
		switch s.tag {
		case "LIN":
			x.codes(s, 2)
		case "POC":
			x.line.rejected = s.value(2) == "DI"
			x.ordered(s, 3, 5)
		default:
			x.ordered(s, 2, 3)
		}
		return nil
	case s.tag == "SLN", s.tag == "SCH", s.tag == "N9":
		x.group = s.tag
	}
	if read, ok := x12Segments[s.tag]; ok {
		read(x, s)
	}
	return nil
}

func (x *x12) invoice(s segment) {
	h := &x.r.Header
	h.IssueDate, h.InvoiceNumber, h.PONumber = day(s.value(1), ""), s.value(2), s.value(4)
	if slices.Contains([]string{"CR", "CN"}, s.value(7)) {
		x.typed = document.CreditNote
	}
	x.cancels = s.value(8) == "01"
}

func (x *x12) purchase(s segment) {
	x.r.Header.PONumber, x.r.Header.IssueDate = s.value(3), day(s.value(5), "")
	x.cancels = s.value(1) == "01"
}

func (x *x12) acknowledge(s segment) {
	x.r.Header.PONumber, x.r.Header.IssueDate = s.value(3), day(s.value(4), "")
	if d := day(s.value(9), ""); d.Known() {
		x.r.Header.IssueDate = d
	}
	x.cancels = s.value(1) == "01"
	x.refused = s.value(2) == "RD" || s.value(2) == "RJ"
}

// change reads the beginning of a change of an order, and of its acknowledgement.
func (x *x12) change(s segment) {
	x.r.Header.PONumber = s.value(3)
	for _, element := range []int{6, 10, 11} {
		if d := day(s.value(element), ""); d.Known() {
			x.r.Header.IssueDate = d
		}
	}
	x.cancels = s.value(1) == "01"
	x.refused = s.tag == "BCA" && (s.value(2) == "RD" || s.value(2) == "RJ")
}

func (x *x12) shipment(s segment) {
	x.r.Header.IssueDate = day(s.value(3), "")
	x.cancels = s.value(1) == "01"
}

func (x *x12) currency(s segment) {
	if x.line == nil && x.r.Header.Currency == "" {
		x.r.Header.Currency = message.CurrencyOf(s.value(2))
	}
}

func (x *x12) refer(s segment) {
	switch q, number := s.value(1), s.value(2); {
	case q == "PO" && x.line != nil:
		x.line.order = number
	case q == "PO" && x.r.Header.PONumber == "":
		x.r.Header.PONumber = number
	case x.group == "N1" && x.line == nil && (q == "TJ" || q == "GT" || q == "VX" || q == "4L"):
		x.taxed(number, q != "TJ")
	}
}

func (x *x12) name(s segment) {
	if x.line == nil {
		x.group = "N1"
		if role, text := s.value(1), strings.ToUpper(s.value(2)); role != "RI" && role != "RE" ||
			!strings.Contains(text, "BANK") && !strings.Contains(text, "LOCKBOX") {
			x.party(role, s.value(2)) // who is paid is the supplier, unless it is a bank
		}
	} else {
		x.group = "line party"
	}
}

// term takes terms of payment, as people write them: 2% 10 Net 30.
func (x *x12) term(s segment) {
	h := &x.r.Header
	if d := day(s.value(6), ""); d.Known() && !h.DueDate.Known() {
		h.DueDate = d
	}
	if h.PaymentTerms != "" {
		return
	}
	if h.PaymentTerms = s.value(12); h.PaymentTerms != "" {
		return
	}
	var terms []term
	if percent, ok := (&figures{}).read(s.value(3)).Get(); ok && percent.IsPos() && s.value(5) != "" {
		terms = append(terms, term{percent: percent.Trim(0).String(), days: s.value(5)})
	}
	terms = append(terms, term{days: s.value(7)})
	h.PaymentTerms = termsOf(terms)
}

// order takes the purchase order of a ship notice.
func (x *x12) order(s segment) {
	if number := s.value(1); number != "" && !slices.Contains(x.orders, number) && len(x.orders) < 2 {
		x.orders = append(x.orders, number)
	}
}

func (x *x12) measure(code string) {
	if x.line.code = code; code == "" {
		return
	}
	x.line.Unit = x12Unit(code)
}

func x12Unit(code string) string {
	if unit, ok := x12Units[code]; ok {
		return unit
	}
	return message.Unit(code)
}

// ordered reads IT1, PO1 and POC by the elements of quantity and unit. The price comes after the
// unit.
func (x *x12) ordered(s segment, quantity, unit int) {
	i := x.line
	i.Quantity = i.figures.read(s.value(quantity))
	x.measure(s.value(unit))
	basis, codes := s.value(unit+2), unit+3
	if codeKinds[basis] != "" && bases[basis] == 0 && codeKinds[s.value(codes)] == "" {
		basis, codes = "", unit+2 // some senders leave the basis out
	}
	x.priced(s.value(unit+1), basis)
	x.codes(s, codes)
}

// codes reads pairs of qualifier and number.
func (x *x12) codes(s segment, from int) {
	for n := from; n+1 <= len(s.elements); n += 2 {
		if s.value(n) != "" {
			x.line.identify(s.value(n+1), s.value(n))
		}
	}
}

// priced takes a price by the code of its basis.
func (x *x12) priced(text, basis string) {
	i := x.line
	value := i.figures.read(text)
	switch {
	case basis == "NC":
		value = optional.Some(decimal.Zero)
	case !value.Known(), basis != "" && strings.Contains(retail, " "+basis+" "):
		return
	case measures[basis] != "" && measures[basis] != i.code:
		return // a price by weight of goods that are counted: the cost is asked for
	}
	i.prices = []price{{value: value}}
	n, ok := bases[basis]
	if !ok {
		return
	}
	if pieces := map[string]int64{"dozen": 12, "hundred": 100, "gross": 144, "pair": 2}[i.Unit]; pieces > 0 {
		// A price for a hundred of goods that are counted in dozens.
		if n%pieces != 0 {
			i.prices = nil
			if n == 1 {
				i.each, i.dozen = value, times(value, optional.Some(decimal.MustNew(pieces, 0)))
			}
			return
		}
		n /= pieces
	}
	i.prices[0].base = optional.Some(decimal.MustNew(n, 0))
	i.cased = i.Unit == "case"
}

// shipped reads the quantity of a ship notice.
func (x *x12) shipped(s segment) {
	if x.line != nil && !x.line.Quantity.Known() {
		x.line.Quantity = x.line.figures.read(s.value(2))
		x.measure(s.value(3))
	}
}

// pack reads the content of a case: packs, times units in each of them.
func (x *x12) pack(s segment) {
	if x.line == nil || x.group == "SLN" {
		return
	}
	units, ok := x.line.figures.read(s.value(1)).Get()
	if ok && units.Equal(decimal.One) && x12Unit(s.value(3)) == "piece" {
		units = x.line.figures.read(s.value(2)).Or(units) // one pack of so many pieces
	}
	if inner, known := x.line.figures.read(s.value(14)).Get(); ok && known && inner.IsPos() {
		units, _ = units.Mul(inner)
	}
	if ok && units.IsInt() && units.IsPos() {
		x.line.UnitsPerCase, _, _ = units.Int64(0)
	}
}

// price reads a cost that the line itself has not. The price of a unit beside cases, with the
// number of all units, gives the content of a case.
func (x *x12) price(s segment) {
	if x.line == nil || x.group == "SLN" || strings.Contains(retail, " "+s.value(2)+" ") {
		return
	}
	i, own := x.line, len(x.line.prices) > 0
	if !own {
		x.priced(s.value(3), s.value(9))
	}
	if len(i.prices) == 0 || i.Unit != "case" || x12Unit(s.value(5)) != "piece" {
		return
	}
	f := &figures{}
	each, all := f.read(s.value(3)), f.read(s.value(4))
	units, err := all.Or(decimal.Zero).Quo(i.Quantity.Or(decimal.One))
	whole := err == nil && units.IsInt() && decimal.One.Less(units)
	i.cased = i.cased || !own
	cost := times(each, optional.Some(units))
	proved := !own || cost.Known() && cost.Or(units).Equal(i.prices[0].value.Or(decimal.Zero)) && !i.prices[0].base.Known()
	if whole && proved && i.UnitsPerCase == 0 {
		i.UnitsPerCase, _, _ = units.Int64(0)
	}
}

func (x *x12) describe(s segment) {
	if x.line != nil && x.group != "SLN" {
		x.line.describe(s.value(5))
	}
}

func (x *x12) levy(s segment) {
	if x.line == nil {
		x.taxes = append(x.taxes, x.heads.read(s.value(2)))
		return
	}
	x.lineTaxes = append(x.lineTaxes, x.line.figures.read(s.value(2)))
	if rate := x.line.figures.read(s.value(3)); rate.Known() {
		x.line.TaxRate = sum(x.line.TaxRate, rate)
	}
}

// accepted lists the codes of acknowledgements of goods that are delivered, now or later.
const accepted = " AC AR AT DR IA IB IC IE IF IH IP IQ IS BP SP "

func (x *x12) answer(s segment) {
	if x.line == nil {
		return
	}
	x.answered = true
	if strings.Contains(accepted, " "+s.value(1)+" ") {
		x.accepts = true
		x.confirmed = sum(x.confirmed, x.line.figures.read(s.value(2)))
	}
}

// amount reads totals: of a line, and of an order.
func (x *x12) amount(s segment) {
	switch {
	case x.line != nil && x.group != "SLN" && !x.summary:
		if s.value(1) == "1" {
			x.line.LineTotal = x.line.figures.read(s.value(2))
		}
	case s.value(1) == "TT" && !x.r.Header.Total.Known():
		x.r.Header.Total = x.heads.read(s.value(2))
	case s.value(1) == "1" && x.summary:
		x.r.Header.Subtotal = x.heads.read(s.value(2))
	}
}

// lineAmount reads the total of a line in a period.
func (x *x12) lineAmount(s segment) {
	if x.line != nil && s.value(4) == "1" && !x.line.LineTotal.Known() {
		x.line.LineTotal = x.line.figures.read(s.value(5))
	}
}

func (x *x12) total(s segment) {
	x.item()
	x.summary = true
	x.r.Header.Total = x.heads.implied(s.value(1))
}

func (x *x12) count(s segment) {
	x.item()
	x.summary = true
	x.counted = s.value(1)
}

// level begins a level of a ship notice.
func (x *x12) level(segment) {
	x.levels++
	x.item()
	x.group = "HL"
}
