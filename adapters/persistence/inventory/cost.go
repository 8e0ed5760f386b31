package inventory

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

// CostLayers stores the cost layers of all SKUs and products.
type CostLayers struct {
	store  *db.Store
	layers *record.Records[layerRow, layerRow]
}

func NewCostLayers(s *db.Store) *CostLayers {
	return &CostLayers{s, record.New(record.On(s), record.Plain[layerRow]())}
}

var _ ports.CostLayers = (*CostLayers)(nil)

// layerRow has the columns of a stored layer.
type layerRow struct {
	bun.BaseModel `bun:"table:inventory_cost_layers"`

	Team            id.Team              `bun:"team_id,pk"`
	Kind            inventory.CostOwner  `bun:"owner_kind,pk"`
	Owner           int64                `bun:"owner_id,pk"`
	Starts          int64                `bun:"starts,pk"`
	Ends            *int64               `bun:"ends"`
	Unit            int64                `bun:"unit_cost"`
	Prep            int64                `bun:"prep_cost"`
	InboundShipping int64                `bun:"inbound_shipping"`
	Other           int64                `bun:"other_cost"`
	Outbound        *int64               `bun:"outbound_shipping"`
	VATRate         *int64               `bun:"vat_rate"`
	Currency        money.Currency       `bun:"currency"`
	SourceKind      inventory.SourceKind `bun:"source_kind"`
	SourceID        *int64               `bun:"source_id"`
}

func layerRowOf(team id.Team, kind inventory.CostOwner, owner int64, l inventory.CostLayer) layerRow {
	return layerRow{
		Team: team, Kind: kind, Owner: owner, Starts: l.From.Days(), Ends: record.Number(l.To, date.Date.Days),
		Unit: l.Cost.Unit.Units(), Prep: l.Cost.Prep.Units(), InboundShipping: l.Cost.InboundShipping.Units(), Other: l.Cost.Other.Units(),
		Outbound: units(l.Cost.OutboundShipping), VATRate: record.Number(l.Cost.VATRate, money.Percent.Units), Currency: l.Cost.Currency,
		SourceKind: l.Cost.Source.Kind, SourceID: l.Cost.Source.ID.Ptr(),
	}
}

func (r layerRow) layer() inventory.CostLayer {
	l := inventory.CostLayer{From: date.FromDays(r.Starts), To: record.Maybe(r.Ends, date.FromDays)}
	l.Cost.Unit, l.Cost.Prep = money.FromUnits(r.Unit), money.FromUnits(r.Prep)
	l.Cost.InboundShipping, l.Cost.Other = money.FromUnits(r.InboundShipping), money.FromUnits(r.Other)
	l.Cost.OutboundShipping = amount(r.Outbound)
	l.Cost.VATRate, l.Cost.Currency = record.Maybe(r.VATRate, money.PercentFromUnits), r.Currency
	l.Cost.Source = inventory.Source{Kind: r.SourceKind, ID: optional.Of(r.SourceID)}
	return l
}

func (c *CostLayers) Load(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) (map[int64]inventory.CostLayers, error) {
	out := map[int64]inventory.CostLayers{}
	if len(owners) == 0 {
		return out, nil
	}
	found, err := c.layers.Select(ctx, record.Query{
		Team: team, Prepared: true, Where: []record.Condition{record.Is("owner_kind", &kind), record.In("owner_id", owners)},
	})
	if err != nil {
		return nil, err
	}
	lists := map[int64][]inventory.CostLayer{}
	for _, r := range found {
		lists[r.Owner] = append(lists[r.Owner], r.layer())
	}
	for owner, list := range lists {
		if out[owner], err = inventory.RestoreCostLayers(list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

var begun = db.Batch{{Name: "owner", Kind: db.Numbers}, {Name: "began", Kind: db.Numbers}}

func (c *CostLayers) Save(ctx context.Context, team id.Team, kind inventory.CostOwner, changes ...ports.LayerChange) error {
	var gone [][2]int64
	var made []layerRow
	for _, change := range changes {
		was, is := change.Before.All(), change.After.All()
		for _, l := range was {
			if !slices.Contains(is, l) {
				gone = append(gone, [2]int64{change.Owner, l.From.Days()})
			}
		}
		for _, l := range is {
			if !slices.Contains(was, l) {
				made = append(made, layerRowOf(team, kind, change.Owner, l))
			}
		}
	}
	if len(gone) > 0 {
		d := c.store.Dialect()
		args, err := begun.Args(d, len(gone), func(r, column int) db.Cell { return db.Cell{Known: true, N: gone[r][column]} })
		if err != nil {
			return err
		}
		// Without this condition Postgres may read all layers of the team. Reverting an import of
		// 10,000 products ran at 770 rows per second without it, and at 2,100 with it.
		among := map[db.Dialect]string{db.Postgres: " AND owner_id = ANY($3::bigint[])"}[d]
		n, err := c.store.Hot(ctx).Exec(ctx, `DELETE FROM inventory_cost_layers WHERE team_id = $1 AND owner_kind = $2`+among+`
			AND (owner_id, starts) IN (SELECT owner, began FROM `+begun.From(d, 3)+`)`, append([]any{int64(team), string(kind)}, args...)...)
		if err := db.Written(n, len(gone), err); err != nil {
			return err
		}
	}
	_, err := c.layers.Insert(ctx, made...)
	return err
}
