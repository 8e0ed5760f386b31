package connection

import (
	"context"
	"encoding/base64"
	"io"
	"time"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/connection"
)

const (
	// secretBytes has the length of a state and of a browser's secret.
	secretBytes = 32
	// finishWithin bounds the end of a consent. A code works only once, so the end continues if the
	// browser disconnects.
	finishWithin = 40 * time.Second
)

// Consents connect seller accounts in the browser.
type Consents struct {
	consents ports.Consents
	grants   ports.Grants
	probes   *Probes
	clock    clock.Clock
	random   io.Reader
}

func NewConsents(consents ports.Consents, grants ports.Grants, probes *Probes, clk clock.Clock, random io.Reader) *Consents {
	return &Consents{consents, grants, probes, clk, random}
}

// ConsentStart has the address for the browser, and the secrets that it must keep until it returns.
type ConsentStart struct {
	// Address leads to a page of Amazon.
	Address string
	// Name distinguishes the consents of a browser. It is no secret.
	Name string
	// Browser has the browser's own part: it is stored in a cookie and nowhere else.
	Browser secret.Text
	Life    time.Duration
}

// Begin sends a seller of the marketplace to Amazon; redirect is the address
// to come back to. An application that is not set up is Unavailable.
func (s *Consents) Begin(ctx context.Context, who caller.Caller, m marketplace.Marketplace, redirect string) (ConsentStart, error) {
	state, err := s.secret()
	if err != nil {
		return ConsentStart{}, err
	}
	browser, err := s.secret()
	if err != nil {
		return ConsentStart{}, err
	}
	address, err := s.grants.ConsentAddress(m, state, redirect)
	if err != nil {
		return ConsentStart{}, err
	}
	c, err := connection.NewConsent(who, m.Region, redirect, state, browser, s.clock.Now())
	if err != nil {
		return ConsentStart{}, err
	}
	if err := s.consents.Add(ctx, c); err != nil {
		return ConsentStart{}, err
	}
	return ConsentStart{Address: address, Name: ConsentName(state), Browser: browser, Life: connection.ConsentLife}, nil
}

func (s *Consents) secret() (secret.Text, error) {
	b := make([]byte, secretBytes)
	if _, err := io.ReadFull(s.random, b); err != nil {
		return secret.Text{}, err
	}
	return secret.New(base64.RawURLEncoding.EncodeToString(b)), nil
}

// ConsentName returns ConsentStart.Name of the consent with this state.
func ConsentName(state secret.Text) string {
	d := connection.DigestOf(state)
	return base64.RawURLEncoding.EncodeToString(d[:6])
}

// ConsentReturn has the parameters of a seller's return.
type ConsentReturn struct {
	State    secret.Text
	Browser  secret.Text
	SellerID string
	// Code stays empty when the seller did not agree.
	Code secret.Text
	// Address has the peer's network address, for the audit trail.
	Address string
}

// Finish ends a consent: it exchanges the code for a refresh token and connects the account with
// it. Any outcome uses the consent up. A return without a consent is link_invalid, a late return
// link_expired (Forbidden); a seller who did not agree and a malformed or refused code are Invalid.
// The return names the seller without proof: the faults of Probes.Connect say whether the grant is
// that seller's. After a fault nothing is connected.
func (s *Consents) Finish(ctx context.Context, in ConsentReturn) (Connected, error) {
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
	return s.probes.Connect(ctx, who, begun.Snapshot().Region, seller, token, true)
}
