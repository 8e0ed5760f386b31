package inventory

import (
	"encoding/json"
	"fmt"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// listingRow is a row of inventory_listings. What a snapshot holds together and
// the table apart stands beside it.
type listingRow struct {
	inventory.ListingSnapshot
	submissionID     optional.Maybe[string]
	submissionResult optional.Maybe[inventory.SubmissionResult]
	submittedAt      optional.Maybe[time.Time]
}

// listingRowOf is the row of a listing.
func listingRowOf(l *inventory.Listing) listingRow {
	r := listingRow{ListingSnapshot: l.Snapshot()}
	if sent, ok := r.Submission.Get(); ok {
		r.submissionID, r.submissionResult, r.submittedAt = sent.ID, optional.Some(sent.Result), optional.Some(sent.At)
	}
	return r
}

// snapshot is the row as a snapshot that shares nothing with it.
func (r *listingRow) snapshot(team id.Team) inventory.ListingSnapshot {
	s := r.ListingSnapshot
	s.Team, s.Submission = team, optional.None[inventory.ListingSubmission]()
	if result, ok := r.submissionResult.Get(); ok {
		at, _ := r.submittedAt.Get()
		s.Submission = optional.Some(inventory.ListingSubmission{ID: r.submissionID, At: at, Result: result})
	}
	return s
}

type listingMember = db.Member[listingRow]

// listingMembers are the columns of a row, in the order in which they are read.
var listingMembers = db.Members[listingRow]{
	db.Whole("id", func(r *listingRow) *inventory.ListingID { return &r.ID }),
	db.Whole("connection_id", func(r *listingRow) *id.Connection { return &r.Connection }),
	db.Words("seller_id", func(r *listingRow) *string { return &r.Key.Seller }),
	db.Words("marketplace_id", func(r *listingRow) *marketplaceID { return &r.Key.Marketplace }),
	db.Words("sku", func(r *listingRow) *string { return &r.Key.SKU }),
	db.Words("kind", func(r *listingRow) *inventory.ListingKind { return &r.Kind }),
	db.Words("status", func(r *listingRow) *inventory.ListingStatus { return &r.Status }),
	db.Words("asin", func(r *listingRow) *string { return &r.Offer.ASIN }),
	db.MaybeText("product_type", func(r *listingRow) *optional.Maybe[string] { return &r.Offer.ProductType }),
	db.Words("condition", func(r *listingRow) *inventory.Condition { return &r.Offer.Condition }),
	db.Words("fulfillment_channel", func(r *listingRow) *inventory.Channel { return &r.Offer.Channel }),
	db.Words("currency", func(r *listingRow) *money.Currency { return &r.Currency }),
	db.MaybeAmount("price", func(r *listingRow) *optional.Maybe[money.Amount] { return &r.Offer.Price }),
	db.MaybeAmount("min_price", func(r *listingRow) *optional.Maybe[money.Amount] { return &r.Offer.MinPrice }),
	db.MaybeAmount("max_price", func(r *listingRow) *optional.Maybe[money.Amount] { return &r.Offer.MaxPrice }),
	db.MaybeWhole("quantity", func(r *listingRow) *optional.Maybe[int64] { return &r.Offer.Quantity }),
	db.MaybeWhole("inventory_product_id", func(r *listingRow) *optional.Maybe[int64] { return &r.Offer.Product }),
	db.Words("attributes", func(r *listingRow) *string { return &r.Offer.Attributes }),
	issuesMember(),
	db.MaybeText("restriction_status", func(r *listingRow) *optional.Maybe[inventory.Permission] { return &r.Permission }),
	db.MaybeStamp("restriction_checked_at", func(r *listingRow) *optional.Maybe[time.Time] { return &r.CheckedAt }),
	db.MaybeText("submission_id", func(r *listingRow) *optional.Maybe[string] { return &r.submissionID }),
	db.MaybeText("submission_result", func(r *listingRow) *optional.Maybe[inventory.SubmissionResult] { return &r.submissionResult }),
	db.MaybeStamp("submitted_at", func(r *listingRow) *optional.Maybe[time.Time] { return &r.submittedAt }),
	db.Words("source_kind", func(r *listingRow) *inventory.SourceKind { return &r.Source.Kind }),
	db.MaybeWhole("source_id", func(r *listingRow) *optional.Maybe[int64] { return &r.Source.ID }),
	db.Whole("seen_run", func(r *listingRow) *int64 { return &r.Seen.Run }),
	db.MaybeStamp("seen_at", func(r *listingRow) *optional.Maybe[time.Time] { return &r.Seen.At }),
	db.MaybeStamp("changed_at", func(r *listingRow) *optional.Maybe[time.Time] { return &r.Seen.ChangedAt }),
	db.Whole("version", func(r *listingRow) *int64 { return &r.Version }),
	db.Stamp("created_at", func(r *listingRow) *time.Time { return &r.CreatedAt }),
	db.Stamp("updated_at", func(r *listingRow) *time.Time { return &r.UpdatedAt }),
}

// listingInserted and listingSaved are what is written of a new row and of one
// that is there; its key and its time of creation never change.
var listingInserted, listingSaved = func() (insert, save db.Members[listingRow]) {
	for _, m := range listingMembers {
		switch m.Name {
		case "id":
			save = append(save, m)
		case "seller_id", "marketplace_id", "sku", "created_at":
			insert = append(insert, m)
		default:
			insert, save = append(insert, m), append(save, m)
		}
	}
	return insert, save
}()

// storedIssue is an issue in the column's document.
type storedIssue struct {
	Code      string  `json:"code"`
	Severity  string  `json:"severity"`
	Attribute *string `json:"attribute,omitempty"`
	Message   string  `json:"message"`
}

func issuesMember() listingMember {
	return listingMember{
		Name: "issues", Kind: db.Texts,
		Place: func(r *listingRow) any { return issuesPlace{&r.Issues} },
		Value: func(r *listingRow) db.Cell {
			stored := make([]storedIssue, len(r.Issues))
			for n, i := range r.Issues {
				stored[n] = storedIssue{i.Code, string(i.Severity), i.Attribute.Ptr(), i.Message}
			}
			b, err := json.Marshal(stored)
			if err != nil {
				panic(err) // texts are always written
			}
			return db.Cell{Known: true, S: string(b)}
		},
	}
}

// issuesPlace reads the document.
type issuesPlace struct{ to *[]inventory.ListingIssue }

// Scan implements sql.Scanner.
func (p issuesPlace) Scan(src any) error {
	var document []byte
	switch v := src.(type) {
	case string:
		document = []byte(v)
	case []byte:
		document = v
	default:
		return fmt.Errorf("read issues: unexpected type %T", src)
	}
	*p.to = nil
	if string(document) == "[]" {
		return nil
	}
	var stored []storedIssue
	if err := json.Unmarshal(document, &stored); err != nil {
		return fmt.Errorf("read issues: %w", err)
	}
	out := make([]inventory.ListingIssue, len(stored))
	for n, i := range stored {
		out[n] = inventory.ListingIssue{
			Code: i.Code, Severity: inventory.IssueSeverity(i.Severity), Attribute: optional.Of(i.Attribute), Message: i.Message,
		}
	}
	*p.to = out
	return nil
}
