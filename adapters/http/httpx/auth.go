package httpx

import (
	"context"
	"net"
	"net/http"
	"slices"
	"time"

	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/ratelimit"
)

// failures bounds the bad keys per address before the answer is 429. Good keys from the address
// still pass, because many callers may share an address.
var failures = ratelimit.Limit{Calls: 30, Window: time.Minute}

// admit authenticates the caller and checks that the key may read or change records of a group.
func (s *Server) admit(ctx context.Context, st *state, group string, write bool) error {
	if err := s.authenticate(ctx, st); err != nil {
		return err
	}
	if err := s.barred(ctx, st); err != nil || st.who.May(group, write) {
		return err
	}
	verb := "read"
	if write {
		verb = "change"
	}
	return s.refused(ctx, st, fault.Newf(fault.Forbidden, fault.CodeInsufficientScope, "The key may not %s %s.", verb, group))
}

// authenticate reads the key of the call and finds its caller.
func (s *Server) authenticate(ctx context.Context, st *state) error {
	address := s.address(st.request)
	if st.login != "" && len(st.keys) == 0 {
		return s.authenticateLogin(ctx, st, address)
	}
	key, ok := wire.Key(st.keys)
	switch {
	case slices.ContainsFunc(st.keys, wire.Amazons):
		return s.countFailure(ctx, address, fault.New(fault.Forbidden, fault.CodeAccessDenied,
			"This is a token of Amazon's. Send a key of this service, which starts with sak_, in its place."))
	case st.twoKeys:
		return s.countFailure(ctx, address,
			fault.New(fault.Invalid, fault.CodeConflictingParameters, "Two different keys were sent. Send one."))
	case !ok:
		return s.countFailure(ctx, address, st.noAccess())
	}
	who, err := s.auth.Authenticate(ctx, secret.New(key), address)
	if err != nil {
		if f, ok := fault.As(err); ok && f.Kind == fault.Forbidden {
			return s.countFailure(ctx, address, err)
		}
		return err
	}
	who.Address = address
	st.who, st.known = who, true
	return nil
}

// authenticateLogin finds the caller of a person who signed in to the console.
func (s *Server) authenticateLogin(ctx context.Context, st *state, address string) error {
	who, err := s.logins.Authenticate(ctx, secret.New(st.login), address)
	if f, ok := fault.As(err); ok && f.Kind == fault.Forbidden {
		return s.countFailure(ctx, address, err)
	}
	if err != nil {
		return err
	}
	who.Address = address
	st.who, st.known = who, true
	return nil
}

// noAccess refuses a call without a well-formed key. A malformed key gets the same message as any
// invalid key.
func (st *state) noAccess() error {
	message := "The API key is not valid. Send your key in the X-Api-Key header."
	if len(st.keys) == 0 {
		message = "Send your key in the X-Api-Key header."
	}
	return fault.New(fault.Forbidden, fault.CodeAccessDenied, message)
}

// countFailure counts a bad key. It returns denied, or a Limited fault after too many tries from
// the address. If the limiter is unavailable it returns denied, so that 403 does not become 503.
func (s *Server) countFailure(ctx context.Context, address string, denied error) error {
	left, err := s.limiter.Take(ctx, "key-failures|"+wire.Network(address), failures)
	if err != nil || left.Allowed {
		return denied
	}
	return fault.New(fault.Limited, fault.CodeRateLimited, "Too many calls without a valid API key.").
		After(max(left.Reset, time.Second)).Because(denied)
}

func (s *Server) address(r *http.Request) string {
	if s.cfg.Address != nil {
		return s.cfg.Address(r)
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
