package document

import (
	"context"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Catalogue reads the active products, and the SKUs, of a team that have one of the keys. It uses
// one statement for each kind of key, and no statement without keys.
type Catalogue func(
	ctx context.Context, team id.Team, keys importing.Keys,
) ([]importing.Product, []importing.SKU, error)

// Purchasing reads the suppliers, offers and orders of a team, and books documents. Import and
// TakeBack take part in the transaction of ctx. That transaction locks the document first.
type Purchasing interface {
	// Suppliers reads the suppliers that may be the issuer, each with its strongest sign.
	Suppliers(ctx context.Context, team id.Team, issuer reading.Issuer) ([]importing.Candidate, error)
	// Supplier reads the name of a live supplier; it returns false for another id.
	Supplier(ctx context.Context, team id.Team, supplier int64) (string, bool, error)
	// Offers reads the active offers of a supplier that have one of the keys.
	Offers(ctx context.Context, team id.Team, supplier int64, keys importing.Keys) ([]importing.Offer, error)
	// Order reads a live order with its items. Numbered finds it by its number, in any letter case,
	// and leaves out cancelled orders. Both return false without such an order.
	Order(ctx context.Context, team id.Team, order int64) (importing.Order, bool, error)
	Numbered(ctx context.Context, team id.Team, number string) (importing.Order, bool, error)
	// Open reads the newest open orders of a supplier, at most so many, with their items.
	Open(ctx context.Context, team id.Team, supplier int64, most int) ([]importing.Order, error)
	// Reckon computes the sums of the orders that plans would make, if it can. In a mode that
	// changes an order it counts the lines of the plan alone.
	Reckon(ctx context.Context, team id.Team, plans []importing.Plan) ([]importing.Reckoned, error)

	// Import books a plan. In a partial plan, it answers a line that cannot be booked as refused.
	// In any other plan, such a line is a fault that points below /lines, and Import writes
	// nothing.
	Import(ctx context.Context, who caller.Caller, p importing.Plan) ([]importing.Booked, importing.Effects, error)
	// TakeBack undoes the writes of an import. If blockers prevent that, it returns them and
	// changes nothing.
	TakeBack(ctx context.Context, who caller.Caller, e importing.Effects) ([]importing.Blocker, error)
}

// Imports stores the imports of documents.
type Imports interface {
	// Find reads the import of a document; it returns false without an import.
	Find(ctx context.Context, team id.Team, doc document.ID) (importing.Import, bool, error)
	// Same finds another imported document of a supplier with the number, in any letter case, and
	// the total. It returns 0 if there is no such document.
	Same(ctx context.Context, team id.Team, doc document.ID, supplier int64, reference string, total optional.Maybe[money.Amount]) (document.ID, error)
	Insert(ctx context.Context, team id.Team, one importing.Import, at time.Time) error
	Remove(ctx context.Context, team id.Team, doc document.ID) error
}

// Layouts stores how a supplier's documents lay out their tables, as imports confirmed it. Both
// methods take part in the transaction of ctx.
type Layouts interface {
	// Of reads the layouts of a supplier, at most 200.
	Of(ctx context.Context, team id.Team, supplier int64) ([]reading.Layout, error)
	// Keep stores a layout in place of another with the same fingerprint.
	Keep(ctx context.Context, team id.Team, supplier int64, l reading.Layout, at time.Time) error
}
