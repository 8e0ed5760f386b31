package webhook

import (
	"maps"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
)

// Kind describes a type of event to developers.
type Kind struct {
	Type        event.Type
	Description string
	// Frequent marks types that happen often. Their events are stored only while an endpoint wants
	// them, so the feed does not have them otherwise.
	Frequent bool
	// Since has the version of the service that added the type.
	Since   string
	Example Data
}

// Catalogue describes all types, in the order of their list.
func Catalogue() []Kind { return catalogue }

// kinds finds a description by its type.
var kinds = func() map[event.Type]Kind {
	out := make(map[event.Type]Kind, len(catalogue))
	for _, k := range catalogue {
		out[k.Type] = k
	}
	return out
}()

// KindOf returns the description of a type; false for an unknown type.
func KindOf(t event.Type) (Kind, bool) {
	k, ok := kinds[t]
	return k, ok
}

// firstVersion has the version that introduced events.
const firstVersion = "0.1"

func kind(t event.Type, description string, example Data) Kind {
	return Kind{Type: t, Description: description, Since: firstVersion, Example: example}
}

func frequent(t event.Type, description string, example Data) Kind {
	k := kind(t, description, example)
	k.Frequent = true
	return k
}

// about returns the data of an event about a record.
func about(record, version int64, details map[string]string, changed ...string) Data {
	return Data{Part: part(record, version, details, changed...)}
}

// settings returns the data of an event about settings, which have a version and no id.
func settings(version int64, changed ...string) Data {
	return Data{Part: Part{Version: optional.Some(version), Changed: changed}}
}

// gathered returns the data of an event that gathers changes.
func gathered(details map[string]string, parts ...Part) Data {
	return Data{Part: Part{Details: details}, Changes: parts}
}

// part returns a change of a record.
func part(record, version int64, details map[string]string, changed ...string) Part {
	p := Part{Record: optional.Some(record), Changed: changed, Details: details}
	if version > 0 {
		p.Version = optional.Some(version)
	}
	return p
}

// inGermany has the marketplace of an example, with further details.
func inGermany(details map[string]string) map[string]string {
	out := map[string]string{MarketplaceDetail: "A1PA6795UKMFR9"}
	maps.Copy(out, details)
	return out
}

// between has the details of a changed status.
func between(from, to string) map[string]string {
	return map[string]string{"status_before": from, "status": to}
}

var catalogue = []Kind{
	kind(event.ConnectionConnected, "A seller account was connected, or its authorization was renewed.",
		about(1, 0, between("", "active"), "marketplace_ids", "status")),
	kind(event.ConnectionNeedsAttention, "The authorization of a seller account was refused: it must be renewed.",
		about(1, 0, between("active", "needs_attention"), "last_error_code", "status")),
	kind(event.ConnectionRemoved, "The connection to a seller account was removed.",
		about(1, 0, between("active", "revoked"), "status")),

	kind(event.SyncCompleted, "A seller account was read in a marketplace. Details count the listings.",
		about(1, 0, map[string]string{
			"marketplace_id": "A1PA6795UKMFR9", "kind": "incremental", "seen": "120", "changed": "3", "closed": "0",
		})),
	kind(event.SyncFailed, "Reading a seller account in a marketplace failed. Details have the code of the fault.",
		about(1, 0, map[string]string{
			"marketplace_id": "A1PA6795UKMFR9", "kind": "full", "seen": "120", "changed": "3", "closed": "0",
			"reason": "integration_needs_attention",
		})),

	kind(event.SKUCreated, "A SKU was found in a seller account. The first sync of an account reports none.",
		about(5, 1, inGermany(map[string]string{"sku": "MUG-BLUE"}))),
	kind(event.SKUUpdated, "A SKU was changed by a user, a file or an order, or its listing has another status.",
		about(5, 12, inGermany(map[string]string{
			"sku": "MUG-BLUE", "status_before": "active", "status": "suppressed",
		}), "listing_status")),
	kind(event.SKUClosed, "A SKU is no longer in its seller account.",
		about(5, 14, inGermany(map[string]string{"sku": "MUG-BLUE"}), "status")),
	frequent(event.SKUPricesChanged, "Prices of SKUs changed at the marketplace.",
		gathered(inGermany(nil), part(5, 13, inGermany(map[string]string{
			"sku": "MUG-BLUE", "price_before": "19.99", "price": "18.99", "currency": "EUR",
		}), "price"))),
	frequent(event.SKUQuantitiesChanged, "Stock of SKUs changed at the marketplace.",
		gathered(inGermany(nil), part(5, 13, inGermany(map[string]string{
			"sku": "MUG-BLUE", "fulfillable_before": "4", "fulfillable": "0", "inbound_before": "0", "inbound": "12",
			"reserved_before": "0", "reserved": "4", "unfulfillable_before": "", "unfulfillable": "0",
		}), "fulfillable", "inbound", "reserved", "unfulfillable"))),
	kind(event.InventoryProductCreated, "An inventory product was created.", about(7, 1, nil, "title")),
	kind(event.InventoryProductUpdated, "An inventory product was changed, matched, unmatched or tagged.",
		about(7, 2, nil, "reorder_point", "title")),
	kind(event.InventoryProductDeleted, "An inventory product was deleted.", about(7, 0, nil)),
	kind(event.InventoryProductStockLow, "The stock of an inventory product fell to its reorder point.",
		about(7, 2, map[string]string{"reorder_point": "10", "stock": "9"})),
	kind(event.ListingStatusChanged, "The status of a listing or of a listing draft changed.",
		about(9, 4, inGermany(between("submitting", "live")), "status")),
	kind(event.ListingIssuesChanged, "The marketplace reports other issues of a listing.",
		about(9, 5, inGermany(nil), "issues")),
	kind(event.ListingDraftSubmitted, "A listing draft is being sent to the marketplace.",
		about(9, 2, inGermany(between("ready", "submitting")), "status")),
	kind(event.ListingDraftAccepted, "The marketplace accepted a listing draft.",
		about(9, 3, inGermany(between("submitting", "live")), "kind", "status", "submission")),
	kind(event.ListingDraftRejected, "The marketplace rejected a listing draft.",
		about(9, 3, inGermany(between("submitting", "rejected")), "issues", "status", "submission")),

	kind(event.DocumentUploaded, "A document was uploaded, and waits to be read.", about(12, 1, nil)),
	kind(event.DocumentReady, "A document was read.", about(12, 3, between("processing", "ready"), "status")),
	kind(event.DocumentFailed, "A document could not be read.", about(12, 3, between("processing", "failed"), "status")),
	kind(event.DocumentApplied, "A document was imported into an order, offers or costs.",
		about(12, 0, nil, "purchase_order_id", "supplier_id")),
	kind(event.DocumentTakenBack, "The import of a document was taken back.",
		about(12, 0, nil, "purchase_order_id", "supplier_id")),

	frequent(event.RepricerPricesChanged, "Prices of the repricer were seen live.",
		gathered(inGermany(nil), part(3, 0, inGermany(map[string]string{
			"sku": "MUG-BLUE", "price_before": "19.99", "price": "18.99", "currency": "EUR",
		}), "price"))),
	kind(event.RepricerPriceRejected, "The marketplace rejected a price, or never showed it.",
		about(3, 0, map[string]string{
			"sku": "MUG-BLUE", "marketplace_id": "A1PA6795UKMFR9", "reason": "rejected",
			"text": "The price lies below the minimum price of the listing.",
		})),
	kind(event.RepricerRowHeld, "The repricer stopped a row until a user releases it.",
		about(3, 0, map[string]string{
			"sku": "MUG-BLUE", "marketplace_id": "A1PA6795UKMFR9", "reason": "listing_issue",
			"text": "The listing has an issue.",
		})),
	kind(event.RepricerRowReleased, "A row that was held is repriced again.",
		about(3, 0, inGermany(map[string]string{
			"sku": "MUG-BLUE", "asin": "B0CXYZ1234", "reason": "listing_issue",
		}), "hold")),
	kind(event.RepricerRowLosing, "The live price of a row no longer covers its costs and fees.",
		about(3, 0, inGermany(map[string]string{
			"sku": "MUG-BLUE", "asin": "B0CXYZ1234", "price": "11.99", "break_even": "12.40", "currency": "EUR",
		}), "break_even")),
	frequent(event.RepricerBuyBoxChanged, "Rows won or lost the buy box.",
		gathered(inGermany(nil), part(3, 0, inGermany(map[string]string{
			"sku": "MUG-BLUE", "asin": "B0CXYZ1234", "change": "lost", "owner_before": "own", "owner": "competitor",
		}), "buy_box"))),
	kind(event.RepricerBreakerTripped, "A breaker of the repricer stopped a row, a run of prices or a marketplace.",
		about(3, 0, inGermany(map[string]string{
			"sku": "MUG-BLUE", "reason": "row_breaker",
			"text": "One change would have lowered the price from 20 to 14.99.",
		}))),

	kind(event.RepricerStopped, "The team switched the repricer off.", settings(4, "enabled")),
	kind(event.RepricerStarted, "The team switched the repricer on.", settings(5, "enabled")),
	kind(event.RepricerSettingsUpdated, "The settings of the repricer were changed or reset.", settings(4)),

	kind(event.PurchaseOrderCreated, "A purchase order was created.", about(4, 1, nil, "supplier_id", "warehouse_id")),
	kind(event.PurchaseOrderStatusChanged, "The status of a purchase order changed.",
		about(4, 2, between("draft", "ordered"), "status")),
	kind(event.PurchaseOrderReceived, "All units of a purchase order were received.",
		about(4, 5, between("partially_received", "received"), "status")),
	kind(event.PurchaseOrderOverdue, "A purchase order was expected before today, and is not received.",
		about(4, 3, map[string]string{"expected_on": "2026-11-20", "days": "3"})),
	frequent(event.SupplierOfferCostChanged, "Prices of suppliers' offers changed.",
		gathered(nil, part(6, 3, nil, "unit_cost"))),

	kind(event.PriceListAnalyzed, "A price list was analyzed. Details count the rows by verdict.",
		about(2, 6, inGermany(map[string]string{"rows": "120", "accept": "14", "review": "6", "reject": "100"}))),
	kind(event.PriceListFailed, "The analysis of a price list failed.",
		about(2, 6, map[string]string{"marketplace_id": "A1PA6795UKMFR9", "reason": "invalid_file"})),

	kind(event.QuotaLow, "At most 20 percent of the month's tokens are left.",
		Data{Part: Part{Details: map[string]string{"month": "2026-11", "left": "200", "limit": "1000"}}}),
	kind(event.QuotaExhausted, "No token of the month is left.",
		Data{Part: Part{Details: map[string]string{"month": "2026-11", "left": "0", "limit": "1000"}}}),
	kind(event.KeyExpiring, "An API key expires within 7 days.",
		about(3, 0, map[string]string{"name": "Stock program", "expires_at": "2026-11-30T12:00:00Z"})),

	kind(event.WebhookPing, "A test call that a user asked for. It goes to one endpoint, and the feed does not have it.",
		Data{}),
	kind(event.WebhookEndpointDisabled, "An endpoint was disabled because its receiver failed for days, or is gone.",
		about(2, 4, map[string]string{"reason": "failing"}, "enabled")),
}
