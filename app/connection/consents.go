package connection

import (
	"context"
	"encoding/base64"
	"io"
	"time"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/connection"
	"sellingassistant/ports/tx"
)

const (
	// secretBytes is the length of a state and of a browser's secret.
	secretBytes = 32
	// finishWithin bounds the end of a consent. A code works once, so the end is
	// not broken off when the browser goes away.
	finishWithin = 40 * time.Second
)

// Consents connect seller accounts in the browser.
type Consents struct {
	tx          tx.Runner
	consents    ports.Consents
	connections ports.Connections
	grants      ports.Grants
	sealer      ports.Sealer
	probes      *Probes
	followers   ports.Followers
	trail       audit.Log
	clock       clock.Clock
	random      io.Reader
}

func NewConsents(run tx.Runner, consents ports.Consents, connections ports.Connections, grants ports.Grants,
	sealer ports.Sealer, probes *Probes, followers ports.Followers, trail audit.Log, clk clock.Clock, random io.Reader,
) *Consents {
	return &Consents{run, consents, connections, grants, sealer, probes, followers, trail, clk, random}
}

// Begun is where to send the browser, and what it must keep until it returns.
type Begun struct {
	// Address is a page of Amazon.
	Address string
	// Name distinguishes consents of one browser. It is no secret.
	Name string
	// Browser is the browser's own part: it goes into a cookie and nowhere else.
	Browser secret.Text
	Life    time.Duration
}

// Begin sends a seller of the marketplace to Amazon; redirect is the address
// to come back to. An application that is not set up is Unavailable.
func (s *Consents) Begin(ctx context.Context, who caller.Caller, m marketplace.Marketplace, redirect string) (Begun, error) {
	state, err := s.secret()
	if err != nil {
		return Begun{}, err
	}
	browser, err := s.secret()
	if err != nil {
		return Begun{}, err
	}
	address, err := s.grants.ConsentAddress(m, state, redirect)
	if err != nil {
		return Begun{}, err
	}
	c, err := connection.NewConsent(who, m.Region, redirect, state, browser, s.clock.Now())
	if err != nil {
		return Begun{}, err
	}
	if err := s.consents.Add(ctx, c); err != nil {
		return Begun{}, err
	}
	return Begun{Address: address, Name: ConsentName(state), Browser: browser, Life: connection.ConsentLife}, nil
}

func (s *Consents) secret() (secret.Text, error) {
	b := make([]byte, secretBytes)
	if _, err := io.ReadFull(s.random, b); err != nil {
		return secret.Text{}, err
	}
	return secret.New(base64.RawURLEncoding.EncodeToString(b)), nil
}

// ConsentName is Begun.Name of the consent with this state.
func ConsentName(state secret.Text) string {
	d := connection.DigestOf(state)
	return base64.RawURLEncoding.EncodeToString(d[:6])
}

// Returned is what a seller comes back with.
type Returned struct {
	State    secret.Text
	Browser  secret.Text
	SellerID string
	// Code is empty when the seller did not agree.
	Code secret.Text
	// Address is the peer's network address, for the audit trail.
	Address string
}

// Connected is the result of a finished consent.
type Connected struct {
	Connection connection.Connection
	// Renewed says that the account was connected before.
	Renewed bool
	// Unprobed is why the marketplaces of the account are not known yet; nil
	// when they are.
	Unprobed error
}

// Finish ends a consent: the code is exchanged for a refresh token, which creates a connection or
// renews the existing one. Whatever the outcome, the consent is used up. A return without a
// consent is link_invalid, a late one link_expired (Forbidden); a seller who did not agree and a
// malformed or refused code are Invalid; Amazon not answering is Unavailable. After a fault
// nothing is connected.
func (s *Consents) Finish(ctx context.Context, in Returned) (Connected, error) {
	begun, err := s.consents.Take(ctx, connection.DigestOf(in.State))
	if fault.Is(err, fault.CodeNotFound) {
		err = connection.UnknownConsent()
	}
	if err != nil {
		return Connected{}, err
	}
	if err := begun.Return(in.Browser, s.clock.Now()); err != nil {
		return Connected{}, err
	}
	if in.Code.Empty() {
		return Connected{}, fault.New(fault.Invalid, fault.CodeUpstreamRejected,
			"Amazon sent no authorization: access was not granted. Begin again to grant it.")
	}
	if err := connection.CleanCode(in.Code); err != nil {
		return Connected{}, err
	}
	seller, err := connection.CleanSellerID(in.SellerID)
	if err != nil {
		return Connected{}, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishWithin)
	defer cancel()
	token, err := s.grants.Exchange(ctx, in.Code, begun.Snapshot().Redirect)
	if err != nil {
		return Connected{}, err
	}
	if token, err = connection.CleanToken(token); err != nil {
		return Connected{}, fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable,
			"Amazon's answer cannot be read. Begin again.").Because(err)
	}
	who := begun.Caller()
	who.Address = in.Address
	done, err := s.connect(ctx, who, connection.Whole(begun.Snapshot().Region, seller), token)
	if err != nil {
		return Connected{}, err
	}
	probed, err := s.probes.Probe(ctx, who, done.Connection.ID(), true)
	if done.Unprobed = err; err == nil {
		done.Connection = probed
	}
	return done, nil
}

// connect stores a connection with its token, or the token of the one there is.
func (s *Consents) connect(ctx context.Context, who caller.Caller, a connection.Account, token secret.Text) (Connected, error) {
	now := s.clock.Now()
	return tx.Value(ctx, s.tx, func(ctx context.Context) (done Connected, err error) {
		c, renewed, err := s.account(ctx, who.Team, a, now)
		if err != nil {
			return done, err
		}
		before := c.Snapshot()
		verb := "added"
		if renewed {
			verb = "renewed"
			c.Renew(now)
			if err := s.connections.Save(ctx, c); err != nil {
				return done, err
			}
		}
		if err := keepToken(ctx, s.connections, s.sealer, who.Team, c.ID(), token); err != nil {
			return done, err
		}
		e := audit.For(who, "connection", int64(c.ID()), verb, now)
		e.Changes = map[string]audit.Change{
			"region":          {New: before.Region},
			"seller_id_last4": {New: c.SellerIDLast4()},
		}
		if renewed {
			e.Changes = map[string]audit.Change{"status": {Old: before.Status, New: c.Snapshot().Status}}
		}
		done = Connected{Connection: c, Renewed: renewed}
		if err := s.trail.Write(ctx, e); err != nil {
			return done, err
		}
		return done, s.followers.Activated(ctx, c)
	})
}

// account finds the team's connection with the account, locked, or stores a
// new one. A twin that is faster is found after all.
func (s *Consents) account(ctx context.Context, team id.Team, a connection.Account, now time.Time) (connection.Connection, bool, error) {
	c, err := s.connections.AccountLocked(ctx, team, a.Region, a.SellerID)
	if err == nil || !fault.Is(err, fault.CodeNotFound) {
		return c, true, err
	}
	if c, err = connection.New(team, a, now); err != nil {
		return c, false, err
	}
	cid, err := s.connections.Add(ctx, c)
	if fault.Is(err, fault.CodeDuplicate) {
		c, err = s.connections.AccountLocked(ctx, team, a.Region, a.SellerID)
		return c, true, err
	}
	if err != nil {
		return c, false, err
	}
	snap := c.Snapshot()
	snap.ID = cid
	c, err = connection.Restore(snap)
	return c, false, err
}
