package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page returns the results as a web page for sellers.
func (r *result) page(plots []plot) ([]byte, error) {
	type row struct {
		Name, Kind, Profit, Against, Box, Units, Changes, Turns, Wars, Holds, Sent string
		Outside                                                                    int64
	}
	type picture struct {
		Caption string
		SVG     template.HTML
	}
	data := struct {
		Result   *result
		Rows     []row
		Pictures []picture
	}{Result: r}
	for _, l := range r.lines() {
		data.Rows = append(data.Rows, row{
			Name: title(l.name), Kind: l.kind, Profit: fmt.Sprintf("%.2f ± %.2f", l.profit.Mean, l.profit.Half), Against: l.against.percent(),
			Box: fmt.Sprintf("%.0f %%", l.box), Units: fmt.Sprintf("%.2f", l.units), Changes: fmt.Sprintf("%.1f", l.changes),
			Turns: fmt.Sprintf("%.3f (%d)", l.turns, l.worst), Wars: fmt.Sprintf("%.1f", l.wars), Holds: fmt.Sprintf("%.1f", l.holds),
			Sent: fmt.Sprintf("%.3f", l.perConfirmed), Outside: l.outside,
		})
	}
	for _, p := range plots {
		data.Pictures = append(data.Pictures, picture{p.caption, template.HTML(p.svg)})
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, data)
	return b.Bytes(), err
}
