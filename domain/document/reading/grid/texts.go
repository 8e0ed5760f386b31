package grid

import (
	"slices"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// Texts splits the words of a row by the columns of text. It leaves out words that other parts of
// the line use.
func (t *Table) Texts(r *Row, parts []*Figure, packed [2]int) map[label.Column][]*Word {
	used := map[int]bool{}
	for k := packed[0]; k < packed[1]; k++ {
		used[k] = true
	}
	for i, w := range r.Words {
		for _, c := range t.Columns { // the size of a single unit below the label of cases: ONLY 64 OZ
			used[i] = used[i] || len(parts) > 0 && c.Kind == label.Pack && w.Left < c.Right && c.Left < w.Right
		}
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		if !slices.Contains(parts, f) {
			continue
		}
		for k := f.First; k <= f.Last; k++ {
			used[k] = true
		}
	}
	for _, at := range markedBoth(r, parts) {
		used[at] = true
	}
	for i, f := range t.Cells(r).ByColumn {
		if f == nil {
			continue
		}
		switch kind := t.Columns[i].Kind; {
		case kind == label.Position || kind == "":
		case slices.Contains(TextKinds, kind):
			continue
		case len(parts) == 0 && !r.Apart(f.First) && (f.Right <= t.Columns[i].Left || t.Columns[i].Right <= f.Left):
			continue // the end of a code in a row of text: Art. 11 509 30
		}
		for k := f.First; k <= f.Last; k++ {
			used[k] = true
		}
	}
	texts := map[label.Column][]*Word{}
	for _, chunk := range r.Chunks() {
		for chunk[0] < chunk[1] && used[chunk[0]] { // a line number can be close before its code
			chunk[0]++
		}
		at := t.TextColumn(r.Words[chunk[0]].Left, r.Words[chunk[1]].Right, r.H)
		// A text can begin between the label of numbers and its own, which is centred above it.
		if at >= 0 && at+1 < len(t.Columns) && t.Columns[at].Kind == label.Position && t.Columns[at+1].Kind == label.Text &&
			r.Words[chunk[0]].Left >= t.Columns[at].Right {
			at++
		}
		for i := chunk[0]; i <= chunk[1]; i++ {
			if used[i] {
				continue
			}
			w := r.Words[i]
			// A word that begins where the text does has left a narrow column of codes.
			for k := at + 1; at >= 0 && k < len(t.Columns); k++ {
				c := t.Columns[k]
				if c.Kind == label.Text && w.Left >= c.Left-0.3*r.H ||
					c.Kind == label.SKU && w.Left >= c.Left-0.3*r.H && w.Left <= c.Left+0.3*r.H {
					at = k
				}
			}
			kind := label.Text
			if at >= 0 {
				kind = t.Columns[at].Kind
			}
			texts[kind] = append(texts[kind], w)
		}
	}
	return texts
}

// markedBoth returns the places of a word that follows both price and total: 20.00 KD. It is their
// currency, known or not.
func markedBoth(r *Row, parts []*Figure) []int {
	if len(parts) != 3 || parts[1] == nil || parts[2] == nil {
		return nil
	}
	p, total := parts[1].Last+1, parts[2].Last+1
	if p == total || r.Apart(p) || r.Apart(total) || r.Words[p].Text != r.Words[total].Text ||
		!number.Odd(r.Words[p].Text) {
		return nil
	}
	return []int{p, total}
}
