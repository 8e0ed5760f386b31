package label

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/number"
)

// SumAt finds the label of a sum at the beginning of words, and its length in words. Due and Net
// name amounts, if one follows. A sign, a word such as zzgl. and words of a tax that the total
// includes may come before it: + VAT, less discount, darin enthaltene MwSt.
func SumAt(words []string) (Field, int) {
	if len(words) > 1 && (words[0] == "+" || words[0] == "=") {
		if field, n := SumAt(words[1:]); n > 0 {
			return field, n + 1
		}
	}
	field, n := Fields.At(words)
	if n == 0 && len(words) > 0 && strings.Contains(words[0], "%") { // VAT@20%
		if field, n = Fields.At([]string{number.WithoutRates(words[0])}); n > 0 {
			return field, n
		}
	}
	if n == 0 && len(words) > 1 && operations[Fold(words[0])] { // zzgl. Versandkosten
		if other, k := Fields.At(words[1:]); k > 0 && changes[other] {
			return other, k + 1
		}
	}
	if field == Sum && n < len(words) && says[Fold(words[n])] { // Total includes VAT
		if other, k := Fields.At(words[n+1:]); k > 0 && other == Tax {
			return other, n + 1 + k
		}
	}
	if within := Within(words); within > n {
		if other, k := Fields.At(words[within:]); k > 0 && other == Tax {
			return other, within + k
		}
	}
	if short := max(n, 1); len(words) > 0 {
		if sum, ok := amounts[Fold(strings.Join(words[:short], " "))]; ok {
			return sum, short
		}
	}
	return field, n
}

// operations lists words before the label of an amount that changes the total. Changes lists these
// labels.
var (
	operations = wordSet(`zzgl zuzuglich abzgl abzuglich plus add less moins menos mas piu meno`)
	changes    = map[Field]bool{Shipping: true, Reduction: true, Tax: true, Paid: true, Rounding: true}
)

// amounts lists labels of sums that are labels of days, terms and counts too.
var amounts = map[string]Field{
	"due": Sum, "payment due": Sum, "net due": Sum, "now due": Sum, "payable": Sum, "balance": Sum, "gross": Sum,
	"brutto": Sum, "lordo": Sum, "bruto": Sum, "net": Subtotal, "nett": Subtotal, "goods": Subtotal, "base": Subtotal,
}

// NamesAmount reports a folded label that names a sum only beside an amount.
func NamesAmount(folded string) bool { return amounts[folded] != "" }

// Within counts the words before a label that say that the total includes a tax: w tym VAT.
func Within(words []string) int {
	included := false
	for i, w := range words {
		switch w = Fold(w); {
		case includes[w]:
			included = true
		case included && !between[w]:
			return i
		case !between[w]:
			return 0
		}
	}
	return 0
}

// Includes reports words that say that a total includes a tax, before or after its label.
func Includes(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return includes[Fold(w)] })
}

// says lists verbs after the label of a total, before the tax in it.
var says = wordSet(`includes contains enthalt comprend incluye bevat`)

// includes lists words that say so, between lists words beside them.
var (
	includes = wordSet(`inkl inklusive inclusive incl including includes include included contains content enth enthalten
		enthaltene enthaltenen enthaltener darin davon dont comprend comprise incluse inclus tym cui cuales incluye incluido
		incluida inclusa compresa compreso inclusief inbegrepen waarvan which anteil`)
	between = wordSet(`w di de los las of the im betrag in der die das`)
)

// NamesTax reports the name of a tax among words.
func NamesTax(text string) bool {
	return slices.ContainsFunc(strings.Fields(joined(Fold(text))), func(w string) bool {
		return taxNames[w] || strings.HasSuffix(w, "steuer") || strings.HasSuffix(w, "belasting")
	})
}

// taxNames lists the names of taxes on sales.
var taxNames = wordSet(vatWords + `hst qst pst tps tvq mehrwertsteuer umsatzsteuer podatek ptu imposta impuesto afa alv
	ddv mva ppn ivu igv pvm pvn vsk φπα ндс ддс пдв`)

// Lessens reports words before an amount that lowers the total.
func Lessens(text string) bool {
	first, _, _ := strings.Cut(Fold(text), " ")
	return lessens[first]
}

var lessens = wordSet(`less minus abzgl abzuglich moins menos meno af minder`)

// RateWord reports a word beside the label of a tax that says more about its rate or its place.
func RateWord(word string) bool { return rateWords[Fold(word)] || includes[Fold(word)] }

var rateWords = wordSet(`at al a au zu taux hoog laag tarief rate standard std reduced charged on auf von su sur over
	% per cent v h`)

// PlainWord reports a word after the label of a sum that leaves it the sum.
func PlainWord(word string) bool { return plainWords[Fold(word)] }

// plainWords lists words after the label of a total that leave it the total.
var plainWords = wordSet(`order orders amount value invoice purchase po document bill sales goods price cost in
	of for this von der die das du de la le del della van het chargeable payable due total before after invoicevalue excl
	excluding incl including tax taxes vat gross net inkl inklusive exkl exklusive einschliesslich zzgl ust mwst
	umsatzsteuer mehrwertsteuer brutto netto
	вкл с ддс ttc ht tva inclus incluse con sin iva impuestos ivato inclusa btw inclusief
	exclusief`)

// BeforeBase reports a first word that leads to the taxed amount: VAT 20 % on 190.00.
func BeforeBase(words []string) bool { return len(words) > 0 && beforeBase[Fold(words[0])] }

var beforeBase = wordSet(`on of auf von sur de sobre su over van a`)

// shares lists taxes that a document prints beside others of the same rate.
var shares = wordSet(`gst hst pst qst rst tps tvq cgst sgst igst utgst`)

// TaxShare returns the federal or provincial tax that a text names: "" without one and for a total.
func TaxShare(text string) (found string) {
	for _, w := range strings.Fields(Fold(text)) {
		if w == "total" {
			return ""
		}
		if found == "" && shares[w] {
			found = w
		}
	}
	return found
}
