package purchasing

import (
	"time"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/kernel/edit"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// StockBalance counts the units of a product in a warehouse.
type StockBalance struct {
	ID                 int64     `json:"id" doc:"Identifier of the balance."`
	WarehouseID        int64     `json:"warehouse_id" doc:"Where the units are."`
	WarehouseName      string    `json:"warehouse_name" doc:"Name of the warehouse."`
	InventoryProductID int64     `json:"inventory_product_id" doc:"The inventory product."`
	Title              string    `json:"title" doc:"Title of the product."`
	Units              int64     `json:"units" doc:"Units of the product, above 0."`
	CreatedAt          body.Time `json:"created_at" doc:"When the first units came."`
	UpdatedAt          body.Time `json:"updated_at" doc:"When units last came or left."`
}

// LiveMembers lists the members that change without updated_at.
func (StockBalance) LiveMembers() []string { return []string{"warehouse_name", "title"} }

// NewStockMovement moves units of a product.
type NewStockMovement struct {
	Kind               body.Word[purchasing.StockChangeKind] `json:"kind" doc:"adjust corrects the balance. transfer takes units to another warehouse. ship takes them to the marketplace; its next sync shows them as inbound."`
	InventoryProductID body.RecordID                         `json:"inventory_product_id" doc:"The inventory product."`
	WarehouseID        body.RecordID                         `json:"warehouse_id" doc:"Where the units are."`
	ToWarehouseID      body.Opt[body.RecordID]               `json:"to_warehouse_id,omitzero" doc:"Where transferred units go; with transfer only."`
	Units              int64                                 `json:"units" minimum:"-1000000" maximum:"1000000" doc:"Units that are moved, above 0. In an adjustment they are added, or below 0 taken away."`
	Reference          body.Opt[string]                      `json:"reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. The number of a count or delivery."`
	Reason             body.Opt[string]                      `json:"reason,omitzero" minLength:"1" maxLength:"500" doc:"Not blank, on one line. Why units are moved."`
}

// NewStockMovements lists movements, booked in this order.
type NewStockMovements struct {
	Movements []NewStockMovement `json:"movements" minItems:"1" maxItems:"100" doc:"The movements, at most 100. Each finds the units that those before it left."`
}

// StockMovement shows a line of the stock ledger.
type StockMovement struct {
	ID                 int64     `json:"id" doc:"Identifier of the line; of a transfer, the line of the units that leave."`
	Kind               string    `json:"kind" doc:"adjust, transfer or ship."`
	InventoryProductID int64     `json:"inventory_product_id" doc:"The inventory product."`
	WarehouseID        int64     `json:"warehouse_id" doc:"Where the units were."`
	ToWarehouseID      *int64    `json:"to_warehouse_id" doc:"Where transferred units went."`
	Units              int64     `json:"units" doc:"Units as they were asked for."`
	Reference          *string   `json:"reference" doc:"As it was given."`
	Reason             *string   `json:"reason" doc:"As it was given."`
	Available          int64     `json:"available" doc:"Units of the product in warehouse_id afterwards."`
	CreatedAt          body.Time `json:"created_at" doc:"When it was booked."`
}

// CreatedStockMovement has the result for one movement of stock.
type CreatedStockMovement struct {
	ID       *int64         `json:"id" doc:"The line of the ledger; null where the row failed."`
	Status   string         `json:"status" enum:"created,failed" doc:"Outcome of the row."`
	Movement *StockMovement `json:"movement" doc:"The movement that was booked; null if the row failed."`
	Error    *body.RowError `json:"error,omitempty" doc:"Why the row failed; only there when it did. invalid_state has available, the units there are."`
}

func balanceOf(l purchasing.StockLine) StockBalance {
	return StockBalance{
		ID: l.ID, WarehouseID: int64(l.Warehouse), WarehouseName: l.WarehouseName, InventoryProductID: int64(l.Product), Title: l.Title,
		Units: l.Units, CreatedAt: body.TimeOf(l.CreatedAt), UpdatedAt: body.TimeOf(l.Moved),
	}
}

func (m NewStockMovement) change() purchasing.StockChange {
	return purchasing.StockChange{
		Kind: purchasing.StockChangeKind(m.Kind), Product: purchasing.ProductID(m.InventoryProductID), Warehouse: purchasing.WarehouseID(m.WarehouseID),
		To:    optional.Map(m.ToWarehouseID.Field, func(id body.RecordID) purchasing.WarehouseID { return purchasing.WarehouseID(id) }).Maybe(),
		Units: m.Units, Reference: m.Reference.Maybe(), Reason: m.Reason.Maybe(),
	}
}

func createdMovement(r app.StockMove) (CreatedStockMovement, int64, *fault.Error) {
	row := CreatedStockMovement{Status: string(r.Outcome), Error: body.RowErrorOf(r.Err)}
	if r.Err == nil {
		c := r.Change
		row.ID = &r.ID
		row.Movement = &StockMovement{
			ID: r.ID, Kind: string(c.Kind), InventoryProductID: int64(c.Product), WarehouseID: int64(c.Warehouse), ToWarehouseID: (*int64)(c.To.Ptr()),
			Units: c.Units, Reference: c.Reference.Ptr(), Reason: c.Reason.Ptr(), Available: r.Available, CreatedAt: body.TimeOf(r.At),
		}
	}
	return row, r.ID, r.Err
}

func exampleBalance() StockBalance {
	return StockBalance{
		ID: 1, WarehouseID: 4, WarehouseName: "Back room", InventoryProductID: 3, Title: "Kettle, 1.7 l, steel", Units: 36,
		CreatedAt: "2026-03-10T10:12:00.000000Z", UpdatedAt: "2026-03-20T09:41:07.120000Z",
	}
}

func exampleNewMovements() NewStockMovements {
	return NewStockMovements{Movements: []NewStockMovement{
		{Kind: "adjust", InventoryProductID: 3, WarehouseID: 4, Units: 12, Reference: body.OptOf("COUNT-12"), Reason: body.OptOf("Found behind the shelf")},
	}}
}

func exampleMovements() body.Bulk[CreatedStockMovement] {
	return body.BulkOf([]app.StockMove{{
		Change: exampleNewMovements().Movements[0].change(), Outcome: edit.Created, ID: 4, Available: 48, At: time.Date(2026, 3, 20, 9, 41, 7, 0, time.UTC),
	}}, createdMovement)
}
