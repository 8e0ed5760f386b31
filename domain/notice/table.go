package notice

import "sellingassistant/domain/kernel/event"

// row describes a kind.
type row struct {
	kind Kind
	// standard sets the time of the notice for users who have not changed their rules.
	standard When
	// types lists the events that cause it.
	types []event.Type
	// about describes it to developers, and title heads it in mails.
	about, title string
	// says writes the sentence of a case by the details of its event.
	says func(d map[string]string) string
}

// rows finds the kinds of the table.
var rows = func() map[Kind]row {
	out := make(map[Kind]row, len(table))
	for _, r := range table {
		out[r.kind] = r
	}
	return out
}()

// table describes each kind.
var table = []row{
	{
		BuyBoxLost, AtOnce, []event.Type{event.RepricerBuyBoxChanged},
		"A best seller lost the buy box.", "Buy box lost",
		func(d map[string]string) string { return d["sku"] + " lost the buy box to " + owner(d["owner"]) + "." },
	},
	{
		OutOfStock, InMorning, []event.Type{event.SKUQuantitiesChanged},
		"A SKU has no unit left to sell.", "Out of stock",
		func(d map[string]string) string { return d["sku"] + " has no unit left to sell." },
	},
	{
		StockLow, InMorning, []event.Type{event.InventoryProductStockLow},
		"The stock of a product fell to its reorder point.", "Stock running out",
		func(d map[string]string) string {
			return d["stock"] + " units are left or on their way; the reorder point is " + d["reorder_point"] + "."
		},
	},
	{
		ListingSuppressed, AtOnce, []event.Type{event.SKUUpdated},
		"A listing cannot be bought.", "Listing suppressed",
		func(d map[string]string) string {
			return d["sku"] + " cannot be bought: its listing is " + d["status"] + "."
		},
	},
	{
		RowLosing, InMorning, []event.Type{event.RepricerRowLosing},
		"The live price no longer covers costs and fees.", "Price below cost",
		func(d map[string]string) string {
			return d["sku"] + " sells at " + d["price"] + " " + d["currency"] + "; it breaks even at " + d["break_even"] + "."
		},
	},
	{
		RowHeld, InMorning, []event.Type{event.RepricerRowHeld},
		"The repricer stopped a row until it is released.", "Repricing stopped for a row", skuText,
	},
	{
		PriceRejected, InMorning, []event.Type{event.RepricerPriceRejected},
		"The marketplace rejected a price.", "Price rejected", skuText,
	},
	{
		BreakerTripped, AtOnce, []event.Type{event.RepricerBreakerTripped},
		"A breaker of the repricer stopped prices.", "Breaker tripped",
		func(d map[string]string) string { return d["text"] },
	},
	{
		DocumentToConfirm, InMorning, []event.Type{event.DocumentReady},
		"A document was read and can be imported.", "Document to confirm",
		func(map[string]string) string { return "A document was read. Check it, and import it." },
	},
	{
		OrderOverdue, InMorning, []event.Type{event.PurchaseOrderOverdue},
		"An order was expected before today.", "Order overdue",
		func(d map[string]string) string {
			return "Order " + d["number"] + " was expected on " + d["expected_on"] + "."
		},
	},
	{
		QuotaLow, AtOnce, []event.Type{event.QuotaLow, event.QuotaExhausted},
		"Few tokens, or none, are left this month.", "Tokens running out",
		func(d map[string]string) string {
			return d["left"] + " of " + d["limit"] + " tokens are left for " + d["month"] + "."
		},
	},
	{
		AccountTrouble, AtOnce, []event.Type{event.ConnectionNeedsAttention, event.SyncFailed},
		"A seller account needs attention, or its sync failed.", "Seller account",
		func(d map[string]string) string {
			if d["status"] == "needs_attention" {
				return "The authorization was refused: connect the account again."
			}
			return "The last sync failed: " + d["reason"] + "."
		},
	},
	{
		EndpointDisabled, AtOnce, []event.Type{event.WebhookEndpointDisabled},
		"A webhook endpoint was disabled.", "Webhook disabled",
		func(d map[string]string) string {
			if d["reason"] == "gone" {
				return "Its receiver answered that it is gone."
			}
			return "Its calls failed for days."
		},
	},
	{
		KeyExpiring, AtOnce, []event.Type{event.KeyExpiring},
		"An API key expires within 7 days.", "Key expires soon",
		func(d map[string]string) string { return d["name"] + " works until " + d["expires_at"] + "." },
	},
}

func skuText(d map[string]string) string { return d["sku"] + ": " + d["text"] }
