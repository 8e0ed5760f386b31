package edi

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/optional"
)

// body collects lines and header, for both standards.
type body struct {
	r     *reading.Reading
	line  *item
	mark  byte
	heads figures
	// orders lists the distinct purchase orders of the lines.
	orders []string
	// allowances has allowances and charges outside of lines; taxes add up to the tax.
	allowances []allowance
	taxes      []reading.Figure
	// apart has the allowances and charges that are no discount and no shipping.
	apart message.Charges
	// rates lists the distinct rates of tax of the whole document.
	rates []string
	// issuers keeps names and tax numbers by the role of the party; role belongs to the party that is
	// read.
	issuers map[string]reading.Issuer
	role    string
	// items counts the lines that were sent; counted is the count that the message names.
	items   int
	counted string
	// also counts other segments that the count may mean.
	also int
	// cancels marks a message that cancels another.
	cancels bool
	// refused marks an answer that accepts nothing.
	refused bool
}

// open begins a line.
func (b *body) open() error {
	if len(b.r.Lines) >= mostLines {
		return over("more than %d lines", mostLines)
	}
	b.close()
	b.items++
	b.line = newItem(b.mark)
	return nil
}

// close ends the line that is open.
func (b *body) close() {
	if b.line == nil {
		return
	}
	if o := b.line.order; o != "" && !slices.Contains(b.orders, o) && len(b.orders) < 2 {
		b.orders = append(b.orders, o)
	}
	b.r.Lines = append(b.r.Lines, b.line.close()...)
	b.line = nil
}

// party begins a party.
func (b *body) party(role, name string) {
	if b.issuers == nil {
		b.issuers = map[string]reading.Issuer{}
	}
	b.role = role
	if p := b.issuers[role]; p.Name == "" && len(b.issuers) < 50 {
		p.Name = reading.Cut(name, longest)
		b.issuers[role] = p
	}
}

// taxed sets the tax number of the party, of the first kind or of the best kind.
func (b *body) taxed(number string, best bool) {
	if p, ok := b.issuers[b.role]; ok && (p.TaxID == "" || best) {
		p.TaxID = reading.Cut(number, 100)
		b.issuers[b.role] = p
	}
}

// issuer chooses the party by the order of roles.
func (b *body) issuer(roles ...string) {
	for _, role := range roles {
		if p := b.issuers[role]; p.Name != "" || p.TaxID != "" {
			b.r.Header.Issuer = p
			return
		}
	}
}

// mostAllowances bounds the allowances and charges of a line, and of the whole document.
const mostAllowances = 500

// crowded reports that the allowances have reached their limit.
func (b *body) crowded() bool {
	if b.line != nil {
		return len(b.line.allowances) >= mostAllowances
	}
	return len(b.allowances) >= mostAllowances
}

// charge adds up allowances and charges outside of lines; shares count of the lines. Charges that
// are taxes are added to the taxes.
func (b *body) charge() (discount, shipping reading.Figure) {
	lines := reading.Figure{}
	for _, l := range b.r.Lines {
		lines = sum(lines, l.LineTotal)
	}
	for _, a := range b.allowances {
		off := a.of(lines)
		if !a.amount.Known() && !a.rate.Known() {
			off = optional.Convert(off, cents)
		}
		switch {
		case a.tax:
			b.taxes = append(b.taxes, negative(off))
		case a.charge:
			b.apart.Count(a.reason, true, negative(off))
			shipping = sum(shipping, negative(off))
		default:
			b.apart.Count(a.reason, false, off)
			discount = sum(discount, off)
		}
	}
	return discount, shipping
}

// cents rounds half away from zero.
func cents(d decimal.Decimal) decimal.Decimal {
	half := decimal.MustNew(5, 3).CopySign(d)
	up, err := d.Add(half)
	if err != nil {
		return d
	}
	return up.Trunc(2)
}

// conclude makes the checks that both standards share.
func (b *body) conclude(kind document.Type) document.Type {
	h := &b.r.Header
	b.apart.Settle(b.r)
	if h.PONumber == "" && len(b.orders) == 1 && kind != document.PurchaseOrder {
		h.PONumber = b.orders[0]
	}
	h.InvoiceNumber, h.PONumber = reading.Cut(h.InvoiceNumber, longest), reading.Cut(h.PONumber, longest)
	h.PaymentTerms = reading.Cut(h.PaymentTerms, longest)
	if len(b.rates) == 1 {
		b.rate()
	}
	if b.counted != "" && !named(b.counted, b.items) && (b.also == 0 || !named(b.counted, b.also)) {
		b.r.Note(reading.CountDiffers)
	}
	if b.heads.bad {
		b.r.Note(reading.FigureUnreadable)
	}
	if b.refused {
		message.Refuse(b.r)
	}
	if b.cancels {
		b.r.Note(reading.DocumentCancelled)
	}
	return kind
}

// rate gives the only rate of the document to lines, if no line has a rate of its own.
func (b *body) rate() {
	value := (&figures{mark: b.mark}).read(b.rates[0])
	for i := range b.r.Lines {
		if b.r.Lines[i].TaxRate.Known() {
			return
		}
	}
	for i := range b.r.Lines {
		b.r.Lines[i].TaxRate = value
	}
}

func (b *body) rated(text string) {
	if text != "" && !slices.Contains(b.rates, text) && len(b.rates) < 2 {
		b.rates = append(b.rates, text)
	}
}
