package amazon

import (
	"context"
	"encoding/json"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/repricer"
)

// PriceSink implements the port of the repricer with patchListingsItem (version
// 2021-08-01).
type PriceSink struct {
	client *Client
	lane   Lane
}

// NewPriceSink makes a sink over the client, whose calls wait in a lane.
func NewPriceSink(c *Client, lane Lane) *PriceSink { return &PriceSink{c, lane} }

// Submit implements the port. It merges: to replace the offer with a part of it
// would drop sales and business prices.
func (p *PriceSink) Submit(ctx context.Context, s account.Seller, c port.PriceChange, may port.May, preview bool) (port.Receipt, error) {
	body, err := json.Marshal(pricePatch{ProductType: anyProduct, Patches: patchesOf(c)})
	if err != nil {
		return port.Receipt{}, err
	}
	query := writeQuery(c.Marketplace.ID, "")
	if preview {
		query.Set("mode", "VALIDATION_PREVIEW")
	}
	answer, err := Read(ctx, p.client, Call{
		Operation: patchListingsItem, Seller: s, Lane: p.lane, Query: query, Body: body,
		Segments: map[string]string{"sellerId": s.ID, "sku": c.SKU},
		// A price set twice is set.
		Repeat: true,
		May:    may,
	}, decodeSubmission)
	if err != nil {
		return port.Receipt{}, err
	}
	return receiptOf(answer), nil
}

// anyProduct is the product type of a change that touches the offer alone.
const anyProduct = "PRODUCT"

type pricePatch struct {
	ProductType string      `json:"productType"`
	Patches     []wirePatch `json:"patches"`
}

type wirePatch struct {
	Op    string             `json:"op"`
	Path  string             `json:"path"`
	Value []purchasableOffer `json:"value"`
}

func patchesOf(c port.PriceChange) []wirePatch {
	return []wirePatch{{Op: "merge", Path: "/attributes/purchasable_offer", Value: []purchasableOffer{{
		MarketplaceID: string(c.Marketplace.ID), Currency: string(c.Marketplace.Currency), Audience: "ALL",
		OurPrice: at(&c.Price), Minimum: at(c.Min), Maximum: at(c.Max),
	}}}}
}

// receiptStates are the statuses of submissions; more may be added.
var receiptStates = map[string]port.ReceiptState{
	"ACCEPTED": port.ReceiptAccepted, "VALID": port.ReceiptValid, "INVALID": port.ReceiptInvalid,
}

func receiptOf(s listingitem.Submission) port.Receipt {
	r := port.Receipt{State: receiptStates[s.Status], ID: s.ID}
	if r.State == "" {
		r.State = port.ReceiptOther
	}
	for _, i := range s.Issues {
		r.Issues = append(r.Issues, port.PriceIssue{Code: i.Code, Severity: i.Severity, Message: i.Message, Categories: wordsOf(i.Categories)})
	}
	return r
}
