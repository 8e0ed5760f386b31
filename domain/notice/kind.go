package notice

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
)

// Kind names a cause of a notice.
type Kind string

// The kinds. The table describes them.
const (
	BuyBoxLost        Kind = "buy_box_lost"
	OutOfStock        Kind = "out_of_stock"
	StockLow          Kind = "stock_low"
	ListingSuppressed Kind = "listing_suppressed"
	RowLosing         Kind = "row_losing"
	RowHeld           Kind = "row_held"
	PriceRejected     Kind = "price_rejected"
	BreakerTripped    Kind = "breaker_tripped"
	DocumentToConfirm Kind = "document_to_confirm"
	OrderOverdue      Kind = "order_overdue"
	QuotaLow          Kind = "quota_low"
	AccountTrouble    Kind = "account_trouble"
	EndpointDisabled  Kind = "endpoint_disabled"
	KeyExpiring       Kind = "key_expiring"
)

func (Kind) Words() []Kind {
	return []Kind{
		BuyBoxLost, OutOfStock, StockLow, ListingSuppressed, RowLosing, RowHeld, PriceRejected, BreakerTripped,
		DocumentToConfirm, OrderOverdue, QuotaLow, AccountTrouble, EndpointDisabled, KeyExpiring,
	}
}

// About describes the cause to developers.
func (k Kind) About() string { return rows[k].about }

// When says when a person hears of a kind.
type When string

// The choices: never; in the morning mail, as long as it needs a person; at once.
const (
	Never     When = "off"
	InMorning When = "morning"
	AtOnce    When = "at_once"
)

func (When) Words() []When { return []When{Never, InMorning, AtOnce} }

// Happening has one change of an event. A gathered event has several.
type Happening struct {
	// Position orders the events of a team. Changes of a gathered event have the same one.
	Position int64
	Type     event.Type
	Record   optional.Maybe[int64]
	// Details has facts by name, as the event has them.
	Details map[string]string
	At      time.Time
}

// Is reports whether a change is a cause of the kind. Whether a product is a best seller is decided
// later.
func (k Kind) Is(h Happening) bool {
	if !slices.Contains(rows[k].types, h.Type) {
		return false
	}
	switch d := h.Details; k {
	case BuyBoxLost:
		return d["change"] == "lost"
	case OutOfStock:
		return d["fulfillable"] == "0"
	case ListingSuppressed:
		return d["status"] == "suppressed" || d["status"] == "stranded"
	}
	return true
}
