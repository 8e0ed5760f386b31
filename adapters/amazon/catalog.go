package amazon

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
)

// CatalogReader reads Amazon's catalogue (searchCatalogItems, getCatalogItem,
// version 2022-04-01) for the contexts that need parts of it.
type CatalogReader struct{ client *Client }

// NewCatalogReader makes a reader over the client.
func NewCatalogReader(c *Client) *CatalogReader { return &CatalogReader{c} }

// Parts of a product that are asked for by name.
const (
	partIdentifiers  = "identifiers"
	partProductTypes = "productTypes"
)

// ASINs implements the port of the converters. It follows the pages of the
// answer to their end.
func (r *CatalogReader) ASINs(ctx context.Context, s account.Seller, m marketplace.ID, l converter.Lookup) ([]asin.ASIN, error) {
	query := url.Values{
		"identifiers": {l.Code}, "identifiersType": {l.Type}, "marketplaceIds": {string(m)},
		"includedData": {partIdentifiers}, "pageSize": {strconv.Itoa(searchCatalogItems.Page)},
	}
	var found []asin.ASIN
	for {
		page, err := Read(ctx, r.client, Call{
			Operation: searchCatalogItems, Seller: s,
			Lane: Interactive, Query: query,
		}, func(body []byte) (catalogPage, error) { return decodeCatalogPage(body, query.Get("pageToken")) })
		if is(err, Missing) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		found = append(found, page.products...)
		if page.next == "" {
			return found, nil
		}
		query.Set("pageToken", page.next)
	}
}

// Identifiers implements the port of the converters.
func (r *CatalogReader) Identifiers(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) ([]converter.Identifier, error) {
	return readProduct(ctx, r.client, s, m, a, partIdentifiers, decodeIdentifiers)
}

// ProductType implements the port of listings items.
func (r *CatalogReader) ProductType(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) (string, error) {
	return readProduct(ctx, r.client, s, m, a, partProductTypes, decodeProductType)
}

// readProduct reads one part of a product. An unknown product is the fault NotFound.
func readProduct[T any](ctx context.Context, c *Client, s account.Seller, m marketplace.ID, a asin.ASIN, part string, decode func(body []byte, m marketplace.ID) (T, error)) (T, error) {
	return Read(ctx, c, Call{
		Operation: getCatalogItem, Seller: s, Lane: Interactive, Segments: map[string]string{"asin": a.String()},
		Query: url.Values{"marketplaceIds": {string(m)}, "includedData": {part}},
	}, func(body []byte) (T, error) { return decode(body, m) })
}

// catalogPage is one page of products that have a code.
type catalogPage struct {
	products []asin.ASIN
	next     string
}

// errSamePage is a page that leads to itself, which would never end.
var errSamePage = errors.New("the answer leads to itself")

// decodeCatalogPage reads searchCatalogItems. A row without a readable ASIN
// says nothing; an answer without the list itself must not read as "nothing
// found". token is the one the page was asked with.
func decodeCatalogPage(body []byte, token string) (catalogPage, error) {
	var answer struct {
		Items []struct {
			ASIN string `json:"asin"`
		} `json:"items"`
		Pagination struct {
			NextToken string `json:"nextToken"`
		} `json:"pagination"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Items == nil {
		return catalogPage{}, errNotJSON
	}
	page := catalogPage{next: answer.Pagination.NextToken}
	if page.next != "" && page.next == token {
		return catalogPage{}, errSamePage
	}
	for _, row := range answer.Items {
		if a, err := asin.Parse(row.ASIN); err == nil {
			page.products = append(page.products, a)
		}
	}
	return page, nil
}

// decodeIdentifiers reads the codes of a product in one marketplace. A product
// without codes may leave the list out, but an answer says which product it is
// about.
func decodeIdentifiers(body []byte, m marketplace.ID) ([]converter.Identifier, error) {
	var answer struct {
		ASIN        string `json:"asin"`
		Identifiers []struct {
			MarketplaceID string `json:"marketplaceId"`
			Identifiers   []struct {
				IdentifierType string `json:"identifierType"`
				Identifier     string `json:"identifier"`
			} `json:"identifiers"`
		} `json:"identifiers"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.ASIN == "" && answer.Identifiers == nil {
		return nil, errNotJSON
	}
	var found []converter.Identifier
	for _, group := range answer.Identifiers {
		if group.MarketplaceID != "" && group.MarketplaceID != string(m) {
			continue
		}
		for _, row := range group.Identifiers {
			if row.Identifier != "" {
				found = append(found, converter.Identifier{Value: clean(row.Identifier), Type: clean(row.IdentifierType)})
			}
		}
	}
	return found, nil
}

// decodeProductType reads what kind of product it is in one marketplace, ""
// when the catalogue does not say.
func decodeProductType(body []byte, m marketplace.ID) (string, error) {
	var answer struct {
		ASIN         string `json:"asin"`
		ProductTypes []struct {
			MarketplaceID string `json:"marketplaceId"`
			ProductType   string `json:"productType"`
		} `json:"productTypes"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.ASIN == "" && answer.ProductTypes == nil {
		return "", errNotJSON
	}
	for _, row := range answer.ProductTypes {
		if row.ProductType != "" && (row.MarketplaceID == "" || row.MarketplaceID == string(m)) {
			return row.ProductType, nil
		}
	}
	return "", nil
}
