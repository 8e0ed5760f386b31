package catalog

import (
	"context"
	"encoding/json"
	"net/url"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
)

// Restrictions returns no restriction for a product that Amazon does not know.
func (c *Client) Restrictions(ctx context.Context, s account.Seller, item restriction.Item) ([]restriction.Record, error) {
	records, err := spapi.Read(ctx, c.client, spapi.Call{
		Operation: spapi.GetListingsRestrictions,
		Seller:    s,
		Priority:  spapi.Interactive,
		Query: url.Values{
			"asin": {item.ASIN.String()}, "sellerId": {s.ID}, "marketplaceIds": {string(item.Marketplace)},
			"conditionType": {string(item.Condition)},
		},
	}, decodeRestrictions)
	switch {
	case spapi.Is(err, spapi.Missing):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return records, nil
}

// decodeRestrictions tolerates new members and missing optional members, but not a missing list:
// that would read as "allowed".
func decodeRestrictions(body []byte) ([]restriction.Record, error) {
	var answer struct {
		Restrictions []struct {
			MarketplaceID string `json:"marketplaceId"`
			ConditionType string `json:"conditionType"`
			Reasons       []struct {
				ReasonCode string `json:"reasonCode"`
				Links      []struct {
					Resource string `json:"resource"`
				} `json:"links"`
			} `json:"reasons"`
		} `json:"restrictions"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Restrictions == nil {
		return nil, spapi.ErrNotJSON
	}
	records := make([]restriction.Record, 0, len(answer.Restrictions))
	for _, row := range answer.Restrictions {
		record := restriction.Record{Marketplace: marketplace.ID(row.MarketplaceID), Condition: restriction.Condition(row.ConditionType)}
		for _, reason := range row.Reasons {
			linked := false
			for _, link := range reason.Links {
				linked = linked || link.Resource != ""
			}
			record.Reasons = append(record.Reasons, restriction.Reason{Code: reason.ReasonCode, Linked: linked})
		}
		records = append(records, record)
	}
	return records, nil
}
