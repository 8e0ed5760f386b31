package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/http/research/chart"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/series"
)

var pictures = flag.String("pictures", "", "a folder to leave charts in, to be looked at")

func minute(text string) series.Minute {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return series.MinuteOf(at)
}

// changes makes points out of pairs of a date and a value, "" for a gap.
func changes(pairs ...string) series.Series {
	s := series.Series{Step: 100}
	for i := 0; i < len(pairs); i += 2 {
		p := series.Point{At: minute(pairs[i]), Value: series.None}
		if pairs[i+1] != "" {
			p.Value = money.MustParse(pairs[i+1]).Units()
		}
		s.Points = append(s.Points, p)
	}
	return s
}

func year() chart.Chart {
	return chart.Chart{
		Title: `Tubes <"10 pcs"> & funnels`, Currency: "USD", Width: 800, Height: 400, Theme: chart.Light, From: minute("2025-05-13"), To: minute("2026-05-13"),
		Lines: []chart.Line{
			{series.New, changes("2024-01-01", "20.5", "2025-08-01", "25.99", "2026-01-29", "", "2026-01-31", "24.5")},
			{series.Rank, changes("2025-05-13", "151481", "2025-07-01", "5598", "2025-10-01", "", "2025-12-01", "11218", "2026-05-01", "")},
			{series.Badge, changes("2025-08-01", "100", "2025-11-01", "300", "2026-02-01", "", "2026-03-01", "200")},
			{series.Amazon, changes("2025-05-13", "")},
		},
	}
}

// words takes the texts out of a picture, and refuses other texts than XML.
func words(t *testing.T, picture []byte) (texts map[string][]string, elements []string) {
	t.Helper()
	texts = map[string][]string{}
	d := xml.NewDecoder(bytes.NewReader(picture))
	for in := ""; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, elements
		}
		require.NoError(t, err, string(picture))
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local
			elements = append(elements, in)
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				texts[in] = append(texts[in], text)
			}
		}
	}
}

func TestAChart(t *testing.T) {
	picture := chart.SVG(year())
	require.Equal(t, picture, chart.SVG(year()), "the same history is the same bytes")
	texts, elements := words(t, picture)
	require.Equal(t, []string{`Tubes <"10 pcs"> & funnels, 2025-05-13 to 2026-05-13`}, texts["title"])
	require.Equal(t, []string{"New: 20.50 USD to 25.99 USD, 24.50 USD at the end, interrupted once. " +
		"Sales rank: 5,598 to 151,481, none at the end, interrupted 2 times. " +
		"Bought in a month, at least: 100 to 300, 200 at the end, interrupted once. Amazon: nothing in this time."}, texts["desc"])
	require.Subset(t, texts["text"], []string{"20", "22", "24", "26", "10,000", "100,000", "5,598", "151,481", "Jul 2025", "Jan 2026", "New", "Sales rank",
		"Bought in a month, at least, to 300"})
	require.NotContains(t, texts["text"], "1,000")
	slices.Sort(elements)
	require.Equal(t, []string{"desc", "path", "rect", "svg", "text", "title"}, slices.Compact(elements), "no script, no style, no link")

	dark := year()
	dark.Theme = chart.Dark
	require.NotEqual(t, picture, chart.SVG(dark))
	require.Contains(t, string(chart.SVG(dark)), `fill="#0d1117"`)
	dark.Theme = "pink"
	require.Equal(t, picture, chart.SVG(dark), "an unknown theme is the light one")
	if *pictures != "" {
		dark.Theme = chart.Dark
		for name, c := range map[string]chart.Chart{"light": year(), "dark": dark} {
			require.NoError(t, os.WriteFile(filepath.Join(*pictures, name+".svg"), chart.SVG(c), 0o600))
		}
	}
}

// lines finds paths without a fill, which draw series.
var lines = regexp.MustCompile(`<path d="([^"]*)" fill="none"`)

func paths(picture []byte) []string {
	var found []string
	for _, m := range lines.FindAllSubmatch(picture, -1) {
		found = append(found, string(m[1]))
	}
	return found
}

func TestStepsAndGaps(t *testing.T) {
	c := chart.Chart{Width: 328, Height: 200, From: 0, To: 200, Lines: []chart.Line{{series.New, series.Series{Points: []series.Point{
		{At: -50, Value: 100_000}, {At: 50, Value: 150_000}, {At: 100, Value: series.None}, {At: 150, Value: 100_000},
	}}}}}
	// Draws a plot that is 200 pixels wide from 64 on, with 10 and 15 on a scale from 10 to 16.
	require.Equal(t, []string{"M64.0 170.0H114.0V65.0H164.0M214.0 170.0H264.0"}, paths(chart.SVG(c)))
	c.Lines[0].Name = series.Rank
	got := paths(chart.SVG(c))[0]
	require.Regexp(t, `^M64\.0 1\d\d\.\dH114\.0V\d\d\.\dH164\.0M214\.0 1\d\d\.\dH264\.0$`, got)
	c.Lines[0].Series.Points = c.Lines[0].Series.Points[2:3]
	require.Empty(t, paths(chart.SVG(c)))
}

func TestBoundsOfCharts(t *testing.T) {
	for size, want := range map[[2]int]string{{0, 0}: `width="300" height="200"`, {9999, 9999}: `width="1600" height="900"`, {800, 400}: `width="800" height="400"`} {
		c := year()
		c.Width, c.Height = size[0], size[1]
		require.Contains(t, string(chart.SVG(c)), want)
	}
	words(t, chart.SVG(chart.Chart{}))
	words(t, chart.SVG(chart.Chart{From: 100, To: 50, Title: strings.Repeat("ü", 200), Lines: []chart.Line{{series.Rank, changes("1970-01-01", "0")}}}))
	zero := chart.SVG(chart.Chart{To: 50, Lines: []chart.Line{{series.New, changes("1970-01-01", "0")}, {series.Badge, changes("1970-01-01", "0")}}})
	words(t, zero)
	require.NotContains(t, string(zero), "NaN")
}

func TestChartsOfAnythingAreXML(t *testing.T) {
	names := []series.Name{series.New, series.Rank, series.Rating, series.Badge, series.BuyBox}
	rapid.Check(t, func(rt *rapid.T) {
		c := chart.Chart{
			Title: rapid.String().Draw(rt, "title"), Currency: rapid.SampledFrom([]money.Currency{"USD", "JPY"}).Draw(rt, "currency"),
			Width: rapid.IntRange(-5, 2000).Draw(rt, "width"), Height: rapid.IntRange(-5, 2000).Draw(rt, "height"),
			From: series.Minute(rapid.IntRange(0, 1000).Draw(rt, "from")), To: series.Minute(rapid.IntRange(0, 8_000_000).Draw(rt, "to")),
		}
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(names), 0, 4).Draw(rt, "names") {
			c.Lines = append(c.Lines, chart.Line{Name: name, Series: series.Series{Points: points(rt, 8_000_000)}})
		}
		picture := chart.SVG(c)
		words(t, picture)
		if bytes.Contains(picture, []byte("NaN")) || bytes.Contains(picture, []byte("Inf")) || len(picture) > 64<<10 {
			rt.Fatalf("%d bytes: %.2000s", len(picture), picture)
		}
	})
}

func points(t *rapid.T, until int) []series.Point {
	var found []series.Point
	for range rapid.IntRange(0, 60).Draw(t, "points") {
		found = append(found, series.Point{
			At: series.Minute(rapid.IntRange(0, until).Draw(t, "at")), Value: max(series.None, rapid.Int64Range(-1_000_000, 20_000_000_000_000).Draw(t, "value")),
		})
	}
	return series.Ordered(found)
}

// A picture of a thinned history has the same pixels as a picture of the whole, at a pixel for five
// points.
func TestThinnedHistoriesLookTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n, from, to = 860, 0, 36_000
		s := series.Series{Step: 100}
		at := series.Minute(0)
		for range 1200 {
			s.Points = append(s.Points, series.Point{At: at, Value: max(series.None, rapid.Int64Range(-100, 1000).Draw(t, "value")*1000)})
			at += series.Minute(rapid.IntRange(1, 60).Draw(t, "later"))
		}
		thin, fewer := s.Thin(from, to, n)
		if !fewer {
			t.Fatal("nothing was thinned")
		}
		draw := func(s series.Series) string {
			// 172 pixels between the margins, a pixel for five points.
			return fmt.Sprint(raster(paths(chart.SVG(chart.Chart{Width: 300, Height: 400, From: from, To: to, Lines: []chart.Line{{series.New, s}}}))[0]))
		}
		if want, got := draw(s.Window(from, to)), draw(thin); want != got {
			t.Fatalf("%s\n%s", want, got)
		}
	})
}

var command = regexp.MustCompile(`([MHV])([\d.]+)(?: ([\d.]+))?`)

// raster returns, for each column of pixels, the lowest and the highest tenth of a pixel that a
// path touches.
func raster(path string) [][2]int {
	columns := make([][2]int, 400)
	touch := func(x, y int) {
		c := &columns[x/10]
		if c[0] == 0 || y < c[0] {
			c[0] = y
		}
		c[1] = max(c[1], y)
	}
	x, y := 0, 0
	tenths := func(s string) int {
		f, _ := strconv.ParseFloat(s, 64)
		return int(f*10 + 0.5)
	}
	for _, m := range command.FindAllStringSubmatch(path, -1) {
		switch m[1] {
		case "M":
			x, y = tenths(m[2]), tenths(m[3])
		case "V":
			touch(x, y)
			y = tenths(m[2])
		case "H":
			end := tenths(m[2])
			for ; x < end; x += max(1, min(10, end-x)) {
				touch(x, y)
			}
			x = end
		}
		touch(x, y)
	}
	return columns
}
