package purchasing

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// receiptRow is a receipt line.
type receiptRow struct {
	bun.BaseModel `bun:"table:purchasing_receipts"`

	ID          int64                     `bun:"id,pk,autoincrement"`
	Team        id.Team                   `bun:"team_id"`
	Order       int64                     `bun:"order_id"`
	Item        int64                     `bun:"item_id"`
	Line        int64                     `bun:"line"`
	TargetKind  purchasing.CostTargetKind `bun:"target_kind"`
	Target      int64                     `bun:"target_id"`
	Kind        order.ReceiptKind         `bun:"kind"`
	Accepted    int64                     `bun:"accepted"`
	Rejected    int64                     `bun:"rejected"`
	Reason      *string                   `bun:"reason"`
	Reference   *string                   `bun:"reference"`
	Warehouse   int64                     `bun:"warehouse_id"`
	Day         int64                     `bun:"day"`
	CostWritten bool                      `bun:"cost_written"`
	CostNote    string                    `bun:"cost_note"`
	User        *int64                    `bun:"user_id"`
	At          int64                     `bun:"at"`
}

var receiptTable = record.Table[receiptRow, receiptRow]{
	Row: func(r receiptRow) receiptRow { return r }, Snapshot: func(r *receiptRow) (receiptRow, error) { return *r, nil },
	Key: []string{"item_id", "line"}, Refuse: true,
}

// Book adds receipt lines.
func (o *Orders) Book(ctx context.Context, who caller.Caller, lines []order.Receipt, at time.Time) ([]int64, error) {
	var user *int64
	if who.User != 0 {
		user = new(int64(who.User))
	}
	ids := make([]int64, 0, len(lines))
	for part := range slices.Chunk(lines, batch) {
		rows := make([]receiptRow, len(part))
		for i, r := range part {
			rows[i] = receiptRow{
				Team: who.Team, Order: int64(r.Order), Item: int64(r.Item), Line: r.Line, TargetKind: r.Target.Kind, Target: r.Target.ID, Kind: r.Kind,
				Accepted: r.Accepted, Rejected: r.Rejected, Reason: r.Reason.Ptr(), Reference: r.Reference.Ptr(), Warehouse: r.WarehouseID,
				Day: r.Day.Days(), User: user, At: db.Micros(at),
			}
		}
		made, err := o.lines.Insert(ctx, rows...)
		if err != nil {
			return nil, err
		}
		ids = append(ids, made...)
	}
	return ids, nil
}

// Receipts reads the receipt lines of an item.
func (o *Orders) Receipts(ctx context.Context, team id.Team, item order.ItemID) ([]order.Receipt, error) {
	rows, err := o.lines.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("item_id", new(int64(item)))}})
	out := make([]order.Receipt, len(rows))
	for i, r := range rows {
		out[i] = order.Receipt{
			ID: r.ID, Order: order.ID(r.Order), Item: order.ItemID(r.Item), Line: r.Line, Target: purchasing.CostTarget{Kind: r.TargetKind, ID: r.Target},
			Kind: r.Kind, Accepted: r.Accepted, Rejected: r.Rejected, Reason: optional.Of(r.Reason), Reference: optional.Of(r.Reference),
			WarehouseID: r.Warehouse, Day: date.FromDays(r.Day),
		}
	}
	return out, err
}
