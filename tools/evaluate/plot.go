package main

import (
	"fmt"
	"math"
	"strings"

	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/tools/evaluate/play"
)

// plot has a picture and its caption.
type plot struct {
	name, caption, svg string
}

const (
	width   = 860
	barHigh = 26
	left    = 190
	right   = 30
	top     = 30
)

// These colours are distinguishable for colour-blind people.
const (
	blue   = "#0072b2"
	orange = "#d55e00"
	grey   = "#767676"
	ink    = "#222222"
	pale   = "#dddddd"
)

func (r *result) plots() []plot {
	var all []plot
	if p, ok := r.profitPlot(); ok {
		all = append(all, p)
	}
	for _, name := range []string{profitFirst, winBox} {
		if p, ok := r.mixPlot(name); ok {
			all = append(all, p)
		}
	}
	return append(all, r.weekPlot(strategy.TemplateWinBox, 2), r.weekPlot(strategy.TemplateProfitFirst, 4))
}

// bar has one row of a bar plot.
type bar struct {
	label, colour string
	value         estimate
	note          string
}

func (r *result) profitPlot() (plot, bool) {
	var bars []bar
	for _, l := range r.lines() {
		if l.kind == undisturbed {
			continue
		}
		colour := blue
		if l.kind == baseline {
			colour = grey
		}
		if l.name == play.NoFloor {
			colour = orange
		}
		bars = append(bars, bar{title(l.name), colour, l.profit, fmt.Sprintf("buy box %.0f %%", l.box)})
	}
	return plot{
		"profit", "Profit of a product and a day, with 95 % intervals. Blue: built-in strategies; grey: what they are compared with; " +
			"orange: the same rule without a lowest price.", barPlot("Profit of a product and a day", bars),
	}, len(bars) > 0
}

func (r *result) mixPlot(name string) (plot, bool) {
	ours, base := r.find(name, repriced), r.find(play.MatchBox, baseline)
	if ours == nil || base == nil {
		return plot{}, false
	}
	var bars []bar
	for _, m := range play.Mixes {
		if ours.total(m.Name).Time == 0 {
			continue
		}
		e := against(ours.profits(m.Name), base.profits(m.Name))
		colour := blue
		if e.Mean < 0 {
			colour = orange
		}
		bars = append(bars, bar{title(m.Name), colour, e, fmt.Sprintf("%+.1f %%", e.Mean)})
	}
	return plot{
		name + "_by_rivals", "Profit of " + title(name) + " against matching the buy box, in percent, by how the rivals price. Where an interval " +
			"touches 0 the difference may be chance.", barPlot("Profit of "+title(name)+" against match box, percent", bars),
	}, true
}

// barPlot draws horizontal bars with intervals.
func barPlot(heading string, bars []bar) string {
	low, high := 0.0, 0.0
	for _, b := range bars {
		low, high = min(low, b.value.Mean-b.value.Half), max(high, b.value.Mean+b.value.Half)
	}
	if high == low {
		high = low + 1
	}
	x := func(v float64) float64 { return left + (v-low)/(high-low)*(width-left-right-90) }
	d := newDrawing(heading, top+len(bars)*barHigh+10)
	d.line(x(0), top-4, x(0), float64(top+len(bars)*barHigh), ink, 1)
	for i, b := range bars {
		y := float64(top + i*barHigh)
		from, to := x(min(0, b.value.Mean)), x(max(0, b.value.Mean))
		d.text(left-8, y+17, "end", ink, b.label)
		fmt.Fprintf(d, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`, from, y+5, to-from, barHigh-10, b.colour)
		d.line(x(b.value.Mean-b.value.Half), y+13, x(b.value.Mean+b.value.Half), y+13, ink, 2)
		d.text(x(max(0, b.value.Mean+b.value.Half))+8, y+17, "start", grey, b.note)
	}
	return d.end()
}

// weekPlot draws the first week of a product with a strategy.
func (r *result) weekPlot(t strategy.Template, n int) plot {
	values := t.Values()
	var moments []play.Moment
	s := r.Settings
	s.Days, s.Shocks = 7, false
	play.Watch(play.NewProduct(&s, r.First, n), play.Player{Name: string(t), Plan: &values.Strategy}, func(m play.Moment) {
		if k := len(moments); k > 0 && moments[k-1].Own == m.Own && moments[k-1].Box == m.Box && moments[k-1].Floor == m.Floor {
			return
		}
		moments = append(moments, m)
	})
	mix := play.Mixes[n%len(play.Mixes)].Name
	return plot{
		"week_" + string(t), "A week of one product with " + title(string(t)) + " against rivals of the mix " + title(mix) +
			". Blue: the own price; orange: the price in the buy box; grey: the lowest price allowed.",
		pricePlot("Prices in a week: "+title(string(t)), moments, s.Days),
	}
}

const priceHigh = 260

func pricePlot(heading string, moments []play.Moment, days int) string {
	low, high := int64(math.MaxInt64), int64(0)
	for _, m := range moments {
		low, high = min(low, m.Floor, m.Own), max(high, m.Own, m.Box)
	}
	if len(moments) == 0 {
		low, high = 0, 1
	}
	begin := int64(0)
	if len(moments) > 0 {
		begin = moments[0].At
	}
	x := func(at int64) float64 { return 60 + float64(at-begin)/float64(days*86_400)*(width-60-right) }
	y := func(cents int64) float64 {
		return top + float64(high-cents)/float64(max(high-low, 1))*(priceHigh-20)
	}
	d := newDrawing(heading, top+priceHigh+20)
	for i := range 5 {
		c := low + (high-low)*int64(i)/4
		d.line(60, y(c), width-right, y(c), pale, 1)
		d.text(54, y(c)+4, "end", ink, fmt.Sprintf("%d.%02d", c/100, c%100))
	}
	for i := range days {
		d.text(x(begin+int64(i)*86_400), top+priceHigh+10, "start", grey, fmt.Sprintf("day %d", i+1))
	}
	for _, series := range []struct {
		colour string
		of     func(play.Moment) int64
	}{
		{grey, func(m play.Moment) int64 { return m.Floor }},
		{orange, func(m play.Moment) int64 { return m.Box }},
		{blue, func(m play.Moment) int64 { return m.Own }},
	} {
		var path strings.Builder
		last := 0.0
		pen := "M"
		for _, m := range moments {
			v := series.of(m)
			if v == 0 { // empty buy box
				pen = "M"
				continue
			}
			if pen == "L" {
				fmt.Fprintf(&path, "L%.1f %.1f", x(m.At), last)
			}
			last = y(v)
			fmt.Fprintf(&path, "%s%.1f %.1f", pen, x(m.At), last)
			pen = "L"
		}
		fmt.Fprintf(d, `<path d="%s" fill="none" stroke="%s" stroke-width="1.5"/>`, path.String(), series.colour)
	}
	return d.end()
}

// drawing writes an SVG.
type drawing struct{ strings.Builder }

func newDrawing(heading string, height int) *drawing {
	d := &drawing{}
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="13">`, width, height)
	fmt.Fprintf(d, `<title>%s</title><rect width="100%%" height="100%%" fill="white"/>`, heading)
	d.text(width/2, 18, "middle", ink, heading)
	return d
}

func (d *drawing) line(x1, y1, x2, y2 float64, colour string, wide int) {
	fmt.Fprintf(d, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%d"/>`, x1, y1, x2, y2, colour, wide)
}

// text writes words of this program only, so it escapes nothing.
func (d *drawing) text(x, y float64, anchor, colour, words string) {
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`, x, y, anchor, colour, words)
}

func (d *drawing) end() string { return d.String() + "</svg>\n" }
