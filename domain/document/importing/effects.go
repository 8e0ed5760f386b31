package importing

import (
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// LineStatus has the outcome of a line.
type LineStatus string

// The outcomes of lines.
const (
	LineCreated LineStatus = "created"
	LineUpdated LineStatus = "updated"
	LineSkipped LineStatus = "skipped"
	LineFailed  LineStatus = "failed"
)

// Booked has the outcome of a line that was booked.
type Booked struct {
	No     int
	Status LineStatus
	// Item and Product have ids, 0 without a record. A trial makes no records, so new records have
	// 0.
	Item, Product int64
	// Old and New have the costs of a unit. Old stays absent if the line made something.
	Old, New optional.Maybe[money.Amount]
	// Refused says why the line was not booked.
	Refused *fault.Error
}

// OrderEffect has the order that an import made or changed.
type OrderEffect struct {
	ID      int64
	Number  string
	Status  string
	Created bool
}

// Effects has the writes of an import.
type Effects struct {
	Supplier int64
	// SupplierName keeps the name as it was then.
	SupplierName string
	Order        optional.Maybe[OrderEffect]
	// Items, receipt lines, offers and cost layers that were made or changed.
	ItemsCreated, ItemsUpdated, Receipts int
	OffersCreated, OffersUpdated         int
	ProductsCreated, CostsWritten        int
	// Undo has the instructions for purchasing to take the import back.
	Undo string
}

// Import has a document that was imported.
type Import struct {
	Document document.ID
	Effects  Effects
	// Reference and Total come from the document. Another document of the supplier with both is
	// likely to be the same.
	Reference string
	Total     optional.Maybe[money.Amount]
	// Targets were given to the document by the import.
	Targets []document.Target
}

// Blocker has a record that keeps an import from being taken back.
type Blocker struct {
	Type   string
	ID     int64
	Reason string
}

// Blocked returns the fault of an import that cannot be taken back.
func Blocked(list []Blocker) *fault.Error {
	shown := make([]map[string]any, len(list))
	for i, b := range list {
		shown[i] = map[string]any{"type": b.Type, "id": b.ID, "reason": b.Reason}
	}
	return fault.New(fault.Rule, fault.CodeInvalidTransition, "Records that the import wrote have changed since, so it cannot be taken back.").
		At("/status").With("blockers", shown)
}
