package amazon

import (
	"context"
	"net/url"
	"strings"
	"time"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// InboundV0 reads shipments through the old interface. It implements the port
// Legacy.
type InboundV0 struct{ client *Client }

// NewInboundV0 makes a reader over the client.
func NewInboundV0(c *Client) *InboundV0 { return &InboundV0{c} }

// legacyQuery is a query of the old interface. A token stands for everything
// that was asked first.
func legacyQuery(m marketplace.ID, token, kind string, first url.Values) url.Values {
	if token != "" {
		return url.Values{"MarketplaceId": {string(m)}, "QueryType": {"NEXT_TOKEN"}, "NextToken": {token}}
	}
	first.Set("MarketplaceId", string(m))
	first.Set("QueryType", kind)
	return first
}

// Named implements the port with getShipments.
func (v *InboundV0) Named(ctx context.Context, s account.Seller, m marketplace.ID, ids []inbound.ConfirmationID, token string) (inbound.Page[inbound.LegacyShipment], error) {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return v.shipments(ctx, s, legacyQuery(m, token, "SHIPMENT", url.Values{"ShipmentIdList": {strings.Join(names, ",")}}))
}

// InStatus implements the port with getShipments.
func (v *InboundV0) InStatus(ctx context.Context, s account.Seller, m marketplace.ID, statuses []string, token string) (inbound.Page[inbound.LegacyShipment], error) {
	return v.shipments(ctx, s, legacyQuery(m, token, "SHIPMENT", url.Values{"ShipmentStatusList": {strings.Join(statuses, ",")}}))
}

func (v *InboundV0) shipments(ctx context.Context, s account.Seller, query url.Values) (inbound.Page[inbound.LegacyShipment], error) {
	return readInbound(ctx, v.client, s, getShipments, nil, query, decodeLegacyShipments)
}

// Items implements the port with getShipmentItemsByShipmentId, whose further
// pages are getShipmentItems'.
func (v *InboundV0) Items(ctx context.Context, s account.Seller, m marketplace.ID, shipment inbound.ConfirmationID, token string) (inbound.Page[inbound.LegacyItem], error) {
	if token != "" {
		return v.items(ctx, s, legacyQuery(m, token, "", nil))
	}
	return readInbound(ctx, v.client, s, getShipmentItemsByShipmentID, map[string]string{"shipmentId": string(shipment)},
		url.Values{"MarketplaceId": {string(m)}}, decodeLegacyItems)
}

// ItemsUpdated implements the port with getShipmentItems.
func (v *InboundV0) ItemsUpdated(ctx context.Context, s account.Seller, m marketplace.ID, from, to time.Time, token string) (inbound.Page[inbound.LegacyItem], error) {
	return v.items(ctx, s, legacyQuery(m, token, "DATE_RANGE", url.Values{
		// "+00:00" would reach some decoders as a space.
		"LastUpdatedAfter":  {from.UTC().Format("2006-01-02T15:04:05Z")},
		"LastUpdatedBefore": {to.UTC().Format("2006-01-02T15:04:05Z")},
	}))
}

func (v *InboundV0) items(ctx context.Context, s account.Seller, query url.Values) (inbound.Page[inbound.LegacyItem], error) {
	return readInbound(ctx, v.client, s, getShipmentItems, nil, query, decodeLegacyItems)
}

// v0Answer is the envelope of the old interface. A success without a payload
// says nothing, so it counts as a failure.
type v0Answer[T any] struct {
	Payload *T `json:"payload"`
}

func decodeLegacyShipments(body []byte) (page inbound.Page[inbound.LegacyShipment], err error) {
	var answer v0Answer[struct {
		ShipmentData []struct {
			ShipmentID                     inbound.ConfirmationID `json:"ShipmentId"`
			ShipmentStatus                 string
			DestinationFulfillmentCenterID string `json:"DestinationFulfillmentCenterId"`
			EstimatedBoxContentsFee        *struct {
				TotalUnits inboundCount
				FeePerUnit *v0Sum
				TotalFee   *v0Sum
			}
		}
		NextToken string
	}]
	if err := decodeInbound(body, &answer); err != nil || answer.Payload == nil {
		return page, errNotJSON
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
	var answer v0Answer[struct {
		ItemData []struct {
			SellerSKU                                         string
			QuantityShipped, QuantityReceived, QuantityInCase inboundCount
		}
		NextToken string
	}]
	if err := decodeInbound(body, &answer); err != nil || answer.Payload == nil {
		return page, errNotJSON
	}
	page.Next = answer.Payload.NextToken
	for _, row := range answer.Payload.ItemData {
		page.Items = append(page.Items, inbound.LegacyItem{
			SKU: row.SellerSKU, Shipped: row.QuantityShipped.n, Received: row.QuantityReceived.n, PerCase: row.QuantityInCase.n,
		})
	}
	return page, nil
}

// v0Sum is an amount of the old interface.
type v0Sum struct {
	CurrencyCode string
	Value        inboundAmount
}

func (s *v0Sum) sum() *inbound.Sum {
	if s == nil || s.Value.amount == nil {
		return nil
	}
	return &inbound.Sum{Amount: *s.Value.amount, Currency: s.CurrencyCode}
}
