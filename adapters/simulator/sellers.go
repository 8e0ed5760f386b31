package simulator

import (
	"strings"

	"sellingassistant/adapters/simulator/world"
)

// IsCredential reports whether a refresh token, client id or key is one of a simulator's, so that a
// program can refuse to send it to a real marketplace.
func IsCredential(s string) bool {
	return s == ClientID || s == KeepaKey || strings.HasPrefix(s, world.RefreshPrefix)
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
func (m *Marketplace) Authorize(s world.Seller) string {
	n := m.next()
	code := "ANSIM" + m.Opaque("code", n)[:20]
	m.mu.Lock()
	defer m.mu.Unlock()
	m.codes[code] = consent{refresh: s.RefreshToken, expires: m.World.Clock.Now().Add(codeLife)}
	return code
}
