package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
)

// Client reads Amazon's catalogue (searchCatalogItems, getCatalogItem, version
// 2022-04-01) and what restricts selling a product.
type Client struct{ client *spapi.Client }

// New makes a client of the catalogue.
func New(c *spapi.Client) *Client { return &Client{c} }

// Parts of a product that are asked for by name.
const (
	partIdentifiers  = "identifiers"
	partProductTypes = "productTypes"
)

// ASINs implements the port of the converters. It follows the pages of the
// answer to their end.
func (c *Client) ASINs(ctx context.Context, s account.Seller, m marketplace.ID, l converter.Lookup) ([]asin.ASIN, error) {
	query := url.Values{
		"identifiers": {l.Code}, "identifiersType": {l.Type}, "marketplaceIds": {string(m)},
		"includedData": {partIdentifiers}, "pageSize": {strconv.Itoa(spapi.SearchCatalogItems.Page)},
	}
	var found []asin.ASIN
	for {
		page, err := spapi.Read(ctx, c.client, spapi.Call{
			Operation: spapi.SearchCatalogItems, Seller: s,
			Lane: spapi.Interactive, Query: query,
		}, func(body []byte) (itemPage, error) { return decodePage(body, query.Get("pageToken")) })
		if spapi.Is(err, spapi.Missing) {
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
func (c *Client) Identifiers(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) ([]converter.Identifier, error) {
	return readProduct(ctx, c.client, s, m, a, partIdentifiers, decodeIdentifiers)
}

// ProductType implements the port of listings items.
func (c *Client) ProductType(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) (string, error) {
	return readProduct(ctx, c.client, s, m, a, partProductTypes, decodeProductType)
}

// readProduct reads one part of a product. An unknown product is the fault NotFound.
func readProduct[T any](ctx context.Context, c *spapi.Client, s account.Seller, m marketplace.ID, a asin.ASIN, part string, decode func(body []byte, m marketplace.ID) (T, error)) (T, error) {
	return spapi.Read(ctx, c, spapi.Call{
		Operation: spapi.GetCatalogItem, Seller: s, Lane: spapi.Interactive, Segments: map[string]string{"asin": a.String()},
		Query: url.Values{"marketplaceIds": {string(m)}, "includedData": {part}},
	}, func(body []byte) (T, error) { return decode(body, m) })
}

// itemPage is one page of products that have a code.
type itemPage struct {
	products []asin.ASIN
	next     string
}

// errSamePage is a page that leads to itself, which would never end.
var errSamePage = errors.New("the answer leads to itself")

// decodePage reads searchCatalogItems. A row without a readable ASIN
// says nothing; an answer without the list itself must not read as "nothing
// found". token is the one the page was asked with.
func decodePage(body []byte, token string) (itemPage, error) {
	var answer struct {
		Items []struct {
			ASIN string `json:"asin"`
		} `json:"items"`
		Pagination struct {
			NextToken string `json:"nextToken"`
		} `json:"pagination"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Items == nil {
		return itemPage{}, spapi.ErrNotJSON
	}
	page := itemPage{next: answer.Pagination.NextToken}
	if page.next != "" && page.next == token {
		return itemPage{}, errSamePage
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
		return nil, spapi.ErrNotJSON
	}
	var found []converter.Identifier
	for _, group := range answer.Identifiers {
		if group.MarketplaceID != "" && group.MarketplaceID != string(m) {
			continue
		}
		for _, row := range group.Identifiers {
			if row.Identifier != "" {
				found = append(found, converter.Identifier{Value: spapi.Clean(row.Identifier), Type: spapi.Clean(row.IdentifierType)})
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
		return "", spapi.ErrNotJSON
	}
	for _, row := range answer.ProductTypes {
		if row.ProductType != "" && (row.MarketplaceID == "" || row.MarketplaceID == string(m)) {
			return row.ProductType, nil
		}
	}
	return "", nil
}
