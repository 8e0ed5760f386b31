package purchasing

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/purchasing"
)

// warehouseRow has a column for each value that lists filter or sort by, and for each value that
// other statements join.
type warehouseRow struct {
	bun.BaseModel `bun:"table:purchasing_warehouses"`

	record.Head
	Body          record.Document[purchasing.WarehouseValues] `bun:"body"`
	Name          string                                      `bun:"name" record:"derived"`
	NameKey       string                                      `bun:"name_key" record:"derived"`
	Type          purchasing.WarehouseType                    `bun:"type" record:"derived"`
	Status        purchasing.Status                           `bun:"status" record:"derived"`
	Country       *string                                     `bun:"country" record:"derived"`
	Default       bool                                        `bun:"is_default" record:"derived"`
	SellsDirectly bool                                        `bun:"sells_directly" record:"derived"`
}

func warehouseRowOf(w purchasing.Warehouse) warehouseRow {
	v := w.Values
	return warehouseRow{
		Head: record.HeadOf(w), Body: record.DocumentOf(v), Name: v.Name, NameKey: record.Key(v.Name), Type: v.Type, Status: v.Status,
		Country: v.Address.Country.Ptr(), Default: v.Default, SellsDirectly: v.SellsDirectly,
	}
}

func (r *warehouseRow) warehouse() (purchasing.Warehouse, error) {
	return record.Versioned[purchasing.WarehouseID](r.Head, r.Body.V)
}

func warehouseConditions(f ports.WarehouseFilter) []record.Condition {
	return []record.Condition{
		record.In("type", f.Types), record.In("status", f.Statuses), record.In("country", f.Countries), record.Contains("name_key", f.Query),
	}
}

// Warehouses stores warehouses.
type Warehouses struct {
	*record.Kind[purchasing.WarehouseID, purchasing.WarehouseValues, ports.WarehouseFilter, warehouseRow]
}

func NewWarehouses(s *db.Store) *Warehouses {
	return &Warehouses{record.NewKind(record.On(s), record.Table[warehouseRow, purchasing.Warehouse]{
		Row: warehouseRowOf, Snapshot: (*warehouseRow).warehouse, Sorts: map[string]string{"name": "name_key", "created_at": "created_at"},
	}, warehouseConditions, record.Unique{Column: "name_key", Pointer: "/name", Message: "Another warehouse has this name."})}
}

var _ ports.Warehouses = (*Warehouses)(nil)

func (w *Warehouses) Default(ctx context.Context, team id.Team) (purchasing.Warehouse, bool, error) {
	return w.All.First(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("is_default", new(true))}, Lock: true})
}

// providerRow has the columns of a prep provider. Services puts each word between commas.
type providerRow struct {
	bun.BaseModel `bun:"table:purchasing_prep_providers"`

	ID       int64                                    `bun:"id,pk,autoincrement"`
	Body     record.Document[purchasing.PrepProvider] `bun:"body"`
	NameKey  string                                   `bun:"name_key" record:"derived"`
	Country  string                                   `bun:"country" record:"derived"`
	Services string                                   `bun:"services" record:"derived"`
	Search   string                                   `bun:"search" record:"derived"`
}

// PrepProviders stores the operator's catalogue.
type PrepProviders struct {
	store   *db.Store
	records *record.Records[providerRow, purchasing.PrepProvider]
}

func NewPrepProviders(s *db.Store) *PrepProviders {
	return &PrepProviders{s, record.New(record.On(s), record.Table[providerRow, purchasing.PrepProvider]{
		Row: func(p purchasing.PrepProvider) providerRow {
			services := ","
			for _, word := range p.Services {
				services += string(word) + ","
			}
			return providerRow{
				ID: int64(p.ID), Body: record.DocumentOf(p), NameKey: record.Key(p.Name), Country: p.Country, Services: services,
				Search: db.Fold(p.Name + "\n" + p.Region.Or("")),
			}
		},
		Snapshot: func(r *providerRow) (purchasing.PrepProvider, error) {
			p := r.Body.V
			p.ID = purchasing.PrepProviderID(r.ID)
			return p, nil
		},
		Sorts: map[string]string{"name": "name_key"},
	})}
}

var _ ports.PrepProviders = (*PrepProviders)(nil)

func (p *PrepProviders) List(ctx context.Context, f ports.PrepProviderFilter, r page.Request) (page.Page[purchasing.PrepProvider], error) {
	var services []record.Condition
	for _, word := range f.Services {
		services = append(services, record.Contains("services", ","+string(word)+","))
	}
	return p.records.Page(ctx, 0, []record.Condition{record.In("country", f.Countries), record.Any(services...), record.Contains("search", f.Query)}, r)
}

// Known reports whether a provider exists.
func (p *PrepProviders) Known(ctx context.Context, provider purchasing.PrepProviderID) (bool, error) {
	_, found, err := p.records.First(ctx, record.Query{Where: []record.Condition{record.Is("id", new(int64(provider)))}})
	return found, err
}

// Put stores providers with one statement.
func (p *PrepProviders) Put(ctx context.Context, all ...purchasing.PrepProvider) error {
	if len(all) == 0 {
		return nil
	}
	info, d := p.records.Info(), p.store.Dialect()
	args, err := p.records.Args(d, all, info.New()...)
	if err != nil {
		return err
	}
	_, err = p.store.Hot(ctx).Exec(ctx, info.Insert(d, info.New()...)+` ON CONFLICT (name_key, country)
		DO UPDATE SET body = excluded.body, services = excluded.services, search = excluded.search`, args...)
	return db.Fault(err)
}
