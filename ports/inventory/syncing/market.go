package syncing

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// Market reads an account's data from the marketplace. Faults: Invalid upstream_rejected, Forbidden
// integration_needs_attention, Limited upstream_rate_limited with RetryAfter, Unavailable
// upstream_unavailable. Its calls have a lower priority than calls that a request waits for.
type Market interface {
	// Listings reads a page of listings of a marketplace.
	Listings(ctx context.Context, a account.Seller, m marketplace.ID, q syncing.Query) (syncing.Page, error)
	// Named reads listings by SKU, at most syncing.PageSize. Unknown SKUs are left out.
	Named(ctx context.Context, a account.Seller, m marketplace.ID, skus []string) ([]inventory.Observation, error)
	// Stock reads the marketplace's stock of SKUs, at most StockSize. SKUs that it never stored are
	// left out.
	Stock(ctx context.Context, a account.Seller, m marketplace.ID, skus []string) ([]inventory.Stock, error)
	// ChangedStock reads a page of the stock that changed since a time, which is
	// at most 18 months ago. A token that is too old is ErrToken.
	ChangedStock(ctx context.Context, a account.Seller, m marketplace.ID, since time.Time, token string) (rows []inventory.Stock, next string, err error)
}

// StockSize bounds the SKUs per call for stock.
const StockSize = 50

// ErrToken reports an expired token of ChangedStock. Tokens live 30 seconds.
var ErrToken = errors.New("inventory: the marketplace's paging token has died")
