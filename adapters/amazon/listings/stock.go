package listings

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	syncports "sellingassistant/ports/inventory/syncing"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// stockRow decodes a summary. Members may be missing.
type stockRow struct {
	SKU     string `json:"sellerSku"`
	FNSKU   string `json:"fnSku"`
	Details *struct {
		Fulfillable json.Number `json:"fulfillableQuantity"`
		Working     json.Number `json:"inboundWorkingQuantity"`
		Shipped     json.Number `json:"inboundShippedQuantity"`
		Receiving   json.Number `json:"inboundReceivingQuantity"`
		Reserved    struct {
			Total json.Number `json:"totalReservedQuantity"`
		} `json:"reservedQuantity"`
		Unfulfillable struct {
			Total json.Number `json:"totalUnfulfillableQuantity"`
		} `json:"unfulfillableQuantity"`
	} `json:"inventoryDetails"`
}

type stockPage struct {
	rows []stockRow
	next string
}

// decodeStock reads getInventorySummaries. A missing list is an error, because it must not read as
// an empty list.
func decodeStock(body []byte) (stockPage, error) {
	var answer struct {
		Payload struct {
			Summaries []stockRow `json:"inventorySummaries"`
		} `json:"payload"`
		Pagination struct {
			NextToken string `json:"nextToken"`
		} `json:"pagination"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Payload.Summaries == nil {
		return stockPage{}, spapi.ErrNotJSON
	}
	return stockPage{answer.Payload.Summaries, answer.Pagination.NextToken}, nil
}

// stock returns false for a summary without details.
func (r stockRow) stock() (inventory.Stock, bool) {
	d := r.Details
	if d == nil || !keepable(r.SKU) {
		return inventory.Stock{}, false
	}
	return inventory.Stock{
		SKU: r.SKU, FNSKU: spapi.CleanTo(r.FNSKU, maxWord),
		Fulfillable:   unitsOf(d.Fulfillable),
		Inbound:       unitsOf(d.Working) + unitsOf(d.Shipped) + unitsOf(d.Receiving),
		Reserved:      unitsOf(d.Reserved.Total),
		Unfulfillable: unitsOf(d.Unfulfillable.Total),
	}, true
}

// maxUnits bounds counts so that sums cannot overflow.
const maxUnits = 1_000_000_000

// unitsOf returns a number of units, or 0 if it is missing or invalid.
func unitsOf(n json.Number) int64 { return min(maxUnits, max(0, orZero(wholeNumber(n)))) }

func (c *Client) Stock(ctx context.Context, a account.Seller, m marketplace.ID, skus []string) ([]inventory.Stock, error) {
	plain, odd := withoutCommas(skus)
	var found []inventory.Stock
	ask := func(name, value string) error {
		query := stockQuery(m)
		query.Set(name, value)
		page, err := c.stock(ctx, a, query)
		found = append(found, page.stock()...)
		return err
	}
	if len(plain) > 0 {
		if err := ask("sellerSkus", strings.Join(plain, ",")); err != nil {
			return nil, err
		}
	}
	for _, sku := range odd {
		if err := ask("sellerSku", sku); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ChangedStock takes a rejected parameter for an invalid paging token: no other parameter can be
// invalid here.
func (c *Client) ChangedStock(ctx context.Context, a account.Seller, m marketplace.ID, since time.Time, token string) ([]inventory.Stock, string, error) {
	query := stockQuery(m)
	query.Set("startDateTime", spapi.Moment(&since))
	if token != "" {
		query.Set("nextToken", token)
	}
	page, err := c.stock(ctx, a, query)
	if token != "" && spapi.Is(err, spapi.Rejected) {
		return nil, "", syncports.ErrToken
	}
	if err != nil {
		return nil, "", err
	}
	return page.stock(), page.next, nil
}

func (p stockPage) stock() []inventory.Stock {
	var all []inventory.Stock
	for _, row := range p.rows {
		if s, ok := row.stock(); ok {
			all = append(all, s)
		}
	}
	return all
}

func (c *Client) stock(ctx context.Context, a account.Seller, query url.Values) (stockPage, error) {
	return spapi.Read(ctx, c.client, spapi.Call{Operation: spapi.GetInventorySummaries, Seller: a, Priority: spapi.Jobs, Query: query}, decodeStock)
}

func stockQuery(m marketplace.ID) url.Values {
	return url.Values{
		"details": {"true"}, "granularityType": {"Marketplace"}, "granularityId": {string(m)}, "marketplaceIds": {string(m)},
	}
}
