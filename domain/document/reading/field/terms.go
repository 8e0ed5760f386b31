package field

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
)

// anyOf makes an expression of words, in which _ is a space.
func anyOf(words string) string {
	return `(?:` + strings.ReplaceAll(strings.Join(strings.Fields(words), "|"), "_", " ") + `)`
}

// Payment terms in folded texts.
var (
	days = anyOf("days? tagen? tage tg jours? jrs dias giorni gg dagen dgn dni")
	net  = anyOf("net nett netto n")
	// Net 30, N45, 2/10 net 30, 2%15 N45, 1.5% 10 days net 60.
	compact = regexp.MustCompile(`^(?:\d{1,2}(?: \d)? ?%? ?\d{1,3}(?: ` + days + `| ?d)? ?)?` + net +
		` ?\d{1,3}(?: ` + days + `| ?d)?(?: (?:eom|date|from).*)?$`)
	// 30 days net, 30 jours fin de mois, 14 Tage 2 % Skonto.
	counted = regexp.MustCompile(`\b\d{1,3} ?` + days + `\b|\b\d{1,3}[dj]\b|\b\d{1,3} [dj]$`)
	paying  = regexp.MustCompile(`\b` + anyOf(`
		net nett netto skonto escompte sconto betalingskorting pay payable payments? paid payez zahl\w* regl\w*
		paiement pago pagar pagamento pagabile pagadero betal\w* fin_de_mois fine_mese fin_de_mes eom fdm fm
		dffm fallig\w* due terms? cash_discount prompt_payment pronto_pago vencimiento scadenza echeance vervalt
		ri_ba bonifico virement uberweisung transferencia`) + `\b`)
	// A discount for early payment.
	discount = anyOf(`skonto cash_discount settlement_discount prompt_payment_discount early_payment_discount escompte
		pronto_pago sconto_cassa betalingskorting korting_voor_contant`)
	discounted = regexp.MustCompile(`\d ?%.*\b` + discount + `\b|\b` + discount + `\b.*\d ?%`)
	atOnce     = regexp.MustCompile(`\b` + anyOf(`
		due_(?:up)?on_receipt payable_(?:up)?on_receipt payment_(?:up)?on_receipt due_when_received
		cash_on_delivery payment_in_advance prepayment advance_payment vorkasse vorauskasse
		sofort_(?:ohne_abzug|fallig|zahlbar|netto) zahlbar_sofort sofort_zahlbar ohne_abzug
		payable_(?:a|des)_reception paiement_(?:a_reception|comptant) pago_(?:al_)?contado al_contado
		rimessa_diretta pagamento_(?:anticipato|alla_consegna|a_vista) vista_fattura contante_betaling
		vooruitbetaling end_of_month \d+_eom`) + `\b`)
	// Sentences about other things than when to pay.
	others = regexp.MustCompile(`\b` + anyOf(`
		return\w* refund\w* warrant\w* guarantee\w* garanti\w* garanzia gewahrleistung ruckgabe widerruf\w*
		reklamation\w* complain\w* claims? deliver\w* liefer\w* livr\w* entrega consegna lever\w* overdue late charged
		interest verzug\w* zinsen mahn\w* penalit\w* retard intereses demora mora rente valid gultig offer
		angebot cancel\w*`) + `\b`)
)

// Terms reports a text about when or how to pay: Net 30, 2/10 net 30, 30 jours fin de mois,
// 14 Tage 2 % Skonto, payable on receipt.
func Terms(text string) bool {
	if len(text) > maxText {
		return false
	}
	plain := label.Fold(text)
	switch {
	case compact.MatchString(plain), atOnce.MatchString(plain):
		return true
	case others.MatchString(plain):
		return false
	case discounted.MatchString(plain):
		return true
	}
	return counted.MatchString(plain) && paying.MatchString(plain)
}

// Words about how to pay, and a number of days alone.
var (
	bareDays = regexp.MustCompile(`^\d{1,3}$`)
	methods  = regexp.MustCompile(`\b` + anyOf(`
		prepaid prepay prepayment pre_paid cod c_o_d cash cheque check credit_card card paypal ach wire wire_transfer
		transfer bank_transfer direct_debit immediate immediately (?:up)?on_receipt eom proforma pro_forma in_advance
		bar barzahlung nachnahme lastschrift rechnung uberweisung vorkasse vorauskasse sofort sepa kreditkarte
		virement cheque traite prelevement carte comptant a_reception lcr contado transferencia giro pagare
		recibo efectivo tarjeta bonifico contanti riba ri_ba rimessa_diretta assegno overschrijving incasso ideal
		przelew gotowka contant vooruitbetaling automatische_incasso net\s?\d+ n\d+`) + `\b`)
	sale = regexp.MustCompile(`\b` + anyOf(`
		conditions? delivery sale liefer\w* livraison entrega consegna levering`) + `\b`)
)

// mostPaying bounds the words of terms of payment that are no sentence about payment.
const mostPaying = 8

// Paying reports a text beside the label of terms that says when or how to pay, unlike terms of
// delivery and of sale.
func Paying(text string) bool {
	if Terms(text) {
		return true
	}
	plain := label.Fold(text)
	if strings.Count(plain, " ") >= mostPaying || sale.MatchString(plain) {
		return false
	}
	return bareDays.MatchString(plain) || counted.MatchString(plain) || methods.MatchString(plain)
}

// mostLetters bounds the letters of terms of payment. Longer texts are conditions.
const mostLetters = 60

// amounts matches figures with decimals that are no rates.
var amounts = regexp.MustCompile(`^[$€£]?\d[\d.,]*[.,]\d{2}$`)

// TermsIn cuts other sentences and amounts off terms of payment. It returns nil for a text that is
// too long.
func TermsIn(words []string) []string {
	for i, w := range words {
		sentence := strings.HasSuffix(w, ".") && i+1 < len(words) && Terms(strings.Join(words[:i+1], " "))
		if !sentence && (i == 0 || !amounts.MatchString(w)) {
			continue
		}
		for !sentence && i > 0 && label.Fold(words[i-1]) == "" {
			i--
		}
		if words = slices.Clone(words[:i]); sentence {
			words = append(words, strings.TrimSuffix(w, "."))
		}
		break
	}
	if len([]rune(strings.Join(words, " "))) > mostLetters {
		return nil
	}
	return words
}

// Discounts reports a text about a discount for early payment.
func Discounts(text string) bool {
	plain := label.Fold(text)
	return strings.Contains(plain, "%") && discounted.MatchString(plain)
}
