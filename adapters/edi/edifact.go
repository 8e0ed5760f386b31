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

// edifact reads a message of EDIFACT.
type edifact struct {
	body
	kind kind
	// code has the type code of the message, number its number.
	code, number string
	// group names the segment that began the group of segments.
	group string
	// summary marks the part after the lines.
	summary bool
	// quantities and totals of the open line by their qualifiers.
	quantities, totals map[string]reading.Figure
	units              map[string]string
	// amounts has figures outside of lines by their qualifiers, taxables the taxed amounts of single
	// rates.
	amounts  map[string]reading.Figure
	taxables []reading.Figure
	// repeated lists the allowances of the summary, which repeats the header.
	repeated []allowance
	terms    []term
}

// term describes a condition of payment.
type term struct{ kind, text, days, percent string }

func newEDIFACT(k kind, r *reading.Reading, signs signs) *edifact {
	return &edifact{
		body: body{r: r, mark: signs.decimal, heads: figures{mark: signs.decimal}}, kind: k,
		amounts: map[string]reading.Figure{},
	}
}

// edifactSegments maps tags to the readers of their segments. All kinds of messages share them.
var edifactSegments = map[string]func(*edifact, segment){
	"BGM": (*edifact).begin, "DTM": (*edifact).dated, "RFF": (*edifact).refer, "NAD": (*edifact).name,
	"CUX": (*edifact).money, "PAT": (*edifact).term, "FTX": (*edifact).free, "ALC": (*edifact).allow,
	"PCD": (*edifact).share, "MOA": (*edifact).amount, "RTE": (*edifact).rate, "TAX": (*edifact).tax,
	"PIA": (*edifact).further, "IMD": (*edifact).describe, "QTY": (*edifact).quantity, "PRI": (*edifact).price,
	"CNT": (*edifact).count,
}

// groups lists the tags that begin a group without a reader.
const groups = " TDT TOD PAC CPS LOC EQD SCC STS GIN APR CTA DLI "

func (e *edifact) take(s segment) error {
	switch s.tag {
	case "LIN":
		e.item()
		if err := e.open(); err != nil {
			return err
		}
		e.group, e.summary = s.tag, false
		e.quantities, e.totals, e.units = map[string]reading.Figure{}, map[string]reading.Figure{}, map[string]string{}
		e.line.identify(s.at(3, 0), s.at(3, 1))
		e.line.rejected = e.kind.typed != "" && message.Rejected(s.value(2))
		e.line.part = s.at(4, 0) == "1" && e.kind.typed != document.PackingSlip && e.wholes()
		return nil
	case "UNS":
		if s.value(1) == "S" {
			e.item()
			e.summary, e.group = true, ""
		}
		return nil
	}
	if read, ok := edifactSegments[s.tag]; ok {
		read(e, s)
	} else if strings.Contains(groups, " "+s.tag+" ") {
		e.group = s.tag
	}
	return nil
}

func (e *edifact) begin(s segment) {
	if e.number == "" {
		e.code, e.number = s.at(1, 0), s.at(2, 0)
		e.cancels = s.value(3) == "1"
		e.refused = e.kind.typed == document.OrderConfirmation && (s.value(3) == "27" || s.value(4) == "RE")
	}
}

func (e *edifact) dated(s segment) {
	h, d := &e.r.Header, day(s.at(1, 1), s.at(1, 2))
	if e.line != nil || !d.Known() {
		return
	}
	switch q := s.at(1, 0); {
	case q == "137", q == "3" && !h.IssueDate.Known():
		h.IssueDate = d
	case q == "13", (q == "140" || q == "265") && !h.DueDate.Known():
		h.DueDate = d
	}
}

func (e *edifact) refer(s segment) {
	switch q, number := s.at(1, 0), s.at(1, 1); {
	case q == "ON" && e.line != nil:
		e.line.order = number
	case q == "ON" && e.r.Header.PONumber == "":
		e.r.Header.PONumber = number
	case e.line == nil && e.group == "NAD" && (q == "VA" || q == "FC" || q == "GN"):
		e.taxed(number, q == "VA")
	}
}

func (e *edifact) name(s segment) {
	e.group = "NAD"
	if e.line != nil {
		return
	}
	name := ""
	if len(s.elements) >= 4 {
		name = joined(s.elements[3][0][:min(len(s.elements[3][0]), 5)]...)
	}
	const shortest = 5 // codes in the wrong place have less
	if text := s.at(3, 0); name == "" && len(text) >= shortest {
		name = text
	}
	e.party(s.value(1), name)
}

// money takes the currency of the amounts, else the currency of the charges.
func (e *edifact) money(s segment) {
	e.group = "CUX"
	for _, q := range []string{"2", "1"} {
		for _, c := range s.groups(1) {
			if len(c) > 1 && c[0] == q && e.line == nil && e.r.Header.Currency == "" {
				e.r.Header.Currency = message.CurrencyOf(c[1])
			}
		}
	}
}

func (e *edifact) term(s segment) {
	e.group = "PAT"
	if len(e.terms) >= 10 || e.line != nil {
		return
	}
	t := term{kind: s.value(1), text: strings.TrimSpace(s.at(2, 3) + " " + s.at(2, 4))}
	switch s.at(3, 2) {
	case "D":
		t.days = s.at(3, 3)
	case "M":
		t.days = s.at(3, 3) + " months"
	}
	e.terms = append(e.terms, t)
}

// free takes terms of payment that are written as text.
func (e *edifact) free(s segment) {
	h, q := &e.r.Header, s.value(1)
	if (q == "AAB" || q == "PMT") && e.line == nil && h.PaymentTerms == "" && len(s.elements) > 3 {
		h.PaymentTerms = strings.TrimSpace(strings.Join(s.elements[3][0], " "))
	}
}

// settledApart lists allowances and charges that other documents settle.
const settledApart = " 1 3 4 5 "

func (e *edifact) allow(s segment) {
	e.group = "ALC"
	side := s.value(1)
	if side != "A" && side != "C" || strings.Contains(settledApart, " "+s.value(3)+" ") && s.value(3) != "" {
		e.group = ""
		return
	}
	if e.crowded() || len(e.repeated) >= mostAllowances {
		e.figures().bad, e.group = true, ""
		return
	}
	a := allowance{
		charge: side == "C", tax: side == "C" && taxing(s.at(5, 0), s.at(5, 3)),
		reason: reasonOf(s.at(5, 0), s.at(5, 3), s.at(5, 4)),
	}
	switch {
	case e.line != nil:
		e.line.allowances = append(e.line.allowances, a)
	case e.summary:
		e.repeated = append(e.repeated, a)
	default:
		e.allowances = append(e.allowances, a)
	}
}

// allowed returns the allowance that was begun last.
func (e *edifact) allowed() *allowance {
	list := e.allowances
	switch {
	case e.line != nil:
		list = e.line.allowances
	case e.summary:
		list = e.repeated
	}
	if e.group != "ALC" || len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

func (e *edifact) share(s segment) {
	if e.group == "PAT" && len(e.terms) > 0 {
		e.terms[len(e.terms)-1].percent = s.at(1, 1)
	}
	if a := e.allowed(); a != nil && !a.percent.Known() {
		a.percent = e.figures().read(s.at(1, 1))
	}
}

func (e *edifact) rate(s segment) {
	if a := e.allowed(); a != nil {
		a.rate = e.figures().read(s.at(1, 1))
		if base, ok := e.figures().read(s.at(1, 2)).Get(); ok && base.IsPos() {
			if rate, err := a.rate.Or(decimal.Zero).Quo(base); err == nil && a.rate.Known() {
				a.rate = optional.Some(rate)
			}
		}
	}
}

// figures reads numbers of the line or of the header.
func (e *edifact) figures() *figures {
	if e.line != nil {
		return &e.line.figures
	}
	return &e.heads
}

// documentTotals lists the qualifiers of amounts that no line has; amounts lists all that are
// read.
const (
	documentTotals = " 9 39 77 79 86 139 176 259 260 "
	amounts        = documentTotals + "8 23 38 66 124 125 128 131 150 203 204 "
)

func (e *edifact) amount(s segment) {
	code, currency := s.at(1, 0), s.at(1, 2)
	if own := e.r.Header.Currency; currency != "" && own != "" && currency != string(own) ||
		!strings.Contains(amounts, " "+code+" ") {
		return
	}
	if e.r.Header.Currency == "" && e.line == nil {
		e.r.Header.Currency = message.CurrencyOf(currency)
	}
	if e.line != nil && strings.Contains(documentTotals, " "+code+" ") {
		e.item() // senders leave UNS out
		e.summary, e.group = true, ""
	}
	value := e.figures().read(s.at(1, 1))
	if a := e.allowed(); a != nil && slices.Contains([]string{"8", "23", "204", "131"}, code) {
		if !a.amount.Known() {
			a.amount = value
		}
		return
	}
	switch {
	case e.line != nil:
		if _, had := e.totals[code]; !had {
			e.totals[code] = value
		}
	case e.group == "TAX" && code == "124":
		e.taxes = append(e.taxes, value)
	case e.group == "TAX" && code == "125":
		e.taxables = append(e.taxables, value)
	case e.group != "PAT":
		if _, had := e.amounts[code]; !had {
			e.amounts[code] = value
		}
	}
}

func (e *edifact) tax(s segment) {
	under := e.group
	e.group = "TAX"
	if kind := s.at(2, 0); kind != "VAT" && kind != "GST" && kind != "" || under == "ALC" {
		return
	}
	if e.line != nil {
		if rate := e.line.figures.read(s.at(5, 3)); rate.Known() {
			e.line.TaxRate = rate
		}
		return
	}
	e.rated(s.at(5, 3))
}

// further takes numbers of the item, but not of its substitutes.
func (e *edifact) further(s segment) {
	if function := s.value(1); e.line == nil || function != "" && function != "1" && function != "5" {
		return
	}
	for _, c := range s.groups(2) {
		qualifier := ""
		if len(c) > 1 {
			qualifier = c[1]
		}
		e.line.identify(c[0], qualifier)
	}
}

func (e *edifact) describe(s segment) {
	if e.line != nil {
		if unit := packed[s.at(3, 0)]; unit != "" && e.line.packed != "piece" {
			e.line.packed = unit
		}
		e.line.describe(joined(s.at(3, 3), s.at(3, 4)))
	}
}

func (e *edifact) quantity(s segment) {
	if e.line == nil {
		return
	}
	code := s.at(1, 0)
	if a := e.allowed(); a != nil && !slices.Contains(strings.Fields(e.kind.quantities), code) {
		a.quantity = e.line.figures.read(s.at(1, 1))
		return
	}
	if _, had := e.quantities[code]; !had && strings.Contains(" 46 47 59 192 "+e.kind.quantities+" ", " "+code+" ") {
		e.quantities[code], e.units[code] = e.line.figures.read(s.at(1, 1)), s.at(1, 2)
	}
}

// netPrices and grossPrices list the qualifiers of costs; others are prices for consumers and for
// information.
const (
	netPrices   = " AAA INV NTP "
	grossPrices = " AAB CAL CON GRP "
	otherPrices = " RTP RRP SRP ALT PRP "
)

func (e *edifact) price(s segment) {
	e.group = "PRI"
	q := " " + s.at(1, 0) + " "
	net := strings.Contains(netPrices, q)
	if kind := s.at(1, 3); e.line == nil || !net && !strings.Contains(grossPrices, q) ||
		kind != "" && strings.Contains(otherPrices, " "+kind+" ") {
		return
	}
	f := &e.line.figures
	p := price{value: f.read(s.at(1, 1)), base: (&figures{mark: e.mark}).read(s.at(1, 4)), unit: s.at(1, 5), net: net}
	switch list := e.line.prices; {
	case !p.value.Known() || len(list) >= 5:
	case net:
		e.line.prices = append([]price{p}, list...)
	default:
		e.line.prices = append(list, p)
	}
}

func (e *edifact) count(s segment) {
	if s.at(1, 0) == "2" {
		e.counted = s.at(1, 1)
	}
}

func (e *edifact) finish() document.Type {
	e.item()
	h := &e.r.Header
	typed := e.kind.typed
	switch typed {
	case "":
		h.InvoiceNumber = e.number
		if typed = message.TypeOf(e.code); e.code == "" {
			typed = document.Invoice
		}
	case document.PurchaseOrder:
		if !e.kind.changes || h.PONumber == "" {
			h.PONumber = e.number
		}
	}
	e.issuer("SU", "SE", "II", "SR", "CZ", "SF")
	e.totalled()
	if h.PaymentTerms == "" {
		h.PaymentTerms = termsOf(e.terms)
	}
	return e.conclude(typed)
}
