package einvoice

import (
	"strings"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
)

// sums writes shipping, discount and the lines without products.
func sums(t *testing.T, message string) string {
	t.Helper()
	r, _, err := read(message)
	require.NoError(t, err)
	shown := func(f reading.Figure) string { return f.Or(decimal.Zero).Trim(0).String() }
	out := []string{shown(r.Header.Shipping), shown(r.Header.Discount)}
	for _, l := range r.Lines {
		if l.Kind != reading.Product {
			out = append(out, string(l.Kind)+" "+l.Description+" "+shown(l.LineTotal))
		}
	}
	return strings.Join(out, "|")
}

func TestChargesForEarlyPaymentAreNoShipping(t *testing.T) {
	headed := func(indicator, reason, value string) string {
		return el("cac:AllowanceCharge", el("cbc:ChargeIndicator", indicator), el("cbc:AllowanceChargeReason", reason), el("cbc:Amount", value))
	}
	message := func(allowances, charges, entries string) string {
		return el("Invoice"+ublSpaces, el("cbc:ID", "U-1"), entries,
			el("cac:LegalMonetaryTotal", el("cbc:LineExtensionAmount", "100.00"), el("cbc:AllowanceTotalAmount", allowances),
				el("cbc:ChargeTotalAmount", charges), el("cbc:PayableAmount", "100.00")),
			ublItem("A", "Mug", "C62", "10", "100.00", "", amount("10.00")))
	}
	for name, c := range map[string]struct{ message, want string }{
		"taken back": {message("2.00", "2.00", headed("false", "Cash discount", "2.00")+headed("true", "Cash discount", "2.00")), "0|0"},
		"beside freight and a rebate": {message("7.00", "11.00", headed("false", "Skonto", "2.00")+headed("false", "Rabatt", "5.00")+
			headed("true", "Skonto 2 %", "2.00")+headed("true", "Fracht", "9.00")), "9|5"},
		"below 0": {message("0.00", "-2.00", headed("true", "Early payment discount", "-2.00")), "0|2"},
		"alone":   {message("0.00", "2.00", headed("true", "Escompte non accordé", "2.00")), "0|0|fee Escompte non accordé 2"},
		"freight": {message("0.00", "9.00", headed("true", "Freight", "9.00")), "9|0"},
		"a deposit": {message("0.00", "35.00", headed("true", "Pfand Palette", "15.00")+headed("true", "Fracht", "20.00")),
			"20|0|deposit Pfand Palette 15"},
		"discount": {message("2.00", "0.00", headed("false", "Settlement discount", "2.00")), "0|2"},
	} {
		require.Equal(t, c.want, sums(t, c.message), name)
	}
	charge := func(indicator, reason, value string) string {
		return el("ram:SpecifiedTradeAllowanceCharge", el("ram:ChargeIndicator", el("udt:Indicator", indicator)), el("ram:ActualAmount", value), el("ram:Reason", reason))
	}
	const summation = "ram:SpecifiedTradeSettlementHeaderMonetarySummation"
	file := cii("380", ciiItem("M-1", "Mug", "", "10.00", "", "C62", "10", ciiSum("100.00")), el("ram:LineTotalAmount", "100.00")+el("ram:ChargeTotalAmount", "2.00")+
		el("ram:AllowanceTotalAmount", "2.00")+el("ram:GrandTotalAmount", "100.00")+"</"+summation+">"+
		charge("false", "Skonto", "2.00")+charge("true", "Skonto", "2.00")+"<"+summation+">")
	require.Equal(t, "0|0", sums(t, file))
}

func TestChargesOfTheHeadWithoutTheirSums(t *testing.T) {
	headed := el("cac:AllowanceCharge", el("cbc:ChargeIndicator", "true"), el("cbc:AllowanceChargeReason", "Versandkosten"), el("cbc:Amount", "6.00")) +
		el("cac:AllowanceCharge", el("cbc:ChargeIndicator", "false"), el("cbc:AllowanceChargeReason", "Rabatt"), el("cbc:Amount", "5.00"))
	for total, want := range map[string]string{"101.00": "6|5", "100.00": "0|0"} {
		require.Equal(t, want, sums(t, el("Invoice"+ublSpaces, el("cbc:ID", "U-1"), headed,
			el("cac:LegalMonetaryTotal", el("cbc:LineExtensionAmount", "100.00"), el("cbc:PayableAmount", total)),
			ublItem("A", "Mug", "C62", "10", "100.00", "", amount("10.00")))), total)
	}
}

func TestChargesOfTheHeadOfFatturaPA(t *testing.T) {
	for name, c := range map[string]struct{ head, taxable, total, want string }{
		"a discount":     {el("ScontoMaggiorazione", el("Tipo", "SC"), el("Importo", "20.00")), "80.00", "97.60", "0|0|discount Sconto -20"},
		"a rate":         {el("ScontoMaggiorazione", el("Tipo", "SC"), el("Percentuale", "10.00")), "90.00", "109.80", "0|0|discount Sconto -10"},
		"a surcharge":    {el("ScontoMaggiorazione", el("Tipo", "MG"), el("Importo", "8.00")), "108.00", "131.76", "0|0|fee Maggiorazione 8"},
		"no effect":      {el("ScontoMaggiorazione", el("Tipo", "SC"), el("Importo", "20.00")), "100.00", "122.00", "0|0"},
		"a contribution": {el("DatiCassaPrevidenziale", el("ImportoContributoCassa", "4.00")), "104.00", "126.88", "0|0|fee Contributo cassa 4"},
		"a discount and a contribution": {el("ScontoMaggiorazione", el("Tipo", "SC"), el("Importo", "20.00")) +
			el("DatiCassaPrevidenziale", el("ImportoContributoCassa", "3.20")), "83.20", "101.50", "0|0|discount Sconto -20|fee Contributo cassa 3.2"},
		"a rounding":    {el("Arrotondamento", "0.40"), "100.00", "122.40", "0|0|fee Arrotondamento 0.4"},
		"rounding down": {el("Arrotondamento", "-0.40"), "100.00", "121.60", "0|0|discount Arrotondamento -0.4"},
		"a stamp":       {el("DatiBollo", el("ImportoBollo", "2.00")), "100.00", "124.00", "0|0|fee Imposta di bollo 2"},
		"paid stamp":    {el("DatiBollo", el("ImportoBollo", "2.00")), "100.00", "122.00", "0|0"},
	} {
		tax, err := decimal.MustParse(c.taxable).Mul(decimal.MustParse("0.22"))
		require.NoError(t, err)
		body := el("DatiGenerali", el("DatiGeneraliDocumento", el("TipoDocumento", "TD01"), el("Divisa", "EUR"), el("Numero", "7"),
			c.head, el("ImportoTotaleDocumento", c.total))) +
			el("DatiBeniServizi", el("DettaglioLinee", el("Descrizione", "Tazza"), el("Quantita", "10.00"), el("PrezzoUnitario", "10.00"),
				el("PrezzoTotale", "100.00")), el("DatiRiepilogo", el("ImponibileImporto", c.taxable), el("Imposta", tax.String())))
		require.Equal(t, c.want, sums(t, el("FatturaElettronica", el("FatturaElettronicaBody", body))), name)
	}
}

func TestAnUnknownCurrencyOfAMessageIsAskedFor(t *testing.T) {
	for code, want := range map[string]string{"EUR": "EUR ", "XYZ": " currency_unknown", "": " ", "myr": "MYR ", "Euro": " currency_unknown"} {
		r, _, err := read(el("Invoice"+ublSpaces, el("cbc:ID", "U-1"), el("cbc:DocumentCurrencyCode", code), ublItem("A", "Mug", "C62", "10", "100.00", "", amount("10.00"))))
		require.NoError(t, err)
		problem := ""
		for _, p := range r.Problems {
			problem = string(p.Code)
		}
		require.Equal(t, want, string(r.Header.Currency)+" "+problem, code)
		require.Equal(t, r.Header.Currency, r.Lines[0].Currency)
	}
}
