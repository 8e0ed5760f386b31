package chart

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/series"
)

func (d *drawing) heading() string {
	const day = "2006-01-02"
	return fmt.Sprintf("%s, %s to %s", d.Title, d.From.Time().Format(day), d.To.Time().Format(day))
}

// description describes each line in a sentence.
func (d *drawing) description() string {
	var sentences []string
	for _, l := range d.Lines {
		name := words[l.Name]
		low, high, ok := extent([]Line{l})
		if !ok {
			sentences = append(sentences, name+": nothing in this time.")
			continue
		}
		said := name + ": " + d.number(l.Name, low)
		if low != high {
			said += " to " + d.number(l.Name, high)
		}
		if now := l.Series.Points[len(l.Series.Points)-1]; now.Gap() {
			said += ", none at the end"
		} else if low != high {
			said += ", " + d.number(l.Name, now.Value) + " at the end"
		}
		if gaps := gapsOf(l.Series.Points); gaps > 0 {
			said += fmt.Sprintf(", interrupted %s", times(gaps))
		}
		sentences = append(sentences, said+".")
	}
	return strings.Join(sentences, " ")
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// gapsOf counts the gaps after a value.
func gapsOf(points []series.Point) int {
	gaps := 0
	for i, p := range points {
		if i > 0 && p.Gap() && !points[i-1].Gap() {
			gaps++
		}
	}
	return gaps
}

// number writes a value for a sentence: money with its currency.
func (d *drawing) number(n series.Name, value int64) string {
	switch n.Unit() {
	case series.Money:
		return strings.TrimSpace(fixed(value, d.Currency) + " " + string(d.Currency))
	case series.Stars:
		return money.FromUnits(value).String()
	}
	return grouped(value)
}

// fixed writes a value with the decimals of the currency.
func fixed(value int64, c money.Currency) string {
	text := money.FromUnits(value).String()
	whole, fraction, _ := strings.Cut(text, ".")
	if c.Decimals() == 0 && fraction == "" {
		return whole
	}
	return whole + "." + fraction + strings.Repeat("0", max(0, c.Decimals()-len(fraction)))
}

// grouped writes a whole number with commas.
func grouped(value int64) string {
	text := strconv.FormatInt(value/series.Scale, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// plain escapes markup and replaces characters that XML does not have.
func plain(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xFFFE || r == 0xFFFF || r == 0xFFFD {
			return ' '
		}
		return r
	}, text))
}
