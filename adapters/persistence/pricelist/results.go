package pricelist

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
)

// blockRow has the results of some hundred rows for a version of the expenses. So a list of 250,000
// rows is counted again within seconds, and listed by any filter and order. Neither writes or reads
// a database row for each result.
type blockRow struct {
	bun.BaseModel `bun:"table:pricelist_blocks"`

	ID       int64   `bun:"id,pk,autoincrement"`
	Team     id.Team `bun:"team_id"`
	Analysis int64   `bun:"analysis_id"`
	Version  int64   `bun:"expenses_version"`
	// First and Last have the smallest and the largest item id.
	First int64 `bun:"first_item"`
	Last  int64 `bun:"last_item"`
	Rows  int64 `bun:"rows_total"`
	// Columns and Texts have packed content.
	Columns []byte `bun:"packed_columns"`
	Texts   []byte `bun:"packed_texts"`
}

// sorts maps the sort fields of results to columns.
var sorts = map[string]int{
	"row_number": numberColumn, "profit": profitColumn, "roi": roiColumn, "margin": marginColumn, "price_used": priceColumn, "cost": costColumn,
	"bsr": rankColumn, "bsr_top_percent": topColumn, "sales": salesColumn, "offers_fba": offersColumn, "created_at": itemColumn, "id": itemColumn,
}

// Put replaces results. Its callers lock the analysis, so that blocks have a single writer.
func (s *Items) Put(ctx context.Context, team id.Team, lines ...pricelist.Line) error {
	if len(lines) == 0 {
		return nil
	}
	fresh := map[int64]row{}
	for _, l := range lines {
		fresh[int64(l.Item)] = rowOf(l)
	}
	of, version := int64(lines[0].Analysis), lines[0].Version
	first, last := int64(lines[0].Item), int64(lines[0].Item)
	for item := range fresh {
		first, last = min(first, item), max(last, item)
	}
	old, err := s.blocks.Select(ctx, record.Query{Team: team, Prepared: true, Where: []record.Condition{
		record.Is("analysis_id", &of), record.Is("expenses_version", &version), record.AtMost("first_item", &last), record.AtLeast("last_item", &first),
	}})
	if err != nil {
		return err
	}
	for _, b := range old {
		rows, err := unpack(int(b.Rows), b.Columns, b.Texts)
		if err != nil {
			return err
		}
		changed := false
		for i := range rows {
			if next, ok := fresh[rows[i].item()]; ok {
				delete(fresh, rows[i].item())
				rows[i], changed = next, true
			}
		}
		if !changed {
			continue
		}
		if _, err := s.blocks.Drop(ctx, team, record.Is("id", &b.ID)); err != nil {
			return err
		}
		b.ID, b.Columns, b.Texts = 0, nil, nil
		if err := s.keep(ctx, b, rows); err != nil {
			return err
		}
	}
	rows := make([]row, 0, len(fresh))
	for _, r := range fresh {
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.item(), b.item()) })
	if len(rows) == 0 {
		return nil
	}
	return s.keep(ctx, blockRow{Team: team, Analysis: of, Version: version, First: rows[0].item(), Last: rows[len(rows)-1].item()}, rows)
}

func (s *Items) keep(ctx context.Context, b blockRow, rows []row) error {
	b.Rows = int64(len(rows))
	b.Columns, b.Texts = pack(rows)
	_, err := s.blocks.Insert(ctx, b)
	return err
}

// wanted has a filter over blocks.
type wanted struct {
	// figures has ranges of columns, words has checks of a column's words, text must occur in the
	// search text.
	figures map[int][2]*int64
	words   map[int]func(word string) bool
	text    string
}

func only[T ~string](words []T, as func(string) string) func(string) bool {
	if len(words) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, w := range words {
		known[as(string(w))] = true
	}
	return func(word string) bool { return known[word] }
}

func same(word string) string { return word }

func wantedBy(f pricelist.Filter) wanted {
	w := wanted{figures: map[int][2]*int64{}, words: map[int]func(string) bool{}, text: db.Fold(f.Query)}
	for column, fits := range map[int]func(string) bool{
		statusColumn: only(f.Statuses, same), verdictColumn: only(f.Verdicts, same), restrictionColumn: only(f.Restrictions, same),
		brandColumn: only(f.Brands, record.Key), categoryColumn: only(f.Categories, record.Key),
	} {
		if fits != nil {
			w.words[column] = fits
		}
	}
	if len(f.Alerts)+len(f.AlertsNot) > 0 {
		has := func(word string) func(pricelist.AlertCode) bool {
			return func(a pricelist.AlertCode) bool { return strings.Contains(word, mark+string(a)+mark) }
		}
		w.words[alertsColumn] = func(word string) bool {
			return (len(f.Alerts) == 0 || slices.ContainsFunc(f.Alerts, has(word))) && !slices.ContainsFunc(f.AlertsNot, has(word))
		}
	}
	for column, yes := range map[int]*bool{stockColumn: f.InStock, editedColumn: f.Edited, likedColumn: f.Liked} {
		if yes != nil {
			n := flag(*yes)
			w.figures[column] = [2]*int64{&n, &n}
		}
	}
	for _, r := range f.Ranges {
		w.figures[sorts[r.Field]] = [2]*int64{r.From, r.To}
	}
	return w
}

// fit marks the rows of a block that pass.
func (w *wanted) fit(b *block, texts []byte, fits []bool) error {
	for i := range fits {
		fits[i] = true
	}
	for column, pass := range w.words {
		if err := b.readWords(column); err != nil {
			return err
		}
		of := &b.words[column]
		passes := make([]bool, len(of.all))
		for i, word := range of.all {
			passes[i] = pass(word)
		}
		for i, which := range of.which {
			fits[i] = fits[i] && passes[which]
		}
	}
	for column, ends := range w.figures {
		if err := b.readFigures(column); err != nil {
			return err
		}
		for i := range fits {
			n, known := b.figures[column].at(i)
			fits[i] = fits[i] && known && (ends[0] == nil || n >= *ends[0]) && (ends[1] == nil || n <= *ends[1])
		}
	}
	switch {
	case w.text == "":
		return nil
	case !bytes.Contains(texts, []byte(w.text)):
		clear(fits)
		return nil
	}
	for i := range fits {
		text, rest, err := next(texts)
		if err != nil {
			return err
		}
		fits[i], texts = fits[i] && bytes.Contains(text, []byte(w.text)), rest
	}
	return nil
}

// Lines reads a page. It reads all blocks, and keeps the first rows after the start of the page.
func (s *Items) Lines(ctx context.Context, team id.Team, of pricelist.ID, version int64, f pricelist.Filter, r page.Request) (page.Page[pricelist.ItemID], pricelist.Totals, error) {
	w, best := wantedBy(f), newBest(r)
	var totals struct{ count, cost, profit int64 }
	texts := "NULL"
	if w.text != "" {
		texts = "packed_texts"
	}
	// If a list is sorted by its rows, the first blocks fill the page.
	order := ""
	if r.Order[0].Desc {
		order = " DESC"
	}
	rows, err := s.store.Hot(ctx).Query(ctx, "SELECT rows_total, packed_columns, "+texts+" FROM pricelist_blocks WHERE team_id = $1 AND analysis_id = $2 AND expenses_version = $3 "+
		"ORDER BY first_item"+order, int64(team), int64(of), version)
	var b block
	var count int64
	var packed, search sql.RawBytes // read before the next row
	var fits []bool
	err = db.TryEach(rows, err)(func() error {
		if err := b.open(int(count), packed); err != nil {
			return err
		}
		fits = slices.Grow(fits[:0], b.rows)[:b.rows]
		if err := w.fit(&b, search, fits); err != nil || !slices.Contains(fits, true) {
			return err
		}
		if err := best.add(&b, fits); err != nil || !r.Count {
			return err
		}
		for _, c := range []int{costColumn, profitColumn} {
			if err := b.readFigures(c); err != nil {
				return err
			}
		}
		for i, ok := range fits {
			if !ok {
				continue
			}
			totals.count++
			if n, known := b.figures[costColumn].at(i); known {
				totals.cost += n
			}
			if n, known := b.figures[profitColumn].at(i); known {
				totals.profit += n
			}
		}
		return nil
	}, &count, &packed, &search)
	if err != nil {
		return page.Page[pricelist.ItemID]{}, pricelist.Totals{}, err
	}
	out, err := db.PageOf(best.rows, r, func(p place) (pricelist.ItemID, error) { return pricelist.ItemID(p.item), nil }, best.value)
	if r.Count {
		out.Total = &totals.count
	}
	return out, pricelist.Totals{Count: totals.count, Cost: money.FromUnits(totals.cost), Profit: money.FromUnits(totals.profit)}, err
}

// place has the position of a row in an order; unknown figures come last.
type place struct {
	values []int64
	known  []bool
	item   int64
}

// best keeps the first rows of an order, up to one more than a page has.
type best struct {
	order   []page.By
	columns []int
	most    int
	after   *place
	rows    []place
}

func newBest(r page.Request) *best {
	b := &best{order: r.Order, most: r.Limit + 1}
	for _, by := range r.Order {
		b.columns = append(b.columns, sorts[by.Field])
	}
	if r.After != nil {
		b.after = &place{values: make([]int64, len(r.Order)), known: make([]bool, len(r.Order))}
		for i := range r.Order {
			b.after.values[i], b.after.known[i] = r.After[i].(int64)
		}
		b.after.item, _ = r.After[len(r.Order)].(int64)
	}
	return b
}

// compare orders rows; equal rows are ordered by item, in the direction of the last field.
func (b *best) compare(x, y *place) int {
	down := false
	for i, by := range b.order {
		down = by.Desc
		switch {
		case x.known[i] != y.known[i] && x.known[i]:
			return -1
		case x.known[i] != y.known[i]:
			return 1
		case x.values[i] != y.values[i] && down:
			return cmp.Compare(y.values[i], x.values[i])
		case x.values[i] != y.values[i]:
			return cmp.Compare(x.values[i], y.values[i])
		}
	}
	if down {
		return cmp.Compare(y.item, x.item)
	}
	return cmp.Compare(x.item, y.item)
}

// add offers the marked rows of a block.
func (b *best) add(from *block, fits []bool) error {
	for _, c := range append(slices.Clone(b.columns), itemColumn) {
		if err := from.readFigures(c); err != nil {
			return err
		}
	}
	p := place{values: make([]int64, len(b.order)), known: make([]bool, len(b.order))}
	for i, ok := range fits {
		if !ok {
			continue
		}
		p.item, _ = from.figures[itemColumn].at(i)
		for n, c := range b.columns {
			if p.values[n], p.known[n] = from.figures[c].at(i); !p.known[n] {
				p.values[n] = 0
			}
		}
		full := len(b.rows) == b.most
		if b.after != nil && b.compare(&p, b.after) <= 0 || full && b.compare(&p, &b.rows[len(b.rows)-1]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(b.rows, &p, func(x place, y *place) int { return b.compare(&x, y) })
		if full {
			b.rows = b.rows[:len(b.rows)-1]
		}
		b.rows = slices.Insert(b.rows, at, place{slices.Clone(p.values), slices.Clone(p.known), p.item})
	}
	return nil
}

// value returns a row's value of a sort field.
func (b *best) value(p place, field string) any {
	for i, by := range b.order {
		if by.Field == field {
			if !p.known[i] {
				return nil
			}
			return p.values[i]
		}
	}
	return p.item
}

// Forget deletes the results of all other versions.
func (s *Items) Forget(ctx context.Context, team id.Team, of pricelist.ID, but ...int64) error {
	_, err := s.blocks.Drop(ctx, team, record.Is("analysis_id", new(int64(of))), record.Not(record.In("expenses_version", but)))
	return err
}
