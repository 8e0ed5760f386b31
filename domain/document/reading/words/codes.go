package words

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/code"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// complete reads the texts of lines. The codes of all lines of a table follow one rule.
func (rd *reader) complete(lines []*found) {
	tables := map[*grid.Table][]*found{}
	coded := map[*grid.Table][]*code.Line{}
	for _, f := range lines {
		f.gather()
		l := f.coded()
		l.Named()
		tables[f.table], coded[f.table] = append(tables[f.table], f), append(coded[f.table], l)
	}
	for _, list := range coded {
		code.Complete(list)
	}
	for _, list := range tables {
		uneven := slices.ContainsFunc(list, (*found).divides)
		for _, f := range list {
			f.uneven = uneven
		}
	}
	for _, f := range lines {
		f.complete(rd.hints)
	}
	for t, list := range tables {
		named := func(c grid.Column) bool { return c.Kind == label.Pack && label.NamesCase(c.Text) }
		if !slices.ContainsFunc(t.Columns, named) {
			continue
		}
		cases := make([]*reading.Line, len(list))
		for i, f := range list {
			cases[i] = &f.Line
		}
		reading.OpenCases(cases)
	}
}

// coded shows the words of the line where codes are looked for.
func (f *found) coded() *code.Line {
	return &code.Line{
		Line: &f.Line, Row: f.row, Block: f.block, Table: f.table, Texts: f.texts, Parts: f.parts[:],
	}
}

// text joins the words of the text, and codes that two rows part.
func (f *found) text() string { return code.Whole(slices.Concat(f.texts[label.Text], f.texts[""])) }
