package inventory

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// productRow has the columns of a stored product. Its matches are in a separate table.
type productRow struct {
	bun.BaseModel `bun:"table:inventory_products"`

	ID           int64                `bun:"id,pk,autoincrement"`
	Team         id.Team              `bun:"team_id"`
	Title        string               `bun:"title"`
	Brand        *string              `bun:"brand"`
	Category     *string              `bun:"category"`
	Status       string               `bun:"status"`
	Hazmat       string               `bun:"hazmat"`
	VATClass     *string              `bun:"vat_class"`
	ReorderPoint *int64               `bun:"reorder_point"`
	Supplier     *int64               `bun:"default_supplier_id"`
	Warehouse    *int64               `bun:"default_warehouse_id"`
	Body         db.JSON[productBody] `bun:"body"`
	UnitCost     *int64               `bun:"unit_cost"`
	Currency     *string              `bun:"currency"`
	Outbound     *int64               `bun:"outbound_shipping"`
	CostSource   *string              `bun:"cost_source"`
	CostSourceID *int64               `bun:"cost_source_id"`
	CostAsOf     *int64               `bun:"cost_as_of"`
	CostTurnsOn  *int64               `bun:"cost_turns_on"`
	OnHand       int64                `bun:"on_hand"`
	Inbound      int64                `bun:"inbound"`
	Reserved     int64                `bun:"reserved"`
	OnOrder      int64                `bun:"on_order"`
	InWarehouse  int64                `bun:"in_warehouse"`
	Version      int64                `bun:"version"`
	CreatedAt    int64                `bun:"created_at"`
	UpdatedAt    int64                `bun:"updated_at"`

	TitleKey     string  `bun:"title_key" record:"derived"`
	BrandKey     *string `bun:"brand_key" record:"derived"`
	CategoryKey  *string `bun:"category_key" record:"derived"`
	MatchesCount int64   `bun:"matches_count" record:"derived"`
	Marketplaces string  `bun:"marketplaces" record:"derived"`
	Search       string  `bun:"search" record:"derived"`
	DeletedAt    *int64  `bun:"deleted_at" record:"derived"`
}

// Tally and AddUnits write the quantities.
var productTable = record.Table[productRow, inventory.ProductSnapshot]{
	Row: productRowOf, Snapshot: (*productRow).snapshot, Fixed: []string{"on_hand", "inbound", "reserved", "on_order", "in_warehouse"},
}

// productBody has the members that no list filters or sorts by.
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
	ASIN        string         `json:"asin"`
	Marketplace marketplace.ID `json:"marketplace_id"`
}

func (r *productRow) snapshot() (inventory.ProductSnapshot, error) {
	b := r.Body.V
	v := inventory.ProductValues{
		Title: r.Title, Brand: optional.Of(r.Brand), Category: optional.Of(r.Category), MPN: optional.Of(b.MPN),
		ImageURL: optional.Of(b.ImageURL), GTINs: make([]inventory.GTIN, len(b.GTINs)),
		ASINs:    each(b.ASINs, func(a productASIN) inventory.ProductASIN { return inventory.ProductASIN(a) }),
		PackSize: b.PackSize, WeightG: optional.Of(b.WeightG),
		LengthMM: optional.Of(b.LengthMM), WidthMM: optional.Of(b.WidthMM), HeightMM: optional.Of(b.HeightMM),
		Hazmat: inventory.Hazmat(r.Hazmat), Meltable: optional.Of(b.Meltable), Fragile: optional.Of(b.Fragile),
		LeadTimeDays: optional.Of(b.LeadTime), Status: inventory.ProductStatus(r.Status), VATClass: classOf(r.VATClass),
	}
	for i, text := range b.GTINs {
		g, err := inventory.ParseGTIN(text)
		if err != nil {
			return inventory.ProductSnapshot{}, fmt.Errorf("inventory product %d: GTIN %s %w", r.ID, text, err)
		}
		v.GTINs[i] = g
	}
	v.ReorderPoint, v.Supplier, v.Warehouse = record.MaybeWhole[int](r.ReorderPoint), optional.Of(r.Supplier), optional.Of(r.Warehouse)
	return inventory.ProductSnapshot{
		ID: inventory.ProductID(r.ID), Team: r.Team, Values: v, Cost: r.cost(), CostTurnsOn: record.Maybe(r.CostTurnsOn, date.FromDays),
		Quantities: inventory.Quantities{
			OnHand: r.OnHand, OnOrder: r.OnOrder, Inbound: r.Inbound, Reserved: r.Reserved, InWarehouse: r.InWarehouse,
		},
		Version: r.Version, CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}, nil
}

func (r *productRow) cost() optional.Maybe[inventory.CurrentCost] {
	if r.UnitCost == nil || r.Currency == nil || r.CostSource == nil || r.CostAsOf == nil {
		return optional.None[inventory.CurrentCost]()
	}
	return optional.Some(inventory.CurrentCost{
		Unit: money.FromUnits(*r.UnitCost), Currency: money.Currency(*r.Currency), OutboundShipping: amount(r.Outbound),
		Source: inventory.Source{Kind: inventory.SourceKind(*r.CostSource), ID: optional.Of(r.CostSourceID)},
		AsOf:   date.FromDays(*r.CostAsOf),
	})
}

func productRowOf(s inventory.ProductSnapshot) productRow {
	v := s.Values
	r := productRow{
		ID: int64(s.ID), Team: s.Team, Title: v.Title, Brand: v.Brand.Ptr(), Category: v.Category.Ptr(), Status: string(v.Status),
		VATClass: optional.Convert(v.VATClass, classText).Ptr(),
		Hazmat:   string(v.Hazmat), ReorderPoint: record.Whole(v.ReorderPoint), Supplier: v.Supplier.Ptr(),
		Warehouse: v.Warehouse.Ptr(), Body: db.JSONOf(bodyOf(v)),
		CostTurnsOn: record.Number(s.CostTurnsOn, date.Date.Days), Version: s.Version,
		CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
		TitleKey: sortKey(v.Title), BrandKey: keyOf(v.Brand), CategoryKey: keyOf(v.Category),
		MatchesCount: int64(len(s.Matches)), Marketplaces: marketplacesOf(s), Search: productSearch(s),
	}
	if c, ok := s.Cost.Get(); ok {
		r.UnitCost, r.Currency, r.CostSource = new(c.Unit.Units()), new(string(c.Currency)), new(string(c.Source.Kind))
		r.Outbound, r.CostSourceID, r.CostAsOf = units(c.OutboundShipping), c.Source.ID.Ptr(), new(c.AsOf.Days())
	}
	return r
}

func classOf(text *string) optional.Maybe[vat.Class] {
	return optional.Convert(optional.Of(text), func(s string) vat.Class { return vat.Class(s) })
}

func classText(c vat.Class) string { return string(c) }

func bodyOf(v inventory.ProductValues) productBody {
	return productBody{
		MPN: v.MPN.Ptr(), ImageURL: v.ImageURL.Ptr(), PackSize: v.PackSize, WeightG: v.WeightG.Ptr(), LengthMM: v.LengthMM.Ptr(),
		WidthMM: v.WidthMM.Ptr(), HeightMM: v.HeightMM.Ptr(), Meltable: v.Meltable.Ptr(), Fragile: v.Fragile.Ptr(),
		LeadTime: v.LeadTimeDays.Ptr(), GTINs: each(v.GTINs, func(g inventory.GTIN) string { return g.Given }),
		ASINs: each(v.ASINs, func(a inventory.ProductASIN) productASIN { return productASIN(a) }),
	}
}

// longestKey limits the characters of a sort key, because an index entry is limited in size.
// Folding may lengthen the characters.
const longestKey = 200

// sortKey returns the sort key of a text, ignoring letter case.
func sortKey(s string) string {
	return firstOf(db.Fold(s), longestKey)
}

// firstOf returns the first n characters of a text.
func firstOf(s string, n int) string {
	runes := []rune(s)
	return string(runes[:min(len(runes), n)])
}

// foldedKey returns equal keys for words that differ only in letter case and repeated spaces.
func foldedKey(s string) string {
	return sortKey(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " "))
}

func keyOf(m optional.Maybe[string]) *string {
	return optional.Convert(m, foldedKey).Ptr()
}

// marketplacesOf lists the marketplaces of a product's ASINs and matches.
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

// productSearch returns the text for the free text search. A character that no search can contain
// separates the parts.
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
