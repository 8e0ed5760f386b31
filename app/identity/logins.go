package identity

import (
	"context"
	"crypto/sha256"
	"io"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// Logins lets people sign in to the console with a key. The browser keeps a token, never the key.
type Logins struct {
	tx      tx.Runner
	logins  ports.Logins
	auth    *Authenticator
	trail   audit.Log
	clock   clock.Clock
	peppers identity.Peppers
	random  io.Reader
}

// NewLogins uses random as its random source (crypto/rand.Reader outside tests).
func NewLogins(run tx.Runner, logins ports.Logins, auth *Authenticator, trail audit.Log, clk clock.Clock,
	peppers identity.Peppers, random io.Reader,
) *Logins {
	return &Logins{run, logins, auth, trail, clk, peppers, random}
}

// SignIn makes a login for the key of a caller, and returns its token and its life.
func (s *Logins) SignIn(ctx context.Context, who caller.Caller) (secret.Text, time.Duration, error) {
	login, token, err := identity.NewLogin(who.Team, who.Key, s.random, s.peppers, s.clock.Now())
	if err != nil {
		return secret.Text{}, 0, err
	}
	return token, identity.LoginLife, s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.logins.Add(ctx, login); err != nil {
			return err
		}
		return s.trail.Write(ctx, audit.For(who, "key", int64(who.Key), "signed_in", login.CreatedAt))
	})
}

// Authenticate finds the caller of a token that came from an address, with the scopes of its key.
// It returns Forbidden access_denied for a token without a login, and for a key that ended.
func (s *Logins) Authenticate(ctx context.Context, token secret.Text, address string) (caller.Caller, error) {
	k, err := s.find(ctx, token, s.clock.Now())
	if err != nil {
		return caller.Caller{}, err
	}
	return k.access.Caller(address), nil
}

// SignOut ends the login of a token, or all logins with its key. A token without a login passes.
func (s *Logins) SignOut(ctx context.Context, token secret.Text, all bool) error {
	now := s.clock.Now()
	k, err := s.find(ctx, token, now)
	if fault.Is(err, fault.CodeAccessDenied) {
		return nil
	}
	if err != nil {
		return err
	}
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.logins.Remove(ctx, *k.login, all); err != nil {
			return err
		}
		return s.trail.Write(ctx, audit.For(k.access.Caller(""), "key", int64(k.key), "signed_out", now))
	})
	if err == nil {
		s.auth.Forget(k.key)
	}
	return err
}

// find returns the login of a token and its key, as this process remembers them or from the store.
func (s *Logins) find(ctx context.Context, token secret.Text, now time.Time) (*known, error) {
	team, ok := identity.TeamOfToken(token)
	if !ok {
		return nil, identity.SignedOut()
	}
	seen := sha256.Sum256([]byte("login " + token.Reveal()))
	k, forgotten := s.auth.cache.get(seen, now)
	if k == nil {
		login, access, err := s.logins.Access(ctx, team, s.peppers.Digests(token))
		if err != nil {
			return nil, err
		}
		if login == nil || access == nil {
			return nil, identity.SignedOut()
		}
		k = &known{access: *access, key: login.Key, loaded: now, login: login}
		s.auth.cache.put(seen, k, forgotten)
	}
	if k.login == nil || !now.Before(k.login.ExpiresAt) || !k.access.Key.Usable(now) {
		return nil, identity.SignedOut()
	}
	return k, nil
}
