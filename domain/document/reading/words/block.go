package words

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/optional"
)

// makeBlocks gives the rows of text between lines to one of them: they are parted
// at the widest gap. Where all gaps are equal text belongs to the line above,
// unless the first line of the table has text above it. Lines of cards and lists know their rows.
func (rd *reader) makeBlocks() {
	owner, open := map[*grid.Row]*found{}, []*found{}
	for _, f := range slices.Concat(rd.lines, rd.candidates) {
		if f.block != nil || f.table == nil || !slices.Contains(rd.lines, f) && f.also == nil {
			continue
		}
		open, owner[f.row] = append(open, f), f
		if f.also != nil {
			owner[f.also] = f
		}
		for _, r := range f.less {
			owner[r] = f
		}
	}
	for i := 0; i < len(rd.rows); i++ {
		if rd.roles[rd.rows[i]] != text {
			continue
		}
		end := i
		for end < len(rd.rows) && rd.roles[rd.rows[end]] == text && rd.rows[end].Page == rd.rows[i].Page {
			end++
		}
		var above, below *found
		if i > 0 && rd.rows[i-1].Page == rd.rows[i].Page {
			above = owner[rd.rows[i-1]]
		}
		if end < len(rd.rows) && rd.rows[end].Page == rd.rows[i].Page {
			below = owner[rd.rows[end]]
		}
		if below != nil && above == nil && (i == 0 || rd.roles[rd.rows[i-1]] != heading) {
			below = nil
		}
		rd.part(i, end, above, below)
		i = end - 1
	}
	for _, f := range open {
		f.block = append(f.block, f.row)
		if f.also != nil {
			f.block = append(f.block, f.also)
		}
		for _, r := range f.less {
			if _, n := label.Sorts.At(r.Texts()); n == 0 && !namesReduction(r) {
				f.block = append(f.block, r)
			}
		}
		slices.SortStableFunc(f.block, func(a, b *grid.Row) int { return a.At - b.At })
	}
}

// part gives rows from i up to end to the line above or the line below.
func (rd *reader) part(i, end int, above, below *found) {
	gap := func(k int) float64 { return (rd.rows[k].Y - rd.rows[k-1].Y) / rd.rows[k].H }
	split := end
	switch {
	case above == nil && below == nil:
		return
	case above == nil:
		split = i
	case below != nil:
		widest, narrowest := i, gap(i)
		for k := i + 1; k <= end; k++ {
			if gap(k) > gap(widest)+0.1 {
				widest = k
			}
			narrowest = min(narrowest, gap(k))
		}
		if gap(widest) > narrowest+0.2 {
			split = widest
		}
	}
	for k := i; k < split && gap(k) <= 1.9; k++ {
		above.block = append(above.block, rd.rows[k])
	}
	for k := end - 1; k >= split && gap(k+1) <= 1.9; k-- {
		below.block = append(below.block, rd.rows[k])
	}
}

// gather reads the words of the line's block.
func (f *found) gather() {
	given := f.texts != nil
	if !given {
		f.texts = map[label.Column][]*grid.Word{}
	}
	var raw []string
	box := f.row.Words[0].Box
	for _, r := range f.block {
		var parts []*grid.Figure
		var packed [2]int
		if r == f.row {
			parts, packed = append(f.parts[:], f.rate), f.packed
		}
		for kind, words := range f.table.Texts(r, parts, packed) {
			if !given {
				f.texts[kind] = append(f.texts[kind], words...)
			}
		}
		raw = append(raw, r.Text())
		for _, w := range r.Words {
			box = reading.Box{Left: min(box.Left, w.Left), Top: min(box.Top, w.Top), Right: max(box.Right, w.Right), Bottom: max(box.Bottom, w.Bottom)}
		}
	}
	f.Page, f.Box, f.RawText = f.row.Page, optional.Some(box), strings.Join(raw, "\n")
	if _, small := f.upc(); small {
		delete(f.texts, label.GTIN)
	}
	for kind, words := range f.texts {
		f.texts[kind] = f.withoutCodes(words, kind)
	}
}

// complete takes the texts of the line.
func (f *found) complete(hints Hints) {
	f.count()
	if f.SupplierSKU == "" {
		f.SupplierSKU = grid.Joined(f.texts[label.SKU])
	}
	if f.MPN == "" {
		f.MPN = grid.Joined(f.texts[label.MPN])
	}
	f.BuyerSKU = reading.Cut(grid.Joined(f.coded().Words(label.Own)), maxCode)
	f.Description = f.text()
	for _, words := range f.texts {
		for _, w := range words {
			if f.SupplierSKU == "" && hints.SKUs[w.Text] {
				f.SupplierSKU = w.Text
			}
		}
	}
	if f.Sort(); (f.Kind == reading.Freight || f.Kind == reading.Fee) && f.headed() {
		f.Kind = reading.Product
	}
	for text, most := range map[*string]int{&f.RawText: maxText, &f.Description: maxText, &f.SupplierSKU: maxCode, &f.MPN: maxCode} {
		*text = reading.Cut(*text, most)
	}
}

// headed reports a word such as Delivery in a row of its own above the line, and a text after it:
// the word is a heading and names no charge.
func (f *found) headed() bool {
	first := f.block[0]
	_, named := label.Sorts.Whole(first.Text())
	return named && first.At < f.row.At && len(strings.Fields(f.Description)) >= len(first.Words)+ownWords
}

// ownWords is the least number of words that name goods below a heading.
const ownWords = 3

// withoutCodes takes the GTIN or ASIN among words, with the label before it, and leaves the others.
func (f *found) withoutCodes(words []*grid.Word, kind label.Column) []*grid.Word {
	if code, err := gtin.Parse(strings.ReplaceAll(grid.Joined(words), " ", "")); kind == label.GTIN && err == nil {
		f.GTIN = code // 0 12345 67890 5
		return nil
	}
	var rest []*grid.Word
	for _, w := range words {
		if !f.identifies(w.Text, kind) {
			rest = append(rest, w)
			continue
		}
		if n := len(rest); n > 0 {
			if named, ok := label.Columns.Whole(rest[n-1].Text); ok && (named == label.GTIN || named == label.ASIN) {
				rest = rest[:n-1]
			}
		}
	}
	return rest
}

// maxText and maxCode bound stored texts of a line, in bytes.
const maxText, maxCode = 2_000, 100

// identifies takes the GTIN or ASIN that a word is.
func (f *found) identifies(word string, kind label.Column) bool {
	if kind == label.ASIN {
		code, err := asin.Parse(word)
		if err == nil {
			f.ASIN = code
		}
		return err == nil
	}
	digits := len(word) >= 12 && len(word) <= 14 && strings.IndexFunc(word, func(r rune) bool { return r < '0' || r > '9' }) < 0
	if kind != label.GTIN && !digits {
		return false
	}
	code, repaired, err := gtin.Mend(word)
	switch {
	case err != nil && kind == label.GTIN:
		f.Note(reading.InvalidIdentifier)
		return true
	case err != nil:
		return false
	case repaired && kind != label.GTIN:
		return false
	case repaired:
		f.Note(reading.IdentifierRepaired)
	}
	f.GTIN = code
	return true
}
