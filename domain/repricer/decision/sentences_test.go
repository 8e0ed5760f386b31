package decision_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/sentence"
)

// readings counts the decisions, besides the worked cases, with sentences to read.
const readings = 10_000

// Every sentence adds up. The figures in its text give the decision by the sentence's own
// arithmetic, and equal the figures of the row.
func TestEverySentenceAddsUp(t *testing.T) {
	t.Parallel()
	reasons, adjusted := map[decision.Reason]int{}, map[decision.Adjustment]int{}
	notes := make([]int, len(remarks))
	read := func(input decision.Input, what string) {
		d := decision.Decide(input)
		texts := sentence.Of(&input, &d)
		seen, err := readSentences(input, d, texts)
		if err != nil {
			require.FailNow(t, err.Error(), "%s: %s %s %s %v\n%s", what, d.Verdict, d.Price, d.Reason, d.Adjustments, strings.Join(texts, "\n"))
		}
		reasons[d.Reason]++
		for _, a := range d.Adjustments {
			adjusted[a]++
		}
		for _, n := range seen {
			notes[n]++
		}
	}
	for _, path := range caseFiles {
		for _, c := range workedCases(t, path) {
			read(c.in, "case "+c.id)
		}
	}
	for seed := range uint64(readings) {
		read(made{rolled{rand.New(rand.NewPCG(seed, 5))}, false}.input(), fmt.Sprint("seed ", seed))
	}
	requireAll(t, reasons)
	requireAll(t, adjusted)
	for i, n := range notes {
		require.Positive(t, n, "never read: %s", remarks[i].text)
	}
}

// Notices a wrong figure anywhere in a sentence.
func TestAWrongFigureIsRead(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`\d[\d,]*(\.\d+)?`)
	changed := 0
	for seed := range uint64(1_500) {
		input := made{rolled{rand.New(rand.NewPCG(seed, 6))}, false}.input()
		d := decision.Decide(input)
		texts := sentence.Of(&input, &d)
		for i, text := range texts {
			for _, at := range number.FindAllStringIndex(text, -1) {
				wrong := slices.Clone(texts)
				last := text[at[1]-1]
				wrong[i] = text[:at[1]-1] + string('0'+(last-'0'+1)%10) + text[at[1]:]
				if strings.Contains(text[max(at[0]-3, 0):at[0]], "ME") {
					continue // part of a seller's name
				}
				changed++
				if _, err := readSentences(input, d, wrong); err == nil {
					require.FailNow(t, "read as right", "seed %d: %s", seed, wrong[i])
				}
			}
		}
	}
	require.Greater(t, changed, 3_000)
}

// figures has the figures read in a sentence.
type figures struct {
	in decision.Input
	d  decision.Decision
	at map[string]string
	// the price that the reason asks for, nil where the price stays
	wanted *big.Rat
	// the price so far
	price *big.Rat
}

// form is a sentence with gaps for figures, and a condition on them.
type form struct {
	text  string
	holds func(f *figures) bool
	re    *regexp.Regexp
}

const (
	cash = `-?(?:[$€£¥]|[A-Z]{3} )[\d,]+(?:\.\d+)?`
	rate = `[+-]?[\d.]+ %`
)

// gaps maps the first letter of a gap's name to its kind of figure.
var gaps = map[byte]string{
	'a': `(?P<NAME>` + cash + `)`,
	'p': `(?P<NAME>` + cash + `)(?: \((?P<NAME_landed>` + cash + `) with shipping\))?`,
	's': `(?P<NAME>` + cash + `)(?: plus your (?P<NAME_shipping>` + cash + `))?`,
	'f': `[Tt]he floor of (?P<NAME>` + cash + `)(?:, (?P<NAME_landed>` + cash + `) with shipping)? \((?P<NAME_source>[^()]+)\)`,
	'c': `[Tt]he maximum of (?P<NAME>` + cash + `)(?: \((?P<NAME_landed>` + cash + `) with shipping\))?`,
	'o': `(?P<NAME_seller>\w+) at (?P<NAME>` + cash + `)(?P<NAME_with> with shipping)?(?P<NAME_less> less points)?`,
	'm': `(?P<NAME>` + cash + `|` + rate + `)`,
	'r': `(?P<NAME>` + rate + `)`,
	'n': `(?P<NAME>\d+)`,
	'x': `(?P<NAME>, rounded (?:down|up))?`,
	'u': `s?`,
	'w': `(?P<NAME> with shipping)?`,
	'd': `(?:, rounded down to (?P<NAME>` + cash + `))?`,
	't': `(?P<NAME>the buy box|the lowest(?: FBA| FBM)? offer|Amazon's offer|the price expected to be featured)`,
}

func shape(text string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(text)
	pattern = regexp.MustCompile(`<\w+>`).ReplaceAllStringFunc(pattern, func(gap string) string {
		name := strings.Trim(gap, "<>")
		return strings.ReplaceAll(gaps[name[0]], "NAME", name)
	})
	return regexp.MustCompile(`^` + pattern + `$`)
}

func forms(list ...form) []form {
	for i := range list {
		list[i].re = shape(list[i].text)
	}
	return list
}

func (f *figures) says(name string) bool { return f.at[name] != "" }

// value returns a figure of the sentence: an amount of money, a percentage or a count.
func (f *figures) value(name string) *big.Rat {
	text := strings.ReplaceAll(strings.TrimSuffix(f.at[name], " %"), ",", "")
	symbol := map[money.Currency]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}[f.in.Row.Currency]
	text = strings.Replace(strings.Replace(text, symbol, "", 1), "+", "", 1)
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no figure: " + f.at[name])
	}
	return v
}

func units(p money.Percent) *big.Rat { return rat(p.Units(), 10_000) }

func (f *figures) unit() *big.Rat     { return amountOf(f.in.Row.Currency.Unit()) }
func (f *figures) shipping() *big.Rat { return amountOf(f.in.Row.Shipping) }
func (f *figures) live() *big.Rat     { return amountOf(f.in.Row.Price) }

// whole rounds down to the unit of prices.
func (f *figures) whole(v *big.Rat) *big.Rat {
	n := divided(v, f.unit())
	q := new(big.Int).Div(n.Num(), n.Denom()) // Euclidean, and the denominator is positive
	return multiplied(new(big.Rat).SetInt(q), f.unit())
}

func (f *figures) wholeUp(v *big.Rat) *big.Rat {
	return new(big.Rat).Neg(f.whole(new(big.Rat).Neg(v)))
}

func equal(a, b *big.Rat) bool { return a.Cmp(b) == 0 }

func (f *figures) is(name string, v money.Amount) bool { return equal(f.value(name), amountOf(v)) }

func (f *figures) isRate(name string, v money.Percent) bool {
	return equal(f.value(name), units(v))
}

func (f *figures) isCount(name string, n int) bool { return f.at[name] == fmt.Sprint(n) }

// measured returns a figure that is an amount or a percentage of base.
func (f *figures) measured(name string, base *big.Rat) *big.Rat {
	if strings.HasSuffix(f.at[name], " %") {
		return multiplied(base, divided(f.value(name), rat(100, 1)))
	}
	return f.value(name)
}

func (f *figures) isMeasured(name string, v money.Amount, m decision.Measure) bool {
	return strings.HasSuffix(f.at[name], " %") == (m == decision.ByPercent) && equal(f.value(name), amountOf(v))
}

// consistent checks the rules of each kind of figure, anywhere in the sentence.
func (f *figures) consistent() bool {
	ships := f.in.Row.Shipping.Units() != 0
	for name, text := range f.at {
		if strings.ContainsRune(name, '_') || text == "" {
			continue
		}
		ok := true
		switch name[0] {
		case 'p', 'f', 'c':
			ok = f.says(name+"_landed") == ships && (!ships || equal(f.value(name+"_landed"), sum(f.value(name), f.shipping())))
		case 's':
			ok = f.says(name+"_shipping") == ships && (!ships || equal(f.value(name+"_shipping"), f.shipping()))
		case 'o':
			ok = f.offered(name)
		}
		switch name[0] {
		case 'f':
			floor, known := f.d.Floor.Get()
			ok = ok && known && f.is(name, floor) && f.source(f.at[name+"_source"])
		case 'c':
			ceiling, known := f.d.Ceiling.Get()
			ok = ok && known && f.is(name, ceiling)
		}
		if !ok {
			return false
		}
	}
	return true
}

// offered finds the named offer in the input.
func (f *figures) offered(name string) bool {
	seller := f.at[name+"_seller"]
	if seller == "Amazon" {
		seller = marketplace.OwnSeller(f.in.Row.MarketplaceID)
	}
	return slices.ContainsFunc(f.in.Offers, func(o decision.Offer) bool {
		points := f.in.Row.Currency == "JPY" && o.Points.Units() != 0
		landed := sum(amountOf(o.Price), amountOf(o.Shipping))
		if points {
			landed = less(landed, amountOf(o.Points))
		}
		return o.SellerID == seller && equal(landed, f.value(name)) &&
			f.says(name+"_with") == (o.Shipping.Units() != 0 || f.in.Row.Shipping.Units() != 0) && f.says(name+"_less") == points
	})
}

// source compares the origin of the floor with the row: the named limit, and for a calculated floor
// the profit at the floor and a unit below it.
func (f *figures) source(text string) bool {
	row, floor := f.in.Row, f.d.Floor.Or(money.Amount{})
	fixed := func(a money.Amount, known bool) bool {
		return known && equal(f.wholeUp(amountOf(a)), amountOf(floor))
	}
	switch {
	case text == "your minimum price":
		v, ok := row.Limits.MinPrice.Get()
		return fixed(v, ok)
	case text == "the minimum advertised price":
		v, ok := row.MapPrice.Get()
		return fixed(v, ok)
	case text == "the live price, because cost or fees are unknown":
		return fixed(row.Price, !row.Spent().Known() || !row.Fees.Known())
	}
	l := row.Limits
	switch {
	case text == "break-even":
		row.Limits.MinPriceMode = decision.MinPriceManual
	case l.MinPriceMode == decision.MinPriceROI && text == "an ROI of "+l.TargetROI.Or(money.Percent{}).String()+" %":
	case l.MinPriceMode == decision.MinPriceMargin && text == "a margin of "+l.TargetMargin.Or(money.Percent{}).String()+" %":
	case l.MinPriceMode == decision.MinPriceMarkup && l.MinPriceMarkupType == decision.ByAmount &&
		text == sentence.Amount(l.MinPriceMarkup.Or(money.Amount{}), row.Currency)+" above break-even":
	case l.MinPriceMode == decision.MinPriceMarkup && l.MinPriceMarkupType == decision.ByPercent &&
		text == l.MinPriceMarkup.Or(money.Amount{}).String()+" % above break-even":
	default:
		return false
	}
	return reaches(row, floor.Units())
}
