package connection

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// ConsentLife bounds how long a seller may take from the start of a consent to the return from
// Amazon.
const ConsentLife = 10 * time.Minute

const (
	maxGrantCode = 512
	maxRedirect  = 2048
)

// Digest identifies a random secret without revealing it.
type Digest [sha256.Size]byte

// DigestOf hashes a secret.
func DigestOf(s secret.Text) Digest { return sha256.Sum256([]byte(s.Reveal())) }

// Consent models an open request for access: the seller was sent to Amazon to grant it. The state
// travels over Amazon, the browser's secret stays in the browser that began. The return has to
// bring both.
type Consent struct{ s ConsentSnapshot }

// ConsentSnapshot has the whole state of a consent.
type ConsentSnapshot struct {
	State, Browser Digest
	Team           id.Team
	User           id.User
	Key            id.Key
	Region         marketplace.Region
	// Redirect has the address to which the seller returns. The exchange of the code has to repeat
	// it.
	Redirect string
	BegunAt  time.Time
	EndsAt   time.Time
}

// NewConsent begins a consent of the caller's team for a region. An unknown region and an address
// that is too long are Invalid.
func NewConsent(who caller.Caller, region marketplace.Region, redirect string, state, browser secret.Text, now time.Time) (Consent, error) {
	if !slices.Contains(marketplace.Regions(), region) {
		return Consent{}, invalid("/region", "must be na, eu or fe")
	}
	if redirect == "" || len(redirect) > maxRedirect {
		return Consent{}, invalid("/redirect", fmt.Sprintf("must have 1 to %d characters", maxRedirect))
	}
	return Consent{ConsentSnapshot{
		State: DigestOf(state), Browser: DigestOf(browser), Team: who.Team, User: who.User, Key: who.Key,
		Region: region, Redirect: redirect, BegunAt: now, EndsAt: now.Add(ConsentLife),
	}}, nil
}

// RestoreConsent restores a stored consent. It checks shape, not policy.
func RestoreConsent(s ConsentSnapshot) (Consent, error) {
	if s.Team <= 0 || !slices.Contains(marketplace.Regions(), s.Region) || s.Redirect == "" {
		return Consent{}, fmt.Errorf("connection: a stored consent of team %d is damaged", s.Team)
	}
	return Consent{s}, nil
}

// Snapshot returns the whole state.
func (c Consent) Snapshot() ConsentSnapshot { return c.s }

// Caller returns the caller who began the consent.
func (c Consent) Caller() caller.Caller {
	return caller.Caller{Team: c.s.Team, User: c.s.User, Key: c.s.Key}
}

// Return checks the browser that returns. Another browser is link_invalid, a late one link_expired;
// both are Forbidden.
func (c Consent) Return(browser secret.Text, now time.Time) error {
	brought := DigestOf(browser)
	if subtle.ConstantTimeCompare(brought[:], c.s.Browser[:]) != 1 {
		return UnknownConsent()
	}
	if !now.Before(c.s.EndsAt) {
		return fault.New(fault.Forbidden, fault.CodeLinkExpired, "This took longer than 10 minutes. Begin again.")
	}
	return nil
}

// UnknownConsent returns the fault of a return that belongs to no consent of this browser: made up,
// used before, or begun elsewhere.
func UnknownConsent() *fault.Error {
	return fault.New(fault.Forbidden, fault.CodeLinkInvalid,
		"This return from Amazon belongs to nothing that was begun in this browser, or was used before. Begin again.")
}

// CleanCode bounds the code that Amazon sends with a returning seller (kind Invalid).
func CleanCode(code secret.Text) error {
	if !printable(code.Reveal(), maxGrantCode) {
		return invalid("/spapi_oauth_code", fmt.Sprintf("must have 1 to %d printable ASCII characters", maxGrantCode))
	}
	return nil
}
