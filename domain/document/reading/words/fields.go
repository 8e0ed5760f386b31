package words

import (
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/kind"
	"sellingassistant/domain/document/reading/number"
)

// header reads values that the document has once.
func (rd *reader) header(sign number.Sign) reading.Header {
	currency, several := rd.currencies().Decide()
	var place field.Place
	for _, r := range rd.rows {
		if rd.roles[r] == lining {
			continue
		}
		for _, c := range r.Chunks() {
			place.Add(grid.Joined(r.Words[c[0] : c[1]+1]))
		}
	}
	unknown := several
	if !several {
		currency, unknown = place.Settle(rd.mark(), currency, rd.dollars())
	}
	order := place.Order(currency, sign == ',')
	runs := rd.firstPage()
	g, _, _ := kind.Of(reading.Reading{}, runs)
	sheet := head.Sheet{
		Rows: rd.rows, Roles: rd.roles, Start: len(rd.rows), Ordered: kind.Ordered(runs),
		Slip: g.Type == document.PackingSlip,
	}
	if len(rd.lines) > 0 {
		sheet.Start = rd.lines[0].row.At
	}
	var h reading.Header
	h, rd.undated = sheet.Read(order)
	if rd.unpriced = unknown; !unknown {
		h.Currency = currency
	}
	rd.loneLabels()
	open := rd.printed().Settle(&h)
	rd.unsure = rd.unsure || open
	return h
}

// firstPage lists the rows of the first page in runs of words.
func (rd *reader) firstPage() (runs [][]string) {
	for _, r := range rd.rows {
		if r.Page > 1 {
			break
		}
		var row []string
		for _, c := range r.Chunks() {
			row = append(row, grid.Joined(r.Words[c[0]:c[1]+1]))
		}
		runs = append(runs, row)
	}
	return runs
}
