package identity

import (
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
)

// LoginLife bounds the time that a person stays signed in to the console.
const LoginLife = 12 * time.Hour

// tokenBytes has the length of the random part of a token.
const tokenBytes = 32

// Login lets a browser use a key without knowing it.
type Login struct {
	Team      id.Team
	Key       id.Key
	Digest    Digest
	CreatedAt time.Time
	ExpiresAt time.Time
}

// NewLogin makes a login for a key, and the token that a browser keeps. The token begins with the
// team, because stored logins are found by their team. It fails only when the source of random
// bytes does.
func NewLogin(team id.Team, key id.Key, random io.Reader, p Peppers, now time.Time) (Login, secret.Text, error) {
	raw := make([]byte, tokenBytes)
	if _, err := io.ReadFull(random, raw); err != nil {
		return Login{}, secret.Text{}, fmt.Errorf("identity: no random bytes: %w", err)
	}
	token := secret.New(strconv.FormatInt(int64(team), 10) + "." + base64.RawURLEncoding.EncodeToString(raw))
	return Login{
		Team: team, Key: key, Digest: p.Digest(token), CreatedAt: now, ExpiresAt: now.Add(LoginLife),
	}, token, nil
}

// TeamOfToken returns the team that a token names. It reports false for a text without the form of
// a token.
func TeamOfToken(token secret.Text) (id.Team, bool) {
	number, random, _ := strings.Cut(token.Reveal(), ".")
	team, err := strconv.ParseInt(number, 10, 64)
	raw, broken := base64.RawURLEncoding.DecodeString(random)
	return id.Team(team), err == nil && team > 0 && broken == nil && len(raw) == tokenBytes
}

// SignedOut returns the fault of a call with the token of no login: it ended, or its key did.
func SignedOut() *fault.Error {
	return fault.New(fault.Forbidden, fault.CodeAccessDenied, "You are signed out. Sign in with your key again.")
}
