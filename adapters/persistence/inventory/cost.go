package inventory

import (
	"context"
	"slices"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

// CostLayers implements the port of that name.
type CostLayers struct{ store *db.Store }

// NewCostLayers makes the store of cost layers.
func NewCostLayers(s *db.Store) *CostLayers { return &CostLayers{s} }

var _ ports.CostLayers = (*CostLayers)(nil)

// layerRow is a layer and whose it is.
type layerRow struct {
	owner int64
	inventory.CostLayer
}

var layerColumns = db.Members[layerRow]{
	db.Whole("owner_id", func(l *layerRow) *int64 { return &l.owner }),
	{
		Name: "starts", Kind: db.Numbers,
		Place: func(l *layerRow) any { return dayTo(&l.From) },
		Value: func(l *layerRow) db.Cell { return db.Cell{Known: true, N: l.From.Days()} },
	},
	db.MaybeNumber("ends", func(l *layerRow) *optional.Maybe[date.Date] { return &l.To }, date.FromDays, date.Date.Days),
	amount("unit_cost", func(l *layerRow) *money.Amount { return &l.Cost.Unit }),
	amount("prep_cost", func(l *layerRow) *money.Amount { return &l.Cost.Prep }),
	amount("inbound_shipping", func(l *layerRow) *money.Amount { return &l.Cost.InboundShipping }),
	amount("other_cost", func(l *layerRow) *money.Amount { return &l.Cost.Other }),
	db.MaybeNumber("vat_rate", func(l *layerRow) *optional.Maybe[money.Percent] { return &l.Cost.VATRate },
		money.PercentFromUnits, money.Percent.Units),
	db.Words("currency", func(l *layerRow) *money.Currency { return &l.Cost.Currency }),
	db.Words("source_kind", func(l *layerRow) *inventory.SourceKind { return &l.Cost.Source.Kind }),
	db.MaybeWhole("source_id", func(l *layerRow) *optional.Maybe[int64] { return &l.Cost.Source.ID }),
}

// amount is a column that is an amount and never null.
func amount(name string, at func(*layerRow) *money.Amount) db.Member[layerRow] {
	return db.Member[layerRow]{
		Name: name, Kind: db.Numbers,
		Place: func(l *layerRow) any { return db.NumberTo(at(l), money.FromUnits) },
		Value: func(l *layerRow) db.Cell { return db.Cell{Known: true, N: at(l).Units()} },
	}
}

func dayTo(d *date.Date) any { return db.NumberTo(d, date.FromDays) }

const layersOf = " FROM inventory_cost_layers WHERE team_id = $1 AND owner_kind = $2 AND "

// Load implements the port.
func (c *CostLayers) Load(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) (map[int64]inventory.CostLayers, error) {
	out := map[int64]inventory.CostLayers{}
	if len(owners) == 0 {
		return out, nil
	}
	lists := map[int64][]inventory.CostLayer{}
	var row layerRow
	err := db.Each(c.store.Hot(ctx).Query(ctx, "SELECT "+layerColumns.Names("")+layersOf+c.store.IDsIn("owner_id", 3)+
		" ORDER BY owner_id, starts", int64(team), string(kind), c.store.IDsArg(owners)))(
		func() { lists[row.owner] = append(lists[row.owner], row.CostLayer) }, layerColumns.Places(&row)...)
	if err != nil {
		return nil, err
	}
	for owner, list := range lists {
		if out[owner], err = inventory.RestoreCostLayers(list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Save implements the port.
func (c *CostLayers) Save(ctx context.Context, team id.Team, kind inventory.CostOwner, owner int64, before, after inventory.CostLayers) error {
	was, is := before.All(), after.All()
	var gone []int64
	for _, l := range was {
		if !slices.Contains(is, l) {
			gone = append(gone, l.From.Days())
		}
	}
	var made []layerRow
	for _, l := range is {
		if !slices.Contains(was, l) {
			made = append(made, layerRow{owner, l})
		}
	}
	hot := c.store.Hot(ctx)
	if len(gone) > 0 {
		n, err := hot.Exec(ctx, "DELETE"+layersOf+"owner_id = $3 AND "+c.store.IDsIn("starts", 4),
			int64(team), string(kind), owner, c.store.IDsArg(gone))
		if err := db.Written(n, len(gone), err); err != nil {
			return err
		}
	}
	if len(made) == 0 {
		return nil
	}
	d := c.store.Dialect()
	args, err := layerColumns.Args(d, made)
	if err != nil {
		return err
	}
	_, err = hot.Exec(ctx, "INSERT INTO inventory_cost_layers (team_id, owner_kind, "+layerColumns.Names("")+") SELECT $1, $2, "+
		layerColumns.Names("u.")+" FROM "+layerColumns.Batch().From(d, 3), append([]any{int64(team), string(kind)}, args...)...)
	return db.Fault(err)
}
