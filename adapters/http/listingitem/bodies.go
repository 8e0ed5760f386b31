package listingitem

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
)

// Item has a listing as Amazon stores it.
type Item struct {
	SKU                     string          `json:"sku" doc:"The seller's own name of the offer."`
	Summaries               *[]Summary      `json:"summaries" doc:"The listing at a glance; null unless asked for."`
	Attributes              *Attributes     `json:"attributes" doc:"Attributes that the seller has submitted to Amazon; null unless asked for."`
	Issues                  *[]Issue        `json:"issues" doc:"Problems that Amazon finds; null unless asked for."`
	Offers                  *[]Price        `json:"offers" doc:"Prices that buyers pay; null unless asked for."`
	FulfillmentAvailability *[]Availability `json:"fulfillmentAvailability" doc:"The seller's stock; null unless asked for."`
	Procurement             *[]Procurement  `json:"procurement" doc:"Prices that a vendor is paid; null unless asked for."`
	Relationships           *[]Relations    `json:"relationships" doc:"Listings that belong together; null unless asked for."`
	ProductTypes            *[]ProductType  `json:"productTypes" doc:"Kind of product; null unless asked for."`
}

// Summary has the main facts of a listing.
type Summary struct {
	MarketplaceID   string     `json:"marketplaceId" doc:"The marketplace."`
	ASIN            *string    `json:"asin" doc:"The product; null until Amazon has found or made one."`
	ProductType     *string    `json:"productType" doc:"Kind of product."`
	ConditionType   *string    `json:"conditionType" doc:"Condition of the units; new_new for new units."`
	Status          []string   `json:"status" doc:"BUYABLE, DISCOVERABLE; empty for a listing that shoppers cannot see."`
	FNSKU           *string    `json:"fnSku" doc:"Amazon's own name of the units it keeps."`
	ItemName        *string    `json:"itemName" doc:"The title."`
	CreatedDate     *body.Time `json:"createdDate" doc:"When the listing was made."`
	LastUpdatedDate *body.Time `json:"lastUpdatedDate" doc:"When it last changed."`
	MainImage       *Image     `json:"mainImage" doc:"The picture buyers see first."`
}

// Image has the address and size of a picture.
type Image struct {
	Link   string `json:"link" doc:"Where it is."`
	Height int64  `json:"height" doc:"Height in pixels; 0 if unknown."`
	Width  int64  `json:"width" doc:"Width in pixels; 0 if unknown."`
}

// Attributes has the attributes that a seller submitted for a listing, in the form of its product
// type.
type Attributes json.RawMessage

func (a Attributes) MarshalJSON() ([]byte, error) { return a, nil }

func (Attributes) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{
		Description: "A list with one entry per marketplace, language or other property that distinguishes values.",
	}}
}

// Issue describes a problem that Amazon found in a listing.
type Issue struct {
	Code           string   `json:"code" doc:"Amazon's code."`
	Message        string   `json:"message" doc:"A sentence in the language of issueLocale."`
	Severity       string   `json:"severity" doc:"ERROR, WARNING or INFO."`
	AttributeNames []string `json:"attributeNames" doc:"The attributes that are wrong."`
	Categories     []string `json:"categories" doc:"Categories of the issue."`
	Actions        []string `json:"actions" doc:"Amazon's actions, such as LISTING_SUPPRESSED."`
}

// Sum has an amount in its currency.
type Sum struct {
	Amount   body.Money `json:"amount" doc:"The amount."`
	Currency string     `json:"currency" doc:"ISO 4217 code."`
}

// Price has the price for a kind of buyer.
type Price struct {
	MarketplaceID string  `json:"marketplaceId" doc:"The marketplace."`
	OfferType     string  `json:"offerType" doc:"B2C for consumers, B2B for businesses."`
	Audience      *string `json:"audience" doc:"Which buyers, where the price is not for all."`
	Price         *Sum    `json:"price" doc:"The price; null when Amazon reports no price."`
	Points        *int64  `json:"points" doc:"Points a buyer gets, in Japan."`
}

// Availability has the stock of a fulfilment channel.
type Availability struct {
	FulfillmentChannelCode string `json:"fulfillmentChannelCode" doc:"DEFAULT for units the seller ships, Amazon's code for its own fulfilment."`
	Quantity               *int64 `json:"quantity" doc:"Units that can be sold."`
}

// Procurement has the price paid to a vendor.
type Procurement struct {
	CostPrice *Sum `json:"costPrice" doc:"Price paid for a unit."`
}

// Relations lists the related listings on one marketplace.
type Relations struct {
	MarketplaceID string     `json:"marketplaceId" doc:"The marketplace."`
	Relationships []Relation `json:"relationships" doc:"How they belong together."`
}

// Relation describes a variation or a package hierarchy.
type Relation struct {
	Type       string   `json:"type" doc:"VARIATION or PACKAGE_HIERARCHY."`
	ParentSKUs []string `json:"parentSkus" doc:"The listings above."`
	ChildSKUs  []string `json:"childSkus" doc:"The listings below."`
	Theme      *string  `json:"theme" doc:"Theme of the variations; null for packages."`
	Attributes []string `json:"attributes" doc:"The attributes in which variations differ."`
}

// ProductType names the product type of a listing.
type ProductType struct {
	MarketplaceID string `json:"marketplaceId" doc:"The marketplace."`
	ProductType   string `json:"productType" doc:"Amazon's word for it."`
}

// SearchResult has a page of listings.
type SearchResult struct {
	NumberOfResults int64      `json:"numberOfResults" doc:"Listings over all pages."`
	Items           []Item     `json:"items" doc:"The listings of this page."`
	Pagination      Pagination `json:"pagination" doc:"The pages beside this one."`
}

// Pagination has the tokens of the pages before and after.
type Pagination struct {
	NextToken     *string `json:"nextToken" doc:"pageToken of the following page; null on the last page."`
	PreviousToken *string `json:"previousToken" doc:"pageToken of the page before; null on the first page."`
}

// Submission has Amazon's answer to a submitted listing.
type Submission struct {
	SKU          string  `json:"sku" doc:"The seller's own name of the offer."`
	ASIN         string  `json:"asin" doc:"The product."`
	Status       string  `json:"status" doc:"ACCEPTED when Amazon has taken the listing, which buyers see some minutes later; VALID when a dry run found nothing wrong."`
	SubmissionID *string `json:"submissionId" doc:"Amazon's name of the submission."`
	Issues       []Issue `json:"issues" doc:"Issues that Amazon reports although it takes the listing."`
	DryRun       bool    `json:"dryRun" doc:"Whether the listing was only judged and nothing written."`
}

// Deletion has Amazon's answer to the deletion of a listing.
type Deletion struct {
	SKU          string  `json:"sku" doc:"The seller's own name of the offer."`
	Status       string  `json:"status" doc:"ACCEPTED when Amazon has taken the order, which it carries out some minutes later."`
	SubmissionID *string `json:"submissionId" doc:"Amazon's name of the submission."`
	Issues       []Issue `json:"issues" doc:"Issues that Amazon reports."`
}

// Offer describes an offer to be listed. Missing members come from the SKU's draft, if a draft is
// ready.
type Offer struct {
	ASIN               body.Opt[string]             `json:"asin,omitzero" pattern:"^[0-9A-Za-z]{10}$" patternDescription:"10 letters or digits" doc:"The product. Needed unless the SKU has a draft that is ready. A draft of another product is not used."`
	Price              body.Opt[body.PositiveMoney] `json:"price,omitzero" doc:"Price of a unit, in the currency of the marketplace and with no more decimals than it has; between minPrice and maxPrice. Needed unless the SKU has a draft that is ready."`
	ConditionType      body.Opt[string]             `json:"conditionType,omitzero" enum:"new_new,new_open_box,new_oem,refurbished_refurbished,used_like_new,used_very_good,used_good,used_acceptable,collectible_like_new,collectible_very_good,collectible_good,collectible_acceptable,club_club" doc:"Condition of the units; when absent the draft's, else new_new. A draft of collectible units does not name one of the four conditions, so it is needed then."`
	FulfillmentChannel body.Opt[string]             `json:"fulfillmentChannel,omitzero" enum:"MFN,AFN" doc:"MFN when the seller ships, AFN when Amazon does (FBA). When absent the draft's, else MFN."`
	Quantity           body.Opt[int64]              `json:"quantity,omitzero" minimum:"0" maximum:"99999999" doc:"Units the seller has. Needed with MFN unless the draft has it, refused with AFN, where Amazon counts."`
	MinPrice           body.Opt[body.PositiveMoney] `json:"minPrice,omitzero" doc:"The lowest price the listing may ever have."`
	MaxPrice           body.Opt[body.PositiveMoney] `json:"maxPrice,omitzero" doc:"The highest price the listing may ever have."`
	LeadTimeDays       body.Opt[int64]              `json:"leadTimeDays,omitzero" minimum:"0" maximum:"365" doc:"Days until the seller hands a parcel over; only with MFN."`
}
