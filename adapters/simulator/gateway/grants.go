package gateway

import "sellingassistant/adapters/simulator/world"

// Revoke takes back the grant of a refresh token, and every access token that came from it.
func (g *Gateway) Revoke(refreshToken string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.revoked[refreshToken] = true
	for value, t := range g.tokens {
		if t.refresh == refreshToken {
			delete(g.tokens, value)
		}
	}
}

// Restore makes a revoked grant valid again.
func (g *Gateway) Restore(refreshToken string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.revoked, refreshToken)
}

// RefuseApplication makes the token endpoint refuse or accept the application.
func (g *Gateway) RefuseApplication(refused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refused = refused
}

// ForgetTokens ends every access token, as if it had expired.
func (g *Gateway) ForgetTokens() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokens = map[string]AccessToken{}
}

// Authorize grants a seller's consent: it returns a code that can be exchanged once within five
// minutes.
func (g *Gateway) Authorize(s world.Seller) string {
	n := g.Next()
	code := "ANSIM" + g.world.Opaque("code", n)[:20]
	g.mu.Lock()
	defer g.mu.Unlock()
	g.codes[code] = consent{refresh: s.RefreshToken, expires: g.world.Clock.Now().Add(codeLife)}
	return code
}
