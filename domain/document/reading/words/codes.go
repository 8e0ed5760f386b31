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
		tables[f.table] = append(tables[f.table], f)
	}
	for t, list := range tables {
		takeSizes(t, list)
	}
	for _, f := range lines {
		f.gather()
		l := f.coded()
		l.Named()
		coded[f.table] = append(coded[f.table], l)
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

// takeSizes reads the numbers below the label of a container as units per case, if the quantity of
// any line is no multiple of them: they count no cases then.
func takeSizes(t *grid.Table, lines []*found) {
	at := slices.IndexFunc(t.Columns, func(c grid.Column) bool { return c.Kind == "" && label.Container(c.Text) })
	var sized []*found
	uneven := false
	for _, f := range lines {
		if at < 0 || len(f.cells.ByColumn) <= at || f.cells.ByColumn[at] == nil || f.pack != "" {
			continue
		}
		size, q := f.cells.ByColumn[at], f.parts[0]
		if slices.Contains(f.parts[:], size) || !size.Value.IsInt() || !size.Value.IsPos() || size.Currency != "" {
			return
		}
		if sized = append(sized, f); q == nil {
			continue
		}
		_, rest, err := q.Value.QuoRem(size.Value)
		uneven = uneven || err == nil && !rest.IsZero()
	}
	for _, f := range sized {
		if size := f.cells.ByColumn[at]; uneven {
			f.pack, f.packed = size.Value.Trim(0).String(), [2]int{size.First, size.Last + 1}
		}
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
