package inbound

import (
	"context"
	"net/url"
	"strings"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// legacyQuery builds a query of the older API. A token replaces all parameters of the first page.
func legacyQuery(m marketplace.ID, token, kind string, first url.Values) url.Values {
	if token != "" {
		return url.Values{"MarketplaceId": {string(m)}, "QueryType": {"NEXT_TOKEN"}, "NextToken": {token}}
	}
	first.Set("MarketplaceId", string(m))
	first.Set("QueryType", kind)
	return first
}

func (c *Client) Named(ctx context.Context, s account.Seller, m marketplace.ID, ids []inbound.ConfirmationID, token string) (inbound.Page[inbound.LegacyShipment], error) {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return c.shipments(ctx, s, legacyQuery(m, token, "SHIPMENT", url.Values{"ShipmentIdList": {strings.Join(names, ",")}}))
}

func (c *Client) InStatus(ctx context.Context, s account.Seller, m marketplace.ID, statuses []string, token string) (inbound.Page[inbound.LegacyShipment], error) {
	return c.shipments(ctx, s, legacyQuery(m, token, "SHIPMENT", url.Values{"ShipmentStatusList": {strings.Join(statuses, ",")}}))
}

func (c *Client) shipments(ctx context.Context, s account.Seller, query url.Values) (inbound.Page[inbound.LegacyShipment], error) {
	return read(ctx, c, s, spapi.GetShipments, nil, query, decodeLegacyShipments)
}

// Items reads the first page with getShipmentItemsByShipmentId, further pages with
// getShipmentItems.
func (c *Client) Items(ctx context.Context, s account.Seller, m marketplace.ID, shipment inbound.ConfirmationID, token string) (inbound.Page[inbound.LegacyItem], error) {
	if token != "" {
		return c.items(ctx, s, legacyQuery(m, token, "", nil))
	}
	return read(ctx, c, s, spapi.GetShipmentItemsByShipmentID, map[string]string{"shipmentId": string(shipment)},
		url.Values{"MarketplaceId": {string(m)}}, decodeLegacyItems)
}

func (c *Client) ItemsUpdated(ctx context.Context, s account.Seller, m marketplace.ID, from, to time.Time, token string) (inbound.Page[inbound.LegacyItem], error) {
	return c.items(ctx, s, legacyQuery(m, token, "DATE_RANGE", url.Values{
		// Some decoders would read "+00:00" as a space.
		"LastUpdatedAfter":  {from.UTC().Format("2006-01-02T15:04:05Z")},
		"LastUpdatedBefore": {to.UTC().Format("2006-01-02T15:04:05Z")},
	}))
}

func (c *Client) items(ctx context.Context, s account.Seller, query url.Values) (inbound.Page[inbound.LegacyItem], error) {
	return read(ctx, c, s, spapi.GetShipmentItems, nil, query, decodeLegacyItems)
}

// legacyAnswer decodes the envelope of the older API. A success without a payload counts as a
// failure.
type legacyAnswer[T any] struct {
	Payload *T `json:"payload"`
}

func decodeLegacyShipments(body []byte) (page inbound.Page[inbound.LegacyShipment], err error) {
	var answer legacyAnswer[struct {
		ShipmentData []struct {
			ShipmentID                     inbound.ConfirmationID `json:"ShipmentId"`
			ShipmentStatus                 string
			DestinationFulfillmentCenterID string `json:"DestinationFulfillmentCenterId"`
			EstimatedBoxContentsFee        *struct {
				TotalUnits wireCount
				FeePerUnit *legacySum
				TotalFee   *legacySum
			}
		}
		NextToken string
	}]
	if err := decode(body, &answer); err != nil || answer.Payload == nil {
		return page, spapi.ErrNotJSON
	}
	page.Next = answer.Payload.NextToken
	for _, row := range answer.Payload.ShipmentData {
		s := inbound.LegacyShipment{ID: row.ShipmentID, Status: row.ShipmentStatus, FulfillmentCenter: row.DestinationFulfillmentCenterID}
		if fee := row.EstimatedBoxContentsFee; fee != nil {
			s.BoxContentsFee = &inbound.BoxContentsFee{Units: fee.TotalUnits.n, FeePerUnit: fee.FeePerUnit.sum(), Total: fee.TotalFee.sum()}
		}
		page.Items = append(page.Items, s)
	}
	return page, nil
}

func decodeLegacyItems(body []byte) (page inbound.Page[inbound.LegacyItem], err error) {
	var answer legacyAnswer[struct {
		ItemData []struct {
			ShipmentID                                        inbound.ConfirmationID `json:"ShipmentId"`
			SellerSKU                                         string
			QuantityShipped, QuantityReceived, QuantityInCase wireCount
		}
		NextToken string
	}]
	if err := decode(body, &answer); err != nil || answer.Payload == nil {
		return page, spapi.ErrNotJSON
	}
	page.Next = answer.Payload.NextToken
	for _, row := range answer.Payload.ItemData {
		page.Items = append(page.Items, inbound.LegacyItem{
			Shipment: row.ShipmentID, SKU: row.SellerSKU, Shipped: row.QuantityShipped.n,
			Received: row.QuantityReceived.n, PerCase: row.QuantityInCase.n,
		})
	}
	return page, nil
}

// legacySum decodes an amount of the older API.
type legacySum struct {
	CurrencyCode string
	Value        wireAmount
}

func (s *legacySum) sum() *inbound.Sum {
	if s == nil || s.Value.amount == nil {
		return nil
	}
	return &inbound.Sum{Amount: *s.Value.amount, Currency: s.CurrencyCode}
}
