package account

import (
	"context"
	"fmt"
	"net/url"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Consent has the application that sellers grant access to, and the address of the consent page.
type Consent struct {
	// ApplicationID identifies the application in Seller Central (amzn1.sp.solution.…). Without it
	// sellers cannot be sent there.
	ApplicationID string
	// Beta marks an application that is not published yet.
	Beta bool
	// Address replaces Seller Central; empty means the seller's own.
	Address string
}

// Grants requests sellers' consent and exchanges authorization codes.
type Grants struct {
	client  *spapi.Client
	consent Consent
}

// NewGrants returns an error if the consent's Address is invalid.
func NewGrants(c *spapi.Client, consent Consent) (*Grants, error) {
	if consent.Address != "" {
		u, err := spapi.BaseURL(consent.Address)
		if err != nil {
			return nil, fmt.Errorf("seller central address: %w", err)
		}
		consent.Address = u.String()
	}
	return &Grants{c, consent}, nil
}

const consentPath = "/apps/authorize/consent"

func (g *Grants) ConsentAddress(m marketplace.Marketplace, state secret.Text, redirect string) (string, error) {
	if g.consent.ApplicationID == "" {
		return "", fault.New(fault.Unavailable, fault.CodeServiceUnavailable,
			"This service is not set up to connect seller accounts in the browser: it has no application id.")
	}
	base := g.consent.Address
	if base == "" {
		base = "https://" + m.SellerCentral
	}
	// The redirect address must be registered for the application, because the exchange of the code
	// repeats it.
	query := url.Values{"application_id": {g.consent.ApplicationID}, "state": {state.Reveal()}, "redirect_uri": {redirect}}
	if g.consent.Beta {
		query.Set("version", "beta")
	}
	return base + consentPath + "?" + query.Encode(), nil
}

// Exchange retries a transient failure of the token endpoint. If the first attempt did arrive,
// Amazon refuses the code the second time.
func (g *Grants) Exchange(ctx context.Context, code secret.Text, redirect string) (secret.Text, error) {
	token, err := g.client.Exchange(ctx, code, redirect)
	if spapi.Is(err, spapi.Forbidden) {
		return secret.Text{}, fault.New(fault.Invalid, fault.CodeUpstreamRejected,
			"Amazon refused the authorization: its code is older than 5 minutes or was used before. Begin again.").Because(err)
	}
	return token, spapi.FaultOf(err)
}
