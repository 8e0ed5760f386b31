package purchasing

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/purchasing"
)

// supplierRow has a column for each value that lists filter or sort by, and for each key that
// recognises a supplier. Orders write open_orders and last_order_at.
type supplierRow struct {
	bun.BaseModel `bun:"table:purchasing_suppliers"`

	record.Head
	Body        record.Document[purchasing.SupplierValues] `bun:"body"`
	OpenOrders  int64                                      `bun:"open_orders"`
	LastOrderAt *int64                                     `bun:"last_order_at"`
	Name        string                                     `bun:"name" record:"derived"`
	NameKey     string                                     `bun:"name_key" record:"derived"`
	CodeKey     *string                                    `bun:"code_key" record:"derived"`
	Type        purchasing.SupplierType                    `bun:"type" record:"derived"`
	Status      purchasing.Status                          `bun:"status" record:"derived"`
	Country     *string                                    `bun:"country" record:"derived"`
	Currency    *string                                    `bun:"currency" record:"derived"`
	TaxKey      string                                     `bun:"tax_key" record:"derived"`
	DomainKey   string                                     `bun:"domain_key" record:"derived"`
	TwinKey     string                                     `bun:"twin_key" record:"derived"`
	Search      string                                     `bun:"search" record:"derived"`
}

func supplierRowOf(s purchasing.Supplier) supplierRow {
	v, keys := s.Values, s.Values.Keys()
	return supplierRow{
		Head: record.HeadOf(s), Body: record.DocumentOf(v), OpenOrders: v.Seen.OpenOrders,
		LastOrderAt: record.Number(v.Seen.LastOrderAt, db.Micros), Name: v.Name, NameKey: record.Key(v.Name),
		CodeKey: optional.Convert(v.Code, record.Key).Ptr(), Type: v.Type, Status: v.Status, Country: v.Address.Country.Ptr(),
		Currency: record.Text(v.Currency), TaxKey: keys.TaxID, DomainKey: keys.Domain, TwinKey: keys.Name,
		Search: db.Fold(v.Name + "\n" + v.Code.Or("") + "\n" + strings.Join(v.Aliases, "\n")),
	}
}

func (r *supplierRow) supplier() (purchasing.Supplier, error) {
	v := r.Body.V
	v.Seen = purchasing.SupplierSeen{OpenOrders: r.OpenOrders, LastOrderAt: record.Maybe(r.LastOrderAt, db.FromMicros)}
	return record.Versioned[purchasing.SupplierID](r.Head, v)
}

func supplierConditions(f ports.SupplierFilter) []record.Condition {
	return []record.Condition{
		record.In("type", f.Types), record.In("status", f.Statuses), record.In("country", f.Countries), record.In("currency", f.Currencies),
		record.Whether(f.OpenOrders, record.Above("open_orders", new(int64(0)))), record.Contains("search", f.Query),
		record.Tagged("purchasing_suppliers", mark.Supplier, f.Tags),
	}
}

// aliasRow has a name of a supplier on invoices.
type aliasRow struct {
	bun.BaseModel `bun:"table:purchasing_aliases"`

	Team     id.Team `bun:"team_id,pk"`
	Key      string  `bun:"alias_key,pk"`
	Supplier int64   `bun:"supplier_id"`
}

// Suppliers stores suppliers, and keys of their aliases in a separate table.
type Suppliers struct {
	store *db.Store
	*record.Kind[purchasing.SupplierID, purchasing.SupplierValues, ports.SupplierFilter, supplierRow]
	aliases *record.Records[aliasRow, aliasRow]
}

func NewSuppliers(s *db.Store) *Suppliers {
	on := record.On(s)
	return &Suppliers{
		s, record.NewKind(on, record.Table[supplierRow, purchasing.Supplier]{
			Row: supplierRowOf, Snapshot: (*supplierRow).supplier, Fixed: []string{"open_orders", "last_order_at"},
			Sorts: map[string]string{"name": "name_key", "last_order_at": "last_order_at"},
		}, supplierConditions,
			record.Unique{Column: "name_key", Pointer: "/name", Message: "Another supplier has this name."},
			record.Unique{Column: "code_key", Pointer: "/code", Message: "Another supplier has this code."}),
		record.New(on, record.Plain[aliasRow]()),
	}
}

var _ ports.Suppliers = (*Suppliers)(nil)

// Insert stores a new supplier.
func (s *Suppliers) Insert(ctx context.Context, one purchasing.Supplier) (purchasing.SupplierID, error) {
	made, err := s.Kind.Insert(ctx, one)
	if err != nil {
		return 0, err
	}
	one.ID = made
	return made, s.alias(ctx, one)
}

// Save stores a locked supplier.
func (s *Suppliers) Save(ctx context.Context, one purchasing.Supplier) error {
	if err := s.Kind.Save(ctx, one); err != nil {
		return err
	}
	if err := s.unalias(ctx, one.Team, one.ID); err != nil {
		return err
	}
	return s.alias(ctx, one)
}

// Remove marks locked suppliers as removed. Their aliases become free.
func (s *Suppliers) Remove(ctx context.Context, team id.Team, ids []purchasing.SupplierID, at time.Time) error {
	if err := s.Kind.Remove(ctx, team, ids, at); err != nil {
		return err
	}
	return s.unalias(ctx, team, ids...)
}

func (s *Suppliers) unalias(ctx context.Context, team id.Team, ids ...purchasing.SupplierID) error {
	_, err := s.aliases.Drop(ctx, team, record.In("supplier_id", ids))
	return err
}

// alias stores the keys of the aliases.
func (s *Suppliers) alias(ctx context.Context, one purchasing.Supplier) error {
	if len(one.Values.Aliases) == 0 {
		return nil
	}
	rows, keys := make([]aliasRow, len(one.Values.Aliases)), make([]string, len(one.Values.Aliases))
	for i, alias := range one.Values.Aliases {
		keys[i] = record.Key(alias)
		rows[i] = aliasRow{Team: one.Team, Key: keys[i], Supplier: int64(one.ID)}
	}
	taken, err := s.aliases.Select(ctx, record.Query{Team: one.Team, Where: []record.Condition{record.In("alias_key", keys)}})
	if err != nil {
		return err
	}
	for _, other := range taken {
		return check.Rule(fault.CodeDuplicate, check.Item("/aliases", slices.Index(keys, other.Key)), "Another supplier has this alias.").
			With("existing_id", other.Supplier)
	}
	_, err = s.aliases.Insert(ctx, rows...)
	return err
}

// Touch marks suppliers as changed.
func (s *Suppliers) Touch(ctx context.Context, team id.Team, ids []int64, at time.Time) error {
	return record.Touch(ctx, s.store, "purchasing_suppliers", team, ids, at)
}

// Ordered adds to the open orders of a supplier.
func (s *Suppliers) Ordered(ctx context.Context, team id.Team, supplier purchasing.SupplierID, open int64, placed optional.Maybe[time.Time]) error {
	_, err := s.store.Hot(ctx).Exec(ctx, "UPDATE purchasing_suppliers SET open_orders = open_orders + $1, last_order_at = COALESCE($2, last_order_at)"+
		" WHERE team_id = $3 AND id = $4", open, record.Number(placed, db.Micros), int64(team), int64(supplier))
	return db.Fault(err)
}

// Called reads the suppliers with a name or alias.
func (s *Suppliers) Called(ctx context.Context, team id.Team, names []string) (named, aliased []purchasing.Supplier, err error) {
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = record.Key(name)
	}
	if len(keys) == 0 {
		return nil, nil, nil
	}
	if named, err = s.All.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.In("name_key", keys)}}); err != nil {
		return nil, nil, err
	}
	found, err := s.aliases.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.In("alias_key", keys)}})
	if err != nil || len(found) == 0 {
		return named, nil, err
	}
	ids := make([]int64, len(found))
	for i, one := range found {
		ids[i] = one.Supplier
	}
	aliased, err = s.All.Named(ctx, team, ids)
	return named, aliased, err
}

// Alike returns the suppliers that share a key with this supplier.
func (s *Suppliers) Alike(ctx context.Context, one purchasing.Supplier, keys purchasing.TwinKeys, limit int) ([]purchasing.Supplier, error) {
	var same []record.Condition
	for _, by := range []struct{ column, key string }{{"tax_key", keys.TaxID}, {"domain_key", keys.Domain}, {"twin_key", keys.Name}} {
		if by.key != "" {
			same = append(same, record.Is(by.column, &by.key))
		}
	}
	if len(same) == 0 {
		return nil, nil
	}
	return s.All.Select(ctx, record.Query{Team: one.Team, Limit: limit, Where: []record.Condition{
		record.Any(same...), record.Not(record.Is("id", new(int64(one.ID)))),
	}})
}

// Words returns the codes of suppliers, or else their names.
func (s *Suppliers) Words(ctx context.Context, team id.Team, ids []int64) (map[int64]string, error) {
	found, err := s.All.Named(ctx, team, ids)
	out := make(map[int64]string, len(found))
	for _, one := range found {
		out[int64(one.ID)] = one.Values.Code.Or(one.Values.Name)
	}
	return out, err
}
