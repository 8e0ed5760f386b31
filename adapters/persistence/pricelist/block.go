package pricelist

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// These are the columns of a block. They are stored in this order; new columns go to the end.
const (
	itemColumn = iota
	numberColumn
	profitColumn
	priceColumn
	costColumn
	roiColumn
	marginColumn
	topColumn
	rankColumn
	salesColumn
	offersColumn
	stockColumn
	editedColumn
	likedColumn
	figureColumns
)

// The columns of words in a block follow the columns of figures.
const (
	statusColumn = iota
	verdictColumn
	restrictionColumn
	brandColumn
	categoryColumn
	alertsColumn
	wordColumns
)

// row has the values by which lists filter and sort a result. Unknown figures are absent. Amounts
// and percentages are in ten-thousandths.
type row struct {
	figures [figureColumns]optional.Maybe[int64]
	words   [wordColumns]string
	// search has folded text.
	search string
}

// mark delimits the words of a list.
const mark = "|"

func units[T interface{ Units() int64 }](v optional.Maybe[T]) optional.Maybe[int64] {
	return optional.Convert(v, func(v T) int64 { return v.Units() })
}

func flag(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

func rowOf(l pricelist.Line) row {
	some := optional.Some[int64]
	r := row{search: db.Fold(db.Text(l.Search))}
	r.figures = [figureColumns]optional.Maybe[int64]{
		some(int64(l.Item)), some(l.Number), units(l.Profit), units(l.Price), units(l.Cost), units(l.ROI), units(l.Margin), units(l.RankTop), l.Rank, l.Sales,
		l.OffersFBA, optional.Convert(l.InStock, flag), some(flag(l.Edited)), some(flag(l.Liked)),
	}
	alerts := mark
	for _, a := range l.Alerts {
		alerts += string(a) + mark
	}
	r.words = [wordColumns]string{
		string(l.Status), string(l.Verdict), string(l.Restriction.Or("")), record.Key(db.Text(l.Brand)), record.Key(db.Text(l.Category)), alerts,
	}
	return r
}

func (r *row) item() int64 { return r.figures[itemColumn].Or(0) }

// errBlock reports a block that was not written by pack.
var errBlock = errors.New("pricelist: a block of results is damaged")

// pack writes rows column by column, so that a list reads only the columns it filters and sorts by.
// A column starts with its length. A column of figures has a bit for each row with a figure, then
// the differences between figures. A column of words has each word once, then its index for each
// row.
func pack(rows []row) (columns, texts []byte) {
	part := func(write func(to []byte) []byte) {
		columns = sized(columns, write(nil))
	}
	for c := range figureColumns {
		part(func(to []byte) []byte {
			known := make([]byte, (len(rows)+7)/8)
			last := int64(0)
			var figures []byte
			for i := range rows {
				if n, ok := rows[i].figures[c].Get(); ok {
					known[i/8] |= 1 << (i % 8)
					figures, last = binary.AppendVarint(figures, n-last), n
				}
			}
			return append(append(to, known...), figures...)
		})
	}
	for c := range wordColumns {
		part(func(to []byte) []byte {
			var all []string
			at := map[string]uint64{}
			var which []byte
			for i := range rows {
				word := rows[i].words[c]
				if _, seen := at[word]; !seen {
					at[word], all = uint64(len(all)), append(all, word)
				}
				which = binary.AppendUvarint(which, at[word])
			}
			to = binary.AppendUvarint(to, uint64(len(all)))
			for _, word := range all {
				to = sized(to, word)
			}
			return append(to, which...)
		})
	}
	for i := range rows {
		texts = sized(texts, rows[i].search)
	}
	return columns, texts
}

// sized appends the length of a text and the text; next reads it.
func sized[T ~string | ~[]byte](to []byte, text T) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// figures has a column of figures.
type figures struct {
	known []byte
	all   []int64
}

func (f *figures) at(i int) (n int64, known bool) { return f.all[i], f.known[i/8]&(1<<(i%8)) != 0 }

// words has a column of words: each word once, and the index of each row's word.
type words struct {
	all   []string
	which []uint64
}

// block reads columns of a packed block. Opening the next block overwrites the results.
type block struct {
	rows    int
	columns [figureColumns + wordColumns][]byte
	// read marks the columns of figures that were read in this block.
	read    [figureColumns]bool
	figures [figureColumns]figures
	words   [wordColumns]words
	search  []string
}

// open finds the columns of a block. Columns that are newer than the block are empty.
func (b *block) open(rows int, packed []byte) (err error) {
	b.rows, b.read = rows, [figureColumns]bool{}
	for c := range b.columns {
		b.columns[c] = nil
		if len(packed) == 0 {
			continue
		}
		if b.columns[c], packed, err = next(packed); err != nil {
			return err
		}
	}
	return nil
}

// readFigures reads a column of figures.
func (b *block) readFigures(c int) error {
	if b.read[c] {
		return nil
	}
	f, packed, size := &b.figures[c], b.columns[c], (b.rows+7)/8
	b.read[c], f.all = true, slices.Grow(f.all[:0], b.rows)[:b.rows]
	if len(packed) < size {
		f.known = make([]byte, size)
		return nil
	}
	f.known, packed = packed[:size], packed[size:]
	last := int64(0)
	for i := range f.all {
		if f.known[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		n, size := binary.Varint(packed)
		if size <= 0 {
			return errBlock
		}
		last += n
		f.all[i], packed = last, packed[size:]
	}
	return nil
}

// readWords reads a column of words.
func (b *block) readWords(c int) error {
	w, packed := &b.words[c], b.columns[figureColumns+c]
	w.all, w.which = w.all[:0], slices.Grow(w.which[:0], b.rows)[:b.rows]
	if len(packed) == 0 {
		w.all = append(w.all, "")
		clear(w.which)
		return nil
	}
	count, size := binary.Uvarint(packed)
	if size <= 0 {
		return errBlock
	}
	packed = packed[size:]
	for range count {
		word, rest, err := next(packed)
		if err != nil {
			return err
		}
		w.all, packed = append(w.all, string(word)), rest
	}
	for i := range w.which {
		n, size := binary.Uvarint(packed)
		if size <= 0 || n >= count {
			return errBlock
		}
		w.which[i], packed = n, packed[size:]
	}
	return nil
}

// readSearch reads the texts of a block. They share one copy of it.
func (b *block) readSearch(packed []byte) error {
	b.search = b.search[:0]
	all, rest := string(packed), packed
	for range b.rows {
		text, behind, err := next(rest)
		if err != nil {
			return err
		}
		end := len(all) - len(behind)
		b.search, rest = append(b.search, all[end-len(text):end]), behind
	}
	return nil
}

// next reads a text after its length.
func next(packed []byte) (text, rest []byte, err error) {
	size, n := binary.Uvarint(packed)
	if n <= 0 || uint64(len(packed)-n) < size {
		return nil, nil, errBlock
	}
	end := n + int(size)
	return packed[n:end], packed[end:], nil
}

// unpack reads all columns of a block.
func unpack(count int, columns, texts []byte) ([]row, error) {
	var b block
	err := b.open(count, columns)
	for c := 0; c < figureColumns && err == nil; c++ {
		err = b.readFigures(c)
	}
	for c := 0; c < wordColumns && err == nil; c++ {
		err = b.readWords(c)
	}
	if err == nil {
		err = b.readSearch(texts)
	}
	if err != nil {
		return nil, err
	}
	rows := make([]row, count)
	for i := range rows {
		for c := range figureColumns {
			if n, ok := b.figures[c].at(i); ok {
				rows[i].figures[c] = optional.Some(n)
			}
		}
		for c := range wordColumns {
			rows[i].words[c] = b.words[c].all[b.words[c].which[i]]
		}
		rows[i].search = strings.Clone(b.search[i])
	}
	return rows, nil
}
