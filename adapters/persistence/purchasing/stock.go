package purchasing

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/purchasing"
)

// balanceRow counts the units of a product in a warehouse.
type balanceRow struct {
	bun.BaseModel `bun:"table:purchasing_stock"`

	ID        int64                  `bun:"id,pk,autoincrement"`
	Team      id.Team                `bun:"team_id"`
	Warehouse purchasing.WarehouseID `bun:"warehouse_id"`
	Product   purchasing.ProductID   `bun:"product_id"`
	Units     int64                  `bun:"units"`
	CreatedAt int64                  `bun:"created_at"`
	UpdatedAt int64                  `bun:"updated_at"`
}

// movementRow has the columns of a line of the ledger.
type movementRow struct {
	bun.BaseModel `bun:"table:purchasing_movements"`

	ID        int64                   `bun:"id,pk,autoincrement"`
	Team      id.Team                 `bun:"team_id"`
	Warehouse purchasing.WarehouseID  `bun:"warehouse_id"`
	Product   purchasing.ProductID    `bun:"product_id"`
	Kind      purchasing.MovementKind `bun:"kind"`
	Units     int64                   `bun:"units"`
	Receipt   *int64                  `bun:"receipt_id"`
	Reference *string                 `bun:"reference"`
	Reason    *string                 `bun:"reason"`
	User      id.User                 `bun:"user_id"`
	At        int64                   `bun:"at"`
}

// lineRow has the columns of a balance in a list.
type lineRow struct {
	bun.BaseModel `bun:"table:purchasing_stock_lines"`

	ID            int64                  `bun:"id,pk,autoincrement"`
	Team          id.Team                `bun:"team_id"`
	Warehouse     purchasing.WarehouseID `bun:"warehouse_id"`
	WarehouseName string                 `bun:"warehouse_name"`
	Product       purchasing.ProductID   `bun:"product_id"`
	Title         string                 `bun:"title"`
	Units         int64                  `bun:"units"`
	CreatedAt     int64                  `bun:"created_at"`
	UpdatedAt     int64                  `bun:"updated_at"`
}

func lineRowOf(l purchasing.StockLine) lineRow {
	return lineRow{ID: l.ID, Units: l.Units, CreatedAt: db.Micros(l.CreatedAt), UpdatedAt: db.Micros(l.Moved)}
}

func (r *lineRow) line() (purchasing.StockLine, error) {
	return purchasing.StockLine{
		ID: r.ID, Balance: purchasing.Balance{StockKey: purchasing.StockKey{Warehouse: r.Warehouse, Product: r.Product}, Units: r.Units},
		WarehouseName: r.WarehouseName, Title: r.Title, CreatedAt: db.FromMicros(r.CreatedAt), Moved: db.FromMicros(r.UpdatedAt),
	}, nil
}

// Stock stores movements and balances.
type Stock struct {
	store     *db.Store
	balances  *record.Records[balanceRow, balanceRow]
	movements *record.Records[movementRow, movementRow]
	lines     *record.Records[lineRow, purchasing.StockLine]
	// add inserts movements.
	add record.Insertion[movementRow, movementRow]
}

func NewStock(s *db.Store) *Stock {
	on, keyed := record.On(s), record.Plain[balanceRow]()
	keyed.Key = []string{"warehouse_id", "product_id"}
	movements := record.New(on, record.Plain[movementRow]())
	return &Stock{s, record.New(on, keyed), movements, record.New(on, record.Table[lineRow, purchasing.StockLine]{
		Row: lineRowOf, Snapshot: (*lineRow).line, Sorts: map[string]string{"created_at": "created_at", "updated_at": "updated_at", "units": "units"},
	}), movements.Insertion(s.Dialect(), func(text string) string { return text })}
}

var _ ports.Stock = (*Stock)(nil)

// Places reads warehouses, including deleted warehouses.
func (s *Stock) Places(ctx context.Context, team id.Team, warehouses []purchasing.WarehouseID) (map[purchasing.WarehouseID]purchasing.StockPlace, error) {
	out := map[purchasing.WarehouseID]purchasing.StockPlace{}
	if len(warehouses) == 0 {
		return out, nil
	}
	var at int64
	var kind string
	var place purchasing.StockPlace
	err := db.Each(s.store.Hot(ctx).Query(ctx, "SELECT id, type, sells_directly, deleted_at IS NULL FROM purchasing_warehouses WHERE team_id = $1 AND "+
		s.store.IDsIn("id", 2), int64(team), s.store.IDsArg(db.Plain(warehouses))))(func() {
		place.Type = purchasing.WarehouseType(kind)
		out[purchasing.WarehouseID(at)] = place
	}, &at, &kind, &place.SellsDirectly, &place.Live)
	return out, err
}

// Balances locks balances.
func (s *Stock) Balances(ctx context.Context, team id.Team, keys []purchasing.StockKey) (purchasing.Balances, error) {
	like, seen := make([]balanceRow, 0, len(keys)), map[purchasing.StockKey]bool{}
	for _, k := range keys {
		if !seen[k] {
			like = append(like, balanceRow{Warehouse: k.Warehouse, Product: k.Product})
		}
		seen[k] = true
	}
	found, err := s.balances.Keyed(ctx, team, like, true)
	out := purchasing.Balances{}
	for _, r := range found {
		out[purchasing.StockKey{Warehouse: r.Warehouse, Product: r.Product}] = r.Units
	}
	return out, err
}

// needed describes records that depend on other records; the column in by has the other record's
// id. units is "0" if no units are counted.
type needed struct{ by, one, units, from string }

// Counts the records that depend on others, with the ids of the first 10.
func held(ctx context.Context, s *db.Store, team id.Team, n needed, ids []int64) (map[int64]purchasing.Held, error) {
	out := map[int64]purchasing.Held{}
	if len(ids) == 0 {
		return out, nil
	}
	var of, one, records, units int64
	err := db.Each(s.Hot(ctx).Query(ctx, "SELECT owner, one, records, units FROM (SELECT "+n.by+" AS owner, "+n.one+` AS one,
			COUNT(*) OVER whole AS records, CAST(SUM(`+n.units+`) OVER whole AS BIGINT) AS units,
			ROW_NUMBER() OVER (PARTITION BY `+n.by+" ORDER BY "+n.one+`) AS place
		FROM `+n.from+" AND "+s.IDsIn(n.by, 2)+`
		WINDOW whole AS (PARTITION BY `+n.by+`)) AS counted
		WHERE place <= 10 ORDER BY place`, int64(team), s.IDsArg(ids)))(func() {
		out[of] = purchasing.Held{Records: records, Units: units, IDs: append(out[of].IDs, one)}
	}, &of, &one, &records, &units)
	return out, err
}

const stocked = "purchasing_stock WHERE team_id = $1 AND units <> 0"

// InWarehouses sums up the balances of warehouses.
func (s *Stock) InWarehouses(ctx context.Context, team id.Team, warehouses []purchasing.WarehouseID) (map[purchasing.WarehouseID]purchasing.Held, error) {
	return keyedBy[purchasing.WarehouseID](held(ctx, s.store, team, needed{"warehouse_id", "product_id", "units", stocked}, db.Plain(warehouses)))
}

// OfProducts sums up the balances of products.
func (s *Stock) OfProducts(ctx context.Context, team id.Team, products []purchasing.ProductID) (map[purchasing.ProductID]purchasing.Held, error) {
	return keyedBy[purchasing.ProductID](held(ctx, s.store, team, needed{"product_id", "warehouse_id", "units", stocked}, db.Plain(products)))
}

func keyedBy[ID ~int64](found map[int64]purchasing.Held, err error) (map[ID]purchasing.Held, error) {
	out := make(map[ID]purchasing.Held, len(found))
	for n, of := range found {
		out[ID(n)] = of
	}
	return out, err
}

// Moved looks for a balance, because each movement leaves a balance, even if it is 0.
func (s *Stock) Moved(ctx context.Context, team id.Team, warehouse purchasing.WarehouseID) (bool, error) {
	_, found, err := s.balances.First(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("warehouse_id", &warehouse)}})
	return found, err
}

func (s *Stock) Units(ctx context.Context, team id.Team, warehouse purchasing.WarehouseID, after purchasing.ProductID, limit int) ([]purchasing.Balance, error) {
	b := purchasing.Balance{StockKey: purchasing.StockKey{Warehouse: warehouse}}
	var product int64
	var out []purchasing.Balance
	err := db.Each(s.store.Hot(ctx).Query(ctx, `SELECT product_id, units FROM purchasing_stock
		WHERE team_id = $1 AND warehouse_id = $2 AND product_id > $3 AND units <> 0 ORDER BY product_id LIMIT $4`,
		int64(team), int64(warehouse), int64(after), int64(limit)))(func() {
		b.Product = purchasing.ProductID(product)
		out = append(out, b)
	}, &product, &b.Units)
	return out, err
}

// List reads a page of balances.
func (s *Stock) List(ctx context.Context, team id.Team, f ports.StockFilter, r page.Request) (page.Page[purchasing.StockLine], error) {
	return s.lines.Page(ctx, team, []record.Condition{
		record.In("warehouse_id", f.Warehouses), record.In("product_id", f.Products), record.Contains("search", f.Query),
	}, r)
}

var movedBatch = db.Batch{{Name: "warehouse", Kind: db.Numbers}, {Name: "product", Kind: db.Numbers}, {Name: "more", Kind: db.Numbers}}

// moved returns the table m of the sums of movements by balance, and its arguments. The team is $1,
// the time $2.
func (s *Stock) moved(
	team id.Team, movements []purchasing.Movement, at time.Time,
) (table string, args []any, err error) {
	d, first := s.store.Dialect(), []any{int64(team), db.Micros(at)}
	if len(movements) == 1 {
		m := movements[0]
		return "(SELECT warehouse, product, more FROM " + movedBatch.Row(d, 3) + ") AS m",
			append(first, int64(m.Warehouse), int64(m.Product), m.Units), nil
	}
	args, err = movedBatch.Args(d, len(movements), func(r, c int) db.Cell {
		m := movements[r]
		return db.Cell{Known: true, N: []int64{int64(m.Warehouse), int64(m.Product), m.Units}[c]}
	})
	return "(SELECT warehouse, product, CAST(SUM(more) AS BIGINT) AS more FROM " + movedBatch.From(d, 3) +
		" GROUP BY warehouse, product) AS m", append(first, args...), err
}

// movementRows returns the lines of movements in the ledger.
func movementRows(who caller.Caller, movements []purchasing.Movement, at time.Time) []movementRow {
	rows := make([]movementRow, len(movements))
	for i, m := range movements {
		rows[i] = movementRow{
			Team: who.Team, Warehouse: m.Warehouse, Product: m.Product, Kind: m.Kind, Units: m.Units, Receipt: m.Receipt.Ptr(),
			Reference: m.Reference.Ptr(), Reason: m.Reason.Ptr(), User: who.User, At: db.Micros(at),
		}
	}
	return rows
}

// Append adds movements to the ledger and to the balances.
func (s *Stock) Append(
	ctx context.Context, who caller.Caller, movements []purchasing.Movement, at time.Time,
) ([]int64, error) {
	if len(movements) == 0 {
		return nil, nil
	}
	ids, err := s.movements.Insert(ctx, movementRows(who, movements, at)...)
	if err != nil {
		return nil, err
	}
	moved, args, err := s.moved(who.Team, movements, at)
	if err != nil {
		return nil, err
	}
	keys := map[purchasing.StockKey]bool{}
	for _, m := range movements {
		keys[m.StockKey] = true
	}
	n, err := s.store.Hot(ctx).Exec(ctx, "UPDATE purchasing_stock SET units = units + m.more, updated_at = $2 FROM "+moved+
		" WHERE team_id = $1 AND warehouse_id = m.warehouse AND product_id = m.product", args...)
	if err != nil || n == int64(len(keys)) {
		return ids, db.Fault(err)
	}
	_, err = s.store.Hot(ctx).Exec(ctx, `INSERT INTO purchasing_stock (team_id, warehouse_id, product_id, units, created_at, updated_at)
		SELECT $1, warehouse, product, more, $2, $2 FROM `+moved+` WHERE NOT EXISTS (SELECT 1 FROM purchasing_stock AS s
			WHERE s.team_id = $1 AND s.warehouse_id = m.warehouse AND s.product_id = m.product)`, args...)
	return ids, db.Fault(err)
}

// Arrive adds arrivals to the balances and to the ledger. Units above 0 need no look at the balance
// before, so one statement adds them and reads the warehouses.
func (s *Stock) Arrive(
	ctx context.Context, who caller.Caller, movements []purchasing.Movement, at time.Time,
) (map[purchasing.WarehouseID]purchasing.StockPlace, error) {
	out := map[purchasing.WarehouseID]purchasing.StockPlace{}
	if len(movements) == 0 {
		return out, nil
	}
	moved, args, err := s.moved(who.Team, movements, at)
	if err != nil {
		return nil, err
	}
	var warehouse int64
	var kind string
	place := purchasing.StockPlace{Live: true}
	const its = ` FROM purchasing_warehouses AS w
		WHERE w.team_id = purchasing_stock.team_id AND w.id = purchasing_stock.warehouse_id)`
	err = db.Each(s.store.HotWrite(ctx).Query(ctx, `INSERT INTO purchasing_stock
			(team_id, warehouse_id, product_id, units, created_at, updated_at)
		SELECT $1, m.warehouse, m.product, m.more, $2, $2 FROM `+moved+`
			JOIN purchasing_warehouses AS w ON w.team_id = $1 AND w.id = m.warehouse
			WHERE w.deleted_at IS NULL AND w.type <> '`+string(purchasing.AmazonWarehouse)+`'
		ON CONFLICT (team_id, warehouse_id, product_id) DO UPDATE
			SET units = purchasing_stock.units + excluded.units, updated_at = excluded.updated_at
		RETURNING warehouse_id, (SELECT w.type`+its+", (SELECT w.sells_directly"+its, args...))(func() {
		place.Type = purchasing.WarehouseType(kind)
		out[purchasing.WarehouseID(warehouse)] = place
	}, &warehouse, &kind, &place.SellsDirectly)
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(slices.Clone(movements), func(m purchasing.Movement) bool {
		_, ok := out[m.Warehouse]
		return !ok
	})
	if len(kept) == 0 {
		return out, nil
	}
	text, args, err := s.add.Statement(movementRows(who, kept, at))
	if err != nil {
		return nil, err
	}
	return out, s.store.Later(ctx, func(n int64, err error) error { return db.Written(n, len(kept), err) }, text, args...)
}
