package identity

import (
	"sellingassistant/adapters/http/httpx/body"
)

// Me has the classic answer about the caller.
type Me struct {
	ID             int64     `json:"id" doc:"The user's id."`
	Email          string    `json:"email" doc:"The user's address."`
	Name           string    `json:"name" doc:"The user's name."`
	TokensLeft     int64     `json:"tokensLeft" minimum:"0" doc:"Tokens of the team that are left this month. tokensLeft and tokensUsed add up to tokensLimit."`
	TokensUsed     int64     `json:"tokensUsed" minimum:"0" doc:"Tokens that the team has used this month."`
	TokensLimit    int64     `json:"tokensLimit" minimum:"0" doc:"The team's tokens in a calendar month, UTC."`
	TokensRefillAt body.Time `json:"tokensRefillAt" doc:"When the next month begins and the tokens are full again."`
}

// Account describes the caller's team.
type Account struct {
	ID                   int64        `json:"id" doc:"The team's id."`
	Name                 string       `json:"name" doc:"The team's name."`
	Plan                 Plan         `json:"plan"`
	Currency             string       `json:"currency" doc:"ISO 4217 code. The default of calls that give no currency."`
	Timezone             string       `json:"timezone" doc:"IANA name. The default of calls that give no time zone."`
	DefaultMarketplaceID string       `json:"default_marketplace_id" doc:"Default of calls and new listings."`
	Connections          []Connection `json:"connections" doc:"The team's seller accounts."`
	Limits               Limits       `json:"limits"`
	Usage                Limits       `json:"usage"`
	Settings             Settings     `json:"settings"`
	Features             []string     `json:"features" doc:"Features that are switched on for the team."`
	Version              int64        `json:"version" doc:"Grows with every change of the team."`
	CreatedAt            body.Time    `json:"created_at"`
	UpdatedAt            body.Time    `json:"updated_at"`
}

// Plan describes the team's subscription.
type Plan struct {
	Code     string     `json:"code" doc:"The plan."`
	Status   string     `json:"status" enum:"trialing,active,past_due,cancelled" doc:"With past_due and cancelled, calls that cost tokens answer 402 subscription_inactive."`
	RenewsAt *body.Time `json:"renews_at" doc:"When the subscription is renewed."`
}

// Connection describes a seller account of the team.
type Connection struct {
	ID             int64      `json:"id" doc:"The connection's id."`
	Type           string     `json:"type" enum:"amazon" doc:"The marketplace's operator."`
	Region         string     `json:"region" enum:"na,eu,fe" doc:"The region the seller's grant covers."`
	SellerIDLast4  string     `json:"seller_id_last4" doc:"The end of the seller id."`
	MarketplaceIDs []string   `json:"marketplace_ids" doc:"The marketplaces it serves."`
	Status         string     `json:"status" enum:"active,needs_attention,revoked" doc:"Anything but active explains a 403 integration_needs_attention."`
	ConnectedAt    body.Time  `json:"connected_at"`
	ProvenAt       *body.Time `json:"proven_at" doc:"When the account accepted a call that names its seller id. Null: the id is only claimed, and no notifications of the marketplace are received."`
	Shared         bool       `json:"shared" doc:"Another team has proven the same seller account."`
	LastSyncAt     *body.Time `json:"last_sync_at" doc:"When SKUs and listings were last made equal to the marketplace's; null before the first time."`
	LastErrorCode  *string    `json:"last_error_code" doc:"Code of a problem: the marketplace's own when it refuses the account, else why the last sync failed or waits. Null without a problem."`
}

// Limits has bounds, or the used part of them.
type Limits struct {
	TokensMonth        int64 `json:"tokens_month" minimum:"0" doc:"Tokens in a calendar month, UTC."`
	DocumentBytes      int64 `json:"document_bytes" minimum:"0" doc:"Bytes of all documents."`
	PriceListRowsMonth int64 `json:"price_list_rows_month" minimum:"0" doc:"Rows of price lists analysed in a calendar month, UTC."`
	RepricerProducts   int64 `json:"repricer_products" minimum:"0" doc:"Products in the repricer."`
	Members            int64 `json:"members" minimum:"0" doc:"Users of the team."`
}

// Settings has the team's defaults for calculations.
type Settings struct {
	CostMethod string `json:"cost_method" enum:"latest,weighted_average,fifo" doc:"How the cost of a sold unit is found."`

	OverReceiptPercent *body.Percent `json:"over_receipt_percent" doc:"Units beyond the ordered ones; null is no limit."`

	DefaultExpenses Expenses `json:"default_expenses"`
	Tax             *TeamTax `json:"tax" doc:"Registrations for VAT; null until they are stated."`
	Address         *string  `json:"address" doc:"Address of the company on purchase orders; null without it."`
}

// TeamTax says where the team is registered for VAT.
type TeamTax struct {
	Registrations []VATRegistration `json:"registrations" doc:"By country and first day. Empty: registered nowhere."`

	PricesIncludeVAT bool `json:"prices_include_vat" doc:"Of purchases from suppliers that do not say."`
}

// VATRegistration registers the team for VAT in a country.
type VATRegistration struct {
	Country   string  `json:"country" doc:"ISO 3166-1 code of two letters."`
	VATNumber *string `json:"vat_number" doc:"The number there, in capitals and without spaces."`
	Scheme    string  `json:"scheme" enum:"standard,small_business,flat,margin" doc:"How VAT is paid there."`
	Since     *string `json:"since" format:"date" doc:"The first day, up to that of a later one; null for always."`
}

// Expenses apply to calls that give no expenses; the amounts are in the team's currency.
type Expenses struct {
	PrepPerUnit     *body.Money   `json:"prep_per_unit" doc:"Preparation of a unit."`
	InboundPerUnit  *body.Money   `json:"inbound_per_unit" doc:"Transport of a unit to the marketplace's warehouse."`
	MiscPerUnit     *body.Money   `json:"misc_per_unit" doc:"Anything else per unit."`
	SalesTaxPercent *body.Percent `json:"sales_tax_percent" doc:"Sales tax on purchases."`
	ReturnsPercent  *body.Percent `json:"returns_percent" doc:"Units that come back."`
	StorageMonths   *body.Money   `json:"storage_months" doc:"Months of storage by Amazon; null counts 1."`
	VATScheme       *string       `json:"vat_scheme" enum:"none,standard,not_registered,flat" doc:"Null counts standard."`
	VATFlatPercent  *body.Percent `json:"vat_flat_percent" doc:"Of the scheme flat; null counts 0."`
}

// User describes the caller.
type User struct {
	ID     int64     `json:"id" doc:"The user's id."`
	Email  string    `json:"email" doc:"The user's address."`
	Name   string    `json:"name" doc:"The user's name."`
	Role   string    `json:"role" enum:"owner,admin,member,viewer" doc:"The role in the key's team. A viewer only reads, whatever the key's scopes say."`
	Teams  []TeamRef `json:"teams" doc:"Every team the user belongs to."`
	APIKey APIKey    `json:"api_key"`
}

// TeamRef names a team the user belongs to.
type TeamRef struct {
	ID     int64  `json:"id" doc:"The team's id."`
	Name   string `json:"name" doc:"The team's name."`
	Active bool   `json:"active" doc:"True for the team of the key in use."`
}

// APIKey describes the key in use. The key itself is shown only when it is made.
type APIKey struct {
	ID         int64      `json:"id" doc:"The key's id."`
	Name       string     `json:"name" doc:"The key's name."`
	Prefix     string     `json:"prefix" doc:"How the key begins."`
	Last4      string     `json:"last4" doc:"How the key ends."`
	Scopes     []string   `json:"scopes" doc:"Permissions of the key: read, write, or either for a single group, such as documents:read."`
	LastUsedAt *body.Time `json:"last_used_at" doc:"The last use, to within a minute."`
	ExpiresAt  *body.Time `json:"expires_at" doc:"When the key ends; null for never."`
}
