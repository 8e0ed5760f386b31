package notice

import (
	"strconv"
	"time"
)

// mostLines bounds the lines of a section.
const mostLines = 20

// heads has the heading of each kind, and the sentence of one case of it.
var heads = map[Kind]struct {
	title string
	says  func(d map[string]string) string
}{
	BuyBoxLost: {"Buy box lost", func(d map[string]string) string {
		return d["sku"] + " lost the buy box to " + owner(d["owner"]) + "."
	}},
	OutOfStock: {"Out of stock", func(d map[string]string) string { return d["sku"] + " has no unit left to sell." }},
	StockLow: {"Stock running out", func(d map[string]string) string {
		return d["stock"] + " units are left or on their way; the reorder point is " + d["reorder_point"] + "."
	}},
	ListingSuppressed: {"Listing suppressed", func(d map[string]string) string {
		return d["sku"] + " cannot be bought: its listing is " + d["status"] + "."
	}},
	RowLosing: {"Price below cost", func(d map[string]string) string {
		return d["sku"] + " sells at " + d["price"] + " " + d["currency"] + "; it breaks even at " + d["break_even"] + "."
	}},
	RowHeld: {"Repricing stopped for a row", func(d map[string]string) string {
		return d["sku"] + ": " + d["text"]
	}},
	PriceRejected:  {"Price rejected", func(d map[string]string) string { return d["sku"] + ": " + d["text"] }},
	BreakerTripped: {"Breaker tripped", func(d map[string]string) string { return d["text"] }},
	DocumentToConfirm: {"Document to confirm", func(map[string]string) string {
		return "A document was read. Check it, and import it."
	}},
	OrderOverdue: {"Order overdue", func(d map[string]string) string {
		return "Order " + d["number"] + " was expected on " + d["expected_on"] + "."
	}},
	QuotaLow: {"Tokens running out", func(d map[string]string) string {
		return d["left"] + " of " + d["limit"] + " tokens are left for " + d["month"] + "."
	}},
	AccountTrouble: {"Seller account", func(d map[string]string) string {
		if d["status"] == "needs_attention" {
			return "The authorization was refused: connect the account again."
		}
		return "The last sync failed: " + d["reason"] + "."
	}},
	EndpointDisabled: {"Webhook disabled", func(d map[string]string) string {
		if d["reason"] == "gone" {
			return "Its receiver answered that it is gone."
		}
		return "Its calls failed for days."
	}},
	KeyExpiring: {"Key expires soon", func(d map[string]string) string {
		return d["name"] + " works until " + d["expires_at"] + "."
	}},
}

// owner names the owner of a buy box.
func owner(word string) string {
	switch word {
	case "amazon":
		return "Amazon"
	case "competitor":
		return "a competitor"
	}
	return "nobody"
}

// Notices has the changes that a user hears of, by kind.
type Notices map[Kind][]Happening

// Now writes the letter of a user about changes. It returns false without any.
func Now(id string, v Values, all Notices, now time.Time) (Letter, bool) {
	l := Letter{ID: id, At: now}
	total := 0
	for _, k := range v.Now() {
		found := all[k]
		if len(found) == 0 {
			continue
		}
		total += len(found)
		s := Section{Title: heads[k].title}
		for _, h := range found[:min(len(found), mostLines)] {
			s.Table.Rows = append(s.Table.Rows, []string{heads[k].says(h.Details)})
		}
		if more := len(found) - mostLines; more > 0 {
			s.Table.Rows = append(s.Table.Rows, []string{strconv.Itoa(more) + " more."})
		}
		l.Sections = append(l.Sections, s)
	}
	switch {
	case total == 0:
		return l, false
	case len(l.Sections) == 1:
		l.Subject = l.Sections[0].Title
	default:
		l.Subject = strconv.Itoa(total) + " notices"
	}
	if total > 1 && len(l.Sections) == 1 {
		l.Subject += " (" + strconv.Itoa(total) + ")"
	}
	return l.Cleaned(), true
}
