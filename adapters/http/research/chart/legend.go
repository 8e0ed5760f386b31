package chart

import (
	"strings"
	"unicode"

	"sellingassistant/domain/research/series"
)

const (
	// letter estimates the width of a letter of legend and texts, in pixels.
	letter = 6
	// leastPlot has the height that legend and texts leave to the plot, in pixels.
	leastPlot = 80
)

// entry places a line in the legend.
type entry struct {
	name  series.Name
	label string
	// x and y have the left end of the line's sample.
	x, y int
}

// arrange places the legend, the names of series without data and the margins around the plot.
// Rows that would leave less than leastPlot are left out; the description has all of it.
func (d *drawing) arrange() {
	rows := 1 + max(0, (d.Height-headroom-footroom-leastPlot)/lineHeight)
	used := d.place(rows)
	if names := d.without(); len(names) > 0 {
		d.missing = wrap("No data:", names, d.textWidth()/letter, max(1, rows-used))
	}
	d.top, d.bottom = headroom+(used-1)*lineHeight, footroom+len(d.missing)*lineHeight
}

// textWidth returns the width for rows of text, in pixels.
func (d *drawing) textWidth() int { return d.Width - left - right/2 }

// place fills the legend with the lines that have data, and returns the rows that it needs, at
// least 1 and at most as many as allowed.
func (d *drawing) place(most int) int {
	const sample, gap = 16, 14
	x, row := 0, 0
	for _, l := range d.Lines {
		_, high, ok := extent([]Line{l})
		if !ok {
			continue
		}
		label := words[l.Name]
		if stripped(l) {
			label += ", to " + d.number(l.Name, high)
		}
		width := sample + len(label)*letter
		if x > 0 && x+width > d.textWidth() {
			x, row = 0, row+1
		}
		if row == most {
			return most
		}
		d.entries = append(d.entries, entry{l.Name, label, left + x, 30 + row*lineHeight})
		x += width + gap
	}
	return row + 1
}

// without names the series without data.
func (d *drawing) without() (names []string) {
	for _, l := range d.Lines {
		if l.empty() {
			names = append(names, words[l.Name])
		}
	}
	return names
}

// wrap writes a list in rows of so many letters. Names beyond the last row become "…".
func wrap(row string, names []string, letters, most int) (rows []string) {
	for i, name := range names {
		if i+1 < len(names) {
			name += ","
		}
		if i > 0 && len(row)+1+len(name) > letters {
			if len(rows)+1 == most {
				return append(rows, row+" …")
			}
			rows, row = append(rows, row), name
			continue
		}
		row += " " + name
	}
	return append(rows, row)
}

// legend draws a sample and the name of each line with data, and names the others below the times.
func (d *drawing) legend() {
	for _, e := range d.entries {
		d.put("<path d=\"M%d %dh12\" stroke=\"%s\" stroke-width=\"3\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
			e.x, e.y, d.colour(e.name), e.x+16, e.y+4, e.label)
	}
	for i, row := range d.missing {
		y := d.Height - d.bottom + footroom + i*lineHeight + 8
		d.put("<text x=\"%d\" y=\"%d\">%s</text>\n", left, y, row)
	}
}

// shortened returns the title, or the whole words of it that fit and "…".
func (d *drawing) shortened() string {
	room := d.Width - left - 8
	if titleWidth(d.Title) <= room {
		return d.Title
	}
	room -= titleWidth("…")
	word, fits, width := 0, 0, 0
	for i, r := range d.Title {
		if width > room {
			break
		}
		if fits = i; unicode.IsSpace(r) {
			word = i
		}
		width += titleWidth(string(r))
	}
	whole := strings.TrimRight(d.Title[:word], " ,;:-–([&")
	if whole == "" {
		whole = d.Title[:fits] // a single word exceeds the width
	}
	return whole + "…"
}

// titleWidth estimates the width of a text in the font of the title, in pixels. It is rather too
// large, because letters beyond the edge are lost.
func titleWidth(text string) (width int) {
	for _, r := range text {
		switch {
		case r >= 0x1100: // letters of East Asia fill a square
			width += 13
		case unicode.IsUpper(r):
			width += 9
		default:
			width += 7
		}
	}
	return width
}
