package einvoice

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/optional"
)

// fatturaCharges adds lines for discounts, surcharges, contributions and roundings of the whole
// document where they lead to the taxable amount, and for a stamp and roundings where they lead to
// the total.
func fatturaCharges(root *node, r *reading.Reading) {
	body := root.at(fatturaBody)
	paper := body.at("DatiGenerali/DatiGeneraliDocumento")
	if paper == nil {
		return
	}
	sum := decimal.Zero
	for _, l := range r.Lines {
		sum, _ = sum.Add(l.LineTotal.Or(decimal.Zero)) // a sum out of range is 0 and leads nowhere
	}
	var given, funds, roundings []reading.Line
	for _, a := range paper.all("ScontoMaggiorazione") {
		amount := a.figure("Importo")
		if share, ok := a.figure("Percentuale").Get(); ok && !amount.Known() {
			if value, err := sum.Mul(share); err == nil {
				value, _ = value.Quo(decimal.Hundred)
				amount = optional.Some(value.Round(2))
			}
		}
		if a.word("Tipo") == "SC" {
			given = append(given, extra("Sconto", optional.Convert(amount, decimal.Decimal.Neg)))
		} else {
			given = append(given, extra("Maggiorazione", amount))
		}
	}
	for _, a := range paper.all("DatiCassaPrevidenziale") {
		funds = append(funds, extra("Contributo cassa", a.figure("ImportoContributoCassa")))
	}
	summed := body.sum("DatiBeniServizi/DatiRiepilogo/Arrotondamento")
	for _, amount := range []reading.Figure{summed, paper.figure("Arrotondamento")} {
		if !amount.Or(decimal.Zero).IsZero() {
			roundings = append(roundings, extra("Arrotondamento", amount))
		}
	}
	taxable := reading.Header{Subtotal: optional.Some(sum), Total: r.Header.Subtotal}
	r.Lines = append(r.Lines, leading(taxable, given, funds, roundings)...)
	var stamp []reading.Line
	if amount := paper.figure("DatiBollo/ImportoBollo"); amount.Known() {
		stamp = append(stamp, extra("Imposta di bollo", amount))
	}
	r.Lines = append(r.Lines, leading(r.Header, stamp, roundings)...)
}

// extra makes a line of an amount of the whole document: a discount if it is below 0, else a fee.
func extra(name string, amount reading.Figure) reading.Line {
	l := message.Begin(name, "", "")
	l.Kind, l.LineTotal = reading.Fee, amount
	if amount.Or(decimal.Zero).IsNeg() {
		l.Kind = reading.Discount
	}
	return l
}

// leading returns the first groups of lines that lead from the subtotal to the total. It adds no
// lines if nothing is missing.
func leading(h reading.Header, groups ...[]reading.Line) []reading.Line {
	if closes(h) {
		return nil
	}
	for chosen := 1; chosen < 1<<len(groups); chosen++ {
		with := h
		var lines []reading.Line
		for i, group := range groups {
			if chosen&(1<<i) == 0 {
				continue
			}
			for _, l := range group {
				value, err := with.Shipping.Or(decimal.Zero).Add(l.LineTotal.Or(decimal.Zero))
				if err != nil {
					return nil
				}
				with.Shipping = optional.Some(value)
			}
			lines = append(lines, group...)
		}
		if closes(with) {
			return lines
		}
	}
	return nil
}
