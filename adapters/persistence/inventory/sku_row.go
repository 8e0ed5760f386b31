package inventory

import (
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

type (
	skuSnapshot  = inventory.SKUSnapshot
	maybe[T any] = optional.Maybe[T]
)

// skuColumns make up a SKU, without team_id, which every statement names by
// itself, and without what is derived from them.
var skuColumns = db.Members[skuSnapshot]{
	db.Whole("id", func(s *skuSnapshot) *inventory.SKUID { return &s.ID }),
	db.Words("seller_id", func(s *skuSnapshot) *string { return &s.Key.Seller }),
	db.Whole("connection_id", func(s *skuSnapshot) *id.Connection { return &s.Connection }),
	db.Words("marketplace_id", func(s *skuSnapshot) *marketplace.ID { return &s.Key.Marketplace }),
	db.Words("sku", func(s *skuSnapshot) *string { return &s.Key.SKU }),

	db.Words("asin", func(s *skuSnapshot) *string { return &s.ASIN }),
	db.MaybeText("fnsku", func(s *skuSnapshot) *maybe[string] { return &s.FNSKU }),
	db.MaybeText("title", func(s *skuSnapshot) *maybe[string] { return &s.Title }),
	db.MaybeText("image_url", func(s *skuSnapshot) *maybe[string] { return &s.ImageURL }),
	db.Words("condition", func(s *skuSnapshot) *inventory.Condition { return &s.Condition }),
	db.Words("fulfillment_channel", func(s *skuSnapshot) *inventory.Channel { return &s.Channel }),
	db.Words("listing_status", func(s *skuSnapshot) *inventory.SKUStatus { return &s.Status }),
	db.MaybeAmount("price", func(s *skuSnapshot) *maybe[money.Amount] { return &s.Price }),
	db.Words("currency", func(s *skuSnapshot) *money.Currency { return &s.Currency }),
	db.MaybeWhole("fulfillable", func(s *skuSnapshot) *maybe[int64] { return &s.Fulfillable }),
	db.MaybeWhole("inbound", func(s *skuSnapshot) *maybe[int64] { return &s.Inbound }),
	db.MaybeWhole("reserved", func(s *skuSnapshot) *maybe[int64] { return &s.Reserved }),
	db.MaybeWhole("unfulfillable", func(s *skuSnapshot) *maybe[int64] { return &s.Unfulfillable }),
	db.MaybeStamp("listed_at", func(s *skuSnapshot) *maybe[time.Time] { return &s.ListedAt }),
	db.MaybeStamp("stock_at", func(s *skuSnapshot) *maybe[time.Time] { return &s.StockAt }),

	db.MaybeAmount("min_price", func(s *skuSnapshot) *maybe[money.Amount] { return &s.MinPrice }),
	db.MaybeAmount("max_price", func(s *skuSnapshot) *maybe[money.Amount] { return &s.MaxPrice }),
	db.MaybeAmount("map_price", func(s *skuSnapshot) *maybe[money.Amount] { return &s.MapPrice }),
	db.MaybeWhole("supplier_id", func(s *skuSnapshot) *maybe[int64] { return &s.Supplier }),
	db.Flag("hidden", func(s *skuSnapshot) *bool { return &s.Hidden }),

	db.MaybeAmount("unit_cost", func(s *skuSnapshot) *maybe[money.Amount] { return &s.UnitCost }),
	db.MaybeNumber("cost_turns_on", func(s *skuSnapshot) *maybe[date.Date] { return &s.TurnsOn }, date.FromDays, date.Date.Days),
	db.Whole("matches_count", func(s *skuSnapshot) *int64 { return &s.Matches }),
	db.MaybeWhole("inventory_product_id", func(s *skuSnapshot) *maybe[int64] { return &s.Product }),
	db.Whole("units_per_sale", func(s *skuSnapshot) *int64 { return &s.UnitsPerSale }),

	db.Whole("seen_run", func(s *skuSnapshot) *int64 { return &s.SeenRun }),
	db.MaybeStamp("last_synced_at", func(s *skuSnapshot) *maybe[time.Time] { return &s.LastSyncedAt }),
	db.Whole("version", func(s *skuSnapshot) *int64 { return &s.Version }),
	db.Stamp("created_at", func(s *skuSnapshot) *time.Time { return &s.CreatedAt }),
	db.Stamp("updated_at", func(s *skuSnapshot) *time.Time { return &s.UpdatedAt }),
}

// titleKey is what lists sort titles by.
var titleKey = db.Member[skuSnapshot]{
	Name: "title_key", Kind: db.Texts,
	Value: func(s *skuSnapshot) db.Cell {
		title, ok := s.Title.Get()
		return db.Cell{Known: ok, S: skuTitleKey(title)}
	},
}

// titleKeyLength bounds what stands in an index, in characters.
const titleKeyLength = 100

func skuTitleKey(title string) string {
	folded := []rune(db.Fold(title))
	return string(folded[:min(titleKeyLength, len(folded))])
}

var (
	// skuSaved are the columns that a change of a SKU may change.
	skuSaved = append(skuColumns.Without("seller_id", "marketplace_id", "sku", "created_at"), titleKey)
	// skuMarks are what a sync writes of a SKU that looks as it did.
	skuMarks = skuColumns.Only("id", "listed_at", "stock_at", "seen_run", "last_synced_at")
	// skuInserted are the columns of a new SKU.
	skuInserted = append(skuColumns.Without("id"), titleKey)

	skuKeys = db.Members[inventory.SKUKey]{
		db.Words("seller_id", func(k *inventory.SKUKey) *string { return &k.Seller }),
		db.Words("marketplace_id", func(k *inventory.SKUKey) *marketplace.ID { return &k.Marketplace }),
		db.Words("sku", func(k *inventory.SKUKey) *string { return &k.SKU }),
	}
)

// skuText is what the free text search looks at. The parts are held apart by a
// character that no search can contain.
func skuText(s *skuSnapshot) string {
	return db.Fold(strings.Join([]string{s.Key.SKU, s.ASIN, s.FNSKU.Or(""), s.Title.Or("")}, "\x1f"))
}
