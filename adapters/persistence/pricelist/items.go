package pricelist

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

type itemRow struct {
	bun.BaseModel `bun:"table:pricelist_items"`

	record.Head
	Body     record.Document[pricelist.ItemValues] `bun:"body"`
	Analysis int64                                 `bun:"analysis_id" record:"derived"`
	Identity string                                `bun:"identity" record:"derived"`
}

type lineRow struct {
	bun.BaseModel `bun:"table:pricelist_lines"`

	ID          int64   `bun:"id,pk,autoincrement"`
	Team        id.Team `bun:"team_id"`
	Analysis    int64   `bun:"analysis_id"`
	Version     int64   `bun:"expenses_version"`
	Item        int64   `bun:"item_id"`
	Number      int64   `bun:"row_number"`
	Status      string  `bun:"status" record:"derived"`
	Verdict     string  `bun:"verdict" record:"derived"`
	Restriction *string `bun:"restriction" record:"derived"`
	Brand       string  `bun:"brand" record:"derived"`
	Category    string  `bun:"category" record:"derived"`
	Search      string  `bun:"search" record:"derived"`
	InStock     *bool   `bun:"amazon_in_stock" record:"derived"`
	Edited      bool    `bun:"edited" record:"derived"`
	Liked       bool    `bun:"liked" record:"derived"`
	Alerts      string  `bun:"alerts" record:"derived"`
	Profit      *int64  `bun:"profit"`
	Price       *int64  `bun:"price_used"`
	Cost        *int64  `bun:"cost"`
	ROI         *int64  `bun:"roi"`
	Margin      *int64  `bun:"margin"`
	RankTop     *int64  `bun:"bsr_top_percent"`
	Rank        *int64  `bun:"bsr"`
	Sales       *int64  `bun:"sales"`
	OffersFBA   *int64  `bun:"offers_fba"`
}

// line is a line with its id, by which pages continue, and its team.
type line struct {
	ID   int64
	Team id.Team
	pricelist.Line
}

// mark delimits the words of a list in a column.
const mark = "|"

func units[T interface{ Units() int64 }](v optional.Maybe[T]) *int64 {
	return optional.Convert(v, func(v T) int64 { return v.Units() }).Ptr()
}

func amount(n *int64) pricelist.Maybe { return optional.Convert(optional.Of(n), money.FromUnits) }

func percent(n *int64) optional.Maybe[money.Percent] {
	return optional.Convert(optional.Of(n), money.PercentFromUnits)
}

func lineRowOf(l line) lineRow {
	r := lineRow{
		ID: l.ID, Team: l.Team, Analysis: int64(l.Analysis), Version: l.Version, Item: int64(l.Item), Number: l.Number, Status: string(l.Status),
		Verdict: string(l.Verdict), Restriction: record.Text(l.Restriction), Brand: record.Key(l.Brand), Category: record.Key(l.Category),
		Search: db.Fold(l.Search), InStock: l.InStock.Ptr(), Edited: l.Edited, Liked: l.Liked, Alerts: mark, Profit: units(l.Profit), Price: units(l.Price),
		Cost: units(l.Cost), ROI: units(l.ROI), Margin: units(l.Margin), RankTop: units(l.RankTop), Rank: l.Rank.Ptr(), Sales: l.Sales.Ptr(),
		OffersFBA: l.OffersFBA.Ptr(),
	}
	for _, a := range l.Line.Alerts {
		r.Alerts += string(a) + mark
	}
	return r
}

// line has the figures alone: the rest of a result is counted anew when it is read.
func (r *lineRow) line() (line, error) {
	return line{r.ID, r.Team, pricelist.Line{
		Item: pricelist.ItemID(r.Item), Analysis: pricelist.ID(r.Analysis), Version: r.Version, Number: r.Number, Profit: amount(r.Profit),
		Price: amount(r.Price), Cost: amount(r.Cost), ROI: percent(r.ROI), Margin: percent(r.Margin), RankTop: percent(r.RankTop),
		Rank: optional.Of(r.Rank), Sales: optional.Of(r.Sales), OffersFBA: optional.Of(r.OffersFBA),
	}}, nil
}

// sorts have the names of their columns.
var sorts = map[string]string{
	"row_number": "row_number", "profit": "profit", "roi": "roi", "margin": "margin", "price_used": "price_used", "cost": "cost", "bsr": "bsr",
	"bsr_top_percent": "bsr_top_percent", "sales": "sales", "offers_fba": "offers_fba", "created_at": "item_id",
}

// Items stores rows and results.
type Items struct {
	*record.Kind[pricelist.ItemID, pricelist.ItemValues, struct{}, itemRow]
	lines *record.Records[lineRow, line]
	store *db.Store
}

// NewItems opens those of all teams.
func NewItems(s *db.Store) *Items {
	on := record.On(s)
	return &Items{
		record.NewKind(on, record.Table[itemRow, pricelist.Item]{
			Row: func(i pricelist.Item) itemRow {
				return itemRow{Head: record.HeadOf(i), Body: record.DocumentOf(i.Values), Analysis: int64(i.Values.Analysis), Identity: i.Values.Key}
			},
			Snapshot: func(r *itemRow) (pricelist.Item, error) { return record.Versioned[pricelist.ItemID](r.Head, r.Body.V) },
		}, func(struct{}) []record.Condition { return nil }),
		record.New(on, record.Table[lineRow, line]{Row: lineRowOf, Snapshot: (*lineRow).line, Sorts: sorts}), s,
	}
}

var _ ports.Items = (*Items)(nil)

// Insert stores rows.
func (s *Items) Insert(ctx context.Context, items ...pricelist.Item) error {
	_, err := s.All.Insert(ctx, items...)
	return err
}

// Save stores locked rows.
func (s *Items) Save(ctx context.Context, items ...pricelist.Item) error {
	return s.All.Save(ctx, items...)
}

// After lists rows.
func (s *Items) After(ctx context.Context, team id.Team, of pricelist.ID, after pricelist.ItemID, limit int) ([]pricelist.Item, error) {
	return s.All.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("analysis_id", new(int64(of))), record.Above("id", new(int64(after)))}, Limit: limit,
	})
}

// Locked holds a row.
func (s *Items) Locked(ctx context.Context, team id.Team, of pricelist.ID, one pricelist.ItemID) (pricelist.Item, error) {
	found, err := s.All.FindLocked(ctx, team, int64(one))
	if err == nil && found.Values.Analysis != of {
		return pricelist.Item{}, fault.Missing()
	}
	return found, err
}

// Known looks identifiers up.
func (s *Items) Known(ctx context.Context, team id.Team, of pricelist.ID, upTo pricelist.ItemID, keys []string) (map[string]bool, error) {
	out := map[string]bool{}
	if len(keys) == 0 {
		return out, nil
	}
	found, err := s.All.Select(ctx, record.Query{Team: team, Where: []record.Condition{
		record.Is("analysis_id", new(int64(of))), record.In("identity", keys), record.AtMost("id", new(int64(upTo))),
	}})
	for _, one := range found {
		out[one.Values.Key] = true
	}
	return out, err
}

// Put replaces results.
func (s *Items) Put(ctx context.Context, team id.Team, lines ...pricelist.Line) error {
	if len(lines) == 0 {
		return nil
	}
	ids, rows := make([]int64, len(lines)), make([]line, len(lines))
	for i, l := range lines {
		ids[i], rows[i] = int64(l.Item), line{Team: team, Line: l}
	}
	if _, err := s.lines.Drop(ctx, team, record.In("item_id", ids), record.Is("expenses_version", &lines[0].Version)); err != nil {
		return err
	}
	_, err := s.lines.Insert(ctx, rows...)
	return err
}

func (s *Items) where(of pricelist.ID, version int64, f ports.Filter) []record.Condition {
	alerts := func(words []pricelist.AlertCode) []record.Condition {
		out := make([]record.Condition, len(words))
		for i, w := range words {
			out[i] = record.Contains("alerts", mark+string(w)+mark)
		}
		return out
	}
	keys := func(texts []string) []string {
		out := make([]string, len(texts))
		for i, t := range texts {
			out[i] = record.Key(t)
		}
		return out
	}
	out := []record.Condition{
		record.Is("analysis_id", new(int64(of))), record.Is("expenses_version", &version), record.In("status", f.Statuses), record.In("verdict", f.Verdicts),
		record.In("restriction", f.Restrictions), record.Any(alerts(f.Alerts)...), record.Not(record.Any(alerts(f.AlertsNot)...)),
		record.In("brand", keys(f.Brands)), record.In("category", keys(f.Categories)), record.Is("amazon_in_stock", f.InStock),
		record.Is("edited", f.Edited), record.Is("liked", f.Liked), record.Contains("search", f.Query),
	}
	for _, r := range f.Ranges {
		out = append(out, record.Between(sorts[r.Field], r.From, r.To))
	}
	return out
}

// Lines reads a page.
func (s *Items) Lines(ctx context.Context, team id.Team, of pricelist.ID, version int64, f ports.Filter, r page.Request) (page.Page[pricelist.Line], error) {
	found, err := s.lines.Page(ctx, team, s.where(of, version, f), r)
	out := page.Page[pricelist.Line]{Next: found.Next, Total: found.Total, Items: make([]pricelist.Line, len(found.Items))}
	for i, l := range found.Items {
		out.Items[i] = l.Line
	}
	return out, err
}

// Totals sums up what the database has, so that no line is read.
func (s *Items) Totals(ctx context.Context, team id.Team, of pricelist.ID, version int64, f ports.Filter) (t ports.Totals, err error) {
	texts, args := []string{"team_id = ?"}, []any{int64(team)}
	for _, c := range s.where(of, version, f) {
		if c.Text != "" {
			texts, args = append(texts, c.Text), append(args, c.Args...)
		}
	}
	var cost, profit int64
	err = s.store.Read(ctx).NewRaw("SELECT count(*), coalesce(CAST(sum(cost) AS BIGINT), 0), coalesce(CAST(sum(profit) AS BIGINT), 0) FROM pricelist_lines WHERE "+
		strings.Join(texts, " AND "), args...).Scan(ctx, &t.Count, &cost, &profit)
	t.Cost, t.Profit = money.FromUnits(cost), money.FromUnits(profit)
	return t, db.Fault(err)
}

// Forget removes older versions.
func (s *Items) Forget(ctx context.Context, team id.Team, of pricelist.ID, but ...int64) error {
	_, err := s.lines.Drop(ctx, team, record.Is("analysis_id", new(int64(of))), record.Not(record.In("expenses_version", but)))
	return err
}

// Clear removes rows in their order.
func (s *Items) Clear(ctx context.Context, team id.Team, of pricelist.ID, limit int) (bool, error) {
	found, err := s.After(ctx, team, of, 0, limit)
	if err != nil || len(found) == 0 {
		return false, err
	}
	ids := make([]int64, len(found))
	for i, one := range found {
		ids[i] = int64(one.ID)
	}
	if _, err := s.lines.Drop(ctx, team, record.In("item_id", ids)); err != nil {
		return false, err
	}
	_, err = s.All.Drop(ctx, team, record.In("id", ids))
	return err == nil && len(found) == limit, err
}
