package reading

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/gtin"
)

// Sort sets the kind, by the same rule for all files. Lines without amounts become comments.
// Negative lines that name a discount become discounts, with a code or not. Freight, deposits and
// fees are named by the whole text, without a code also by its first or last words.
func (l *Line) Sort() {
	if l.Kind == Comment {
		return
	}
	words := strings.Fields(label.Fold(l.Description))
	coded := l.SupplierSKU != "" || l.MPN != "" || l.GTIN != (gtin.Code{})
	switch sort, ok := label.Sorts.Whole(l.Description); {
	case l.empty():
		l.Kind = Comment
	case l.Negative() && (reduces(words) || l.coupon(words, coded)):
		l.Kind = Discount
	case ok && (sort != label.Reduced || l.Negative()):
		l.Kind = Kind(sort)
	case deposits(words, coded):
		l.Kind = Deposit
	case !coded:
		l.Kind = l.named(words)
	default:
		l.Kind = Product
	}
}

// named looks for freight and fees in the first and the last words of a single unit. Several units
// are goods, such as shipping tape.
func (l *Line) named(words []string) Kind {
	if q, ok := l.Quantity.Get(); ok && q.CmpAbs(decimal.One) != 0 {
		return Product
	}
	if sort, n := label.Sorts.At(words); n > 0 && (sort == label.Freight || sort == label.Fee) {
		return Kind(sort)
	}
	for i := 1; i < len(words); i++ {
		if sort, ok := label.Sorts.Whole(strings.Join(words[i:], " ")); ok && (sort == label.Freight || sort == label.Fee) {
			return Kind(sort)
		}
	}
	for _, end := range []string{"fracht", "versand", "versandkosten", "frachtkosten"} {
		if len(words) > 0 && strings.HasSuffix(words[0], end) {
			return Freight
		}
	}
	return Product
}

// Negative reports a line that lowers the amount due.
func (l *Line) Negative() bool {
	if total, ok := l.LineTotal.Get(); ok && !total.IsZero() {
		return total.IsNeg()
	}
	price := l.UnitPrice.Or(l.CasePrice.Or(decimal.One))
	return l.Quantity.Or(decimal.One).IsNeg() != price.IsNeg()
}

// empty reports a line that counts nothing and costs nothing.
func (l *Line) empty() bool {
	total, summed := l.LineTotal.Get()
	quantity, counted := l.Quantity.Get()
	return summed && total.IsZero() && l.UnitPrice.Or(decimal.Zero).IsZero() && l.CasePrice.Or(decimal.Zero).IsZero() &&
		(!counted || quantity.IsZero())
}

// discounts lists parts of words that name a discount.
var discounts = []string{
	"discount", "rebate", "promo", "coupon", "voucher", "rabatt", "nachlass", "skonto", "gutschein", "bonus",
	"remise", "rabais", "ristourne", "escompte", "descuento", "bonificac", "sconto", "abbuono", "korting", "allowance",
	"cupon", "cashback", "loyalty", "treuepunkte",
}

// coupon reports the code of a discount in the place of an article: /SPRING10 or Code SPRING10.
func (l *Line) coupon(words []string, coded bool) bool {
	for _, text := range []string{l.Description, l.SupplierSKU} {
		if code, ok := strings.CutPrefix(strings.TrimSpace(text), "/"); ok && label.Fold(code) != "" {
			return true
		}
	}
	return !coded && len(words) > 1 && words[0] == "code"
}

func reduces(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(discounts, func(d string) bool { return strings.Contains(w, d) })
	})
}

// deposits reports words that name a deposit. Words without another meaning may begin a longer
// text; the others need words of containers and figures beside them.
func deposits(words []string, coded bool) bool {
	named, only := false, true
	for i, w := range words {
		ends := strings.HasSuffix(w, "pfand")
		strong := ends || strings.HasPrefix(w, "pfand") || depositWords[w] == strongWord
		switch {
		case strong && i == 0 && (!coded || ends):
			return true
		case strong, depositWords[w] == weakWord:
			named = true
		case depositWords[w] != besideWord && !strings.ContainsAny(w, "0123456789"):
			only = false
		}
	}
	return named && only
}

type depositWord int

const (
	strongWord depositWord = iota + 1
	weakWord
	besideWord
)

// depositWords lists words of deposits, and of containers, units and returns beside them.
var depositWords = func() map[string]depositWord {
	m := map[string]depositWord{}
	for kind, list := range map[depositWord]string{
		strongWord: `leergut consigne consignes statiegeld cauzione cauzioni empties`,
		weakWord: `deposit deposits depot borg emballage emballages fianza deposito caution vuoto envase envases
			returnable`,
		besideWord: `bottle bottles crate crates keg kegs barrel barrels cask casks pallet pallets tray trays container
			containers can cans glass kiste kisten kasten flasche flaschen fass fasser palette paletten gebinde mehrweg
			einweg dose dosen rucknahme ruckgabe retour bouteille bouteilles casier casiers fut futs palettes reprise
			krat kratten fles flessen fust fusten vat vaten emmer teruggave ingeleverd cassa casse bottiglia bottiglie
			fusto fusti reso bancale botella botellas caja cajas barril barriles retornable retornables return returns
			returned refund charge fee reusable plastic wooden euro eur l cl ml x je per pro pour par a de la le les des
			van voor di du d`,
	} {
		for w := range strings.FieldsSeq(list) {
			if m[w] == 0 {
				m[w] = kind
			}
		}
	}
	return m
}()
