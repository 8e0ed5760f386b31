package pricing

import (
	"context"
	"encoding/json"

	"sellingassistant/adapters/amazon/listings"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/listingitem"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Submit calls patchListingsItem (version 2021-08-01) with a merge: replacing the offer would drop
// sale and business prices.
func (c *Client) Submit(ctx context.Context, s account.Seller, change sendingports.PriceChange, may sendingports.MaySend, preview bool) (sendingports.Receipt, error) {
	body, err := json.Marshal(pricePatch{ProductType: anyProduct, Patches: patchesOf(change)})
	if err != nil {
		return sendingports.Receipt{}, err
	}
	query := listings.WriteQuery(change.Marketplace.ID, "")
	if preview {
		query.Set("mode", "VALIDATION_PREVIEW")
	}
	answer, err := spapi.Read(ctx, c.client, spapi.Call{
		Operation: spapi.PatchListingsItem, Seller: s, Priority: c.priority, Query: query, Body: body,
		Segments: map[string]string{"sellerId": s.ID, "sku": change.SKU},
		// Setting a price twice has the same effect.
		Repeat: true,
		May:    may,
	}, listings.DecodeSubmission)
	if err != nil {
		return sendingports.Receipt{}, err
	}
	return receiptOf(answer), nil
}

// anyProduct names the product type of a change that concerns only the offer.
const anyProduct = "PRODUCT"

type pricePatch struct {
	ProductType string      `json:"productType"`
	Patches     []wirePatch `json:"patches"`
}

type wirePatch struct {
	Op    string                      `json:"op"`
	Path  string                      `json:"path"`
	Value []listings.PurchasableOffer `json:"value"`
}

func patchesOf(c sendingports.PriceChange) []wirePatch {
	return []wirePatch{{Op: "merge", Path: "/attributes/purchasable_offer", Value: []listings.PurchasableOffer{listings.Purchasable(c.Marketplace, c.Price, c.Min, c.Max)}}}
}

// receiptStates maps the known submission statuses; Amazon may add more.
var receiptStates = map[string]sendingports.ReceiptState{
	"ACCEPTED": sendingports.ReceiptAccepted, "VALID": sendingports.ReceiptValid, "INVALID": sendingports.ReceiptInvalid,
}

func receiptOf(s listingitem.Submission) sendingports.Receipt {
	r := sendingports.Receipt{State: receiptStates[s.Status], ID: s.ID}
	if r.State == "" {
		r.State = sendingports.ReceiptOther
	}
	for _, i := range s.Issues {
		r.Issues = append(r.Issues, sendingports.PriceIssue{Code: i.Code, Severity: i.Severity, Message: i.Message})
	}
	return r
}
