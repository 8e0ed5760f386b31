package card

import (
	"maps"
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// Product has the rows of a card from top to bottom, and its figures.
type Product struct {
	Card
	// Row has the count. Pages has the uncut rows of the page, with the cards beside this card.
	Row         *grid.Row
	Rows, Pages []*grid.Row
	// Code comes from the place that findCodes chooses for all cards.
	Code string

	above, below []*grid.Row
	amounts      []amount
	coded        []*grid.Word
	// counted has the words of a quantity that may be given up.
	counted []*grid.Word
}

// amount has a figure without a label and its row.
type amount struct {
	row    *grid.Row
	figure *grid.Figure
}

// Row has a row of a page. Sum reports that it prints a sum of the document, with a label at Left.
type Row struct {
	*grid.Row
	Sum  bool
	Left float64
}

// piece has a row of a page, or the part of a row that belongs to one of several cards beside each
// other.
type piece struct {
	row   *grid.Row
	whole Row
	// apart says that the row before is of another card.
	apart bool
	// count begins a card; nil for rows of text.
	count *Product
	// size says that a count was left out: the row belongs to no card.
	size bool
}

// Read reads blocks that have a quantity each. It tries readings until accept takes one. Before
// counts the cards before each sum; -1 marks a sum row that begins a card. Nameless also reads
// cards without a word for quantities in the same row.
func Read(rows []Row, sign number.Sign, nameless bool, accept func(list []*Product, before []int) bool) bool {
	if len(rows) == 0 {
		return false
	}
	columns := gutters(rows, sign)
	ways := [][]piece{piecesOf(rows, nil, false)}
	if len(columns) > 0 {
		ways = [][]piece{piecesOf(rows, columns, false), ways[0]}
	}
	if rows[0].Page < rows[len(rows)-1].Page {
		ways = append(ways, piecesOf(rows, nil, true))
	}
	for _, pieces := range ways {
		count(pieces, sign, nameless)
		if read(pieces, maxText, accept, func(cards []*Product) bool {
			for _, k := range cards {
				k.readAmounts(sign)
			}
			return true
		}) {
			return true
		}
	}
	return nameless && anchored(rows, sign, accept)
}

// read tries both ways to part text that no gap parts. Cards have up to reach rows of text above
// and below their count. Figures completes the cards; it is false for cards that lack figures.
func read(
	pieces []piece, reach int, accept func([]*Product, []int) bool, figures func([]*Product) bool,
) bool {
	var list []*Product
	var before []int
	for _, p := range pieces {
		n := len(list)
		if p.count != nil {
			list, n = append(list, p.count), -1
		}
		if p.whole.Sum {
			before = append(before, n)
		}
	}
	if len(list) == 0 {
		return false
	}
	for _, turned := range []bool{false, true} {
		cards := make([]*Product, len(list))
		for i, k := range list {
			fresh := *k
			fresh.Used = maps.Clone(k.Used)
			cards[i] = &fresh
		}
		byRow := map[*Product]*Product{}
		for i, k := range list {
			byRow[k] = cards[i]
		}
		again := slices.Clone(pieces)
		for i := range again {
			again[i].count = byRow[again[i].count]
		}
		open := part(again, cards[0], reach, turned)
		for _, k := range cards {
			k.Rows = slices.Concat(k.above, []*grid.Row{k.Row}, k.below)
		}
		if figures(cards) {
			if findCodes(cards); accept(cards, before) {
				return true
			}
		}
		if !open {
			break
		}
	}
	return false
}

// maxCounted bounds the words of a row with a count and no amount: a longer row is a sentence.
const maxCounted = 24

// count finds the rows that begin cards. Counts that only a sign of multiplication marks are sizes,
// where others have more.
func count(pieces []piece, sign number.Sign, nameless bool) {
	marked, amounts := false, false
	for i := range pieces {
		p := &pieces[i]
		k, ok := Of(p.row, sign)
		if !ok && nameless && i > 0 && !p.apart {
			k, ok = under(pieces[i-1].row, p.row, sign)
		}
		if ok && (!k.none() || len(p.row.Words) <= maxCounted) && !(k.Weak && p.whole.Sum) {
			p.count = &Product{Card: k, Row: p.row, Pages: []*grid.Row{p.whole.Row}}
			marked, amounts = marked || !k.Weak, amounts || !k.none()
		}
	}
	for i := range pieces {
		switch k := pieces[i].count; {
		case k == nil || !k.Weak:
		case marked:
			pieces[i].count = nil
		case amounts && k.none():
			pieces[i].count, pieces[i].size = nil, true
		}
	}
}

func (k *Card) none() bool { return !k.Price.Known() && !k.Total.Known() }

// run keeps rows of text between counts, which belong to the cards above and below it. They are
// parted at split, -1 for unknown.
type run struct {
	from, to, split int
	above, below    *Product
}

// part assigns rows of text to cards and cuts them at the widest gap. Where all gaps are equal,
// text belongs to the card below, unless the first card has no text above it. Turned reverses this.
// Open reports text with equal gaps.
func part(pieces []piece, first *Product, reach int, turned bool) (open bool) {
	gap := func(i int) float64 {
		if pieces[i].row.Page != pieces[i-1].row.Page {
			return pageGap
		}
		return (pieces[i].row.Y - pieces[i-1].row.Y) / pieces[i].row.H
	}
	runs := runsOf(pieces, gap)
	under := !slices.ContainsFunc(runs, func(x run) bool { return x.below == first && gap(x.to) <= maxGap }) != turned
	most := shape{above: reach, below: reach, gap: maxGap}
	if under {
		most.above = 0
	} else {
		most.below = 0
	}
	below, equal := -1, false
	if slices.ContainsFunc(runs, func(x run) bool { return x.split >= 0 }) {
		most = shapeOf(runs, reach, gap)
	} else if below, equal = belowLast(pieces, runs, gap); equal && !turned {
		most.above, most.below = reach, reach
	}
	// Cards in rows next to each other have no text above them, nor has the first card.
	bare := false
	for i := 1; i < len(pieces); i++ {
		bare = bare || pieces[i].count != nil && pieces[i-1].count != nil && !pieces[i].apart
	}
	for _, x := range runs {
		above := most.above
		if x.above == nil && bare {
			above = 0
		} else if x.above == nil && above > 0 {
			above = min(reach, above+2) // a longer text of the first card
		}
		open = open || x.split < 0 && x.above != nil && x.below != nil
		split := x.split
		switch {
		case split >= 0:
		case equal && !turned && x.above != nil && x.below != nil:
			split = x.from + below
		case x.below == nil, under && x.above != nil:
			split = x.to
		default:
			split = x.from
		}
		for k := x.from; x.above != nil && k < split && gap(k) <= most.gap && len(x.above.below) < most.below; k++ {
			x.above.below = append(x.above.below, pieces[k].row)
			x.above.Pages = append(x.above.Pages, pieces[k].whole.Row)
		}
		for k := x.to - 1; x.below != nil && k >= split && gap(k+1) <= most.gap && len(x.below.above) < above; k-- {
			x.below.above = slices.Insert(x.below.above, 0, pieces[k].row)
			x.below.Pages = append(x.below.Pages, pieces[k].whole.Row)
		}
	}
	return open
}

// belowLast counts the rows of text between the last card and the sum. Where the runs between cards
// are equally long and longer, each card has as many rows below its count.
func belowLast(pieces []piece, runs []run, gap func(i int) float64) (rows int, equal bool) {
	length, between := 0, 0
	for _, x := range runs {
		if x.above != nil && x.below != nil {
			between++
		}
		switch n := x.to - x.from; {
		case x.above == nil:
		case x.below != nil && length == 0:
			length = n
		case x.below != nil && length != n:
			return 0, false
		case x.below == nil && x.to < len(pieces) && pieces[x.to].whole.Sum:
			rows = n
			for k := x.from; k < x.to; k++ {
				if gap(k) > maxGap {
					return 0, false
				}
			}
		}
	}
	return rows, between > 1 && rows > 0 && rows < length
}

// shape says how many rows of text cards have above and below their counts, and how far apart rows
// are.
type shape struct {
	above, below int
	gap          float64
}

// shapeOf measures cards between others.
func shapeOf(runs []run, reach int, gap func(i int) float64) (s shape) {
	for _, x := range runs {
		if x.split < 0 {
			continue
		}
		s.above, s.below = max(s.above, min(reach, x.to-x.split)), max(s.below, min(reach, x.split-x.from))
		for k := x.from; k <= x.to; k++ {
			if k != x.split {
				s.gap = max(s.gap, gap(k)+0.2)
			}
		}
	}
	return s
}

// maxText bounds the rows of text above and below the count of a card, maxGap their distance in
// heights.
const (
	maxText = 6
	// longText bounds the rows of text of a card with an amount that others show to be its total.
	longText = 16
	maxGap   = 1.9
	// pageGap counts the end of a page as the gap between two rows of text.
	pageGap = 1.2
)

// runsOf lists rows of text and where they are parted.
func runsOf(pieces []piece, gap func(i int) float64) (runs []run) {
	plain := func(i int) bool {
		return i < len(pieces) && pieces[i].count == nil && !pieces[i].whole.Sum && !pieces[i].size
	}
	for i := 0; i < len(pieces); i++ {
		if !plain(i) {
			continue
		}
		x := run{from: i, split: -1}
		for i++; plain(i) && !pieces[i].apart; i++ {
		}
		x.to = i
		if x.from > 0 && !pieces[x.from].apart {
			x.above = pieces[x.from-1].count
		}
		if x.to < len(pieces) && !pieces[x.to].apart {
			x.below = pieces[x.to].count
		}
		if x.above != nil && x.below != nil {
			widest, narrowest := x.from, gap(x.from)
			for k := x.from + 1; k <= x.to; k++ {
				if gap(k) > gap(widest)+0.1 {
					widest = k
				}
				narrowest = min(narrowest, gap(k))
			}
			if gap(widest) > narrowest+0.2 {
				x.split = widest
			}
		}
		runs = append(runs, x)
		i--
	}
	return runs
}

// readAmounts reads the amounts in rows around the count. Of several amounts, it takes two where
// the quantity times the first makes the second.
func (k *Product) readAmounts(sign number.Sign) {
	for _, r := range slices.Concat(k.below, k.above) {
		k.labelled(r, sign)
		for _, f := range amounts(r, sign, k.Used) {
			if f.Currency != "" || f.Signed || r.Apart(f.First) && r.Apart(f.Last+1) {
				k.amounts = append(k.amounts, amount{r, f})
			}
		}
	}
	q := k.Quantity.Or(decimal.One)
	p, priced := k.Price.Get()
	t, summed := k.Total.Get()
	for _, a := range k.amounts {
		v := a.figure.Value
		switch {
		case priced && !summed && grid.Exact(q, p, v):
			k.Total = optional.Some(v)
		case summed && !priced && grid.Exact(q, v, t):
			k.Price = optional.Some(v)
		case !priced && !summed:
			at := slices.IndexFunc(k.amounts, func(b amount) bool { return b != a && grid.Exact(q, v, b.figure.Value) })
			if at < 0 {
				continue
			}
			k.Price, k.Total = optional.Some(v), optional.Some(k.amounts[at].figure.Value)
			k.use(k.amounts[at].row, k.amounts[at].figure)
		default:
			continue
		}
		k.use(a.row, a.figure)
		return
	}
	if !priced && !summed && len(k.amounts) > 0 { // others can be list prices: the printed sum decides
		k.Total = k.amounts[0].figure.Known()
		k.use(k.amounts[0].row, k.amounts[0].figure)
	}
}

// Texts returns the words of the card that are no figures and no code.
func (k *Product) Texts() (words []*grid.Word) {
	for _, r := range k.Rows {
		for _, w := range r.Words {
			if !k.Used[w] && !slices.Contains(k.coded, w) {
				words = append(words, w)
			}
		}
	}
	blank := func(w *grid.Word) bool { return label.Fold(w.Text) == "" }
	for len(words) > 0 && blank(words[0]) {
		words = words[1:]
	}
	for len(words) > 0 && blank(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}
