package account

import (
	"context"
	"encoding/json"
	"net/url"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Accounts reads the marketplaces of seller accounts, and proves seller ids.
type Accounts struct{ client *spapi.Client }

func NewAccounts(c *spapi.Client) *Accounts { return &Accounts{c} }

// Marketplaces leaves out a marketplace in which the account does not participate, and includes a
// marketplace without that flag.
func (a *Accounts) Marketplaces(ctx context.Context, s account.Seller, grant secret.Text) ([]marketplace.ID, error) {
	return spapi.Read(ctx, a.client, spapi.Call{
		Operation: spapi.GetMarketplaceParticipations,
		Seller:    s,
		Grant:     grant,
		Priority:  spapi.Interactive,
	}, decodeParticipations)
}

// Prove reads one listing. Amazon refuses the path of another seller with 403; an id of no seller
// may also give a 400 or 404.
func (a *Accounts) Prove(ctx context.Context, s account.Seller, grant secret.Text) error {
	_, err := a.client.Do(ctx, spapi.Call{
		Operation: spapi.SearchListingsItems,
		Seller:    s,
		Grant:     grant,
		Priority:  spapi.Interactive,
		Segments:  map[string]string{"sellerId": s.ID},
		Query:     url.Values{"marketplaceIds": {string(s.Marketplaces[0])}, "pageSize": {"1"}},
	})
	if e := spapi.AsError(err); err != nil && e.Operation == spapi.SearchListingsItems.ID &&
		(e.Kind == spapi.Forbidden || e.Kind == spapi.Rejected || e.Kind == spapi.Missing) {
		return fault.New(fault.Forbidden, fault.CodeLinkInvalid,
			"Amazon refused to read listings of this seller id: the authorization is another account's, "+
				"or the application lacks the role Product Listing.").Because(err)
	}
	return spapi.FaultOf(err)
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
