package grid

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// Split parts digits from the end of a word, or from its front if no unit follows them, and makes
// them a figure. Digits that are the word leave it whole.
func (r *Row) Split(at int, digits string, f Figure) {
	w := *r.Words[at]
	f.Left, f.Right, f.First, f.Last = w.Left, w.Right, at, at
	back, front := strings.HasSuffix(w.Text, digits), f.Unit == "" && strings.HasPrefix(w.Text, digits)
	if (back || front) && len(digits) < len(w.Text) {
		share := (w.Right - w.Left) * float64(len(digits)) / float64(len(w.Text))
		apart := Word{digits, w.Box}
		parts := []*Word{&w, &apart}
		if back {
			w.Text, w.Right = strings.TrimSuffix(w.Text, digits), w.Right-share
			apart.Left = w.Right
			f.Left, f.First, f.Last = w.Right, at+1, at+1
		} else {
			w.Text, w.Left = strings.TrimPrefix(w.Text, digits), w.Left+share
			apart.Right = w.Left
			f.Right = w.Left
			slices.Reverse(parts)
		}
		r.Words = slices.Concat(r.Words[:at], parts, r.Words[at+1:])
		for i := range r.Figures {
			if r.Figures[i].Wide = nil; r.Figures[i].First > at {
				r.Figures[i].First, r.Figures[i].Last = r.Figures[i].First+1, r.Figures[i].Last+1
			}
		}
	}
	i := slices.IndexFunc(r.Figures, func(other Figure) bool { return other.First > f.First })
	if i < 0 {
		i = len(r.Figures)
	}
	r.Figures = slices.Insert(r.Figures, i, f)
}

// CurrencySigns lists the signs of currencies.
const CurrencySigns = "€$£¥"

// Unread reports a figure with two readings.
func (f *Figure) Unread() bool { return f != nil && f.Open }

// Known returns the value.
func (f *Figure) Known() reading.Figure { return optional.Some(f.Value) }

// Decimals counts the decimals of a price. The quantity 1 can be printed as 1.000.
func (f *Figure) Decimals() int {
	if f.Value.Scale() > 2 && f.Value.IsInt() {
		return 0
	}
	return f.Value.Scale()
}

// Exact reports a x b = total to the cent: unlabelled figures are too many for rounded prices.
func Exact(a, b, total decimal.Decimal) bool {
	product, ok := reading.Net(a, b, decimal.One, decimal.Zero)
	return ok && reading.Near(product, total)
}

// Figure keeps a number of a row, its sides and its words.
type Figure struct {
	number.Number
	Left, Right float64
	// Signed says that a sign of its currency is printed, not the code.
	Signed bool
	// Open says that nothing shows which of two readings the figure has.
	Open        bool
	First, Last int
	// Wide has the figure that the digits before it would make of it, at a gap that is wide for
	// thousands and narrow for columns; nil without such digits.
	Wide *Figure
}

// ReadFigures finds the numbers of a row. Digits that were torn apart join, and
// sign, currency, percent sign and unit beside a number belong to it.
func (r *Row) ReadFigures(sign number.Sign, open bool) {
	r.Figures = nil
	for i := 0; i < len(r.Words); {
		if n := r.iban(i); n > 0 {
			i += n
			continue
		}
		f, ok := r.figureAt(i, sign)
		if !ok {
			i++
			continue
		}
		f.Open = open && number.Doubtful(Joined(r.Words[f.First:f.Last+1]))
		r.Figures = append(r.Figures, f)
		i = f.Last + 1
	}
	r.readWide(sign)
}

func (r *Row) figureAt(i int, sign number.Sign) (Figure, bool) {
	best, ok := Figure{}, false
	text := ""
	for j := i; j < len(r.Words) && j < i+5; j++ {
		word := r.Words[j].Text
		if j > i {
			previous := r.Words[j-1].Text
			digits := startsWithFigure(word) && endsWithDigit(previous)
			if digits && (r.Gap(j-1) >= tight && !r.zeros(i, j) || r.rateAfter(j, text)) || r.Gap(j-1) > 1.2 {
				break
			}
			if !digits || word[0] != ',' && word[0] != '.' {
				text += " "
			}
		}
		text += word
		n, good := number.Parse(text, sign)
		if !good && j > i && number.HasDigit(word) &&
			number.HasDigit(text[:len(text)-len(word)]) {
			break
		}
		if good {
			best, ok = Figure{
				Number: n, Left: r.Words[i].Left, Right: r.Words[j].Right,
				Signed: strings.ContainsAny(text, CurrencySigns), First: i, Last: j,
			}, true
		}
	}
	if ok && best.First < best.Last && startsWithFigure(r.Words[i].Text) {
		best.Right = r.Words[best.First].Right
		for k := best.First; k <= best.Last; k++ { // digits make the place
			if number.HasDigit(r.Words[k].Text) {
				best.Right = r.Words[k].Right
			}
		}
	}
	return best, ok
}

// rateAfter reports a percentage close after an amount: 0,26 21 %.
func (r *Row) rateAfter(at int, amount string) bool {
	percent := strings.HasSuffix(r.Words[at].Text, "%") || at+1 < len(r.Words) && r.Words[at+1].Text == "%"
	return percent && r.Gap(at-1) > torn && cents.MatchString(amount)
}

// torn bounds the gap between the parts of a torn figure that a percent sign ends, in heights.
const torn = 0.15

// cents matches an amount with two decimals.
var cents = regexp.MustCompile(`\d[.,]\d\d$`)

func startsWithFigure(s string) bool { return s != "" && strings.IndexByte("0123456789.,", s[0]) >= 0 }

func endsWithDigit(s string) bool {
	return s != "" && strings.IndexByte("0123456789.,", s[len(s)-1]) >= 0
}

// Print reports whether the pages have the total of any line on them, or no line has a total. Signs
// do not count.
func Print(pages []Page, lines []reading.Line) bool {
	summed := false
	figures := Figures(pages)
	for _, l := range lines {
		total, ok := l.LineTotal.Get()
		if ok && figures[total.Abs().Trim(0).String()] {
			return true
		}
		summed = summed || ok
	}
	return !summed
}

// Figures lists the numbers on the pages, without signs and without zeros after their decimals.
func Figures(pages []Page) map[string]bool {
	figures := map[string]bool{}
	rows := RowsOf(pages)
	sign, open := SignOf(rows)
	for _, r := range rows {
		r.ReadFigures(sign, open)
		for _, f := range r.Figures {
			figures[f.Value.Abs().Trim(0).String()] = true
			if f.Open {
				point, comma := number.Readings(Joined(r.Words[f.First : f.Last+1]))
				figures[point.Value.Abs().Trim(0).String()], figures[comma.Value.Abs().Trim(0).String()] = true, true
			}
		}
	}
	return figures
}

// Figured reports a word that is a part of a figure.
func (r *Row) Figured(at int) bool {
	return slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.First <= at && at <= f.Last })
}

// WithoutRates returns the words of a chunk and their places, without percentages: labels have them
// inside, as in plus 19 % VAT.
func (r *Row) WithoutRates(chunk [2]int) (texts []string, places []int) {
	for i := chunk[0]; i <= chunk[1]; i++ {
		if !slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Percent && f.First <= i && i <= f.Last }) {
			texts, places = append(texts, r.Words[i].Text), append(places, i)
		}
	}
	return texts, places
}
