package spapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/singleflight"

	"sellingassistant/domain/kernel/secret"
)

const (
	// renewEarly renews a token this long before it expires.
	renewEarly = 120 * time.Second
	// renewPause delays the next renewal after a failure, while the old token is still valid.
	renewPause = 10 * time.Second
	// renewWithin bounds a renewal with its retries.
	renewWithin  = 15 * time.Second
	tokenTries   = 3
	tokenTimeout = 10 * time.Second
	// tokenBody and tokenSize bound the token endpoint's answer, in bytes.
	tokenBody = 64 << 10
	tokenSize = 4096
	// maxLife bounds the lifetime of a token.
	maxLife = 24 * time.Hour
)

// tokenSource caches access tokens of Login with Amazon: one per refresh token, and one per scope
// for the application itself. Concurrent callers share one renewal.
type tokenSource struct {
	address  string
	clientID string
	secrets  []secret.Text
	agent    string
	http     *http.Client
	clock    Clock
	breaker  *breaker
	renewals func(outcome string)

	flights singleflight.Group
	mu      sync.Mutex
	kept    bounded[string, *accessToken]
	// good has the index of the client secret that worked last.
	good int
}

type accessToken struct {
	value string
	// refresh occurs only in the answer to an authorization code.
	refresh secret.Text
	expires time.Time
	renewAt time.Time
}

// grant has the request for a token. Its key identifies it in the cache and does not reveal it.
type grant struct {
	key  string
	form url.Values
	// first requires a refresh token in the answer.
	first bool
}

func (s *tokenSource) sellerGrant(refresh secret.Text) grant {
	sum := sha256.Sum256([]byte(refresh.Reveal()))
	return grant{key: "seller " + hex.EncodeToString(sum[:]), form: url.Values{
		"grant_type": {"refresh_token"}, "refresh_token": {refresh.Reveal()},
	}}
}

func (s *tokenSource) scopeGrant(scope string) grant {
	return grant{key: "scope " + scope, form: url.Values{"grant_type": {"client_credentials"}, "scope": {scope}}}
}

// token returns a valid token. A failed renewal is no error while the old token is valid, unless
// the grant itself was refused.
func (s *tokenSource) token(ctx context.Context, g grant) (string, error) {
	if t := s.find(g.key, false); t != "" {
		return t, nil
	}
	done := s.flights.DoChan(g.key, func() (any, error) {
		if t := s.find(g.key, false); t != "" {
			return t, nil
		}
		// The renewal serves all waiting callers, so it must not end with the first caller's
		// context.
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewWithin)
		defer cancel()
		return s.renew(own, g)
	})
	select {
	case r := <-done:
		if r.Err == nil {
			return r.Val.(string), nil
		}
		if AsError(r.Err).Kind != Forbidden {
			if t := s.find(g.key, true); t != "" {
				return t, nil
			}
		}
		return "", r.Err
	case <-ctx.Done():
		return "", &Error{Kind: Unavailable, Operation: "token", Cause: ctx.Err()}
	}
}

// find returns a cached token that needs no renewal. With old it accepts any valid token.
func (s *tokenSource) find(key string, old bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, now := s.kept.kept[key], s.clock.Now()
	switch {
	case t == nil:
		return ""
	case now.Before(t.renewAt):
		return t.value
	case old && now.Before(t.expires):
		t.renewAt = now.Add(min(renewPause, t.expires.Sub(now)))
		return t.value
	}
	return ""
}

// drop removes a refused token, unless it was replaced meanwhile.
func (s *tokenSource) drop(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.kept.kept[key]; t != nil && t.value == value {
		delete(s.kept.kept, key)
	}
}

func (s *tokenSource) keep(key string, t *accessToken) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	s.kept.put(key, t, func(old *accessToken) bool { return !now.Before(old.expires) })
}

func (s *tokenSource) renew(ctx context.Context, g grant) (string, error) {
	tries := tokenTries
	if s.find(g.key, true) != "" {
		tries = 1 // the old token remains valid
	}
	t, err := s.obtain(ctx, g, tries)
	if err != nil {
		s.renewals(AsError(err).Kind.String())
		return "", err
	}
	s.keep(g.key, t)
	s.renewals("ok")
	return t.value, nil
}

// obtain requests a token and retries transient failures.
func (s *tokenSource) obtain(ctx context.Context, g grant, tries int) (*accessToken, error) {
	if s.clientID == "" || len(s.secrets) == 0 {
		return nil, &Error{Kind: Misconfigured, Operation: "token", Cause: errors.New("no application is configured")}
	}
	for try := 1; ; try++ {
		t, err := s.attempt(ctx, g)
		if err == nil {
			return t, nil
		}
		e := AsError(err)
		if e.Kind != Unavailable || try >= tries || e.RetryAfter > 0 || sleep(ctx, s.clock, backoff(try)) != nil {
			return nil, e
		}
	}
}

// attempt tries the secret that worked last and, if the application is refused, the others.
func (s *tokenSource) attempt(ctx context.Context, g grant) (*accessToken, error) {
	s.mu.Lock()
	first := s.good
	s.mu.Unlock()
	var err error
	for i := range s.secrets {
		n := (first + i) % len(s.secrets)
		var t *accessToken
		if t, err = s.ask(ctx, g, s.secrets[n]); err == nil {
			s.mu.Lock()
			s.good = n
			s.mu.Unlock()
			return t, nil
		}
		if e := AsError(err); len(e.Problems) == 0 || e.Problems[0].Code != "invalid_client" {
			return nil, err
		}
	}
	return nil, err
}

func (s *tokenSource) ask(ctx context.Context, g grant, clientSecret secret.Text) (*accessToken, error) {
	trial, wait := s.breaker.acquire()
	if wait > 0 {
		return nil, &Error{Kind: Unavailable, Operation: "token", RetryAfter: wait, Cause: ErrBreakerOpen}
	}
	t, err := s.send(ctx, g, clientSecret)
	o := succeeded
	if err != nil && AsError(err).Kind == Unavailable {
		o = failed
	}
	s.breaker.report(trial, o)
	return t, err
}

func (s *tokenSource) send(ctx context.Context, g grant, clientSecret secret.Text) (*accessToken, error) {
	form := url.Values{"client_id": {s.clientID}, "client_secret": {clientSecret.Reveal()}}
	for k, v := range g.form {
		form[k] = v
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, &Error{Kind: Misconfigured, Operation: "token", Cause: err}
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", s.agent)
	asked := s.clock.Now()
	res, err := s.http.Do(req)
	if err != nil {
		return nil, &Error{Kind: Unavailable, Operation: "token", Cause: bare(err)}
	}
	defer res.Body.Close()
	body, err := readUpTo(res, tokenBody)
	if err != nil {
		return nil, &Error{Kind: Unavailable, Operation: "token", Status: res.StatusCode, Cause: err}
	}
	if res.StatusCode != http.StatusOK {
		problems := decodeProblems(TokenError, body)
		return nil, &Error{
			Kind: tokenKind(res.StatusCode, problems), Operation: "token", Status: res.StatusCode,
			RequestID: Clean(res.Header.Get("X-Amzn-Requestid")), Problems: problems,
		}
	}
	return readToken(body, asked, g.first)
}

func readToken(body []byte, asked time.Time, first bool) (*accessToken, error) {
	var answer struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		ExpiresIn    int64  `json:"expires_in"`
	}
	// The decoder's error may quote the body.
	junk := &Error{Kind: Unavailable, Operation: "token", Status: http.StatusOK, Cause: ErrNotJSON}
	if json.Unmarshal(body, &answer) != nil {
		return nil, junk
	}
	life := time.Duration(min(answer.ExpiresIn, int64(maxLife/time.Second))) * time.Second
	if !isToken(answer.AccessToken) || life <= 0 {
		return nil, junk
	}
	t := &accessToken{
		value: answer.AccessToken, expires: asked.Add(life), renewAt: asked.Add(life - min(renewEarly, life/2)),
	}
	if first {
		if !isToken(answer.RefreshToken) {
			return nil, junk
		}
		t.refresh = secret.New(answer.RefreshToken)
	}
	return t, nil
}

// isToken accepts text that is safe in a header.
func isToken(s string) bool {
	if s == "" || len(s) > tokenSize {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// tokenKind decides whether the token endpoint refused the seller's grant or the application, or
// failed transiently.
func tokenKind(status int, problems []Problem) Kind {
	word := ""
	if len(problems) > 0 {
		word = problems[0].Code
	}
	switch {
	case status == http.StatusTooManyRequests, status >= 500, status < 400,
		word == "server_error", word == "temporarily_unavailable":
		return Unavailable
	case word == "invalid_grant", word == "unauthorized_client", word == "access_denied":
		return Forbidden
	}
	return Misconfigured
}

// Exchange returns the refresh token for an authorization code. redirect must be the address that
// the code was sent to.
func (c *Client) Exchange(ctx context.Context, code secret.Text, redirect string) (secret.Text, error) {
	ctx, cancel := context.WithTimeout(ctx, renewWithin)
	defer cancel()
	t, err := c.tokens.obtain(ctx, grant{first: true, form: url.Values{
		"grant_type": {"authorization_code"}, "code": {code.Reveal()}, "redirect_uri": {redirect},
	}}, tokenTries)
	if err != nil {
		e := AsError(err)
		c.tokens.renewals(e.Kind.String())
		c.log.Log(levelOf(e), "a code was not exchanged", zap.Error(e))
		return secret.Text{}, e
	}
	c.tokens.renewals("ok")
	return t.refresh, nil
}

// backoff returns the pause after a failed try. It doubles from 200 ms with every try, times a
// random factor from 0.5 to 1.5.
func backoff(try int) time.Duration {
	d := 200 * time.Millisecond << (try - 1)
	return d/2 + time.Duration(rand.Float64()*float64(d)) //nolint:gosec // chance spreads tries, it hides nothing
}
