package simulator

import (
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

// Kind is what is special about a seller account.
type Kind string

// The seller accounts of each region.
const (
	Full     Kind = "full"     // everything works
	NoRole   Kind = "no_role"  // the application lacks the role for listings
	Revoked  Kind = "revoked"  // the seller took the grant back
	Empty    Kind = "empty"    // no listings
	Enormous Kind = "enormous" // Config.Enormous listings
)

var kinds = []Kind{Full, NoRole, Revoked, Empty, Enormous}

// Seller is a seller account. Its refresh token works for its region only.
type Seller struct {
	ID           string             `json:"id"`
	Kind         Kind               `json:"kind"`
	Region       marketplace.Region `json:"region"`
	Marketplaces []marketplace.ID   `json:"marketplaces"`
	RefreshToken string             `json:"refresh_token"`

	// size is how many listings the seed gives the account.
	size int
}

// refreshPrefix starts every refresh token of a simulator.
const refreshPrefix = "Atzr|SIM"

// IsCredential reports whether a refresh token, client id or key is one of a simulator's, so that a
// program can refuse to send it to a real marketplace.
func IsCredential(s string) bool {
	return s == ClientID || s == KeepaKey || strings.HasPrefix(s, refreshPrefix)
}

func (m *Marketplace) seedSellers() []Seller {
	var all []Seller
	for _, region := range marketplace.Regions() {
		var shops []marketplace.ID
		for _, shop := range marketplace.All() {
			if shop.Region == region {
				shops = append(shops, shop.ID)
			}
		}
		for _, kind := range kinds {
			id := "A" + strings.ToUpper(m.opaque("seller", region, kind)[:13])
			all = append(all, Seller{
				ID: id, Kind: kind, Region: region, Marketplaces: shops,
				RefreshToken: refreshPrefix + m.opaque("refresh", region, kind), size: kind.listings(m.cfg.Enormous),
			})
		}
	}
	return all
}

// Sellers lists the seller accounts of all regions.
func (m *Marketplace) Sellers() []Seller { return append([]Seller(nil), m.sellers...) }

// Seller is the account of this kind in a region.
func (m *Marketplace) Seller(region marketplace.Region, kind Kind) Seller {
	for _, s := range m.sellers {
		if s.Region == region && s.Kind == kind {
			return s
		}
	}
	return Seller{}
}

// Revoke takes back the grant of a refresh token, and every access token that
// came from it.
func (m *Marketplace) Revoke(refreshToken string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.revoked[refreshToken] = true
	for value, t := range m.tokens {
		if t.refresh == refreshToken {
			delete(m.tokens, value)
		}
	}
}

// Restore makes a revoked grant valid again.
func (m *Marketplace) Restore(refreshToken string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.revoked, refreshToken)
}

// RefuseApplication makes the token endpoint refuse the application, or take
// it again.
func (m *Marketplace) RefuseApplication(refused bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refused = refused
}

// ForgetTokens ends every access token, as if its time were over.
func (m *Marketplace) ForgetTokens() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tokens = map[string]accessToken{}
}

// Authorize is a seller's consent: a code that can be exchanged once within
// five minutes.
func (m *Marketplace) Authorize(s Seller) string {
	n := m.next()
	code := "ANSIM" + m.opaque("code", n)[:20]
	m.mu.Lock()
	defer m.mu.Unlock()
	m.codes[code] = consent{refresh: s.RefreshToken, expires: m.cfg.Clock.Now().Add(codeLife)}
	return code
}
