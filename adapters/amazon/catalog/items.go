package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/marketplace"
)

// Client reads Amazon's catalogue (searchCatalogItems, getCatalogItem, version 2022-04-01) and
// selling restrictions.
type Client struct{ client *spapi.Client }

func New(c *spapi.Client) *Client { return &Client{c} }

// Parts of a product that can be requested.
const (
	partIdentifiers  = "identifiers"
	partProductTypes = "productTypes"
)

// ASINs reads all pages of the products with a code.
func (c *Client) ASINs(ctx context.Context, s account.Seller, m marketplace.ID, l converter.Lookup) ([]asin.ASIN, error) {
	query := url.Values{
		"identifiers": {l.Code}, "identifiersType": {l.Type}, "marketplaceIds": {string(m)},
		"includedData": {partIdentifiers}, "pageSize": {strconv.Itoa(spapi.SearchCatalogItems.Page)},
	}
	var found []asin.ASIN
	for {
		page, err := spapi.Read(ctx, c.client, spapi.Call{
			Operation: spapi.SearchCatalogItems, Seller: s,
			Priority: spapi.Interactive, Query: query,
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

// ByCodes searches in batches of twenty codes. It assigns each product to the requested codes by
// the product's own codes.
func (c *Client) ByCodes(ctx context.Context, s account.Seller, m marketplace.ID, kind string, codes []string) (map[string][]asin.ASIN, error) {
	found := make(map[string][]asin.ASIN, len(codes))
	for batch := range slices.Chunk(codes, spapi.SearchCatalogItems.Items) {
		asked := make(map[string]string, len(batch))
		for _, code := range batch {
			asked[codeKey(code)] = code
		}
		query := url.Values{
			"identifiers": {strings.Join(batch, ",")}, "identifiersType": {kind}, "marketplaceIds": {string(m)},
			"includedData": {partIdentifiers}, "pageSize": {strconv.Itoa(spapi.SearchCatalogItems.Page)},
		}
		for {
			page, err := spapi.Read(ctx, c.client, spapi.Call{
				Operation: spapi.SearchCatalogItems, Seller: s, Priority: spapi.Jobs, Query: query, Items: len(batch),
			}, func(body []byte) (coded, error) { return decodeCoded(body, m, query.Get("pageToken")) })
			if spapi.Is(err, spapi.Missing) {
				break
			}
			if err != nil {
				return nil, err
			}
			for _, p := range page.products {
				for _, key := range p.keys {
					if code, ok := asked[key]; ok && !slices.Contains(found[code], p.asin) {
						found[code] = append(found[code], p.asin)
					}
				}
			}
			if page.next == "" {
				break
			}
			query.Set("pageToken", page.next)
		}
	}
	return found, nil
}

// codeKey returns the same key for every notation of a code.
func codeKey(code string) string {
	if c, err := gtin.Parse(code); err == nil {
		return c.Key()
	}
	return code
}

// coded has a page of products with the keys of their codes.
type coded struct {
	products []struct {
		asin asin.ASIN
		keys []string
	}
	next string
}

// decodeCoded reads searchCatalogItems with the codes in one marketplace, under the rules of
// decodePage.
func decodeCoded(body []byte, m marketplace.ID, token string) (coded, error) {
	page, err := decodePage(body, token)
	if err != nil {
		return coded{}, err
	}
	var answer struct {
		Items []json.RawMessage `json:"items"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return coded{}, spapi.ErrNotJSON
	}
	out := coded{next: page.next}
	for _, item := range answer.Items {
		var named struct {
			ASIN string `json:"asin"`
		}
		if json.Unmarshal(item, &named) != nil {
			continue
		}
		a, err := asin.Parse(named.ASIN)
		if err != nil {
			continue
		}
		codes, err := decodeIdentifiers(item, m)
		if err != nil {
			continue
		}
		p := struct {
			asin asin.ASIN
			keys []string
		}{asin: a}
		for _, c := range codes {
			p.keys = append(p.keys, codeKey(c.Value))
		}
		out.products = append(out.products, p)
	}
	return out, nil
}

// Identifiers reads the codes of a product.
func (c *Client) Identifiers(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) ([]converter.Identifier, error) {
	return readProduct(ctx, c.client, s, m, a, partIdentifiers, decodeIdentifiers)
}

// ProductType reads the product type of a product.
func (c *Client) ProductType(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) (string, error) {
	return readProduct(ctx, c.client, s, m, a, partProductTypes, decodeProductType)
}

// readProduct reads one part of a product. An unknown product is the fault NotFound.
func readProduct[T any](ctx context.Context, c *spapi.Client, s account.Seller, m marketplace.ID, a asin.ASIN, part string, decode func(body []byte, m marketplace.ID) (T, error)) (T, error) {
	return spapi.Read(ctx, c, spapi.Call{
		Operation: spapi.GetCatalogItem, Seller: s, Priority: spapi.Interactive, Segments: map[string]string{"asin": a.String()},
		Query: url.Values{"marketplaceIds": {string(m)}, "includedData": {part}},
	}, func(body []byte) (T, error) { return decode(body, m) })
}

// itemPage has one page of products with a code.
type itemPage struct {
	products []asin.ASIN
	next     string
}

// errSamePage reports a page that names itself as its next page; following it would never end.
var errSamePage = errors.New("the answer leads to itself")

// decodePage reads searchCatalogItems. Rows without a readable ASIN are skipped. An answer without
// the list is an error, because it must not read as "nothing found". token is the request's own
// page token.
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

// decodeIdentifiers reads the codes of a product in one marketplace. The list may be missing for a
// product without codes, but the answer must name the product.
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

// decodeProductType reads the product type in one marketplace, or returns "".
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
