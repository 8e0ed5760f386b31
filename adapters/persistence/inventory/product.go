package inventory

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/inventory"
)

// Products stores the inventory products of all teams.
type Products struct {
	store    *db.Store
	products *record.Records[productRow, inventory.ProductSnapshot]
	matched  *record.Records[matchRow, matchRow]
	// taken has the text of Take.
	taken string
}

func NewProducts(s *db.Store) *Products {
	products := record.New(record.On(s), productTable)
	return &Products{
		s, products, record.New(record.On(s), record.Plain[matchRow]()),
		"SELECT " + products.Columns("") + " FROM inventory_products WHERE team_id = $1 AND deleted_at IS NULL AND " +
			s.IDsIn("id", 2) + " AND " + s.SharedLock(3) + " ORDER BY id" + s.ForUpdate(),
	}
}

var _ ports.Products = (*Products)(nil)

// lockKey names the lock of a team's products.
func lockKey(team id.Team) string { return "inventory_products:" + strconv.FormatInt(int64(team), 10) }

func (p *Products) Hold(ctx context.Context, team id.Team) error {
	return p.store.Lock(ctx, lockKey(team))
}

func (p *Products) Insert(ctx context.Context, one *inventory.Product) (inventory.ProductID, error) {
	s := one.Snapshot()
	ids, err := p.products.Insert(ctx, s)
	if err != nil {
		return 0, err
	}
	s.ID = inventory.ProductID(ids[0])
	if err := p.recode(ctx, s, productBody{}); err != nil {
		return 0, err
	}
	return s.ID, p.putGrams(ctx, s.Team, recordText{int64(s.ID), productSearch(s)})
}

func (p *Products) Save(ctx context.Context, rows ...*inventory.Product) error {
	if len(rows) == 0 {
		return nil
	}
	all := each(rows, (*inventory.Product).Snapshot)
	before, err := p.found(ctx, all)
	if err != nil {
		return err
	}
	if err := p.products.Update(ctx, p.products.Info().Saved, all...); err != nil {
		return err
	}
	var texts []recordText
	for _, s := range all {
		if err := p.recode(ctx, s, before[s.ID].body); err != nil {
			return err
		}
		if now := productSearch(s); now != before[s.ID].text {
			texts = append(texts, recordText{int64(s.ID), now})
		}
	}
	return p.putGrams(ctx, all[0].Team, texts...)
}

// foundBy has the stored values by which a product is found.
type foundBy struct {
	text string
	body productBody
}

// found reads the stored search values of products of a team. An absent product is db.ErrNotLoaded.
func (p *Products) found(ctx context.Context, all []inventory.ProductSnapshot) (map[inventory.ProductID]foundBy, error) {
	ids := make([]int64, len(all))
	for i, s := range all {
		ids[i] = int64(s.ID)
	}
	out := make(map[inventory.ProductID]foundBy, len(all))
	var one int64
	var text string
	var body db.JSON[productBody]
	rows, err := p.store.Hot(ctx).Query(ctx, "SELECT id, search, body FROM inventory_products WHERE team_id = $1 AND "+p.store.IDsIn("id", 2)+" AND deleted_at IS NULL",
		int64(all[0].Team), p.store.IDsArg(ids))
	err = db.TryEach(rows, err)(func() error {
		out[inventory.ProductID(one)] = foundBy{text, body.V}
		body = db.JSON[productBody]{}
		return nil
	}, &one, &text, &body)
	if err == nil && len(out) < len(all) {
		err = db.ErrNotLoaded
	}
	return out, err
}

// Take reads products and locks them.
func (p *Products) Take(
	ctx context.Context, team id.Team, ids []inventory.ProductID,
) ([]*inventory.Product, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := p.store.Hot(ctx).Query(ctx, p.taken, int64(team), p.store.IDsArg(db.Plain(ids)), lockKey(team))
	return record.RestoredAll(inventory.RestoreProduct)(p.products.Collect(rows, err))
}

func (p *Products) SaveCosts(ctx context.Context, rows ...*inventory.Product) error {
	return p.products.Update(ctx, p.products.Info().Named("unit_cost", "currency", "outbound_shipping", "cost_source", "cost_source_id", "cost_as_of",
		"cost_turns_on", "version", "updated_at"), each(rows, (*inventory.Product).Snapshot)...)
}

var (
	gtinBatch = db.Batch{{Name: "gtin", Kind: db.Texts}}
	asinBatch = db.Batch{{Name: "asin", Kind: db.Texts}, {Name: "marketplace_id", Kind: db.Texts}}
)

// recode stores the GTINs and ASINs by which a product is found, if they have changed.
func (p *Products) recode(ctx context.Context, s inventory.ProductSnapshot, before productBody) error {
	now, d := bodyOf(s.Values), p.store.Dialect()
	if !slices.Equal(now.GTINs, before.GTINs) {
		args, err := gtinBatch.Args(d, len(s.Values.GTINs), func(r, _ int) db.Cell {
			return db.Cell{Known: true, S: s.Values.GTINs[r].Key()}
		})
		if err != nil {
			return err
		}
		if err := p.replace(ctx, s, "inventory_product_gtins", gtinBatch, len(before.GTINs), len(now.GTINs), args); err != nil {
			return err
		}
	}
	if slices.Equal(now.ASINs, before.ASINs) {
		return nil
	}
	args, err := asinBatch.Args(d, len(now.ASINs), func(r, c int) db.Cell {
		return db.Cell{Known: true, S: []string{now.ASINs[r].ASIN, string(now.ASINs[r].Marketplace)}[c]}
	})
	if err != nil {
		return err
	}
	return p.replace(ctx, s, "inventory_product_asins", asinBatch, len(before.ASINs), len(now.ASINs), args)
}

// replace replaces the rows of a product in a table.
func (p *Products) replace(ctx context.Context, s inventory.ProductSnapshot, table string, rows db.Batch, before, now int, args []any) error {
	if before > 0 {
		if err := p.uncode(ctx, s.Team, []inventory.ProductID{s.ID}, table); err != nil {
			return err
		}
	}
	if now == 0 {
		return nil
	}
	names := make([]string, len(rows))
	for i, h := range rows {
		names[i] = h.Name
	}
	columns := strings.Join(names, ", ")
	_, err := p.store.Hot(ctx).Exec(ctx, "INSERT INTO "+table+" (team_id, product_id, "+columns+") SELECT $1, $2, "+columns+
		" FROM "+rows.From(p.store.Dialect(), 3), append([]any{int64(s.Team), int64(s.ID)}, args...)...)
	return db.Fault(err)
}

// uncode deletes the codes of products from search tables.
func (p *Products) uncode(ctx context.Context, team id.Team, ids []inventory.ProductID, tables ...string) error {
	for _, table := range tables {
		_, err := p.store.Hot(ctx).Exec(ctx, "DELETE FROM "+table+" WHERE "+p.store.Dialect().Checked("team_id")+" = $1 AND "+
			p.store.IDsIn("product_id", 2), int64(team), p.store.IDsArg(db.Plain(ids)))
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

func (p *Products) Get(ctx context.Context, team id.Team, product inventory.ProductID) (inventory.ProductSnapshot, error) {
	found, err := p.byID(ctx, team, []int64{int64(product)})
	if err != nil {
		return inventory.ProductSnapshot{}, err
	}
	if len(found) == 0 {
		return inventory.ProductSnapshot{}, fault.Missing()
	}
	return found[0], nil
}

func (p *Products) Load(ctx context.Context, team id.Team, ids []inventory.ProductID) ([]*inventory.Product, error) {
	return record.RestoredAll(inventory.RestoreProduct)(p.byID(ctx, team, db.Plain(ids)))
}

// byID reads live products with their matches, in id order.
func (p *Products) byID(ctx context.Context, team id.Team, ids []int64) ([]inventory.ProductSnapshot, error) {
	out, err := p.products.Named(ctx, team, ids)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return out, p.addMatches(ctx, team, out)
}

// addMatches adds the matches of products.
func (p *Products) addMatches(ctx context.Context, team id.Team, out []inventory.ProductSnapshot) error {
	ids := each(out, func(s inventory.ProductSnapshot) int64 { return int64(s.ID) })
	at := make(map[inventory.ProductID]int, len(out))
	for i, s := range out {
		at[s.ID] = i
	}
	owned, err := p.matches(ctx, "team_id = $1 AND "+p.store.IDsIn("product_id", 2)+" ORDER BY id", int64(team), p.store.IDsArg(ids))
	for _, o := range owned {
		if i, ok := at[o.Product]; ok {
			out[i].Matches = append(out[i].Matches, o.Match)
		}
	}
	return err
}

func (p *Products) Delete(ctx context.Context, team id.Team, ids []inventory.ProductID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	named := p.store.IDsArg(db.Plain(ids))
	hot := p.store.Hot(ctx)
	n, err := hot.Exec(ctx, "UPDATE inventory_products SET deleted_at = $3, updated_at = $3, matches_count = 0 WHERE team_id = $1 AND "+
		p.store.IDsIn("id", 2)+" AND deleted_at IS NULL", int64(team), named, db.Micros(now))
	if err := db.Written(n, len(ids), err); err != nil {
		return err
	}
	for _, table := range []string{"inventory_matches", "inventory_match_refusals"} {
		_, err := hot.Exec(ctx, "DELETE FROM "+table+" WHERE team_id = $1 AND "+p.store.IDsIn("product_id", 2), int64(team), named)
		if err != nil {
			return db.Fault(err)
		}
	}
	if err := p.dropGrams(ctx, team, ids); err != nil {
		return err
	}
	return p.uncode(ctx, team, ids, "inventory_product_gtins", "inventory_product_asins")
}

func (p *Products) Holders(ctx context.Context, team id.Team, codes []string) (map[string]inventory.ProductID, error) {
	out := map[string]inventory.ProductID{}
	if len(codes) == 0 {
		return out, nil
	}
	var code string
	var product int64
	err := db.Each(p.store.Rows(ctx, "SELECT gtin, MIN(product_id) FROM inventory_product_gtins WHERE team_id = ? AND gtin IN (?) GROUP BY gtin",
		int64(team), bun.List(codes)))(func() { out[code] = inventory.ProductID(product) }, &code, &product)
	return out, err
}

func (p *Products) Forget(ctx context.Context, team id.Team, suppliers, warehouses []int64, at time.Time) error {
	for _, link := range []struct {
		table, column string
		ids           []int64
	}{
		{"inventory_products", "default_supplier_id", suppliers}, {"inventory_skus", "supplier_id", suppliers},
		{"inventory_products", "default_warehouse_id", warehouses},
	} {
		if len(link.ids) == 0 {
			continue
		}
		_, err := p.store.Hot(ctx).Exec(ctx, "UPDATE "+link.table+" SET "+link.column+" = NULL, updated_at = $3 WHERE team_id = $1 AND "+
			p.store.IDsIn(link.column, 2), int64(team), p.store.IDsArg(link.ids), db.Micros(at))
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

// Resupply replaces the supplier of products and SKUs.
func (p *Products) Resupply(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error {
	for _, link := range []struct{ table, column string }{{"inventory_products", "default_supplier_id"}, {"inventory_skus", "supplier_id"}} {
		_, err := p.store.Hot(ctx).Exec(ctx, "UPDATE "+link.table+" SET "+link.column+" = $3, updated_at = $4 WHERE team_id = $1 AND "+
			p.store.IDsIn(link.column, 2), int64(team), p.store.IDsArg(from), into, db.Micros(at))
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

var unitBatch = db.Batch{
	{Name: "product_id", Kind: db.Numbers}, {Name: "ordered", Kind: db.Numbers}, {Name: "stored", Kind: db.Numbers},
	{Name: "direct", Kind: db.Numbers},
}

// AddUnits sums the changes of each product, because an UPDATE joins each row only once. Units in
// warehouses that sell directly are in the warehouse of products that are not sold from there.
func (p *Products) AddUnits(ctx context.Context, team id.Team, changes []ports.UnitChange) error {
	if len(changes) == 0 {
		return nil
	}
	check := func(_ int64, err error) error { return db.Fault(err) }
	if of := moved(changes); of != nil {
		return p.store.Later(ctx, check, `UPDATE inventory_products
			SET on_order = on_order + $3, in_direct = in_direct + $5,
				in_warehouse = in_warehouse + $4 + CASE WHEN sold_directly THEN 0 ELSE $5 END
			WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL`,
			int64(team), int64(of.Product), of.OnOrder, of.InWarehouse, of.Direct)
	}
	d := p.store.Dialect()
	args, err := unitBatch.Args(d, len(changes), func(r, c int) db.Cell {
		of := changes[r]
		return db.Cell{Known: true, N: []int64{int64(of.Product), of.OnOrder, of.InWarehouse, of.Direct}[c]}
	})
	if err != nil {
		return err
	}
	return p.store.Later(ctx, check, `UPDATE inventory_products SET on_order = on_order + c.ordered,
			in_direct = in_direct + c.direct,
			in_warehouse = in_warehouse + c.stored + CASE WHEN sold_directly THEN 0 ELSE c.direct END
		FROM (SELECT product_id, CAST(SUM(ordered) AS BIGINT) AS ordered, CAST(SUM(stored) AS BIGINT) AS stored,
				CAST(SUM(direct) AS BIGINT) AS direct FROM `+unitBatch.From(d, 2)+`
			GROUP BY product_id ORDER BY product_id) AS c
		WHERE team_id = $1 AND id = c.product_id AND deleted_at IS NULL`, append([]any{int64(team)}, args...)...)
}

// moved sums up changes of a single product; nil for changes of several products.
func moved(changes []ports.UnitChange) *ports.UnitChange {
	sum := changes[0]
	for _, c := range changes[1:] {
		if c.Product != sum.Product {
			return nil
		}
		sum.OnOrder, sum.InWarehouse = sum.OnOrder+c.OnOrder, sum.InWarehouse+c.InWarehouse
		sum.Direct += c.Direct
	}
	return &sum
}

func (p *Products) Turning(ctx context.Context, day date.Date, limit int) ([]ports.TurningProduct, error) {
	var out []ports.TurningProduct
	var team, product int64
	err := db.Each(p.store.Hot(ctx).Query(ctx, `SELECT team_id, id FROM inventory_products
		WHERE cost_turns_on IS NOT NULL AND deleted_at IS NULL AND cost_turns_on <= $1 ORDER BY cost_turns_on, id LIMIT $2`,
		day.Days(), int64(limit)))(func() {
		out = append(out, ports.TurningProduct{Team: id.Team(team), Product: inventory.ProductID(product)})
	}, &team, &product)
	return out, err
}

// tallyText counts the units of products again; a condition on the products follows. A product with
// a SKU that the seller ships is sold from the warehouses that sell directly: their units are on
// hand, and not in the warehouse.
const tallyText = `UPDATE inventory_products SET on_hand = u.on_hand, inbound = u.inbound, reserved = u.reserved,
		sold_directly = u.sold_directly,
		in_warehouse = in_warehouse + CASE WHEN inventory_products.sold_directly = u.sold_directly THEN 0
			WHEN u.sold_directly THEN -in_direct ELSE in_direct END
	FROM (SELECT p.team_id AS of_team, p.id AS product_id, COALESCE(SUM(COALESCE(s.fulfillable, 0) * m.units_per_sale), 0) AS on_hand,
			COALESCE(SUM(COALESCE(s.inbound, 0) * m.units_per_sale), 0) AS inbound,
			COALESCE(SUM(COALESCE(s.reserved, 0) * m.units_per_sale), 0) AS reserved,
			MAX(CASE WHEN s.fulfillment_channel = 'fbm' THEN 1 ELSE 0 END) = 1 AS sold_directly
		FROM inventory_products AS p
		LEFT JOIN inventory_matches AS m ON m.team_id = p.team_id AND m.product_id = p.id AND m.target_type = 'sku'
		LEFT JOIN inventory_skus AS s ON s.id = m.target_id AND s.team_id = m.team_id
		WHERE p.team_id = $1 AND p.deleted_at IS NULL AND `

const tallyEnd = ` GROUP BY p.team_id, p.id) AS u
	WHERE inventory_products.team_id = u.of_team AND inventory_products.id = u.product_id AND (inventory_products.on_hand <> u.on_hand
		OR inventory_products.inbound <> u.inbound OR inventory_products.reserved <> u.reserved
		OR inventory_products.sold_directly <> u.sold_directly)`

func (p *Products) Tally(ctx context.Context, team id.Team, ids []inventory.ProductID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := p.store.Hot(ctx).Exec(ctx, tallyText+p.store.IDsIn("p.id", 2)+tallyEnd, int64(team), p.store.IDsArg(db.Plain(ids)))
	return db.Fault(err)
}

func (p *Products) TallyAfter(ctx context.Context, team id.Team, after inventory.ProductID, limit int) (inventory.ProductID, error) {
	var last sql.NullInt64
	err := p.store.Hot(ctx).QueryRow(ctx, `SELECT MAX(id) FROM (SELECT id FROM inventory_products
		WHERE team_id = $1 AND deleted_at IS NULL AND id > $2 ORDER BY id LIMIT $3) AS next`,
		int64(team), int64(after), int64(limit)).Scan(&last)
	if err != nil || !last.Valid {
		return 0, db.Fault(err)
	}
	_, err = p.store.Hot(ctx).Exec(ctx, tallyText+"p.id > $2 AND p.id <= $3"+tallyEnd, int64(team), int64(after), last.Int64)
	return inventory.ProductID(last.Int64), db.Fault(err)
}
