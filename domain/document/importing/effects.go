package importing

import (
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// LineStatus is what became of a line.
type LineStatus string

// What becomes of lines.
const (
	LineCreated LineStatus = "created"
	LineUpdated LineStatus = "updated"
	LineSkipped LineStatus = "skipped"
	LineFailed  LineStatus = "failed"
)

// Booked is what became of a line that was booked.
type Booked struct {
	No     int
	Status LineStatus
	// Item and Product are 0 for none, and in a trial for those that would be made.
	Item, Product int64
	// Old and New are the costs of a unit, Old none where the line made something.
	Old, New optional.Maybe[money.Amount]
	// Refused says why the line was not booked.
	Refused *fault.Error
}

// OrderEffect is the order that an import made or changed.
type OrderEffect struct {
	ID      int64
	Number  string
	Status  string
	Created bool
}

// Effects are what an import wrote.
type Effects struct {
	Supplier int64
	// SupplierName is the name of then.
	SupplierName string
	Order        optional.Maybe[OrderEffect]
	// Items, receipt lines, offers and cost layers that were made or changed.
	ItemsCreated, ItemsUpdated, Receipts int
	OffersCreated, OffersUpdated         int
	ProductsCreated, CostsWritten        int
	// Undo is how purchasing takes it back.
	Undo string
}

// Import is a document that was imported.
type Import struct {
	Document document.ID
	Effects  Effects
	// Reference and Total are those of the document: another one with both and the supplier is likely to be the same paper.
	Reference string
	Total     optional.Maybe[money.Amount]
	// Targets were given to the document by the import.
	Targets []document.Target
}

// Blocker is a record that keeps an import from being taken back.
type Blocker struct {
	Type   string
	ID     int64
	Reason string
}

// Blocked is the fault of an import that cannot be taken back.
func Blocked(list []Blocker) *fault.Error {
	shown := make([]map[string]any, len(list))
	for i, b := range list {
		shown[i] = map[string]any{"type": b.Type, "id": b.ID, "reason": b.Reason}
	}
	return fault.New(fault.Rule, fault.CodeInvalidTransition, "Records that the import wrote have changed since, so it cannot be taken back.").
		At("/status").With("blockers", shown)
}
