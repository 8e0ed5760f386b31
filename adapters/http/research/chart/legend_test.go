package chart_test

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/http/research/chart"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/series"
)

// text has a text of a picture.
type text struct {
	X      float64 `xml:"x,attr"`
	Y      string  `xml:"y,attr"`
	Anchor string  `xml:"text-anchor,attr"`
	Size   string  `xml:"font-size,attr"`
	Text   string  `xml:",chardata"`
}

// end returns the right end of a text of the legend, at 6 pixels for a letter.
func (t text) end() float64 { return t.X + 6*float64(len(t.Text)) }

// path has a line of a picture.
type path struct {
	D      string  `xml:"d,attr"`
	Fill   string  `xml:"fill,attr"`
	Stroke string  `xml:"stroke,attr"`
	Width  float64 `xml:"stroke-width,attr"`
}

// drawn has the texts and lines of a picture, in the order of the drawing.
type drawn struct {
	Texts []text `xml:"text"`
	Paths []path `xml:"path"`
}

func parsed(t require.TestingT, c chart.Chart) (d drawn) {
	require.NoError(t, xml.Unmarshal(chart.SVG(c), &d))
	return d
}

// title returns the text in the font of the title.
func (d drawn) title() string {
	at := slices.IndexFunc(d.Texts, func(one text) bool { return one.Size == "13" })
	return d.Texts[at].Text
}

// legend returns the texts 16 pixels right of the beginning of a sample.
func (d drawn) legend() (found []text) {
	for _, p := range d.Paths {
		var x, y int
		if n, _ := fmt.Sscanf(p.D, "M%d %dh12", &x, &y); n != 2 || !strings.HasSuffix(p.D, "h12") {
			continue
		}
		at := slices.IndexFunc(d.Texts, func(one text) bool { return one.X == float64(x+16) && one.Y == strconv.Itoa(y+4) })
		found = append(found, d.Texts[at])
	}
	return found
}

func (d drawn) legendTexts() (names []string) {
	for _, one := range d.legend() {
		names = append(names, one.Text)
	}
	return names
}

// below returns the texts that begin at the left end of the plot and are neither title nor legend.
func (d drawn) below() (rows []string) {
	for _, one := range d.Texts {
		if one.X == 64 && one.Anchor == "" && one.Size == "" {
			rows = append(rows, one.Text)
		}
	}
	return rows
}

func TestTitlesAreCutAtWords(t *testing.T) {
	const name = "Brivory Classic Felt Building Blocks, Red (Pack of 3) (B0SIM0000A, amazon.com)"
	for _, c := range []struct {
		width       int
		title, want string
	}{
		{800, name, name},
		{640, name, "Brivory Classic Felt Building Blocks, Red (Pack of 3) (B0SIM0000A…"},
		{480, name, "Brivory Classic Felt Building Blocks, Red (Pack of 3)…"},
		{400, name, "Brivory Classic Felt Building Blocks, Red…"},
		{300, name, "Brivory Classic Felt Building…"},
		{300, "Kettle", "Kettle"},
		{300, strings.Repeat("積み木 ", 30), "積み木 積み木 積み木 積み木…"},
		{300, strings.Repeat("x", 50) + " end", strings.Repeat("x", 30) + "…"},
		{300, "", ""},
	} {
		require.Equal(t, c.want, parsed(t, chart.Chart{Title: c.title, Width: c.width, Height: 200, To: 50}).title(), c.width)
	}
}

func TestDrawnTitlesAreWholeOrWholeWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[A-Za-zä積0-9]{1,9}`), 1, 40).Draw(t, "words"), " ")
		c := chart.Chart{Title: title, Width: rapid.IntRange(300, 1600).Draw(t, "width"), Height: 200, To: 50}
		got := parsed(t, c).title()
		if got == title {
			return
		}
		whole, cut := strings.CutSuffix(got, "…")
		rest, begins := strings.CutPrefix(title, whole)
		if !cut || !begins || whole == "" || !strings.HasPrefix(rest, " ") {
			t.Fatalf("%q became %q", title, got)
		}
	})
}

func TestLegendsNameSeriesWithData(t *testing.T) {
	c := year()
	c.Lines = append(c.Lines, chart.Line{Name: series.Used}, chart.Line{Name: series.List, Series: changes("2027-01-01", "3")})
	d := parsed(t, c)
	require.Equal(t, []string{"New", "Sales rank", "Bought in a month, at least, to 300"}, d.legendTexts())
	require.Equal(t, []string{"No data: Amazon, Used, List price"}, d.below())
	require.Empty(t, parsed(t, chart.Chart{Lines: c.Lines[:1], From: c.From, To: c.To, Width: 800, Height: 400}).below())
}

// every lists a series of each name with data or without.
func every(t *rapid.T) (lines []chart.Line, with, without []string) {
	for _, name := range series.Name("").Words() {
		l := chart.Line{Name: name}
		if rapid.Bool().Draw(t, string(name)) {
			l.Series = changes("2025-06-01", "7")
		}
		lines = append(lines, l)
		label := parsed(t, chart.Chart{Width: 1600, Height: 900, From: minute("2025-05-13"), To: minute("2026-05-13"), Lines: []chart.Line{
			{Name: name, Series: changes("2025-06-01", "7")},
		}}).legendTexts()[0]
		plain := strings.TrimSuffix(label, ", to 7")
		if len(l.Series.Points) > 0 {
			with = append(with, label)
		} else {
			without = append(without, plain)
		}
	}
	return lines, with, without
}

// Each series is once in the legend or below. Texts stay within the picture and apart from each
// other.
func TestNoSeriesIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines, with, without := every(t)
		width := rapid.IntRange(400, 1600).Draw(t, "width")
		d := parsed(t, chart.Chart{Width: width, Height: 500, From: minute("2025-05-13"), To: minute("2026-05-13"), Lines: lines})
		require.Equal(t, with, d.legendTexts())
		if len(without) > 0 {
			require.Equal(t, "No data: "+strings.Join(without, ", "), strings.Join(d.below(), " "))
		} else {
			require.Empty(t, d.below())
		}
		before := text{Y: "0"}
		for _, one := range d.legend() {
			require.LessOrEqual(t, one.end(), float64(width-32))
			if one.Y == before.Y {
				require.GreaterOrEqual(t, one.X-16, before.end())
			}
			before = one
		}
	})
}

func TestCurrenciesAreOnTheAxis(t *testing.T) {
	c := year()
	d := parsed(t, c)
	require.Contains(t, d.Texts, text{X: 58, Y: "34", Anchor: "end", Text: "USD"})
	c.Lines = c.Lines[1:]
	for _, one := range parsed(t, c).Texts {
		require.NotEqual(t, "USD", one.Text, "a rank has no currency")
	}
}

// marks returns the texts of the left axis, from below.
func (d drawn) marks() (found []string) {
	for _, one := range d.Texts {
		if one.X == 58 && strings.Contains(one.Y, ".") {
			found = append(found, one.Text)
		}
	}
	return found
}

func TestFlatPricesHaveRoom(t *testing.T) {
	for _, c := range []struct {
		price, y string
		currency string
		marks    []string
	}{
		// 24.99 ± 5 % is 23.74 to 26.24: marks from 23 to 27, the line at 1.99 of 4.
		{"24.99", "207.8", "USD", []string{"23", "24", "25", "26", "27"}},
		{"1500", "207.0", "JPY", []string{"1400", "1450", "1500", "1550", "1600"}},
		{"0.01", "261.3", "USD", []string{"0", "0.01", "0.02", "0.03"}},
	} {
		d := parsed(t, chart.Chart{
			Width: 328, Height: 400, From: minute("2025-05-13"), To: minute("2026-05-13"), Currency: money.Currency(c.currency),
			Lines: []chart.Line{{Name: series.New, Series: changes("2025-01-01", c.price)}},
		})
		require.Equal(t, c.marks, d.marks(), c.price)
		at := slices.IndexFunc(d.Paths, func(p path) bool { return p.Fill == "none" })
		require.Equal(t, "M64.0 "+c.y+"H264.0", d.Paths[at].D, c.price)
	}
}

func TestNewIsAboveTheBuyBox(t *testing.T) {
	both := []chart.Line{
		{Name: series.New, Series: changes("2025-06-01", "7")}, {Name: series.BuyBox, Series: changes("2025-06-01", "7")},
		{Name: series.Amazon, Series: changes("2025-06-01", "9")},
	}
	for range 2 {
		slices.Reverse(both)
		c := chart.Chart{Width: 800, Height: 400, From: minute("2025-05-13"), To: minute("2026-05-13"), Lines: both}
		var strokes []path
		for _, p := range parsed(t, c).Paths {
			if p.Fill == "none" {
				strokes = append(strokes, path{Stroke: p.Stroke, Width: p.Width})
			}
		}
		require.Equal(t, path{Stroke: "#be185d", Width: 3}, strokes[0], "the buy box is drawn first")
		require.Contains(t, strokes[1:], path{Stroke: "#4338ca", Width: 1.5})
		require.Len(t, strokes, 3)
	}
}
