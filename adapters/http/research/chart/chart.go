package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/series"
)

// Theme names a set of colours.
type Theme string

// The themes.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Words lists the themes, the default first.
func (Theme) Words() []Theme { return []Theme{Light, Dark} }

// The bounds of a chart, in pixels.
const (
	MinWidth  = 300
	MaxWidth  = 1600
	MinHeight = 200
	MaxHeight = 900
)

// Chart describes a chart to draw.
type Chart struct {
	// Title has text of any kind: a product and a marketplace.
	Title    string
	Currency money.Currency
	// Width and Height count pixels. Values outside of their bounds become the bound.
	Width, Height int
	Theme         Theme
	// From must be before To.
	From, To series.Minute
	// Lines appear in this order.
	Lines []Line
}

// Line has one series of a product.
type Line struct {
	Name   series.Name
	Series series.Series
}

// colours has the colours of a theme: the background, text, the grid, then lines by their name.
type colours struct {
	ground, text, grid string
	lines              map[series.Name]string
}

var palettes = map[Theme]colours{
	Light: {"#ffffff", "#24292f", "#d8dee4", map[series.Name]string{
		series.Amazon: "#b35900", series.New: "#4338ca", series.BuyBox: "#be185d", series.NewFBA: "#0e7490", series.NewFBM: "#6d28d9", series.Used: "#57534e",
		series.List: "#78716c", series.Rank: "#15803d", series.Rating: "#a16207", series.Reviews: "#0369a1", series.Badge: "#b91c1c",
	}},
	Dark: {"#0d1117", "#e6edf3", "#30363d", map[series.Name]string{
		series.Amazon: "#fb923c", series.New: "#a5b4fc", series.BuyBox: "#f472b6", series.NewFBA: "#67e8f9", series.NewFBM: "#c4b5fd", series.Used: "#d6d3d1",
		series.List: "#a8a29e", series.Rank: "#4ade80", series.Rating: "#facc15", series.Reviews: "#7dd3fc", series.Badge: "#f87171",
	}},
}

// words maps series to their names in a sentence.
var words = map[series.Name]string{
	series.Amazon: "Amazon", series.New: "New", series.BuyBox: "Buy box", series.NewFBA: "New, FBA", series.NewFBM: "New, FBM", series.Used: "Used",
	series.List: "List price", series.Rank: "Sales rank", series.Rating: "Rating", series.Reviews: "Reviews", series.CountNew: "New offers",
	series.CountFBA: "FBA offers", series.CountFBM: "FBM offers", series.CountUsed: "Used offers", series.Badge: "Bought in a month, at least",
}

// The margins around the plot, in pixels: headroom has the title and one row of the legend,
// footroom the times.
const (
	left, right, headroom, footroom = 64, 64, 44, 24
	// lineHeight sets the line height of legend and texts.
	lineHeight = 14
)

// scale turns values into pixels from the top.
type scale struct {
	low, high   float64
	top, bottom int
	logarithmic bool
}

func (s scale) y(value int64) float64 {
	v := float64(value)
	if s.logarithmic {
		v = math.Log(max(series.Scale, v))
	}
	return float64(s.bottom) - (v-s.low)/(s.high-s.low)*float64(s.bottom-s.top)
}

// SVG draws the chart.
func SVG(c Chart) []byte {
	c.Width, c.Height = min(MaxWidth, max(MinWidth, c.Width)), min(MaxHeight, max(MinHeight, c.Height))
	d := drawing{Chart: c, colours: palettes[cmp.Or(c.Theme, Light)]}
	if d.lines == nil {
		d.colours = palettes[Light]
	}
	d.To = max(c.To, c.From+1)
	d.Lines = make([]Line, len(c.Lines))
	for i, l := range c.Lines {
		d.Lines[i] = Line{l.Name, l.Series.Window(d.From, d.To)}
	}
	d.arrange()
	d.draw()
	return d.Bytes()
}

type drawing struct {
	bytes.Buffer
	Chart
	colours
	// entries and missing have the legend, and the rows of text about series without data.
	entries []entry
	missing []string
	// top and bottom have the margins above and below the plot, in pixels.
	top, bottom int
}

func (d *drawing) put(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func (d *drawing) draw() {
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="t d" `+
		`font-family="system-ui, sans-serif" font-size="11" fill="%s">`+"\n", d.Width, d.Height, d.Width, d.Height, d.text)
	d.put("<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n", plain(d.heading()), plain(d.description()))
	d.put("<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", d.Width, d.Height, d.ground)
	d.put("<text x=\"%d\" y=\"16\" font-size=\"13\">%s</text>\n", left, plain(d.shortened()))
	d.legend()
	end := d.Height - d.bottom
	counts := d.of(stripped)
	if len(counts) > 0 {
		end -= (d.Height - d.top - d.bottom) / 4
	}
	d.times(d.Height - d.bottom)
	if prices := d.of(func(l Line) bool { return l.Name.Unit() == series.Money }); len(prices) > 0 {
		d.prices(prices, end-6)
	}
	ranks := d.of(func(l Line) bool { return l.Name.Unit() == series.Ranks })
	if low, high, ok := extent(ranks); ok {
		s := d.logarithmic(low, high, end-6)
		d.ranks(s, low, high)
		d.steps(ranks, func(Line) scale { return s })
	}
	// Each count has its own scale, from 0 to its highest value.
	d.steps(counts, func(l Line) scale {
		_, high, _ := extent([]Line{l})
		return scale{low: 0, high: float64(max(high, 1)), top: end + 6, bottom: d.Height - d.bottom}
	})
	d.put("</svg>\n")
}

// prices draws prices down to end, with marks and the currency at the left axis. The buy box comes
// first: it often equals the lowest new price, which is then visible on it.
func (d *drawing) prices(lines []Line, end int) {
	low, high, _ := extent(lines)
	s, step := d.linear(low, high, end)
	for v := int64(s.low); v <= int64(s.high); v += step {
		d.mark(s.y(v), true, money.FromUnits(v).String())
	}
	if d.Currency != "" {
		d.put("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", left-6, d.top-10, plain(string(d.Currency)))
	}
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Compare(strokes[b.Name], strokes[a.Name])
	})
	d.steps(lines, func(Line) scale { return s })
}

// strokes has the widths of lines other than 1.5 pixels.
var strokes = map[series.Name]float64{series.BuyBox: 3}

// stripped reports whether a line is drawn in the strip below, with its own scale.
func stripped(l Line) bool { return l.Name.Unit() == series.Counts || l.Name.Unit() == series.Stars }

// of returns the chosen lines with data.
func (d *drawing) of(which func(Line) bool) []Line {
	return slices.DeleteFunc(slices.Clone(d.Lines), func(l Line) bool { return l.empty() || !which(l) })
}

// empty reports whether a line has no data in the range.
func (l Line) empty() bool {
	_, _, ok := extent([]Line{l})
	return !ok
}

// extent returns the lowest and the highest value of lines, false if they have only gaps.
func extent(lines []Line) (low, high int64, ok bool) {
	for _, l := range lines {
		for _, p := range l.Series.Points {
			if p.Gap() {
				continue
			}
			if !ok {
				low, high, ok = p.Value, p.Value, true
			}
			low, high = min(low, p.Value), max(high, p.Value)
		}
	}
	return low, high, ok
}

// flat divides a price that never changes: it gets this share, 5 %, above and below.
const flat = 20

// linear returns a scale with steps of 1, 2 or 5 times a power of ten, at least the currency's
// smallest unit.
func (d *drawing) linear(low, high int64, end int) (scale, int64) {
	const marks = 5
	step := d.Currency.Unit().Units()
	if low == high {
		low, high = low-low/flat, high+max(high/flat, step)
	}
	for high/step-low/step >= marks {
		for _, next := range []int64{2, 5, 10} {
			if base := step; high/(base*next)-low/(base*next) < marks || next == 10 {
				step = base * next
				break
			}
		}
	}
	from, to := low/step*step, (high+step)/step*step
	return scale{low: float64(from), high: float64(to), top: d.top, bottom: end}, step
}

// logarithmic returns a scale for ranks, with a small margin at both ends. The best rank is at the
// bottom.
func (d *drawing) logarithmic(low, high int64, end int) scale {
	const room = 0.1
	log := func(rank int64) float64 { return math.Log(max(series.Scale, float64(rank))) }
	return scale{low: log(low) - room, high: log(high) + room, top: d.top, bottom: end, logarithmic: true}
}

// mark draws a number at the left axis, with a grid line, or at the right axis.
func (d *drawing) mark(y float64, isLeft bool, text string) {
	if isLeft {
		d.put("<path d=\"M%d %.1fH%d\" stroke=\"%s\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", left, y, d.Width-right, d.grid, left-6, y+4, text)
		return
	}
	d.put("<text x=\"%d\" y=\"%.1f\">%s</text>\n", d.Width-right+6, y+4, text)
}

// ranks marks the best and the worst rank, and the powers of ten that are not too near to them.
func (d *drawing) ranks(s scale, low, high int64) {
	d.mark(s.y(low), false, grouped(low))
	if s.y(low)-s.y(high) < lineHeight {
		return
	}
	d.mark(s.y(high), false, grouped(high))
	for v := int64(series.Scale); v < high; v *= 10 {
		if s.y(low)-s.y(v) >= lineHeight && s.y(v)-s.y(high) >= lineHeight {
			d.mark(s.y(v), false, grouped(v))
		}
	}
}

// x returns a position rounded to tenths of a pixel.
func (d *drawing) x(m series.Minute) float64 {
	width := int64(d.Width - left - right)
	return float64(int64(left)*10+int64(m-d.From)*width*10/int64(d.To-d.From)) / 10
}

// steps draws each line as steps, interrupted at gaps. It thins the points to the resolution of the
// chart, which does not change its look.
func (d *drawing) steps(lines []Line, on func(Line) scale) {
	for _, l := range lines {
		s, open := on(l), false
		l.Series, _ = l.Series.Thin(d.From, d.To, 5*(d.Width-left-right))
		var path strings.Builder
		for i, p := range l.Series.Points {
			if p.Gap() {
				open = false
				continue
			}
			end := d.To
			if i+1 < len(l.Series.Points) {
				end = l.Series.Points[i+1].At
			}
			if open {
				fmt.Fprintf(&path, "V%.1f", s.y(p.Value))
			} else {
				fmt.Fprintf(&path, "M%.1f %.1f", d.x(p.At), s.y(p.Value))
			}
			fmt.Fprintf(&path, "H%.1f", d.x(end))
			open = true
		}
		if path.Len() > 0 {
			d.put("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%g\"/>\n",
				path.String(), d.colour(l.Name), cmp.Or(strokes[l.Name], 1.5))
		}
	}
}

func (d *drawing) colour(n series.Name) string { return cmp.Or(d.lines[n], d.text) }

// times marks days, months or years below the plot.
func (d *drawing) times(y int) {
	const apart = 80
	months, layout := 1, "Jan 2006"
	days := int64((d.To - d.From) / series.Day)
	marks := int64(max(1, (d.Width-left-right)/apart))
	if days <= 62 {
		every := int(max(1, (days+marks-1)/marks))
		for day := d.From.Time().Truncate(24*time.Hour).AddDate(0, 0, 1); !day.After(d.To.Time()); day = day.AddDate(0, 0, every) {
			d.time(day, y, "2 Jan")
		}
		return
	}
	for _, months = range []int{1, 2, 3, 6, 12, 24, 60} {
		if days/30/int64(months) <= marks {
			break
		}
	}
	if months >= 12 {
		layout = "2006"
	}
	for month := time.Date(d.From.Time().Year(), 1, 1, 0, 0, 0, 0, time.UTC); !month.After(d.To.Time()); month = month.AddDate(0, months, 0) {
		if series.MinuteOf(month) >= d.From {
			d.time(month, y, layout)
		}
	}
}

func (d *drawing) time(t time.Time, y int, layout string) {
	x := d.x(series.MinuteOf(t))
	d.put("<path d=\"M%.1f %dV%d\" stroke=\"%s\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
		x, d.top, y, d.grid, x, y+lineHeight, t.Format(layout))
}
