package message

import (
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/money"
)

// codes maps codes of UNTDID 1001 to types. Other codes are left to the later stages.
var codes = func() map[string]document.Type {
	m := map[string]document.Type{}
	for kind, list := range map[document.Type]string{
		document.Invoice: "71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 " +
			"387 388 389 390 393 394 395 456 457 527 553 575 623 633 751 780 817 870 875 876 877 935",
		document.CreditNote:        "81 83 261 262 296 308 381 396 420 458 502 503 532",
		document.PurchaseOrder:     "220 221 224 226 227 228 230",
		document.OrderConfirmation: "231",
	} {
		for code := range strings.FieldsSeq(list) {
			m[code] = kind
		}
	}
	return m
}()

// TypeOf returns the type of a code of UNTDID 1001, or "".
func TypeOf(code string) document.Type { return codes[code] }

// sure counts how often root and type code say right which document a message is.
const sure document.Confidence = 9_900

// Finish gives the lines their currency, settles prices by the printed sums, and returns the type.
// It leaves an unknown currency out, with a problem.
func Finish(r *reading.Reading, kind document.Type) document.Guess {
	if r.Header.Currency == money.Unknown {
		r.Header.Currency = ""
		r.Note(reading.CurrencyUnknown)
	}
	for i := range r.Lines {
		r.Lines[i].Currency = r.Header.Currency
	}
	if kind == document.Invoice && owesNothing(r) {
		kind = document.CreditNote
	}
	unsold(r)
	believe(r)
	empty := len(r.Lines) == 0 && !r.Header.Total.Known() && r.Header.InvoiceNumber == ""
	if kind == "" || kind == document.Invoice && empty {
		return document.Guess{}
	}
	return document.Guess{Type: kind, Confidence: sure}
}

// owesNothing reports negative sums: the message gives money back.
func owesNothing(r *reading.Reading) bool {
	if total, ok := r.Header.Total.Get(); ok && !total.IsZero() {
		return total.IsNeg()
	}
	subtotal, ok := r.Header.Subtotal.Get()
	return ok && subtotal.IsNeg()
}

// CurrencyOf takes a code of ISO 4217. Another text is an unknown currency.
func CurrencyOf(code string) money.Currency {
	c := money.Currency(strings.ToUpper(strings.TrimSpace(code)))
	if c != "" && !c.Known() {
		return money.Unknown
	}
	return c
}
