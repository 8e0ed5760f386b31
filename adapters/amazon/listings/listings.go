package listings

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/listingitem"
)

// Client reads and writes listings (version 2021-08-01) and reads their stock in Amazon's
// warehouses (getInventorySummaries, version 1).
type Client struct{ client *spapi.Client }

func New(c *spapi.Client) *Client { return &Client{c} }

func (c *Client) Search(ctx context.Context, s account.Seller, m marketplace.ID, q listingitem.Search) (listingitem.Page, error) {
	query := viewQuery(m, q.View)
	set := func(name string, values ...string) {
		if text := strings.Join(values, ","); text != "" {
			query.Set(name, text)
		}
	}
	set("identifiers", q.Identifiers...)
	set("identifiersType", q.IdentifiersType)
	set("variationParentSku", q.VariationParentSKU)
	set("packageHierarchySku", q.PackageHierarchySKU)
	set("createdAfter", spapi.Moment(q.CreatedAfter))
	set("createdBefore", spapi.Moment(q.CreatedBefore))
	set("lastUpdatedAfter", spapi.Moment(q.UpdatedAfter))
	set("lastUpdatedBefore", spapi.Moment(q.UpdatedBefore))
	set("withIssueSeverity", q.IssueSeverity...)
	set("withStatus", q.Status...)
	set("withoutStatus", q.NoStatus...)
	set("sortBy", q.SortBy)
	set("sortOrder", q.SortOrder)
	set("pageToken", q.PageToken)
	if q.PageSize > 0 {
		set("pageSize", strconv.Itoa(q.PageSize))
	}
	return spapi.Read(ctx, c.client, spapi.Call{
		Operation: spapi.SearchListingsItems, Seller: s, Priority: spapi.Interactive,
		Segments: map[string]string{"sellerId": s.ID}, Query: query, Items: len(q.Identifiers),
	}, decodePage)
}

func (c *Client) Get(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, v listingitem.View) (listingitem.Item, error) {
	return spapi.Read(ctx, c.client, spapi.Call{
		Operation: spapi.GetListingsItem, Seller: s, Priority: spapi.Interactive,
		Segments: segments(s, sku), Query: viewQuery(m, v),
	}, decodeItem)
}

func (c *Client) Put(ctx context.Context, s account.Seller, sku listingitem.SKU, d port.Draft, preview bool, issueLocale string) (listingitem.Submission, error) {
	body, err := encodeOffer(d)
	if err != nil {
		return listingitem.Submission{}, err
	}
	query := WriteQuery(d.Offer.Marketplace().ID, issueLocale)
	if preview {
		query.Set("mode", "VALIDATION_PREVIEW")
	}
	return spapi.Read(ctx, c.client, spapi.Call{
		Operation: spapi.PutListingsItem, Seller: s, Priority: spapi.Interactive, Segments: segments(s, sku), Query: query, Body: body,
	}, DecodeSubmission)
}

func (c *Client) Delete(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, issueLocale string) (listingitem.Submission, error) {
	return spapi.Read(ctx, c.client, spapi.Call{
		Operation: spapi.DeleteListingsItem, Seller: s, Priority: spapi.Interactive, Segments: segments(s, sku),
		Query: WriteQuery(m, issueLocale),
	}, DecodeSubmission)
}

func segments(s account.Seller, sku listingitem.SKU) map[string]string {
	return map[string]string{"sellerId": s.ID, "sku": sku.String()}
}

// WriteQuery returns the query of a call that writes a listing.
func WriteQuery(m marketplace.ID, issueLocale string) url.Values {
	query := url.Values{"marketplaceIds": {string(m)}}
	if issueLocale != "" {
		query.Set("issueLocale", issueLocale)
	}
	return query
}

func viewQuery(m marketplace.ID, v listingitem.View) url.Values {
	query := WriteQuery(m, v.IssueLocale)
	if len(v.Parts) > 0 {
		query.Set("includedData", strings.Join(v.Parts, ","))
	}
	return query
}
