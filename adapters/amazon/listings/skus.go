package listings

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// skuSets lists the parts of a listing that a sync reads.
var skuSets = strings.Join([]string{"summaries", "offers", "fulfillmentAvailability", "issues", "productTypes"}, ",")

// orders has the values of sortBy; bounds has the prefixes of "After" and "Before".
var (
	orders = map[syncing.Order]string{
		syncing.ByCreated: "createdDate", syncing.ByUpdated: "lastUpdatedDate", syncing.BySKU: "sku",
	}
	bounds = map[syncing.Order]string{syncing.ByCreated: "created", syncing.ByUpdated: "lastUpdated"}
)

func (c *Client) Listings(ctx context.Context, a account.Seller, m marketplace.ID, q syncing.Query) (syncing.Page, error) {
	query := skuQuery(m)
	query.Set("sortBy", orders[q.By])
	query.Set("sortOrder", "ASC")
	if q.Descending {
		query.Set("sortOrder", "DESC")
	}
	query.Set("pageSize", strconv.Itoa(q.Limit))
	if word := bounds[q.Bound]; word != "" {
		if q.From != nil {
			query.Set(word+"After", spapi.Moment(q.From))
		}
		if q.To != nil {
			query.Set(word+"Before", spapi.Moment(q.To))
		}
	}
	if q.Token != "" {
		query.Set("pageToken", q.Token)
	}
	answer, err := searchRows(ctx, c.client, a, spapi.Jobs, query)
	if err != nil {
		return syncing.Page{}, err
	}
	page := syncing.Page{Total: answer.total(), Next: answer.Pagination.NextToken}
	for _, row := range answer.Items {
		if l, ok := row.listing(a, m); ok {
			page.Rows = append(page.Rows, l)
		}
	}
	return page, nil
}

func (c *Client) Named(ctx context.Context, a account.Seller, m marketplace.ID, skus []string) ([]inventory.Observation, error) {
	rows, err := NamedRows(ctx, c.client, a, spapi.Jobs, skuQuery(m), skus)
	if err != nil {
		return nil, err
	}
	var found []inventory.Observation
	for _, row := range rows {
		if l, ok := row.listing(a, m); ok && slices.Contains(skus, l.SKU) {
			found = append(found, l.Observation)
		}
	}
	return found, nil
}

func skuQuery(m marketplace.ID) url.Values {
	return url.Values{"marketplaceIds": {string(m)}, "includedData": {skuSets}}
}
