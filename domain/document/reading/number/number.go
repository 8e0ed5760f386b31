package number

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/money"
)

// Sign is a decimal sign: '.' or ','.
type Sign byte

// Undecided marks an unknown sign.
const Undecided Sign = 0

// Number is a printed figure with its currency, unit and percent sign.
type Number struct {
	// Value keeps the printed decimals.
	Value decimal.Decimal
	// Empty without a printed currency, or with a sign of several currencies.
	Currency money.Currency
	// Mark has the currency as it was printed.
	Mark    string
	Percent bool
	// Normalised, such as piece and kg.
	Unit string
}

// Bounds of figures.
const (
	maxText      = 64
	maxDigits    = 15
	maxUngrouped = 10
	maxDecimals  = 6
)

// Parse reads a figure. A single sign before the last three digits is decimal if it is the given
// sign or follows a zero; else it groups thousands. Other texts are refused: dates, phone numbers,
// codes with leading zeros or more than ten digits, and numbers in scientific form. A count with
// its unit may begin with zeros.
func Parse(text string, sign Sign) (Number, bool) {
	before, core, after, ok := cut(text)
	if !ok {
		return Number{}, false
	}
	var n Number
	opened, minus := false, false
	if before, opened = strings.CutPrefix(before, "("); opened {
		before = strings.TrimSpace(before)
	}
	before, minus = cutMinus(before, strings.TrimPrefix, strings.TrimSuffix)
	closed := false
	if opened {
		after, closed = strings.CutSuffix(after, ")")
	}
	after, trailing := afterDash(strings.TrimSpace(after))
	if m := booked.FindStringSubmatch(after); m != nil && cents.MatchString(core) {
		after, trailing = strings.TrimSpace(m[1]), trailing || strings.EqualFold(m[2], "cr")
	}
	if opened != closed || opened && (minus || trailing) || minus && trailing {
		return Number{}, false
	}
	if !n.belongs(before, false) || !n.belongs(after, true) {
		return Number{}, false
	}
	if countable[n.Unit] && counted.MatchString(core) {
		core = strings.TrimLeft(core, "0")
	}
	plain, ok := plainDigits(core, sign)
	value, err := decimal.Parse(plain)
	if !ok || err != nil {
		return Number{}, false
	}
	if opened && !n.Percent || minus || trailing { // parentheses around a rate make no minus
		value = value.Neg()
	}
	n.Value = value
	return n, true
}

// booked matches the words for credit and debit that end an amount, cents its digits.
var (
	booked = regexp.MustCompile(`^(.*?)(CR|Cr|DR|Dr)\.?$`)
	cents  = regexp.MustCompile(`[.,]\d\d$`)
)

// counted matches a count with zeros before it, such as 05 Nos. Without a unit it may be a code.
var counted = regexp.MustCompile(`^0{1,2}[1-9]\d?$`)

// countable lists the units of goods that are counted.
var countable = map[string]bool{"piece": true, "pair": true, "set": true, "pack": true, "case": true, "dozen": true}

// cut splits a text into the part before its digits, the digits with their signs, and the part
// after.
func cut(text string) (before, core, after string, ok bool) {
	if len(text) > maxText || !utf8.ValidString(text) {
		return "", "", "", false
	}
	text = strings.TrimSpace(spaces.Replace(text))
	first := strings.IndexAny(text, "0123456789")
	if first < 0 {
		return "", "", "", false
	}
	last := strings.LastIndexAny(text, "0123456789")
	if first > 0 && (text[first-1] == '.' || text[first-1] == ',') && !abbreviated(text[:first]) {
		first--
	}
	return strings.TrimSpace(text[:first]), text[first : last+1], strings.TrimSpace(text[last+1:]), true
}

// abbreviated reports a sign of letters with a dot before digits: Rs.12 and Fr.12.
func abbreviated(before string) bool {
	_, known := Currency(before)
	return known && strings.HasSuffix(before, ".")
}

// spaces makes one space of the kinds that group digits, and one minus and one
// apostrophe of theirs.
var spaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2007", " ", "\t", " ",
	"\u2212", "-", "\u2013", "-", "\u2014", "-", "\u2019", "'", "\u00b4", "'", "(-)", "-", "(+)", "")

func cutMinus(s string, cuts ...func(string, string) string) (string, bool) {
	for _, c := range cuts {
		if rest := c(s, "-"); rest != s {
			return strings.TrimSpace(rest), true
		}
	}
	return s, false
}

// afterDash takes a minus after the figure. A dash after a decimal sign means no cents: 12,- and
// 12.-- and, in India, 12/-.
func afterDash(s string) (string, bool) {
	if s != "" && strings.ContainsRune(",./", rune(s[0])) && strings.HasPrefix(s[1:], "-") {
		return strings.TrimSpace(strings.TrimLeft(s[1:], "-")), false
	}
	return cutMinus(s, strings.TrimSuffix, strings.TrimPrefix)
}

// belongs takes a currency, a percent sign or a unit next to the figure.
func (n *Number) belongs(s string, behind bool) bool {
	if s == "" {
		return true
	}
	if behind && s == "%" {
		n.Percent = true
		return true
	}
	if c, ok := Currency(s); ok && n.Currency == "" {
		n.Currency, n.Mark = c, s
		return true
	}
	if !behind {
		return false
	}
	if first, per, ok := strings.Cut(s, "/"); ok { // € / Stk
		first = strings.TrimSpace(first)
		c, known := Currency(first)
		unit, ok := Unit(per)
		if known && ok {
			n.Currency, n.Mark = c, first
		}
		return known && ok || first == "" && unit == "piece" // 510/EA
	}
	unit, ok := Unit(s)
	if !ok && strings.EqualFold(strings.TrimSuffix(s, "."), "no") { // a word of its own elsewhere
		unit, ok = "piece", true
	}
	n.Unit = unit
	return ok
}

// plainDigits writes the digits as decimal.Parse reads them.
func plainDigits(core string, sign Sign) (string, bool) {
	whole, fraction := core, ""
	if at := decimalAt(core, sign); at >= 0 {
		whole, fraction = core[:at], core[at+1:]
		if whole == "" {
			whole = "0"
		}
		if !digits(fraction) || len(fraction) > maxDecimals {
			return "", false
		}
	}
	grouped, ok := ungroup(whole)
	switch {
	case !ok, len(grouped)+len(fraction) > maxDigits, len(grouped) > 1 && grouped[0] == '0',
		grouped == whole && len(whole) > maxUngrouped:
		return "", false
	case fraction != "":
		return grouped + "." + fraction, true
	}
	return grouped, true
}

// decimalAt finds the decimal sign, -1 without a sign.
func decimalAt(core string, sign Sign) int {
	at := strings.LastIndexAny(core, ".,")
	if at < 0 {
		return -1
	}
	kind, behind := core[at], len(core)-at-1
	whole := core[:at]
	if strings.ContainsAny(whole, ".,") {
		if strings.IndexByte(whole, kind) >= 0 {
			return -1
		}
		return at
	}
	if behind == 3 && whole != "" && whole != "0" && len(whole) <= 3 && byte(sign) != kind {
		return -1
	}
	return at
}

// ungroup drops the signs between thousands. All of them are the same, the last
// group has three digits and those between have three, or two as in India.
func ungroup(s string) (string, bool) {
	i := strings.IndexAny(s, ".,' ")
	if i < 0 {
		return s, digits(s)
	}
	groups := strings.Split(s, s[i:i+1])
	for k, g := range groups {
		size := len(g)
		good := size == 3 || k == 0 && size >= 1 && size < 3 || k > 0 && k < len(groups)-1 && size == 2 && len(groups[0]) <= 2
		if !good || !digits(g) {
			return "", false
		}
	}
	if groups[0][0] == '0' {
		return "", false
	}
	return strings.Join(groups, ""), true
}

// HasDigit reports a text with a digit.
func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
