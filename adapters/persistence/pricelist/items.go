package pricelist

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
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

// Items stores rows and results.
type Items struct {
	*record.Kind[pricelist.ItemID, pricelist.ItemValues, struct{}, itemRow]
	blocks *record.Records[blockRow, blockRow]
	store  *db.Store
}

func NewItems(s *db.Store) *Items {
	on := record.On(s)
	return &Items{
		record.NewKind(on, record.Table[itemRow, pricelist.Item]{
			Row: func(i pricelist.Item) itemRow {
				return itemRow{Head: record.HeadOf(i), Body: record.DocumentOf(i.Values), Analysis: int64(i.Values.Analysis), Identity: i.Values.Key}
			},
			Snapshot: func(r *itemRow) (pricelist.Item, error) { return record.Versioned[pricelist.ItemID](r.Head, r.Body.V) },
		}, func(struct{}) []record.Condition { return nil }),
		record.New(on, record.Plain[blockRow]()), s,
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

// Locked finds a row and locks it.
func (s *Items) Locked(ctx context.Context, team id.Team, of pricelist.ID, one pricelist.ItemID) (pricelist.Item, error) {
	found, err := s.All.FindLocked(ctx, team, int64(one))
	if err == nil && found.Values.Analysis != of {
		return pricelist.Item{}, fault.Missing()
	}
	return found, err
}

// Known reports which identifiers occur among rows up to an id.
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

// Clear deletes all results, and the first rows.
func (s *Items) Clear(ctx context.Context, team id.Team, of pricelist.ID, limit int) (bool, error) {
	if _, err := s.blocks.Drop(ctx, team, record.Is("analysis_id", new(int64(of)))); err != nil {
		return false, err
	}
	found, err := s.After(ctx, team, of, 0, limit)
	if err != nil || len(found) == 0 {
		return false, err
	}
	ids := make([]int64, len(found))
	for i, one := range found {
		ids[i] = int64(one.ID)
	}
	_, err = s.All.Drop(ctx, team, record.In("id", ids))
	return err == nil && len(found) == limit, err
}
