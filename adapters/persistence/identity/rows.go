package identity

import (
	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

type teamRow struct {
	bun.BaseModel `bun:"table:teams"`

	ID                   int64                `bun:"id,pk,autoincrement" record:"team"`
	Name                 string               `bun:"name"`
	PlanCode             string               `bun:"plan_code"`
	PlanStatus           string               `bun:"plan_status"`
	PlanRenewsAt         *int64               `bun:"plan_renews_at"`
	TokensMonth          int64                `bun:"tokens_month"`
	Currency             string               `bun:"currency"`
	Timezone             string               `bun:"timezone"`
	DefaultMarketplaceID string               `bun:"default_marketplace_id"`
	Settings             db.JSON[settingsDoc] `bun:"settings"`
	Features             db.JSON[[]string]    `bun:"features"`
	Version              int64                `bun:"version"`
	CreatedAt            int64                `bun:"created_at"`
	UpdatedAt            int64                `bun:"updated_at"`
}

// settingsDoc stores amounts and percentages in ten-thousandths.
type settingsDoc struct {
	CostMethod         string      `json:"cost_method"`
	OverReceiptPercent *int64      `json:"over_receipt_percent"`
	DefaultExpenses    expensesDoc `json:"default_expenses"`
	Tax                *taxDoc     `json:"tax,omitzero"`
	Address            *string     `json:"address,omitzero"`
}

type taxDoc struct {
	Registrations    []registrationDoc `json:"registrations"`
	PricesIncludeVAT bool              `json:"prices_include_vat"`
}

type registrationDoc struct {
	Country   string  `json:"country"`
	VATNumber *string `json:"vat_number"`
	Scheme    string  `json:"scheme"`
	Since     *int64  `json:"since"` // days since 1970-01-01
}

type expensesDoc struct {
	PrepPerUnit     *int64 `json:"prep_per_unit"`
	InboundPerUnit  *int64 `json:"inbound_per_unit"`
	MiscPerUnit     *int64 `json:"misc_per_unit"`
	SalesTaxPercent *int64 `json:"sales_tax_percent"`
	ReturnsPercent  *int64 `json:"returns_percent"`
	StorageMonths   *int64 `json:"storage_months,omitzero"`
	VATScheme       string `json:"vat_scheme,omitzero"`
	VATFlatPercent  *int64 `json:"vat_flat_percent,omitzero"`
}

type userRow struct {
	bun.BaseModel `bun:"table:users"`

	ID          int64  `bun:"id,pk,autoincrement"`
	Email       string `bun:"email"`
	EmailFolded string `bun:"email_folded"`
	Name        string `bun:"name"`
	CreatedAt   int64  `bun:"created_at"`
}

type membershipRow struct {
	bun.BaseModel `bun:"table:memberships"`

	TeamID    int64  `bun:"team_id,pk"`
	UserID    int64  `bun:"user_id,pk"`
	Role      string `bun:"role"`
	CreatedAt int64  `bun:"created_at"`
}

type keyRow struct {
	bun.BaseModel `bun:"table:api_keys"`

	ID         int64             `bun:"id,pk,autoincrement"`
	TeamID     int64             `bun:"team_id"`
	UserID     int64             `bun:"user_id"`
	Name       string            `bun:"name"`
	Prefix     string            `bun:"prefix"`
	Last4      string            `bun:"last4"`
	Digest     []byte            `bun:"digest"`
	Scopes     db.JSON[[]string] `bun:"scopes"`
	LastUsedAt *int64            `bun:"last_used_at"`
	ExpiresAt  *int64            `bun:"expires_at"`
	RevokedAt  *int64            `bun:"revoked_at"`
	CreatedAt  int64             `bun:"created_at"`
}

// accessRow has a key, the role of its user, and the default marketplace of its team.
type accessRow struct {
	bun.BaseModel `bun:"table:api_keys"`

	keyRow
	// Role stays null after the user has left the team.
	Role *string `bun:"role" record:"counted"`
	Home string  `bun:"home" record:"counted"`
}

type loginRow struct {
	bun.BaseModel `bun:"table:console_logins"`

	TeamID    int64  `bun:"team_id,pk"`
	Digest    []byte `bun:"digest,pk"`
	KeyID     int64  `bun:"key_id"`
	CreatedAt int64  `bun:"created_at"`
	ExpiresAt int64  `bun:"expires_at"`
}

type reservationRow struct {
	bun.BaseModel `bun:"table:token_reservations"`

	ID        int64 `bun:"id,pk,autoincrement"`
	TeamID    int64 `bun:"team_id"`
	Period    int32 `bun:"period"`
	Tokens    int64 `bun:"tokens"`
	ExpiresAt int64 `bun:"expires_at"`
}
