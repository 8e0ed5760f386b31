package words

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// complete reads the texts of lines. The codes of all lines of a table follow one rule.
func (rd *reader) complete(lines []*found) {
	tables := map[*grid.Table][]*found{}
	for _, f := range lines {
		f.gather()
		f.named()
		tables[f.table] = append(tables[f.table], f)
	}
	for _, list := range tables {
		partCodes(list)
		findCodes(list)
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

// partCodes cuts words of the text off the codes that they touch.
func partCodes(lines []*found) {
	var cells [][]*grid.Word
	for _, f := range lines {
		if own := f.ownWords(label.SKU); len(own) > 0 {
			cells = append(cells, own)
		}
	}
	begins := func(c []*grid.Word) bool { return codeWord(c[0]) }
	n := codeLength(cells)
	if n == 0 {
		return
	}
	for _, f := range lines {
		own, all := f.ownWords(label.SKU), f.texts[label.SKU]
		if len(own) == 0 {
			continue
		}
		var code, rest []*grid.Word
		switch n := min(n, len(own)); {
		case !slices.ContainsFunc(own[:n], codeWord) && slices.ContainsFunc(cells, begins):
			rest = all // the text of a line without a code
		default:
			code = own[:n]
			rest = slices.DeleteFunc(slices.Clone(all), func(w *grid.Word) bool { return slices.Contains(code, w) })
		}
		f.texts[label.SKU] = code
		f.texts[label.Text] = append(rest, f.texts[label.Text]...)
		if len(code) > 0 && len(rest) > 0 {
			slices.SortStableFunc(f.texts[label.Text], f.inOrder)
		}
	}
}

// inOrder sorts words of a block from top to bottom and left to right.
func (f *found) inOrder(a, b *grid.Word) int {
	if d := a.Bottom - b.Bottom; d > 0.35*f.row.H || d < -0.35*f.row.H {
		return cmp.Compare(d, 0)
	}
	return cmp.Compare(a.Left, b.Left)
}

// ownWords returns the words of a kind in the row of figures, else all.
func (f *found) ownWords(kind label.Column) []*grid.Word {
	var own []*grid.Word
	for _, w := range f.texts[kind] {
		if slices.Contains(f.row.Words, w) {
			own = append(own, w)
		}
	}
	if len(own) == 0 {
		return f.texts[kind]
	}
	return own
}

// codeLength counts the words of the codes of a column, 0 for unknown. Either all cells have as
// many words, with digits in the last ones, or codes end with the first word that has digits in
// most cells.
func codeLength(cells [][]*grid.Word) int {
	if len(cells) == 0 {
		return 0
	}
	share := func(is func(c []*grid.Word) bool) int {
		n := 0
		for _, c := range cells {
			if is(c) {
				n++
			}
		}
		return 100 * n / len(cells)
	}
	const most = 80
	length := len(cells[0])
	alike := share(func(c []*grid.Word) bool {
		return len(c) == length && !slices.ContainsFunc(c[1:], func(w *grid.Word) bool { return !codeWord(w) })
	})
	if alike == 100 {
		return length
	}
	for n := 1; n <= 3; n++ {
		if share(func(c []*grid.Word) bool {
			return len(c) >= n && codeWord(c[n-1]) && !slices.ContainsFunc(c[:n-1], longWord)
		}) >= most {
			return n
		}
	}
	if share(func(c []*grid.Word) bool { return c[0].Text == strings.ToUpper(c[0].Text) }) == 100 &&
		share(func(c []*grid.Word) bool { return len(c) == 1 }) >= 50 {
		return 1
	}
	return 0
}

// codeWord reports a word with digits, such as codes have.
func codeWord(w *grid.Word) bool { return strings.ContainsAny(w.Text, "0123456789") }

// longWord reports a word that is too long for the letters before a number, or no letters in
// capitals.
func longWord(w *grid.Word) bool { return len(w.Text) > 4 || w.Text != strings.ToUpper(w.Text) }

// token keeps a part of a word, with the mark of a label before or after it.
type token struct {
	text   string
	marked bool
	word   int
}

// tokens parts words at colons and number signs: SKU:WR-5501, Item #77.
func tokens(words []*grid.Word) (list []token) {
	for i, w := range words {
		for part := range strings.FieldsFuncSeq(marks.Replace(w.Text), func(r rune) bool { return r == 0 }) {
			switch text := strings.TrimSuffix(part, ":"); {
			case (part == "#" || text == "") && len(list) > 0:
				list[len(list)-1].marked = true
			case text != "" && part != "#":
				list = append(list, token{text, part != text, i})
			}
		}
	}
	return list
}

// marks separates colons and number signs by zeros.
var marks = strings.NewReplacer(":", ":\x00", "#", "\x00#\x00")

// foreign lists words before labels of codes that are not the supplier's.
var foreign = map[string]bool{
	"your": true, "customer": true, "cust": true, "client": true, "buyer": true, "ihre": true, "kunden": true, "kd": true,
	"votre": true, "su": true, "vs": true, "vostro": true, "uw": true, "serial": true, "lot": true, "batch": true,
	"order": true,
}

// named takes codes after their labels out of the text: Cat No: WR-5501.
func (f *found) named() {
	for _, kind := range []label.Column{label.Text, "", label.SKU} {
		words := f.texts[kind]
		list := tokens(words)
		for i := 0; i < len(list); i++ {
			to, n := f.codeAt(list[i:])
			if n == 0 || i > 0 && foreign[label.Fold(list[i-1].text)] {
				continue
			}
			first, value := list[i].word, list[i+n]
			*to = strings.Trim(value.text, ",;()[]")
			f.texts[kind] = slices.Concat(words[:first], words[value.word+1:])
			words = f.texts[kind]
			list, i = tokens(words), -1
		}
	}
}

// codeAt reads a label and the code after it. It returns the member for the code, and the tokens of
// the label, 0 without one.
func (f *found) codeAt(list []token) (to *string, n int) {
	texts := make([]string, min(5, len(list)))
	for i := range texts {
		texts[i] = list[i].text
	}
	kind, n := label.Columns.At(texts)
	if n == 0 || n >= len(list) {
		return nil, 0
	}
	last := label.Fold(list[n-1].text)
	last = last[strings.LastIndexByte(last, ' ')+1:]
	marked := list[n-1].marked || numberWords[last]
	code := strings.Trim(list[n].text, ",;()[]")
	switch {
	case !marked || !isCodeLike(code):
		return nil, 0
	case kind == label.MPN:
		to = &f.MPN
	case kind == label.SKU, kind == label.Text && len([]rune(code)) >= 4:
		to = &f.SupplierSKU
	default:
		return nil, 0
	}
	if *to != "" || to == &f.SupplierSKU && slices.ContainsFunc(f.ownWords(label.SKU), codeWord) {
		return nil, 0
	}
	return to, n
}

// numberWords end labels of codes.
var numberWords = map[string]bool{
	"no": true, "nr": true, "number": true, "nummer": true, "code": true, "n": true, "sku": true, "mpn": true,
	"numero": true, "codigo": true, "codice": true,
	"artnr": true, "artikelnr": true, "artikelnummer": true, "bestellnr": true,
}

// notCodes matches sizes, dates and rates.
var notCodes = regexp.MustCompile(`(?i)^(?:\d+(?:[.,x×/]\d+)*(?:ml|cl|l|g|kg|mm|cm|m|oz|lb|lbs|in|ft|w|v|%|` +
	`pcs|pc|er)?|\d{1,4}[-./]\d{1,2}[-./]\d{1,4})$`)

// isCodeLike reports a word of capitals, digits and signs between them. Digits alone are at least
// four.
func isCodeLike(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters++
		case unicode.IsLetter(r):
			letters++
		case !strings.ContainsRune("-_./", r):
			return false
		}
	}
	if letters == 0 {
		return digits >= 4 && !strings.ContainsAny(s, ".,/")
	}
	return digits > 0 && len(s) >= 3 && !notCodes.MatchString(s)
}

// findCodes looks for the codes of a table that has no column of them: one word of such a shape in
// the row of the figures or in a row beside it, at the same place for all lines.
func findCodes(lines []*found) {
	var open []*found
	for _, f := range lines {
		if f.SupplierSKU == "" && len(f.texts[label.SKU]) == 0 && len(f.texts[label.Text])+len(f.texts[""]) > 0 {
			open = append(open, f)
		}
	}
	if len(open) == 0 || len(open) < len(lines) && 100*len(open) < 80*len(lines) {
		return
	}
	places := []func(f *found) *grid.Word{(*found).leading}
	for at := -3; at <= 3; at++ {
		places = append(places, func(f *found) *grid.Word { return f.codeIn(at) })
	}
	for i, place := range places {
		found := 0
		for _, f := range open {
			if place(f) != nil {
				found++
			}
		}
		if found < len(open) || found < 2 && i != 1+3 {
			continue
		}
		for _, f := range open {
			w := place(f)
			if f.SupplierSKU = w.Text; len(f.texts[label.Text])+len(f.texts[""]) > 1 {
				for _, kind := range []label.Column{label.Text, ""} {
					f.texts[kind] = slices.DeleteFunc(f.texts[kind], func(other *grid.Word) bool { return other == w })
				}
			}
		}
		return
	}
}

// leading returns the first word of the row of figures, if it looks like a code and a gap parts it
// from the text.
func (f *found) leading() *grid.Word {
	w := f.row.Words[0]
	if len(f.row.Words) < 2 || f.row.Gap(0) < 0.8 || len(w.Text) < 4 || !isCodeLike(w.Text) || f.byText(w) == 0 {
		return nil
	}
	return w
}

// byText counts the words of text beside a word of text.
func (f *found) byText(w *grid.Word) int {
	for _, kind := range []label.Column{label.Text, ""} {
		if slices.Contains(f.texts[kind], w) {
			return len(f.texts[label.Text]) + len(f.texts[""]) - 1
		}
	}
	return 0
}

// codeIn returns the only word of text in a row of the block, if it looks like a code. Rows count
// from the row of figures.
func (f *found) codeIn(at int) *grid.Word {
	own := slices.Index(f.block, f.row)
	if own < 0 || own+at < 0 || own+at >= len(f.block) {
		return nil
	}
	r := f.block[own+at]
	var only *grid.Word
	for _, kind := range []label.Column{label.Text, ""} {
		for _, w := range f.texts[kind] {
			if !slices.Contains(r.Words, w) {
				continue
			}
			if only != nil {
				return nil
			}
			only = w
		}
	}
	if only == nil || !isCodeLike(only.Text) || len(only.Text) < 4 {
		return nil
	}
	if pack, ok := number.PackOf(only.Text); ok && pack.Case {
		return nil
	}
	return only
}
