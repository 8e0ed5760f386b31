package httpx

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/ratelimit"
)

// Raw routes use some steps of a call to an operation. They serve pages that people open in a
// browser. They answer in their own form, but check the same keys and limits.

// rawLimit bounds the calls per address to a raw route that takes no key.
var rawLimit = ratelimit.Limit{Calls: 60, Window: time.Minute}

// Admit authenticates the caller of a raw route, checks that the key may read or change records of
// the group, and counts the call against the group's limit. It returns the same faults as an
// operation.
func (s *Server) Admit(ctx context.Context, group string, write bool) (caller.Caller, error) {
	st := stateOf(ctx)
	if err := s.admit(ctx, st, group, write); err != nil {
		return caller.Caller{}, err
	}
	if _, err := s.quotaOf(&operation{Operation: Operation{Group: group}}).Take(ctx, s.limiter, st.who.Team); err != nil {
		return st.who, s.refused(ctx, st, err)
	}
	return st.who, nil
}

// AdmitKey finds the caller of a key that came in the body of a raw route. A wrong key counts
// against the client's address, as with every call.
func (s *Server) AdmitKey(ctx context.Context, key secret.Text) (caller.Caller, error) {
	st := stateOf(ctx)
	st.keys, st.twoKeys = []string{key.Reveal()}, false
	err := s.authenticate(ctx, st)
	return st.who, err
}

// Authenticate authenticates the caller of a raw route that makes calls to operations, and counts
// the call against the limit of a name. The operations check the scopes.
func (s *Server) Authenticate(ctx context.Context, name string) (caller.Caller, error) {
	st := stateOf(ctx)
	if err := s.authenticate(ctx, st); err != nil {
		return caller.Caller{}, err
	}
	if err := s.barred(ctx, st); err != nil {
		return st.who, err
	}
	_, err := s.quotaOf(&operation{Operation: Operation{Group: name}}).Take(ctx, s.limiter, st.who.Team)
	return st.who, err
}

// inherit gives a call that a raw route makes to an operation the key of the call around it.
func (st *state) inherit(around context.Context) {
	if outer, _ := around.Value(stateKey{}).(*state); outer != nil {
		st.keys, st.twoKeys, st.login = outer.keys, outer.twoKeys, outer.login
	}
}

// AdmitAddress counts a call of a raw route that takes no key against its client address, and
// returns the address.
func (s *Server) AdmitAddress(ctx context.Context, group string) (string, error) {
	st := stateOf(ctx)
	address := s.address(st.request)
	left, err := s.limiter.Take(ctx, "raw|"+group+"|"+wire.Network(address), rawLimit)
	if err != nil || left.Allowed {
		return address, err
	}
	return address, fault.New(fault.Limited, fault.CodeRateLimited, "Too many calls from this address.").
		After(max(left.Reset, time.Second))
}

// ProblemOf returns the parts of an error that a client may see, for a raw route that shows them in
// its own form. It also sets the matching headers, and the error for the log, as for an operation.
func ProblemOf(ctx context.Context, h http.Header, err error) *body.Problem {
	p := stateOf(ctx).problem(err)
	if p.RetryAfter > 0 {
		h.Set("Retry-After", wire.Seconds(p.RetryAfter))
	}
	return p
}

// File has a file that is part of the program.
type File struct {
	Type string
	Body []byte
	// Packed marks a body compressed by gzip. Clients that do not accept gzip get it unpacked.
	Packed bool
}

// WriteFile answers a raw route with a file, compressed if the client accepts it, or 304 if the
// client's copy is current. The tag is weak, because both forms share it.
func WriteFile(c *gin.Context, f File, tag string) {
	st := stateOf(c.Request.Context())
	st.writer, st.request = c.Writer, c.Request
	st.write(&answer{
		status: http.StatusOK, contentType: f.Type, headers: []headerLine{{"Etag", tag}}, body: f.Body, packed: f.Packed,
	})
}

// KeepLogin lets the browser keep the token of a login for a time; a negative time drops it.
func KeepLogin(c *gin.Context, token secret.Text, life time.Duration, secure bool) {
	http.SetCookie(c.Writer, wire.LoginCookie(token.Reveal(), int(life.Seconds()), secure))
}
