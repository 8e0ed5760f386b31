package number

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/money"
)

// signs lists the signs of currencies and their names, in any letter case; shared signs have no
// code.
var signs = table(`
EUR: € euro euros
USD: $ us$ u$s
GBP: £
JPY: ¥ 円
CHF: fr. sfr. sfr
CAD: ca$ c$ can$ cdn$
AUD: a$ au$
BRL: r$
PLN: zł
CZK: kč
RON: lei
INR: ₹
TRY: ₺
KRW: ₩ 원
ILS: ₪
CNY: rmb 元
HKD: hk$
SGD: s$ sg$
NZD: nz$
MXN: mx$ mex$
TWD: nt$
THB: ฿
BGN: лв лв.
PHP: ₱
VND: ₫
NGN: ₦
UAH: ₴ грн грн.
RUB: ₽ руб руб.
KZT: ₸
GEL: ₾
AMD: ֏
CRC: ₡
PYG: ₲
LAK: ₭
MNT: ₮
GHS: ₵ gh₵
BDT: ৳
KHR: ៛
AZN: ₼
PEN: s/ s/.
ARS: ar$
CLP: clp$
COP: col$
JMD: j$
TTD: tt$
KES: ksh ksh. kshs
AED: dhs dhs.
: kr kr. ₨ ﷼
`)

// written lists signs that are other words in another letter case, such as feet and RS 232.
var written = table(`
MYR: RM
KWD: KD K.D.
HUF: Ft
IDR: Rp Rp.
HRK: kn
TRY: TL
: Rs Rs. rs. RS.
`)

// letters lists the signs that tables of prices write in letters, as they are printed.
var letters = setOf("RM Ft Rp Rp. kn TL zł ZŁ Kč KČ lei Lei LEI Ksh KSh Dhs Rs Rs. kr kr. Kr Kr. грн руб")

// words lists codes that are words or names too. Only a column of currencies and a cell of an
// amount may have them.
var words = setOf(`ALL AMD ANG BAM BBD BOB BOV BTN CHE CHW CLF COP COU CUC CUP CVE GEL GIP KGS LAK MAD MOP MXV PEN SCR
	SHP SLE SOS STN SVC TOP USN UYI UYW`)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// small lists codes that documents write in small letters too.
var small = setOf(`eur usd gbp jpy chf cad aud brl pln czk huf ron inr try krw ils sek nok dkk mxn cny hkd sgd nzd
	aed sar zar thb twd bgn`)

// Currency returns the currency of a sign or a code. It is empty for signs that several currencies
// share.
func Currency(sign string) (money.Currency, bool) {
	sign = strings.TrimSpace(sign)
	if c, ok := written[sign]; ok {
		return money.Currency(c), true
	}
	if c := money.Currency(sign); c.Known() && !words[sign] {
		return c, true
	}
	lower := strings.ToLower(sign)
	if small[lower] {
		return money.Currency(strings.ToUpper(sign)), true
	}
	c, ok := signs[lower]
	return money.Currency(c), ok
}

// Code reads a cell below the label of currencies, where every code of ISO 4217 counts.
func Code(text string) (money.Currency, bool) {
	if c := money.Currency(strings.ToUpper(strings.TrimSpace(text))); c.Known() {
		return c, true
	}
	return Currency(text)
}

// Common reports a currency of many documents, with a code that is hardly ever another word.
func Common(c money.Currency) bool { return small[strings.ToLower(string(c))] }

// Letters reports a sign that is printed in letters, such as zł, RM and Rs., and no code.
func Letters(sign string) bool { return letters[strings.TrimSpace(sign)] }

// Symbol reports a sign of a currency that is no code, such as ₹ and zł.
func Symbol(mark string) bool {
	return Letters(mark) || strings.ContainsFunc(mark, func(r rune) bool { return unicode.Is(unicode.Sc, r) })
}

// shared lists the currencies of a shared sign, the usual currency first.
var shared = map[string][]money.Currency{
	"$": {"USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "TWD"}, "¥": {"JPY", "CNY"},
	"kr": {"", "SEK", "NOK", "DKK"}, "kr.": {"", "SEK", "NOK", "DKK"}, "﷼": {"", "SAR", "QAR", "OMR", "IRR", "YER"},
	"rs": {"", "INR", "PKR", "LKR", "NPR", "MUR"}, "rs.": {"", "INR", "PKR", "LKR", "NPR", "MUR"},
	"₨": {"", "INR", "PKR", "LKR", "NPR", "MUR"},
	"¢": {"USD", "CAD", "AUD", "NZD", "MXN", "EUR"}, Pence: {"", "GBP"},
}

// Pence follows amounts in pence: 99p. In Russian lists the same letter means roubles.
const Pence = "p"

// hundredths lists the signs of a hundredth of a currency, as they follow amounts: 99¢ and 99p.
var hundredths = []string{"¢", Pence}

// Currencies lists the currencies of a sign or a code, the usual currency first. It begins with ""
// for a sign without a usual currency.
func Currencies(mark string) []money.Currency {
	mark = strings.TrimSpace(mark)
	if all, ok := shared[strings.ToLower(mark)]; ok {
		return slices.Clone(all)
	}
	if c, ok := Code(mark); ok && c != "" {
		return []money.Currency{c}
	}
	return nil
}

// odd matches letters and signs beside an amount, in the form of a currency.
var odd = regexp.MustCompile(`^(?:\p{L}{1,4}\.?|\p{L}{0,3}\p{Sc}|\p{Lu}{1,2}/\.?)$`)

// Odd reports letters or signs that can be a currency that nothing knows, and no unit.
func Odd(text string) bool {
	_, unit := Unit(text)
	return !unit && odd.MatchString(text)
}

// Marked reads an amount below the label of prices, where letters and signs beside it are a
// currency. Its currency is money.Unknown where nothing knows the mark.
func Marked(text string, sign Sign) (Number, bool) {
	for _, mark := range hundredths {
		whole, cut := strings.CutSuffix(strings.TrimSpace(text), mark)
		if n, ok := Parse(whole, sign); cut && ok && n.Mark+n.Unit == "" && !n.Percent {
			value, err := n.Value.Mul(decimal.MustNew(1, 2))
			n.Value, n.Mark = value, mark
			return n, err == nil
		}
	}
	n, ok := Parse(text, sign)
	if ok {
		return n, true
	}
	before, core, after, ok := cut(text)
	mark := strings.Trim(before+after, "-() ")
	both := before != "" && strings.Trim(after, ")- ") != ""
	if code := strings.HasSuffix(before, mark+"-"); !ok || both || code || !Odd(mark) { // such as A-77
		return Number{}, false
	}
	if n, ok = Parse(strings.Replace(before, mark, "", 1)+core+strings.Replace(after, mark, "", 1), sign); !ok {
		return Number{}, false
	}
	if n = n.In(mark); mark != strings.ToUpper(mark) {
		n.Currency = money.Unknown
	}
	return n, true
}

// In puts a mark of a currency beside the figure.
func (n Number) In(mark string) Number {
	if mark == "" {
		return n
	}
	n.Mark, n.Currency = mark, money.Unknown
	if c, known := Code(mark); known {
		n.Currency = c
	}
	return n
}

// Settled chooses the currency of a document that prints a mark, or "", beside its amounts. It
// prefers the printed currency, then the currency of its country if the mark can mean it. Unknown
// reports a mark that names neither.
func Settled(mark string, printed, place money.Currency) (c money.Currency, unknown bool) {
	switch {
	case printed != "":
		return printed, false
	case mark == "", place != "" && slices.Contains(Currencies(mark), place):
		return place, false
	}
	return "", true
}

// Foreign reports an amount with a mark that names no currency for sure.
func (n Number) Foreign() bool {
	return n.Mark != "" && (n.Currency == "" || n.Currency == money.Unknown)
}
