package purchasing

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/purchasing"
)

// maxPrices limits the stored prices of an offer.
const maxPrices = 50

// offerRow has a column for each value that lists filter or sort by. Orders write last_ordered_cost
// and last_ordered_at. Merging suppliers changes only supplier_id.
type offerRow struct {
	bun.BaseModel `bun:"table:purchasing_offers"`

	record.Head
	Body            record.Document[purchasing.OfferValues] `bun:"body"`
	LastOrderedCost *int64                                  `bun:"last_ordered_cost"`
	LastOrderedAt   *int64                                  `bun:"last_ordered_at"`
	Supplier        int64                                   `bun:"supplier_id"`
	SKUKey          *string                                 `bun:"supplier_sku_key" record:"derived"`
	Product         *int64                                  `bun:"product_id" record:"derived"`
	ASIN            *string                                 `bun:"asin" record:"derived"`
	TitleKey        *string                                 `bun:"title_key" record:"derived"`
	UnitCost        int64                                   `bun:"unit_cost" record:"derived"`
	CostChange      *int64                                  `bun:"cost_change" record:"derived"`
	Status          purchasing.Status                       `bun:"status" record:"derived"`
	Availability    purchasing.Availability                 `bun:"availability" record:"derived"`
	Preferred       bool                                    `bun:"preferred" record:"derived"`
	LastSeenAt      *int64                                  `bun:"last_seen_at" record:"derived"`
	Search          string                                  `bun:"search" record:"derived"`
}

func offerRowOf(o purchasing.Offer) offerRow {
	v := o.Values
	return offerRow{
		Head: record.HeadOf(o), Body: record.DocumentOf(v), Supplier: int64(v.Supplier), SKUKey: optional.Convert(v.SupplierSKU, record.Key).Ptr(),
		Product: record.Whole(v.Product), ASIN: v.ASIN.Ptr(), TitleKey: optional.Convert(v.Title, titleKey).Ptr(), UnitCost: v.UnitCost.Units(),
		CostChange: record.Number(v.CostChange, money.Percent.Units), Status: v.Status, Availability: v.Availability, Preferred: v.Preferred,
		LastSeenAt: record.Number(v.LastSeenAt, db.Micros),
		Search:     db.Fold(strings.Join(append([]string{v.Title.Or(""), v.Brand.Or(""), v.SupplierSKU.Or(""), v.ASIN.Or("")}, v.GTINs...), "\n")),
	}
}

// titleKey returns the beginning of a title for sorting. It cuts the folded text, because folding
// may lengthen it and an index entry is limited.
func titleKey(title string) string {
	const longest = 200
	runes := []rune(record.Key(title))
	return string(runes[:min(len(runes), longest)])
}

func (r *offerRow) offer() (purchasing.Offer, error) {
	v := r.Body.V
	v.Supplier = purchasing.SupplierID(r.Supplier)
	v.Seen = purchasing.OfferSeen{
		LastOrderedUnitCost: record.Maybe(r.LastOrderedCost, money.FromUnits), LastOrderedAt: record.Maybe(r.LastOrderedAt, db.FromMicros),
	}
	return record.Versioned[purchasing.OfferID](r.Head, v)
}

func offerConditions(f ports.OfferFilter) []record.Condition {
	keys := make([]string, len(f.SKUs))
	for i, sku := range f.SKUs {
		keys[i] = record.Key(sku)
	}
	out := []record.Condition{
		record.In("supplier_id", f.Suppliers), record.In("product_id", f.Products), record.In("asin", f.ASINs), record.In("supplier_sku_key", keys),
		record.In("status", f.Statuses), record.In("availability", f.Availabilities), record.Is("preferred", f.Preferred),
		record.Known("cost_change", f.CostChanged), record.Contains("search", f.Query),
	}
	if len(f.GTINs) > 0 {
		out = append(out, record.Condition{Text: `EXISTS (SELECT 1 FROM purchasing_offer_gtins AS g WHERE g.team_id = purchasing_offers.team_id
			AND g.offer_id = purchasing_offers.id AND g.gtin14 IN (?))`, Args: []any{bun.List(f.GTINs)}})
	}
	return out
}

// gtinRow has a GTIN of an offer, priceRow its cost from a time on.
type (
	gtinRow struct {
		bun.BaseModel `bun:"table:purchasing_offer_gtins"`

		Team  id.Team `bun:"team_id,pk"`
		GTIN  string  `bun:"gtin14,pk"`
		Offer int64   `bun:"offer_id,pk"`
	}
	priceRow struct {
		bun.BaseModel `bun:"table:purchasing_offer_prices"`

		Team     id.Team        `bun:"team_id,pk"`
		Offer    int64          `bun:"offer_id,pk"`
		Starts   int64          `bun:"starts,pk"`
		UnitCost int64          `bun:"unit_cost"`
		Currency money.Currency `bun:"currency"`
		Source   string         `bun:"source"`
		SourceID *int64         `bun:"source_id"`
	}
)

// orderedRow has the columns that orders write of an offer.
type orderedRow struct {
	bun.BaseModel `bun:"table:purchasing_offers"`

	ID   int64   `bun:"id,pk"`
	Team id.Team `bun:"team_id"`
	Cost *int64  `bun:"last_ordered_cost"`
	At   int64   `bun:"last_ordered_at"`
	// UpdatedAt has the time At, because lists show both columns.
	UpdatedAt int64 `bun:"updated_at"`
}

// Offers stores offers, their codes and their prices.
type Offers struct {
	store *db.Store
	*record.Kind[purchasing.OfferID, purchasing.OfferValues, ports.OfferFilter, offerRow]
	gtins   *record.Records[gtinRow, gtinRow]
	prices  *record.Records[priceRow, priceRow]
	ordered *record.Records[orderedRow, orderedRow]
}

func NewOffers(s *db.Store) *Offers {
	on := record.On(s)
	return &Offers{
		s, record.NewKind(on, record.Table[offerRow, purchasing.Offer]{
			Row: offerRowOf, Snapshot: (*offerRow).offer, Fixed: []string{"last_ordered_cost", "last_ordered_at"},
			Sorts: map[string]string{
				"created_at": "created_at", "updated_at": "updated_at", "unit_cost": "unit_cost", "cost_change_percent": "cost_change",
				"last_seen_at": "last_seen_at", "title": "title_key",
			},
		}, offerConditions, record.Unique{
			Column: "supplier_sku_key", With: []string{"supplier_id"}, Pointer: "/supplier_sku", Message: "Another offer of the supplier has this SKU.",
		}),
		record.New(on, record.Plain[gtinRow]()), record.New(on, record.Plain[priceRow]()), record.New(on, record.Plain[orderedRow]()),
	}
}

var _ ports.Offers = (*Offers)(nil)

// Insert stores a new offer.
func (o *Offers) Insert(ctx context.Context, one purchasing.Offer) (purchasing.OfferID, error) {
	made, err := o.Kind.Insert(ctx, one)
	if err != nil {
		return 0, err
	}
	one.ID = made
	return made, o.code(ctx, one)
}

// InsertMany stores new offers together.
func (o *Offers) InsertMany(ctx context.Context, all []purchasing.Offer) ([]purchasing.OfferID, error) {
	made, err := o.Kind.InsertMany(ctx, all)
	if err != nil {
		return nil, err
	}
	coded := slices.Clone(all)
	for i := range coded {
		coded[i].ID = made[i]
	}
	return made, o.code(ctx, coded...)
}

// Save stores a locked offer.
func (o *Offers) Save(ctx context.Context, one purchasing.Offer) error {
	if err := o.Kind.Save(ctx, one); err != nil {
		return err
	}
	if _, err := o.gtins.Drop(ctx, one.Team, record.In("offer_id", []purchasing.OfferID{one.ID})); err != nil {
		return err
	}
	return o.code(ctx, one)
}

// code stores the GTINs of offers.
func (o *Offers) code(ctx context.Context, all ...purchasing.Offer) error {
	var rows []gtinRow
	for _, one := range all {
		for _, key := range one.Values.GTINKeys() {
			rows = append(rows, gtinRow{Team: one.Team, GTIN: key, Offer: int64(one.ID)})
		}
	}
	_, err := o.gtins.Insert(ctx, rows...)
	return err
}

// Preferred reads the preferred offer of a product.
func (o *Offers) Preferred(ctx context.Context, team id.Team, product purchasing.ProductID) (purchasing.Offer, bool, error) {
	return o.All.First(ctx, record.Query{Team: team, Lock: true, Where: []record.Condition{
		record.Is("product_id", new(int64(product))), record.Is("preferred", new(true)),
	}})
}

// AllPreferred reads the preferred active offers of a team.
func (o *Offers) AllPreferred(ctx context.Context, team id.Team) ([]purchasing.Offer, error) {
	return o.All.Select(ctx, record.Query{Team: team, Where: []record.Condition{
		record.Is("preferred", new(true)), record.Is("status", new(purchasing.Active)),
	}})
}

// OfSupplier locks active offers of a supplier.
func (o *Offers) OfSupplier(ctx context.Context, team id.Team, supplier purchasing.SupplierID, limit int) ([]purchasing.Offer, error) {
	return o.All.Select(ctx, record.Query{Team: team, Lock: true, Limit: limit, Where: []record.Condition{
		record.Is("supplier_id", new(int64(supplier))), record.Is("status", new(purchasing.Active)),
	}})
}

// Ordered stores the last ordered cost of offers.
func (o *Offers) Ordered(ctx context.Context, team id.Team, costs map[purchasing.OfferID]optional.Maybe[money.Amount], at time.Time) error {
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(costs)), batch) {
		rows := make([]orderedRow, len(ids))
		for i, one := range ids {
			cost := record.Number(costs[one], money.Amount.Units)
			rows[i] = orderedRow{ID: int64(one), Team: team, Cost: cost, At: db.Micros(at), UpdatedAt: db.Micros(at)}
		}
		columns := o.ordered.Info().Named("last_ordered_cost", "last_ordered_at", "updated_at")
		if err := o.ordered.Update(ctx, columns, rows...); err != nil {
			return err
		}
	}
	return nil
}

// Price adds a price to the history and deletes the oldest beyond maxPrices.
func (o *Offers) Price(ctx context.Context, one purchasing.Offer, from time.Time) error {
	if _, err := o.prices.Insert(ctx, priceOf(one, from)); err != nil {
		return err
	}
	return o.trim(ctx, one.Team, one.ID)
}

func priceOf(one purchasing.Offer, from time.Time) priceRow {
	v := one.Values
	return priceRow{
		Team: one.Team, Offer: int64(one.ID), Starts: db.Micros(from), UnitCost: v.UnitCost.Units(), Currency: v.Currency,
		Source: v.Source.Kind, SourceID: v.Source.ID.Ptr(),
	}
}

// PriceNew stores the first price of offers.
func (o *Offers) PriceNew(ctx context.Context, all []purchasing.Offer) error {
	rows := make([]priceRow, len(all))
	for i, one := range all {
		rows[i] = priceOf(one, one.UpdatedAt)
	}
	_, err := o.prices.Insert(ctx, rows...)
	return err
}

// trim deletes the oldest prices beyond maxPrices.
func (o *Offers) trim(ctx context.Context, team id.Team, offer purchasing.OfferID) error {
	all, err := o.history(ctx, team, offer)
	if err != nil || len(all) <= maxPrices {
		return err
	}
	_, err = o.prices.Drop(ctx, team, record.Is("offer_id", new(int64(offer))), record.AtMost("starts", &all[maxPrices].Starts))
	return err
}

// Inherit moves the prices of an offer to another.
func (o *Offers) Inherit(ctx context.Context, team id.Team, from, into purchasing.OfferID) error {
	old, err := o.history(ctx, team, from)
	if err != nil {
		return err
	}
	for i := range old {
		old[i].Offer = int64(into)
	}
	if _, err := o.prices.Drop(ctx, team, record.Is("offer_id", new(int64(from)))); err != nil {
		return err
	}
	if _, err := o.prices.Insert(ctx, old...); err != nil {
		return err
	}
	return o.trim(ctx, team, into)
}

// Clashing locks the offers of these suppliers that share a supplier SKU.
func (o *Offers) Clashing(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID) ([][]purchasing.Offer, error) {
	found, err := o.All.Select(ctx, record.Query{Team: team, Lock: true, Where: []record.Condition{record.In("supplier_id", suppliers), {
		Text: "supplier_sku_key IN (SELECT supplier_sku_key FROM purchasing_offers WHERE team_id = ? AND supplier_id IN (?) AND deleted_at IS NULL" +
			" GROUP BY supplier_sku_key HAVING count(*) > 1)", Args: []any{int64(team), bun.List(db.Plain(suppliers))},
	}}})
	var out [][]purchasing.Offer
	place := map[string]int{}
	for _, one := range found {
		key := record.Key(one.Values.SupplierSKU.Or(""))
		i, known := place[key]
		if !known {
			i, out = len(out), append(out, nil)
			place[key] = i
		}
		out[i] = append(out[i], one)
	}
	return out, err
}

// Move assigns the offers of suppliers to another supplier.
func (o *Offers) Move(
	ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID, at time.Time,
) (int64, error) {
	n, err := o.store.Hot(ctx).Exec(ctx, "UPDATE purchasing_offers SET supplier_id = $3, updated_at = $4"+
		" WHERE team_id = $1 AND deleted_at IS NULL AND "+
		o.store.IDsIn("supplier_id", 2), int64(team), o.store.IDsArg(db.Plain(from)), int64(into), db.Micros(at))
	return n, db.Fault(err)
}

func (o *Offers) history(ctx context.Context, team id.Team, offer purchasing.OfferID) ([]priceRow, error) {
	all, err := o.prices.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("offer_id", new(int64(offer)))}})
	slices.Reverse(all)
	return all, err
}

// History reads the prices of an offer.
func (o *Offers) History(ctx context.Context, team id.Team, offer purchasing.OfferID) ([]purchasing.OfferPrice, error) {
	all, err := o.history(ctx, team, offer)
	out := make([]purchasing.OfferPrice, len(all))
	for i, r := range all {
		out[i] = purchasing.OfferPrice{
			UnitCost: money.FromUnits(r.UnitCost), Currency: r.Currency, From: db.FromMicros(r.Starts),
			Source: purchasing.Source{Kind: r.Source, ID: optional.Of(r.SourceID)},
		}
	}
	return out, err
}

// Count counts the offers of products.
func (o *Offers) Count(ctx context.Context, team id.Team, products []int64) (map[int64]int64, error) {
	if len(products) == 0 {
		return map[int64]int64{}, nil
	}
	return o.All.CountBy(ctx, team, "product_id", record.In("product_id", products))
}
