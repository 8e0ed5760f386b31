package account

import (
	"context"
	"encoding/json"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// Participations reads the marketplaces of an account (getMarketplaceParticipations).
type Participations struct{ client *spapi.Client }

func NewParticipations(c *spapi.Client) *Participations { return &Participations{c} }

// A marketplace in which the account does not participate is left out; one without that flag is
// included.
func (p *Participations) Of(ctx context.Context, s account.Seller) ([]marketplace.ID, error) {
	return spapi.Read(ctx, p.client, spapi.Call{
		Operation: spapi.GetMarketplaceParticipations,
		Seller:    s,
		Priority:  spapi.Interactive,
	}, decodeParticipations)
}

func decodeParticipations(body []byte) ([]marketplace.ID, error) {
	var answer struct {
		Payload []struct {
			Marketplace struct {
				ID string `json:"id"`
			} `json:"marketplace"`
			Participation struct {
				IsParticipating *bool `json:"isParticipating"`
			} `json:"participation"`
		} `json:"payload"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Payload == nil {
		return nil, spapi.ErrNotJSON
	}
	named := make([]marketplace.ID, 0, len(answer.Payload))
	for _, row := range answer.Payload {
		if row.Participation.IsParticipating == nil || *row.Participation.IsParticipating {
			named = append(named, marketplace.ID(row.Marketplace.ID))
		}
	}
	return named, nil
}
