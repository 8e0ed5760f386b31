package inventory

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// productRow is a product as it is stored.
type productRow struct {
	ID, Version, CreatedAt, UpdatedAt int64
	Title, Status, Hazmat             string
	Brand, Category                   *string
	ReorderPoint                      *int64
	Body                              db.JSON[productBody]
	UnitCost                          *int64
	Currency                          *string
	CostSource                        *string
	CostSourceID, CostAsOf            *int64
	CostTurnsOn                       *int64
	OnHand, Inbound, Reserved         int64
}

// productBody are the members that no list filters or sorts by.
type productBody struct {
	MPN      *string       `json:"mpn,omitempty"`
	ImageURL *string       `json:"image_url,omitempty"`
	GTINs    []string      `json:"gtins,omitempty"`
	ASINs    []productASIN `json:"asins,omitempty"`
	PackSize int           `json:"pack_size"`
	WeightG  *int          `json:"weight_g,omitempty"`
	LengthMM *int          `json:"length_mm,omitempty"`
	WidthMM  *int          `json:"width_mm,omitempty"`
	HeightMM *int          `json:"height_mm,omitempty"`
	Meltable *bool         `json:"meltable,omitempty"`
	Fragile  *bool         `json:"fragile,omitempty"`
	LeadTime *int          `json:"lead_time_days,omitempty"`
}

type productASIN struct {
	ASIN        string `json:"asin"`
	Marketplace string `json:"marketplace_id"`
}

// productList names the columns of places.
const productList = "id, version, created_at, updated_at, title, status, hazmat, brand, category, reorder_point, body," +
	" unit_cost, currency, cost_source, cost_source_id, cost_as_of, cost_turns_on, on_hand, inbound, reserved"

func (r *productRow) places() []any {
	return []any{
		&r.ID, &r.Version, &r.CreatedAt, &r.UpdatedAt, &r.Title, &r.Status, &r.Hazmat, &r.Brand, &r.Category,
		&r.ReorderPoint, &r.Body, &r.UnitCost, &r.Currency, &r.CostSource, &r.CostSourceID, &r.CostAsOf, &r.CostTurnsOn,
		&r.OnHand, &r.Inbound, &r.Reserved,
	}
}

func (r *productRow) snapshot(team id.Team) (inventory.ProductSnapshot, error) {
	b := r.Body.V
	v := inventory.ProductValues{
		Title: r.Title, Brand: optional.Of(r.Brand), Category: optional.Of(r.Category), MPN: optional.Of(b.MPN),
		ImageURL: optional.Of(b.ImageURL), GTINs: make([]inventory.GTIN, len(b.GTINs)),
		ASINs: make([]inventory.ProductASIN, len(b.ASINs)), PackSize: b.PackSize, WeightG: optional.Of(b.WeightG),
		LengthMM: optional.Of(b.LengthMM), WidthMM: optional.Of(b.WidthMM), HeightMM: optional.Of(b.HeightMM),
		Hazmat: inventory.Hazmat(r.Hazmat), Meltable: optional.Of(b.Meltable), Fragile: optional.Of(b.Fragile),
		LeadTimeDays: optional.Of(b.LeadTime), Status: inventory.ProductStatus(r.Status),
	}
	for i, text := range b.GTINs {
		g, err := inventory.ParseGTIN(text)
		if err != nil {
			return inventory.ProductSnapshot{}, fmt.Errorf("inventory product %d: GTIN %s %w", r.ID, text, err)
		}
		v.GTINs[i] = g
	}
	for i, a := range b.ASINs {
		v.ASINs[i] = inventory.ProductASIN{ASIN: a.ASIN, Marketplace: marketplace.ID(a.Marketplace)}
	}
	if r.ReorderPoint != nil {
		v.ReorderPoint = optional.Some(int(*r.ReorderPoint))
	}
	return inventory.ProductSnapshot{
		ID: inventory.ProductID(r.ID), Team: team, Values: v, Cost: r.cost(), CostTurnsOn: dayOf(r.CostTurnsOn),
		Quantities: inventory.Quantities{OnHand: r.OnHand, Inbound: r.Inbound, Reserved: r.Reserved},
		Version:    r.Version, CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}, nil
}

func (r *productRow) cost() optional.Maybe[inventory.CurrentCost] {
	if r.UnitCost == nil || r.Currency == nil || r.CostSource == nil || r.CostAsOf == nil {
		return optional.None[inventory.CurrentCost]()
	}
	return optional.Some(inventory.CurrentCost{
		Unit: money.FromUnits(*r.UnitCost), Currency: money.Currency(*r.Currency),
		Source: inventory.Source{Kind: inventory.SourceKind(*r.CostSource), ID: optional.Of(r.CostSourceID)},
		AsOf:   date.FromDays(*r.CostAsOf),
	})
}

func dayOf(days *int64) optional.Maybe[date.Date] {
	if days == nil {
		return optional.None[date.Date]()
	}
	return optional.Some(date.FromDays(*days))
}

// productColumns are the columns that a change of a product may change, in the
// order of productArgs.
var productColumns = []string{
	"title", "title_key", "brand", "brand_key", "category", "category_key", "status", "hazmat", "reorder_point", "body",
	"unit_cost", "currency", "cost_source", "cost_source_id", "cost_as_of", "cost_turns_on", "matches_count", "marketplaces",
	"search", "version", "updated_at",
}

func productArgs(s inventory.ProductSnapshot) []any {
	v := s.Values
	out := []any{
		v.Title, sortKey(v.Title), v.Brand.Ptr(), keyOf(v.Brand), v.Category.Ptr(), keyOf(v.Category),
		string(v.Status), string(v.Hazmat), whole(v.ReorderPoint), db.JSONOf(bodyOf(v)),
	}
	if c, ok := s.Cost.Get(); ok {
		out = append(out, c.Unit.Units(), string(c.Currency), string(c.Source.Kind), c.Source.ID.Ptr(), c.AsOf.Days())
	} else {
		out = append(out, nil, nil, nil, nil, nil)
	}
	var turns *int64
	if d, ok := s.CostTurnsOn.Get(); ok {
		days := d.Days()
		turns = &days
	}
	return append(out, turns, int64(len(s.Matches)), marketplacesOf(s), productSearch(s), s.Version, db.Micros(s.UpdatedAt))
}

func bodyOf(v inventory.ProductValues) productBody {
	b := productBody{
		MPN: v.MPN.Ptr(), ImageURL: v.ImageURL.Ptr(), PackSize: v.PackSize, WeightG: v.WeightG.Ptr(), LengthMM: v.LengthMM.Ptr(),
		WidthMM: v.WidthMM.Ptr(), HeightMM: v.HeightMM.Ptr(), Meltable: v.Meltable.Ptr(), Fragile: v.Fragile.Ptr(),
		LeadTime: v.LeadTimeDays.Ptr(),
	}
	for _, g := range v.GTINs {
		b.GTINs = append(b.GTINs, g.Given)
	}
	for _, a := range v.ASINs {
		b.ASINs = append(b.ASINs, productASIN{a.ASIN, string(a.Marketplace)})
	}
	return b
}

// longestKey is how many characters of a text it is sorted by: an index holds
// no more, however the characters grow when they are folded.
const longestKey = 200

// sortKey is what a text is sorted by, in any letter case.
func sortKey(s string) string {
	folded := []rune(db.Fold(s))
	return string(folded[:min(len(folded), longestKey)])
}

// foldedKey is what makes two words the same: letter case and the width of
// spaces do not count.
func foldedKey(s string) string {
	return sortKey(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " "))
}

func keyOf(m optional.Maybe[string]) *string {
	s, ok := m.Get()
	if !ok {
		return nil
	}
	key := foldedKey(s)
	return &key
}

func whole(m optional.Maybe[int]) *int64 {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	n := int64(v)
	return &n
}

// marketplacesOf is where a product is known by its ASINs and matches.
func marketplacesOf(s inventory.ProductSnapshot) string {
	var all []string
	for _, a := range s.Values.ASINs {
		all = append(all, string(a.Marketplace))
	}
	for _, m := range s.Matches {
		if m.Record.Marketplace != "" {
			all = append(all, string(m.Record.Marketplace))
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	return "|" + strings.Join(slices.Compact(all), "|") + "|"
}

// productSearch is what the free text search looks at. The parts are held apart
// by a character that no search can contain.
func productSearch(s inventory.ProductSnapshot) string {
	parts := []string{s.Values.Title, s.Values.Brand.Or("")}
	for _, g := range s.Values.GTINs {
		parts = append(parts, g.Key())
	}
	for _, a := range s.Values.ASINs {
		parts = append(parts, a.ASIN)
	}
	for _, m := range s.Matches {
		parts = append(parts, m.Record.SKU, m.Record.ASIN)
	}
	seen := map[string]bool{"": true}
	var b strings.Builder
	for _, p := range parts {
		if !seen[p] {
			b.WriteString(p)
			b.WriteByte('\x1f')
		}
		seen[p] = true
	}
	return db.Fold(b.String())
}
