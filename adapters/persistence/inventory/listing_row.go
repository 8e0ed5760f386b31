package inventory

import (
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

type listingSnapshot = inventory.ListingSnapshot

// listingRow has the columns of a stored listing.
type listingRow struct {
	bun.BaseModel `bun:"table:inventory_listings"`

	ID          int64                   `bun:"id,pk,autoincrement"`
	Team        id.Team                 `bun:"team_id"`
	Connection  id.Connection           `bun:"connection_id"`
	Seller      string                  `bun:"seller_id"`
	Marketplace marketplaceID           `bun:"marketplace_id"`
	SKU         string                  `bun:"sku"`
	Kind        inventory.ListingKind   `bun:"kind"`
	Status      inventory.ListingStatus `bun:"status"`
	ASIN        string                  `bun:"asin"`
	ProductType *string                 `bun:"product_type"`
	Condition   inventory.Condition     `bun:"condition"`
	Channel     inventory.Channel       `bun:"fulfillment_channel"`
	Currency    money.Currency          `bun:"currency"`
	Price       *int64                  `bun:"price"`
	MinPrice    *int64                  `bun:"min_price"`
	MaxPrice    *int64                  `bun:"max_price"`
	Quantity    *int64                  `bun:"quantity"`
	Product     *int64                  `bun:"inventory_product_id"`
	Attributes  string                  `bun:"attributes"`
	// Issues has a JSON list of storedIssue.
	Issues           string               `bun:"issues"`
	Permission       *string              `bun:"restriction_status"`
	CheckedAt        *int64               `bun:"restriction_checked_at"`
	SubmissionID     *string              `bun:"submission_id"`
	SubmissionResult *string              `bun:"submission_result"`
	SubmittedAt      *int64               `bun:"submitted_at"`
	SourceKind       inventory.SourceKind `bun:"source_kind"`
	SourceID         *int64               `bun:"source_id"`
	SeenRun          int64                `bun:"seen_run"`
	SeenAt           *int64               `bun:"seen_at"`
	ChangedAt        *int64               `bun:"changed_at"`
	Version          int64                `bun:"version"`
	CreatedAt        int64                `bun:"created_at"`
	UpdatedAt        int64                `bun:"updated_at"`
	DeletedAt        *int64               `bun:"deleted_at" record:"derived"`
}

var listingTable = record.Table[listingRow, listingSnapshot]{
	Row: listingRowOf, Snapshot: (*listingRow).snapshot, Key: skuKey, Fixed: skuKey, Refuse: true,
}

func listingRowOf(s listingSnapshot) listingRow {
	r := listingRow{
		ID: int64(s.ID), Team: s.Team, Connection: s.Connection, Seller: s.Key.Seller, Marketplace: s.Key.Marketplace, SKU: s.Key.SKU,
		Kind: s.Kind, Status: s.Status, ASIN: s.Offer.ASIN, ProductType: s.Offer.ProductType.Ptr(), Condition: s.Offer.Condition,
		Channel: s.Offer.Channel, Currency: s.Currency, Price: units(s.Offer.Price), MinPrice: units(s.Offer.MinPrice),
		MaxPrice: units(s.Offer.MaxPrice), Quantity: s.Offer.Quantity.Ptr(), Product: s.Offer.Product.Ptr(), Attributes: s.Offer.Attributes,
		Issues: issuesText(s.Issues), Permission: record.Text(s.Permission), CheckedAt: record.Number(s.CheckedAt, db.Micros),
		SourceKind: s.Source.Kind, SourceID: s.Source.ID.Ptr(), SeenRun: s.Seen.Run, SeenAt: record.Number(s.Seen.At, db.Micros),
		ChangedAt: record.Number(s.Seen.ChangedAt, db.Micros), Version: s.Version,
		CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
	}
	if sent, ok := s.Submission.Get(); ok {
		r.SubmissionID, r.SubmissionResult, r.SubmittedAt = sent.ID.Ptr(), new(string(sent.Result)), new(db.Micros(sent.At))
	}
	return r
}

func (r *listingRow) snapshot() (listingSnapshot, error) {
	s := listingSnapshot{
		ID: inventory.ListingID(r.ID), Team: r.Team, Connection: r.Connection,
		Key:  inventory.ListingKey{Seller: r.Seller, Marketplace: r.Marketplace, SKU: r.SKU},
		Kind: r.Kind, Status: r.Status, Currency: r.Currency,
		Offer: inventory.ListingOffer{
			ASIN: r.ASIN, ProductType: optional.Of(r.ProductType), Condition: r.Condition, Channel: r.Channel,
			Price: amount(r.Price), MinPrice: amount(r.MinPrice), MaxPrice: amount(r.MaxPrice),
			Quantity: optional.Of(r.Quantity), Product: optional.Of(r.Product), Attributes: r.Attributes,
		},
		Permission: record.MaybeText[inventory.Permission](r.Permission), CheckedAt: record.Maybe(r.CheckedAt, db.FromMicros),
		Source: inventory.Source{Kind: r.SourceKind, ID: optional.Of(r.SourceID)},
		Seen: inventory.ListingSeen{
			Run: r.SeenRun, At: record.Maybe(r.SeenAt, db.FromMicros), ChangedAt: record.Maybe(r.ChangedAt, db.FromMicros),
		},
		Version: r.Version, CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}
	if r.SubmissionResult != nil && r.SubmittedAt != nil {
		s.Submission = optional.Some(inventory.ListingSubmission{
			ID: optional.Of(r.SubmissionID), At: db.FromMicros(*r.SubmittedAt), Result: inventory.SubmissionResult(*r.SubmissionResult),
		})
	}
	var err error
	s.Issues, err = issuesOf(r.Issues)
	return s, err
}

// storedIssue has the JSON form of an issue.
type storedIssue struct {
	Code      string  `json:"code"`
	Severity  string  `json:"severity"`
	Attribute *string `json:"attribute,omitempty"`
	Message   string  `json:"message"`
}

func issuesText(issues []inventory.ListingIssue) string {
	b, err := json.Marshal(each(issues, func(i inventory.ListingIssue) storedIssue {
		return storedIssue{i.Code, string(i.Severity), i.Attribute.Ptr(), i.Message}
	}))
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return string(b)
}

func issuesOf(document string) ([]inventory.ListingIssue, error) {
	if document == "[]" {
		return nil, nil
	}
	var stored []storedIssue
	if err := json.Unmarshal([]byte(document), &stored); err != nil {
		return nil, fmt.Errorf("read issues: %w", err)
	}
	return each(stored, func(i storedIssue) inventory.ListingIssue {
		return inventory.ListingIssue{
			Code: i.Code, Severity: inventory.IssueSeverity(i.Severity), Attribute: optional.Of(i.Attribute), Message: i.Message,
		}
	}), nil
}
