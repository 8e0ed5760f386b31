package listings

import (
	"context"
	"maps"
	"net/url"
	"strconv"
	"strings"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
)

// searchRows reads a page of a seller's listings (searchListingsItems).
func searchRows(ctx context.Context, c *spapi.Client, s account.Seller, l spapi.Priority, query url.Values) (rows, error) {
	return spapi.Read(ctx, c, spapi.Call{
		Operation: spapi.SearchListingsItems, Seller: s, Priority: l, Segments: map[string]string{"sellerId": s.ID}, Query: query,
	}, decodeRows)
}

// NamedRows reads at most twenty listings by SKU, in no particular order. Missing listings are left
// out; others may be included. The list of SKUs is separated by commas and has no escape, so SKUs
// with a comma are read singly (getListingsItem).
func NamedRows(ctx context.Context, c *spapi.Client, s account.Seller, l spapi.Priority, query url.Values, skus []string) ([]Row, error) {
	plain, odd := withoutCommas(skus)
	var rows []Row
	if len(plain) > 0 {
		named := maps.Clone(query)
		named.Set("identifiers", strings.Join(plain, ","))
		named.Set("identifiersType", "SKU")
		named.Set("pageSize", strconv.Itoa(syncing.PageSize))
		answer, err := searchRows(ctx, c, s, l, named)
		if err != nil {
			return nil, err
		}
		rows = answer.Items
	}
	for _, sku := range odd {
		row, err := spapi.Read(ctx, c, spapi.Call{
			Operation: spapi.GetListingsItem, Seller: s, Priority: l, Segments: map[string]string{"sellerId": s.ID, "sku": sku}, Query: query,
		}, decodeRow)
		if fault.Is(err, fault.CodeNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// withoutCommas separates SKUs by whether they contain a comma.
func withoutCommas(skus []string) (plain, odd []string) {
	for _, sku := range skus {
		if strings.Contains(sku, ",") {
			odd = append(odd, sku)
		} else {
			plain = append(plain, sku)
		}
	}
	return plain, odd
}
