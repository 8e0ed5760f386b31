package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	tokenPath = "/auth/o2/token" //nolint:gosec // a path, not a credential
	tokenLife = time.Hour
	codeLife  = 5 * time.Minute
	// tokenOperation is the name of the token endpoint in faults and counters.
	tokenOperation = "token"
	maxTokenBody   = 64 << 10
)

// accessToken is bound to a seller in a region, or to a scope.
type accessToken struct {
	seller  string
	region  marketplace.Region
	refresh string
	scope   string
	expires time.Time
}

type consent struct {
	refresh string
	expires time.Time
}

func (m *Marketplace) serveToken(w http.ResponseWriter, r *http.Request) {
	n := m.next()
	rec := &recorder{ResponseWriter: w, count: func(status int) { m.count(tokenOperation, status) }}
	defer rec.end()
	rec.Header().Set("X-Amzn-Requestid", m.requestID(n))
	form, unread := readForm(r)
	f := m.fault(tokenOperation, form.Get("refresh_token"))
	if f != nil && m.fail(rec, r, f, shapeToken) {
		return
	}
	answer, trouble := attempt(func() any {
		if unread != "" {
			panic(&refusal{http.StatusBadRequest, "invalid_request", unread})
		}
		return m.grant(form, n, f)
	})
	if no, refused := trouble.(*refusal); refused {
		refuse(rec, shapeToken, no)
		return
	}
	writeJSON(rec, http.StatusOK, answer)
}

// readForm takes a form or a JSON object, or says why it cannot.
func readForm(r *http.Request) (form url.Values, wrong string) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxTokenBody))
	if err != nil {
		return nil, "The body could not be read."
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		members := map[string]string{}
		if json.Unmarshal(body, &members) != nil {
			return nil, "The body is not an object of texts."
		}
		form := url.Values{}
		for k, v := range members {
			form.Set(k, v)
		}
		return form, ""
	}
	form, err = url.ParseQuery(string(body))
	if err != nil {
		return nil, "The body is not a form."
	}
	return form, ""
}

func (m *Marketplace) grant(form url.Values, n uint64, f *Fault) object {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refused || form.Get("client_id") != ClientID || form.Get("client_secret") != ClientSecret {
		panic(&refusal{http.StatusUnauthorized, "invalid_client", "Client authentication failed"})
	}
	t := accessToken{expires: m.World.Clock.Now().Add(tokenLife)}
	if f != nil && f.Mode == ShortLived {
		t.expires = m.World.Clock.Now().Add(f.wait(time.Second))
	}
	answer := object{"token_type": "bearer", "expires_in": int(tokenLife / time.Second)}
	switch form.Get("grant_type") {
	case "client_credentials":
		t.scope = form.Get("scope")
		if t.scope != scopeNotifications {
			panic(&refusal{http.StatusBadRequest, "invalid_scope", "The request has an unknown scope"})
		}
	case "authorization_code":
		c, ok := m.codes[form.Get("code")]
		delete(m.codes, form.Get("code"))
		elsewhere := form.Get("redirect_uri") != "" && m.redirect != "" && form.Get("redirect_uri") != m.redirect
		if !ok || elsewhere || !m.World.Clock.Now().Before(c.expires) {
			panic(&refusal{http.StatusBadRequest, "invalid_grant", "The request has an invalid grant parameter : code"})
		}
		t.refresh = c.refresh
	case "refresh_token":
		t.refresh = form.Get("refresh_token")
	default:
		panic(&refusal{http.StatusBadRequest, "unsupported_grant_type", "The authorization grant type is not supported"})
	}
	if t.scope == "" {
		i := slices.IndexFunc(m.World.Accounts, func(s world.Seller) bool { return s.RefreshToken == t.refresh })
		if i < 0 || m.revoked[t.refresh] {
			panic(&refusal{http.StatusBadRequest, "invalid_grant", "The request has an invalid grant parameter : refresh_token"})
		}
		t.seller, t.region = m.World.Accounts[i].ID, m.World.Accounts[i].Region
		answer["refresh_token"] = t.refresh
	}
	value := "Atza|" + m.Opaque("access", n)
	m.tokens[value] = t
	m.dropExpired()
	answer["access_token"] = value
	return answer
}

// dropExpired keeps the table small; the caller holds the lock.
func (m *Marketplace) dropExpired() {
	if len(m.tokens)%256 != 0 {
		return
	}
	now := m.World.Clock.Now()
	for value, t := range m.tokens {
		if !now.Before(t.expires) {
			delete(m.tokens, value)
		}
	}
}
