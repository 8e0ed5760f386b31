package purchasing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// receiptRow has the columns of a receipt line.
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
	StockBefore *int64                    `bun:"stock_before"`
	CostWritten bool                      `bun:"cost_written"`
	CostNote    string                    `bun:"cost_note"`
	User        *int64                    `bun:"user_id"`
	At          int64                     `bun:"at"`
}

var receiptTable = record.Table[receiptRow, receiptRow]{
	Row: func(r receiptRow) receiptRow { return r }, Snapshot: func(r *receiptRow) (receiptRow, error) { return *r, nil },
	Key: []string{"item_id", "line"}, Refuse: true, Sorts: map[string]string{"created_at": "at"},
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
				Day: r.Day.Days(), StockBefore: r.StockBefore.Ptr(), CostWritten: r.Cost.Written, CostNote: string(r.Cost.Note),
				User: user, At: db.Micros(at),
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
	return o.receipts(ctx, team, record.Is("item_id", new(int64(item))))
}

// Came reads the receipt lines of an order.
func (o *Orders) Came(ctx context.Context, team id.Team, of order.ID) ([]order.Receipt, error) {
	return o.receipts(ctx, team, o.of(of))
}

func (o *Orders) receipts(ctx context.Context, team id.Team, where ...record.Condition) ([]order.Receipt, error) {
	rows, err := o.lines.Select(ctx, record.Query{Team: team, Prepared: true, Where: where})
	out := make([]order.Receipt, len(rows))
	for i, r := range rows {
		out[i] = r.receipt()
	}
	return out, err
}

func (r receiptRow) receipt() order.Receipt {
	return order.Receipt{
		ID: r.ID, Order: order.ID(r.Order), Item: order.ItemID(r.Item), Line: r.Line, Target: purchasing.CostTarget{Kind: r.TargetKind, ID: r.Target},
		Kind: r.Kind, Accepted: r.Accepted, Rejected: r.Rejected, Reason: optional.Of(r.Reason), Reference: optional.Of(r.Reference),
		WarehouseID: r.Warehouse, Day: date.FromDays(r.Day), StockBefore: optional.Of(r.StockBefore),
		Cost: purchasing.CostAnswer{Written: r.CostWritten, Note: purchasing.CostNote(r.CostNote)},
	}
}

// Lines reads a page of receipt lines.
func (o *Orders) Lines(ctx context.Context, team id.Team, of order.ID, f ports.LineFilter, r page.Request) (out page.Page[order.Line], err error) {
	found, err := o.lines.Page(ctx, team, []record.Condition{
		o.of(of), record.In("id", f.IDs), record.In("item_id", f.Items), record.In("kind", f.Kinds), record.In("reference", f.References),
	}, r)
	if err != nil {
		return out, err
	}
	named := map[int64]bool{}
	for _, r := range found.Items {
		named[r.Item] = true
	}
	items, err := o.items.Named(ctx, team, slices.Sorted(maps.Keys(named)))
	if err != nil {
		return out, err
	}
	units := map[int64]optional.Maybe[money.Amount]{}
	for _, i := range items {
		units[int64(i.ID)] = i.Landed.LandedUnit
	}
	out.Next, out.Total, out.Items = found.Next, found.Total, make([]order.Line, len(found.Items))
	for i, r := range found.Items {
		out.Items[i] = order.Line{
			Receipt: r.receipt(), LandedUnit: units[r.Item], At: db.FromMicros(r.At),
			User: optional.Convert(optional.Of(r.User), func(n int64) id.User { return id.User(n) }),
		}
	}
	return out, nil
}

// Booked finds the receipt line of a delivery note.
func (o *Orders) Booked(ctx context.Context, team id.Team, of order.ID, reference string) (int64, error) {
	found, _, err := o.lines.First(ctx, record.Query{Team: team, Where: []record.Condition{
		o.of(of), record.Is("reference", &reference), record.Is("kind", new(order.Arrival)),
	}})
	return found.ID, err
}

// broughtLines describes receipt lines. broughtColumns lists the columns that count for a cost.
var (
	broughtLines   = record.Describe(receiptTable)
	broughtColumns = broughtLines.Info().Named("id", "order_id", "item_id", "target_kind", "target_id", "kind",
		"accepted", "day", "stock_before", "cost_written", "cost_note")
)

// broughtText selects the receipt lines of targets with the landed totals of their items, and the
// units that these pay for. The numbers of documents are read as texts, which are exact.
func broughtText(s *db.Store) string {
	return "SELECT " + broughtLines.Columns("r.", broughtColumns...) +
		", CAST(i.body -> 'landed' -> 'landed_total' AS TEXT)," + `
			COALESCE(i.wanted + i.over - CAST(i.body ->> 'closed_short' AS BIGINT), 0)
		FROM purchasing_receipts AS r LEFT JOIN purchasing_items AS i ON i.team_id = r.team_id AND i.id = r.item_id
		WHERE r.team_id = $1 AND r.target_kind = $2 AND ` + s.IDsIn("r.target_id", 3) + " AND r.day >= $4"
}

// Brought returns the receipt lines of targets with the shares of their items, and with their
// orders.
func (o *Orders) Brought(
	ctx context.Context, team id.Team, kind purchasing.CostTargetKind, targets []int64, from date.Date,
	known order.Ledger,
) (order.Ledger, error) {
	out := order.Ledger{Items: map[order.ItemID]order.Share{}, Orders: map[order.ID]order.Snapshot{}}
	places, line := broughtLines.Row(broughtColumns...)
	var total *string
	var units int64
	others := map[order.ID]bool{}
	rows, err := o.store.Hot(ctx).Query(ctx, o.brought, int64(team), string(kind), o.store.IDsArg(targets), from.Days())
	err = db.TryEach(rows, err)(func() error {
		row, err := line()
		if err != nil {
			return err
		}
		r, share := row.receipt(), order.Share{Units: units}
		if total != nil && *total != "null" {
			all, err := money.Parse(*total)
			if err != nil {
				return err
			}
			share.Total = optional.Some(all)
		}
		if changed, has := known.Items[r.Item]; has {
			share = changed
		}
		out.Lines, out.Items[r.Item] = append(out.Lines, r), share
		var has bool
		if out.Orders[r.Order], has = known.Orders[r.Order]; !has {
			others[r.Order] = true
		}
		return nil
	}, append(places, &total, &units)...)
	if err != nil {
		return out, db.Fault(err)
	}
	// Ordered by the statement, Postgres may read all lines of the team in that order.
	slices.SortFunc(out.Lines, func(a, b order.Receipt) int { return cmp.Compare(a.ID, b.ID) })
	found, err := o.orders.Named(ctx, team, db.Plain(slices.Sorted(maps.Keys(others))))
	for _, s := range found {
		out.Orders[s.ID] = s
	}
	return out, err
}

// Costed stores whether lines count in a cost.
func (o *Orders) Costed(ctx context.Context, team id.Team, lines []order.Receipt) error {
	for part := range slices.Chunk(lines, batch) {
		rows := make([]receiptRow, len(part))
		for i, r := range part {
			rows[i] = receiptRow{ID: r.ID, Team: team, CostWritten: r.Cost.Written, CostNote: string(r.Cost.Note)}
		}
		if err := o.lines.Update(ctx, o.lines.Info().Named("cost_written", "cost_note"), rows...); err != nil {
			return err
		}
	}
	return nil
}

// Costing stores whether costs of an order are still to be written.
func (o *Orders) Costing(ctx context.Context, team id.Team, of order.ID, pending bool) error {
	_, err := o.store.Hot(ctx).Exec(ctx, "UPDATE purchasing_orders SET costing = $3 WHERE team_id = $1 AND id = $2", int64(team), int64(of), pending)
	return db.Fault(err)
}
