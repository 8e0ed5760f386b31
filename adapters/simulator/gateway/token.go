package gateway

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
	// TokenPath has the path of the token endpoint.
	TokenPath = "/auth/o2/token" //nolint:gosec // a path, not a credential
	tokenLife = time.Hour
	codeLife  = 5 * time.Minute
	// tokenOperation names the token endpoint in faults and counters.
	tokenOperation = "token"
	maxTokenBody   = 64 << 10
)

// AccessToken belongs to a seller in a region, or to a scope.
type AccessToken struct {
	Seller  string
	region  marketplace.Region
	refresh string
	scope   string
	expires time.Time
}

type consent struct {
	refresh string
	expires time.Time
}

func (g *Gateway) serveToken(w http.ResponseWriter, r *http.Request) {
	n := g.Next()
	rec := g.Record(w, tokenOperation)
	defer rec.End()
	rec.Header().Set("X-Amzn-Requestid", g.RequestID(n))
	form, unread := readForm(r)
	f := g.Fault(tokenOperation, form.Get("refresh_token"))
	if f != nil && g.Fail(rec, r, f, shapeToken) {
		return
	}
	answer, trouble := Attempt(func() any {
		if unread != "" {
			panic(&Refusal{http.StatusBadRequest, "invalid_request", unread})
		}
		return g.grant(form, n, f)
	})
	if no, refused := trouble.(*Refusal); refused {
		refuse(rec, shapeToken, no)
		return
	}
	WriteJSON(rec, http.StatusOK, answer)
}

// readForm reads a form or a JSON object, or returns the error.
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

func (g *Gateway) grant(form url.Values, n uint64, f *Fault) Object {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refused || form.Get("client_id") != ClientID || form.Get("client_secret") != ClientSecret {
		panic(&Refusal{http.StatusUnauthorized, "invalid_client", "Client authentication failed"})
	}
	t := AccessToken{expires: g.world.Clock.Now().Add(tokenLife)}
	if f != nil && f.Mode == ShortLived {
		t.expires = g.world.Clock.Now().Add(f.Wait(time.Second))
	}
	answer := Object{"token_type": "bearer", "expires_in": int(tokenLife / time.Second)}
	switch form.Get("grant_type") {
	case "client_credentials":
		t.scope = form.Get("scope")
		if t.scope != ScopeNotifications {
			panic(&Refusal{http.StatusBadRequest, "invalid_scope", "The request has an unknown scope"})
		}
	case "authorization_code":
		c, ok := g.codes[form.Get("code")]
		delete(g.codes, form.Get("code"))
		elsewhere := form.Get("redirect_uri") != "" && g.redirect != "" && form.Get("redirect_uri") != g.redirect
		if !ok || elsewhere || !g.world.Clock.Now().Before(c.expires) {
			panic(&Refusal{http.StatusBadRequest, "invalid_grant", "The request has an invalid grant parameter : code"})
		}
		t.refresh = c.refresh
	case "refresh_token":
		t.refresh = form.Get("refresh_token")
	default:
		panic(&Refusal{http.StatusBadRequest, "unsupported_grant_type", "The authorization grant type is not supported"})
	}
	if t.scope == "" {
		i := slices.IndexFunc(g.world.Accounts, func(s world.Seller) bool { return s.RefreshToken == t.refresh })
		if i < 0 || g.revoked[t.refresh] {
			panic(&Refusal{http.StatusBadRequest, "invalid_grant", "The request has an invalid grant parameter : refresh_token"})
		}
		t.Seller, t.region = g.world.Accounts[i].ID, g.world.Accounts[i].Region
		answer["refresh_token"] = t.refresh
	}
	value := "Atza|" + g.world.Opaque("access", n)
	g.tokens[value] = t
	g.dropExpired()
	answer["access_token"] = value
	return answer
}

// dropExpired keeps the table small; the caller has the lock.
func (g *Gateway) dropExpired() {
	if len(g.tokens)%256 != 0 {
		return
	}
	now := g.world.Clock.Now()
	for value, t := range g.tokens {
		if !now.Before(t.expires) {
			delete(g.tokens, value)
		}
	}
}
