package amazon

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/listingitem"
)

// ListingReader reads listings (searchListingsItems, getListingsItem, version
// 2021-08-01).
type ListingReader struct{ client *Client }

// NewListingReader makes a reader over the client.
func NewListingReader(c *Client) *ListingReader { return &ListingReader{c} }

// Search implements the port.
func (r *ListingReader) Search(ctx context.Context, s account.Seller, m marketplace.ID, q listingitem.Search) (listingitem.Page, error) {
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
	set("createdAfter", moment(q.CreatedAfter))
	set("createdBefore", moment(q.CreatedBefore))
	set("lastUpdatedAfter", moment(q.UpdatedAfter))
	set("lastUpdatedBefore", moment(q.UpdatedBefore))
	set("withIssueSeverity", q.IssueSeverity...)
	set("withStatus", q.Status...)
	set("withoutStatus", q.NoStatus...)
	set("sortBy", q.SortBy)
	set("sortOrder", q.SortOrder)
	set("pageToken", q.PageToken)
	if q.PageSize > 0 {
		set("pageSize", strconv.Itoa(q.PageSize))
	}
	return Read(ctx, r.client, Call{
		Operation: searchListingsItems, Seller: s, Lane: Interactive,
		Segments: map[string]string{"sellerId": s.ID}, Query: query, Items: len(q.Identifiers),
	}, decodeListings)
}

// Get implements the port.
func (r *ListingReader) Get(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, v listingitem.View) (listingitem.Item, error) {
	return Read(ctx, r.client, Call{
		Operation: getListingsItem, Seller: s, Lane: Interactive,
		Segments: listingSegments(s, sku), Query: viewQuery(m, v),
	}, decodeListing)
}

// ListingWriter sends listings (putListingsItem, deleteListingsItem, version
// 2021-08-01).
type ListingWriter struct{ client *Client }

// NewListingWriter makes a writer over the client.
func NewListingWriter(c *Client) *ListingWriter { return &ListingWriter{c} }

// Put implements the port.
func (w *ListingWriter) Put(ctx context.Context, s account.Seller, sku listingitem.SKU, d port.Draft, preview bool, issueLocale string) (listingitem.Submission, error) {
	body, err := encodeOffer(d)
	if err != nil {
		return listingitem.Submission{}, err
	}
	query := writeQuery(d.Offer.Marketplace().ID, issueLocale)
	if preview {
		query.Set("mode", "VALIDATION_PREVIEW")
	}
	return Read(ctx, w.client, Call{
		Operation: putListingsItem, Seller: s, Lane: Interactive, Segments: listingSegments(s, sku), Query: query, Body: body,
	}, decodeSubmission)
}

// Delete implements the port.
func (w *ListingWriter) Delete(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, issueLocale string) (listingitem.Submission, error) {
	return Read(ctx, w.client, Call{
		Operation: deleteListingsItem, Seller: s, Lane: Interactive, Segments: listingSegments(s, sku),
		Query: writeQuery(m, issueLocale),
	}, decodeSubmission)
}

func listingSegments(s account.Seller, sku listingitem.SKU) map[string]string {
	return map[string]string{"sellerId": s.ID, "sku": sku.String()}
}

func writeQuery(m marketplace.ID, issueLocale string) url.Values {
	query := url.Values{"marketplaceIds": {string(m)}}
	if issueLocale != "" {
		query.Set("issueLocale", issueLocale)
	}
	return query
}

func viewQuery(m marketplace.ID, v listingitem.View) url.Values {
	query := writeQuery(m, v.IssueLocale)
	if len(v.Parts) > 0 {
		query.Set("includedData", strings.Join(v.Parts, ","))
	}
	return query
}
