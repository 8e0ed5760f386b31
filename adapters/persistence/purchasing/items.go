package purchasing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// itemRow has a column for each value that lists filter or sort by.
type itemRow struct {
	bun.BaseModel `bun:"table:purchasing_items"`

	ID             int64                               `bun:"id,pk,autoincrement"`
	Team           id.Team                             `bun:"team_id"`
	Version        int64                               `bun:"version"`
	CreatedAt      int64                               `bun:"created_at"`
	UpdatedAt      int64                               `bun:"updated_at"`
	Order          int64                               `bun:"order_id"`
	Serial         int64                               `bun:"serial" record:"derived"`
	Body           record.Document[order.ItemSnapshot] `bun:"body"`
	Position       int64                               `bun:"position" record:"derived"`
	Product        *int64                              `bun:"product_id" record:"derived"`
	SKUID          *int64                              `bun:"sku_id" record:"derived"`
	Offer          *int64                              `bun:"offer_id" record:"derived"`
	TargetKind     purchasing.CostTargetKind           `bun:"target_kind" record:"derived"`
	Target         int64                               `bun:"target_id" record:"derived"`
	SKU            *string                             `bun:"sku" record:"derived"`
	ASIN           *string                             `bun:"asin" record:"derived"`
	Marketplace    *string                             `bun:"marketplace_id" record:"derived"`
	SupplierSKUKey *string                             `bun:"supplier_sku_key" record:"derived"`
	GTIN           *string                             `bun:"gtin14" record:"derived"`
	TitleKey       *string                             `bun:"title_key" record:"derived"`
	Quantity       int64                               `bun:"quantity" record:"derived"`
	UnitCost       *int64                              `bun:"unit_cost" record:"derived"`
	ExpectedDate   *int64                              `bun:"expected_date" record:"derived"`
	Wanted         int64                               `bun:"wanted" record:"derived"`
	Accepted       int64                               `bun:"accepted" record:"derived"`
	Rejected       int64                               `bun:"rejected" record:"derived"`
	Came           *int64                              `bun:"came" record:"derived"`
	Outstanding    int64                               `bun:"outstanding" record:"derived"`
	Over           int64                               `bun:"over" record:"derived"`
	Identity       string                              `bun:"identity" record:"derived"`
	Search         string                              `bun:"search" record:"derived"`
}

// repricedRow has the columns that a new landed cost changes.
type repricedRow struct {
	bun.BaseModel `bun:"table:purchasing_items"`

	ID        int64                               `bun:"id,pk"`
	Team      id.Team                             `bun:"team_id"`
	Version   int64                               `bun:"version"`
	UpdatedAt int64                               `bun:"updated_at"`
	Body      record.Document[order.ItemSnapshot] `bun:"body"`
}

// itemTable finds new items again by their serials, so that a statement can store many.
var itemTable = record.Table[itemRow, order.ItemSnapshot]{
	Row: itemRowOf, Snapshot: (*itemRow).item, Key: []string{"order_id", "serial"}, Refuse: true,
	Narrow: [][]string{{
		"version", "updated_at", "body", "wanted", "accepted", "rejected", "came", "outstanding", "over",
	}},
	Sorts: map[string]string{"created_at": "created_at", "position": "position", "title": "title_key", "quantity": "quantity", "unit_cost": "unit_cost"},
}

func identityKey(v order.ItemValues) string {
	sum := sha256.Sum256([]byte(v.Identity()))
	return hex.EncodeToString(sum[:16])
}

func itemRowOf(s order.ItemSnapshot) itemRow {
	v := s.Values
	gtin := optional.Convert(v.GTIN, func(text string) string { key, _ := purchasing.GTINKey(text); return key })
	return itemRow{
		ID: int64(s.ID), Team: s.Team, Version: s.Version, CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
		Order: int64(s.Order), Serial: s.Serial, Body: record.DocumentOf(s), Position: int64(v.Position),
		Product: v.ProductID.Ptr(), SKUID: v.SKUID.Ptr(), Offer: v.OfferID.Ptr(), TargetKind: s.Target.Kind, Target: s.Target.ID, SKU: s.SKU.Ptr(),
		ASIN: v.ASIN.Ptr(), Marketplace: record.Text(v.MarketplaceID), SupplierSKUKey: optional.Convert(v.SupplierSKU, record.Key).Ptr(), GTIN: gtin.Ptr(),
		TitleKey: optional.Convert(v.Title, titleKey).Ptr(), Quantity: v.Quantity, UnitCost: record.Number(v.UnitCost, money.Amount.Units),
		ExpectedDate: record.Number(v.ExpectedDate, date.Date.Days), Wanted: s.Wanted(), Accepted: s.Accepted, Rejected: s.Rejected,
		Came: record.Number(s.Came, date.Date.Days), Outstanding: s.Outstanding(), Over: s.Over(), Identity: identityKey(v),
		Search: db.Fold(strings.Join([]string{v.Title.Or(""), s.SKU.Or(""), v.SupplierSKU.Or(""), v.ASIN.Or(""), v.GTIN.Or("")}, "\n")),
	}
}

func (r *itemRow) item() (order.ItemSnapshot, error) {
	s := r.Body.V
	s.ID, s.Team, s.Order, s.Version = order.ItemID(r.ID), r.Team, order.ID(r.Order), r.Version
	s.CreatedAt, s.UpdatedAt = db.FromMicros(r.CreatedAt), db.FromMicros(r.UpdatedAt)
	return s, nil
}

// thing returns the conditions on the ordered product.
func thing(f ports.Thing) []record.Condition {
	return []record.Condition{
		record.In("product_id", f.Products), record.In("sku", f.SKUs), record.In("asin", f.ASINs), record.In("gtin14", f.GTINs),
		record.In("supplier_sku_key", folded(f.SupplierSKUs)),
	}
}

func (o *Orders) of(one order.ID) record.Condition { return record.Is("order_id", new(int64(one))) }

var restoredItems = record.RestoredAll(order.RestoredItem)

// Items reads the first items of an order. It sorts all of a long order here, so that a prepared
// statement reads them.
func (o *Orders) Items(ctx context.Context, team id.Team, of order.ID, limit int) ([]*order.Item, error) {
	where := []record.Condition{o.of(of)}
	if limit > 0 {
		return restoredItems(o.items.Select(ctx, record.Query{
			Team: team, Where: where, Order: []page.By{{Field: "position"}}, Limit: limit,
		}))
	}
	found, err := restoredItems(o.items.Select(ctx, record.Query{Team: team, Where: where, Prepared: true}))
	order.Sort(found)
	return found, err
}

func (o *Orders) Named(ctx context.Context, team id.Team, of order.ID, ids []order.ItemID) ([]*order.Item, error) {
	found, err := o.items.Named(ctx, team, db.Plain(ids))
	return restoredItems(slices.DeleteFunc(found, func(s order.ItemSnapshot) bool { return s.Order != of }), err)
}

// Twins reports which items have a duplicate: another item of the order with the same identity.
func (o *Orders) Twins(ctx context.Context, team id.Team, of order.ID, items []order.ItemSnapshot) (map[order.ItemID]bool, error) {
	out := make(map[order.ItemID]bool, len(items))
	if len(items) == 0 {
		return out, nil
	}
	keys := make([]string, len(items))
	for i, s := range items {
		keys[i] = identityKey(s.Values)
	}
	var twins []string
	var key string
	err := db.Each(o.store.Rows(ctx, "SELECT identity FROM purchasing_items WHERE team_id = ? AND order_id = ? AND identity IN (?)"+
		" GROUP BY identity HAVING count(*) > 1", int64(team), int64(of), bun.List(keys)))(func() { twins = append(twins, key) }, &key)
	for i, s := range items {
		out[s.ID] = slices.Contains(twins, keys[i])
	}
	return out, err
}

// ListItems reads a page.
func (o *Orders) ListItems(ctx context.Context, team id.Team, of order.ID, f ports.ItemFilter, r page.Request) (page.Page[order.ItemSnapshot], error) {
	return o.items.Page(ctx, team, append(thing(f.Thing), o.of(of),
		record.Whether(f.Outstanding, record.Above("outstanding", new(int64(0)))),
		record.Whether(f.OverReceived, record.Above("over", new(int64(0)))), record.Contains("search", f.Query)), r)
}

// batch limits the items of one statement.
const batch = 1000

// Add stores new items.
func (o *Orders) Add(ctx context.Context, of order.ID, items []*order.Item) ([]order.ItemID, error) {
	made := make([]order.ItemID, 0, len(items))
	for part := range slices.Chunk(items, batch) {
		rows := make([]order.ItemSnapshot, len(part))
		for i, one := range part {
			rows[i] = one.Snapshot()
			rows[i].Order = of
		}
		ids, err := o.items.Insert(ctx, rows...)
		if err != nil {
			return nil, err
		}
		for _, n := range ids {
			made = append(made, order.ItemID(n))
		}
	}
	return made, nil
}

// saveItems stores changed items. Of items with another landed cost it writes only that: a change
// of the costs of an order affects all its items, and most columns follow from other members.
func (o *Orders) saveItems(ctx context.Context, items []*order.Item) error {
	var stored, edited []order.ItemSnapshot
	var repriced []repricedRow
	for _, item := range items {
		s := item.Snapshot()
		switch {
		case item.Repriced():
			repriced = append(repriced, repricedRow{
				ID: int64(s.ID), Team: s.Team, Version: s.Version, UpdatedAt: db.Micros(s.UpdatedAt), Body: record.DocumentOf(s),
			})
		case item.Changed():
			stored, edited = append(stored, item.Stored()), append(edited, s)
		}
	}
	for from := 0; from < len(edited); from += batch {
		to := min(from+batch, len(edited))
		if err := o.items.SaveOver(ctx, stored[from:to], edited[from:to]...); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(repriced, batch) {
		if err := o.repriced.Save(ctx, part...); err != nil {
			return err
		}
	}
	return nil
}

// Drop deletes items.
func (o *Orders) Drop(ctx context.Context, team id.Team, ids []order.ItemID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := o.items.Drop(ctx, team, record.In("id", ids))
	return err
}

// Reoffer replaces an offer by another.
func (o *Orders) Reoffer(ctx context.Context, team id.Team, from, into purchasing.OfferID, at time.Time) error {
	for {
		found, err := o.items.Select(ctx, record.Query{Team: team, Lock: true, Limit: batch, Where: []record.Condition{record.Is("offer_id", new(int64(from)))}})
		if err != nil || len(found) == 0 {
			return err
		}
		for i := range found {
			found[i].Values.OfferID, found[i].Version, found[i].UpdatedAt = optional.Some(int64(into)), found[i].Version+1, at
		}
		if err := o.items.Save(ctx, found...); err != nil {
			return err
		}
	}
}
