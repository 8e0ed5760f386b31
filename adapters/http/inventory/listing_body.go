package inventory

import (
	"bytes"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
)

// Listing shows a draft or a live listing to clients.
type Listing struct {
	ID                   int64              `json:"id" doc:"Identifier of the listing."`
	Kind                 string             `json:"kind" doc:"draft, or live for a listing at the marketplace."`
	Status               string             `json:"status" doc:"incomplete, ready, submitting, live or rejected."`
	SellerAccountID      int64              `json:"seller_account_id" doc:"The connection to the seller account."`
	SKU                  string             `json:"sku" doc:"The seller's own name of the offer."`
	ASIN                 *string            `json:"asin" doc:"The product; null for a live listing without an ASIN from Amazon."`
	MarketplaceID        string             `json:"marketplace_id" doc:"The marketplace of the offer."`
	ProductType          *string            `json:"product_type" doc:"Amazon's word for what kind of product it is."`
	Condition            string             `json:"condition" doc:"Condition of the units."`
	Price                *body.Money        `json:"price" doc:"Cost of a unit."`
	Currency             string             `json:"currency" doc:"ISO 4217 code of the prices: the currency of the marketplace."`
	MinPrice             *body.Money        `json:"min_price" doc:"The lowest price the listing may ever have."`
	MaxPrice             *body.Money        `json:"max_price" doc:"The highest price the listing may ever have."`
	Quantity             *int64             `json:"quantity" doc:"Units the seller has; null for fba, where Amazon counts."`
	FulfillmentChannel   string             `json:"fulfillment_channel" doc:"fba when Amazon ships, fbm when the seller does."`
	InventoryProductID   *int64             `json:"inventory_product_id" doc:"The inventory product of the offer."`
	Attributes           Attributes         `json:"attributes" doc:"Further attributes of a draft in Amazon's own form, as they were given."`
	Issues               []ListingIssue     `json:"issues" doc:"Issues of the listing; errors keep a draft from being sent."`
	RestrictionStatus    *string            `json:"restriction_status" doc:"ALLOWED_TO_SELL, NOT_ELIGIBLE or APPROVAL_REQUIRED; null while it could not be found out, and for listings that a sync has found."`
	RestrictionCheckedAt *body.Time         `json:"restriction_checked_at" doc:"When that was found out."`
	Submission           *ListingSubmission `json:"submission" doc:"The last time the offer was sent to Amazon by PUT /listings-items/{sku}."`
	Source               ListingSource      `json:"source" doc:"Where the listing came from."`
	Tags                 []body.RecordTag   `json:"tags" doc:"Its tags."`
	NotesCount           int64              `json:"notes_count" doc:"How many notes it has."`
	Version              int64              `json:"version" doc:"Counts changes of the members shown, from 1."`
	CreatedAt            body.Time          `json:"created_at" doc:"When it was made here."`
	UpdatedAt            body.Time          `json:"updated_at" doc:"When it last changed here."`
}

// LiveMembers lists the members that change without updated_at.
func (Listing) LiveMembers() []string {
	return []string{"notes_count"}
}

// ListingIssue describes a problem of a listing.
type ListingIssue struct {
	Code      string  `json:"code" doc:"A word of this service, such as price_missing, or Amazon's own code."`
	Severity  string  `json:"severity" doc:"error or warning."`
	Attribute *string `json:"attribute" doc:"The member or attribute it is about."`
	Message   string  `json:"message" doc:"A sentence for people."`
}

// ListingSubmission describes an offer that was sent.
type ListingSubmission struct {
	ID          *string   `json:"id" doc:"Amazon's name of the submission; null before it has answered."`
	SubmittedAt body.Time `json:"submitted_at" doc:"When it was sent."`
	Result      string    `json:"result" doc:"accepted, invalid, or pending while unknown."`
}

// ListingSource names the source of a listing.
type ListingSource struct {
	Kind string `json:"kind" doc:"manual, document, price_list, purchase_order, repricer, sync or api."`
	ID   *int64 `json:"id" doc:"The record it came from."`
}

// Attributes has an object in Amazon's own form: it maps the name of each attribute to a list of
// values.
type Attributes json.RawMessage

func (a Attributes) MarshalJSON() ([]byte, error) { return a, nil }

// Removes only the blanks between values.
func (a *Attributes) UnmarshalJSON(b []byte) error {
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		return err
	}
	*a = out.Bytes()
	return nil
}

func (Attributes) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// NewListings has up to 100 drafts to make.
type NewListings struct {
	Items       []NewListing          `json:"items" minItems:"1" maxItems:"100" doc:"The drafts to make."`
	OnExisting  body.Opt[string]      `json:"on_existing,omitzero" enum:"fail,replace" doc:"Action if a draft with the SKU exists: the new draft fails, or replaces it with the new members; fail when absent."`
	SKUTemplate body.Opt[SKUTemplate] `json:"sku_template,omitzero" doc:"Makes the SKUs of items without a SKU: text with the words {supplier}, {asin}, {yymmdd}, {cost} (unit cost of the inventory product) and {seq} (a number that goes up). A word without a value is left out, with a warning. A SKU that is taken gets -2, -3 and so on. An item with a SKU of more than 40 characters fails."`
}

// SKUTemplate makes SKUs.
type SKUTemplate string

func (SKUTemplate) Schema(huma.Registry) *huma.Schema {
	least, most := 1, 100
	return &huma.Schema{
		Type: huma.TypeString, MinLength: &least, MaxLength: &most, Pattern: inventory.SKUTemplatePattern,
		PatternDescription: "text with the words {supplier}, {asin}, {yymmdd}, {cost}, {seq}",
	}
}

// NewListing describes a draft to make.
type NewListing struct {
	SKU                body.Opt[string]               `json:"sku,omitzero" minLength:"1" maxLength:"40" doc:"The seller's own name of the offer, case-sensitive, without a space at its ends. Needed unless sku_template makes it."`
	ASIN               ListingASIN                    `json:"asin" doc:"The product."`
	MarketplaceID      body.Opt[body.MarketplaceID]   `json:"marketplace_id,omitzero" doc:"The marketplace of the offer; the account's when absent."`
	ProductType        body.Field[string]             `json:"product_type,omitzero" minLength:"1" maxLength:"100" pattern:"^[A-Z0-9_]+$" patternDescription:"capitals, digits and underscores" doc:"Amazon's word for what kind of product it is; PRODUCT when absent, and the catalogue's when the draft is sent."`
	Condition          body.Opt[string]               `json:"condition,omitzero" enum:"new,used_like_new,used_very_good,used_good,used_acceptable,refurbished,collectible" doc:"Condition of the units; new when absent."`
	Price              body.Field[body.PositiveMoney] `json:"price,omitzero" doc:"Price of a unit, in the currency of the marketplace; a draft without a price is incomplete."`
	MinPrice           body.Field[body.PositiveMoney] `json:"min_price,omitzero" doc:"The lowest price the listing may ever have."`
	MaxPrice           body.Field[body.PositiveMoney] `json:"max_price,omitzero" doc:"The highest price the listing may ever have."`
	Quantity           body.Field[int64]              `json:"quantity,omitzero" minimum:"0" maximum:"99999999" doc:"Units the seller has; must be null for fba."`
	FulfillmentChannel body.Opt[string]               `json:"fulfillment_channel,omitzero" enum:"fba,fbm" doc:"fba when Amazon ships, fbm when the seller does; fba when absent."`
	InventoryProductID body.Field[body.RecordID]      `json:"inventory_product_id,omitzero" doc:"The inventory product of the offer."`
	Attributes         body.Opt[Attributes]           `json:"attributes,omitzero" doc:"Further attributes in Amazon's own form, at most 64 KiB. They are checked against the schema of the product type. The members above replace attributes of the same meaning."`
}

// ListingASIN takes Amazon's product id, in either letter case.
type ListingASIN string

func (ListingASIN) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[0-9A-Za-z]{10}$`, PatternDescription: "an ASIN: 10 letters or digits"}
}

// CreatedListing has the result for one draft.
type CreatedListing struct {
	Index   int            `json:"index" doc:"The place of the draft in the call, from 0."`
	ID      *int64         `json:"id" doc:"Identifier of the listing; null if no draft was made."`
	Status  string         `json:"status" enum:"created,updated,unchanged,failed" doc:"Outcome of the row."`
	Listing *Listing       `json:"listing,omitempty" doc:"The draft; only there when it did not fail."`
	Error   *body.RowError `json:"error,omitempty" doc:"Why the row failed; only there when it did. duplicate names the other listing in existing_id, invalid_state the states it can come to in allowed."`
}

func listingOf(s listings.Listing) Listing {
	o := s.Offer
	return Listing{
		ID: int64(s.ID), Kind: string(s.Kind), Status: string(s.Status), SellerAccountID: int64(s.Connection),
		SKU: s.Key.SKU, MarketplaceID: string(s.Key.Marketplace), ProductType: o.ProductType.Ptr(), Condition: string(o.Condition),
		Price: body.Maybe(o.Price, body.MoneyOf), Currency: string(s.Currency),
		MinPrice: body.Maybe(o.MinPrice, body.MoneyOf), MaxPrice: body.Maybe(o.MaxPrice, body.MoneyOf),
		Quantity: o.Quantity.Ptr(), FulfillmentChannel: string(o.Channel), InventoryProductID: o.Product.Ptr(),
		Attributes: Attributes(o.Attributes), ASIN: body.Text(o.ASIN),
		Issues: body.Each(s.Issues, func(i inventory.ListingIssue) ListingIssue {
			return ListingIssue{Code: i.Code, Severity: string(i.Severity), Attribute: i.Attribute.Ptr(), Message: i.Message}
		}),
		RestrictionStatus:    body.Maybe(s.Permission, func(p inventory.Permission) string { return string(p) }),
		RestrictionCheckedAt: body.Maybe(s.CheckedAt, body.TimeOf),
		Submission: body.Maybe(s.Submission, func(sent inventory.ListingSubmission) ListingSubmission {
			return ListingSubmission{ID: sent.ID.Ptr(), SubmittedAt: body.TimeOf(sent.At), Result: string(sent.Result)}
		}),
		Source: sourceOf(s.Source), Tags: body.RecordTags(s.Marks), NotesCount: s.Notes,
		Version: s.Version, CreatedAt: body.TimeOf(s.CreatedAt), UpdatedAt: body.TimeOf(s.UpdatedAt),
	}
}

func sourceOf(s inventory.Source) ListingSource {
	return ListingSource{Kind: string(s.Kind), ID: s.ID.Ptr()}
}
