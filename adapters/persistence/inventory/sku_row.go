package inventory

import (
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

type skuSnapshot = inventory.SKUSnapshot

// skuRow has the columns of a stored SKU. Its cost layers are in a separate table.
type skuRow struct {
	bun.BaseModel `bun:"table:inventory_skus"`

	ID          int64          `bun:"id,pk,autoincrement"`
	Team        id.Team        `bun:"team_id"`
	Seller      string         `bun:"seller_id"`
	Connection  id.Connection  `bun:"connection_id"`
	Marketplace marketplace.ID `bun:"marketplace_id"`
	SKU         string         `bun:"sku"`

	ASIN          string              `bun:"asin"`
	FNSKU         *string             `bun:"fnsku"`
	Title         *string             `bun:"title"`
	ImageURL      *string             `bun:"image_url"`
	Condition     inventory.Condition `bun:"condition"`
	Channel       inventory.Channel   `bun:"fulfillment_channel"`
	Status        inventory.SKUStatus `bun:"listing_status"`
	Price         *int64              `bun:"price"`
	Currency      money.Currency      `bun:"currency"`
	Fulfillable   *int64              `bun:"fulfillable"`
	Inbound       *int64              `bun:"inbound"`
	Reserved      *int64              `bun:"reserved"`
	Unfulfillable *int64              `bun:"unfulfillable"`
	ListedAt      *int64              `bun:"listed_at"`
	StockAt       *int64              `bun:"stock_at"`

	MinPrice *int64 `bun:"min_price"`
	MaxPrice *int64 `bun:"max_price"`
	MapPrice *int64 `bun:"map_price"`
	Supplier *int64 `bun:"supplier_id"`
	Hidden   bool   `bun:"hidden"`

	UnitCost     *int64 `bun:"unit_cost"`
	TurnsOn      *int64 `bun:"cost_turns_on"`
	Matches      int64  `bun:"matches_count"`
	Product      *int64 `bun:"inventory_product_id"`
	UnitsPerSale int64  `bun:"units_per_sale"`

	SeenRun      int64  `bun:"seen_run"`
	LastSyncedAt *int64 `bun:"last_synced_at"`
	Version      int64  `bun:"version"`
	CreatedAt    int64  `bun:"created_at"`
	UpdatedAt    int64  `bun:"updated_at"`

	// TitleKey sorts by title.
	TitleKey *string `bun:"title_key" record:"derived"`
}

var skuTable = record.Table[skuRow, skuSnapshot]{
	Row: skuRowOf, Snapshot: (*skuRow).snapshot, Key: skuKey, Fixed: skuKey,
}

var skuKey = []string{"seller_id", "marketplace_id", "sku"}

func skuRowOf(s skuSnapshot) skuRow {
	r := skuRow{
		ID: int64(s.ID), Team: s.Team, Seller: s.Key.Seller, Connection: s.Connection, Marketplace: s.Key.Marketplace, SKU: s.Key.SKU,
		ASIN: s.ASIN, FNSKU: s.FNSKU.Ptr(), Title: s.Title.Ptr(), ImageURL: s.ImageURL.Ptr(),
		Condition: s.Condition, Channel: s.Channel, Status: s.Status, Price: units(s.Price), Currency: s.Currency,
		Fulfillable: s.Fulfillable.Ptr(), Inbound: s.Inbound.Ptr(), Reserved: s.Reserved.Ptr(), Unfulfillable: s.Unfulfillable.Ptr(),
		ListedAt: record.Number(s.ListedAt, db.Micros), StockAt: record.Number(s.StockAt, db.Micros),
		MinPrice: units(s.MinPrice), MaxPrice: units(s.MaxPrice), MapPrice: units(s.MapPrice), Supplier: s.Supplier.Ptr(), Hidden: s.Hidden,
		UnitCost: units(s.UnitCost), TurnsOn: record.Number(s.TurnsOn, date.Date.Days), Matches: s.Matches, Product: s.Product.Ptr(),
		UnitsPerSale: s.UnitsPerSale, SeenRun: s.SeenRun, LastSyncedAt: record.Number(s.LastSyncedAt, db.Micros),
		Version: s.Version, CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
	}
	if title, ok := s.Title.Get(); ok {
		r.TitleKey = new(skuTitleKey(title))
	}
	return r
}

func (r *skuRow) snapshot() (skuSnapshot, error) {
	return skuSnapshot{
		ID: inventory.SKUID(r.ID), Team: r.Team, Key: inventory.SKUKey{Seller: r.Seller, Marketplace: r.Marketplace, SKU: r.SKU},
		Connection: r.Connection,
		SKUListing: inventory.SKUListing{
			ASIN: r.ASIN, FNSKU: optional.Of(r.FNSKU), Title: optional.Of(r.Title), ImageURL: optional.Of(r.ImageURL),
			Condition: r.Condition, Channel: r.Channel, Status: r.Status, Price: amount(r.Price), Currency: r.Currency,
			Fulfillable: optional.Of(r.Fulfillable), Inbound: optional.Of(r.Inbound), Reserved: optional.Of(r.Reserved),
			Unfulfillable: optional.Of(r.Unfulfillable),
			ListedAt:      record.Maybe(r.ListedAt, db.FromMicros), StockAt: record.Maybe(r.StockAt, db.FromMicros),
		},
		SKULocal: inventory.SKULocal{
			MinPrice: amount(r.MinPrice), MaxPrice: amount(r.MaxPrice), MapPrice: amount(r.MapPrice),
			Supplier: optional.Of(r.Supplier), Hidden: r.Hidden,
		},
		SKUMatching: inventory.SKUMatching{Matches: r.Matches, Product: optional.Of(r.Product), UnitsPerSale: r.UnitsPerSale},
		UnitCost:    amount(r.UnitCost), TurnsOn: record.Maybe(r.TurnsOn, date.FromDays),
		SeenRun: r.SeenRun, LastSyncedAt: record.Maybe(r.LastSyncedAt, db.FromMicros),
		Version: r.Version, CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}, nil
}

func units(m optional.Maybe[money.Amount]) *int64 { return record.Number(m, money.Amount.Units) }

func amount(n *int64) optional.Maybe[money.Amount] { return record.Maybe(n, money.FromUnits) }

// titleKeyLength limits the characters of a title in an index.
const titleKeyLength = 100

func skuTitleKey(title string) string { return firstOf(db.Fold(title), titleKeyLength) }

// skuText returns the text for the free text search. A character that no search can contain
// separates the parts.
func skuText(s skuSnapshot) recordText {
	return recordText{int64(s.ID), db.Fold(strings.Join([]string{s.Key.SKU, s.ASIN, s.FNSKU.Or(""), s.Title.Or("")}, "\x1f"))}
}
