package httpx

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/idempotency"
)

const retryKeyHeader = "Idempotency-Key"

// maxRetryKey bounds an Idempotency-Key in characters.
const maxRetryKey = 255

// releaseWithin bounds releasing a claim, which may happen after the handler's own deadline.
const releaseWithin = 5 * time.Second

// claim is the Idempotency-Key of a call.
type claim struct {
	scope idempotency.Scope
	// held is true while a committed claim without an answer is ours.
	held bool
	// finished is the answer Finish has stored.
	finished *answer
}

// checkRetryKey reads the Idempotency-Key.
func (st *state) checkRetryKey(items []fault.Item) []fault.Item {
	values := st.request.Header[retryKeyHeader]
	if len(values) == 0 {
		return items
	}
	if len(values) > 1 {
		return append(items, retryKeyFault(fault.CodeRepeatedParameter, "is given twice"))
	}
	key := values[0]
	if key == "" || len(key) > maxRetryKey || strings.ContainsFunc(key, wire.Invisible) {
		return append(items, retryKeyFault(fault.CodeInvalid, "must have 1 to 255 visible ASCII characters"))
	}
	st.claim = &claim{scope: idempotency.Scope{Team: st.who.Team, Operation: st.op.ID, Key: key}}
	return items
}

func retryKeyFault(code fault.Code, message string) fault.Item {
	return fault.Item{Code: code, Message: message, Parameter: retryKeyHeader}
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// fingerprint identifies the call, so that a reused key with another call is noticed.
func (st *state) fingerprint() string {
	r := st.request
	return digest([]byte(strings.Join([]string{
		r.Method, r.URL.Path, schema.Canonical(st.query), strings.Join(r.Header["If-Match"], ","), st.bodyHash,
	}, "\n")))
}

// once runs a call that carries an Idempotency-Key.
func (s *Server) once(ctx context.Context, st *state, input any) (*answer, error) {
	if st.op.Outside {
		return s.onceOutside(ctx, st, input)
	}
	var ans *answer
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		// This runs again after a serialization failure: nothing of an earlier
		// try may be left.
		ans = nil
		known, err := s.claim(ctx, st, st.fingerprint())
		if err != nil {
			return err
		}
		if known != nil {
			ans, err = st.replay(ctx, known)
			return err
		}
		if ans, err = st.run(ctx, input); err != nil {
			return err
		}
		return s.store(ctx, st, ans)
	})
	if err == nil {
		return ans, nil
	}
	// Everything the handler did is rolled back, the claim as well. A refusal
	// that a retry would meet again is stored on its own.
	return s.storeRefusal(ctx, st, err)
}

// claim takes the key, or returns the entry of the call that had it first. It
// needs a transaction in ctx.
func (s *Server) claim(ctx context.Context, st *state, fingerprint string) (*idempotency.Entry, error) {
	scope, now := st.claim.scope, s.clock.Now()
	got, err := s.idem.Lock(ctx, scope)
	if err != nil {
		return nil, err
	}
	if !got {
		return nil, inFlight()
	}
	e, err := s.idem.Find(ctx, scope, now)
	if err != nil {
		return nil, err
	}
	switch {
	case e != nil && e.Answer != nil:
		return e, nil
	case e != nil && e.LeaseUntil.After(now):
		return nil, inFlight().After(min(e.LeaseUntil.Sub(now), soon))
	}
	got, err = s.idem.Claim(ctx, scope, idempotency.Entry{Fingerprint: fingerprint, LeaseUntil: now.Add(st.op.lease())}, now)
	if err != nil {
		return nil, err
	}
	if !got {
		return nil, inFlight()
	}
	return nil, nil
}

// soon is when to look again after a call that holds a lease. Leases are as long
// as the slowest call may take, and most are over long before.
const soon = 3 * time.Second

func inFlight() *fault.Error {
	return fault.New(fault.Conflict, fault.CodeIdempotencyInFlight,
		"A call with this Idempotency-Key is still running.").After(time.Second)
}

// replay answers with what was stored, if the call is the same.
func (st *state) replay(ctx context.Context, e *idempotency.Entry) (*answer, error) {
	if st.op.Upload != nil {
		hash, err := st.hashForm(ctx, st.server.cfg.MaxUpload)
		if err != nil {
			return nil, err
		}
		st.bodyHash = hash
	}
	if e.Fingerprint != st.fingerprint() {
		return nil, fault.New(fault.Rule, fault.CodeIdempotencyKeyReused,
			"The Idempotency-Key has been used for another call.").In(retryKeyHeader)
	}
	a := &answer{status: e.Answer.Status, body: e.Answer.Body}
	a.headers = append(a.headers, headerLine{"Idempotent-Replayed", "true"})
	for name, value := range e.Answer.Header {
		if name == "Content-Type" {
			a.contentType = value
			continue
		}
		a.headers = append(a.headers, headerLine{http.CanonicalHeaderKey(name), value})
	}
	return a, nil
}

// keptHeaders are the headers of an answer that a replay has too.
var keptHeaders = []string{"Etag", "Location", "X-Amzn-Requestid"}

// store writes the answer of a claimed call. It needs the transaction of the
// call's effects in ctx, so that both become visible together.
func (s *Server) store(ctx context.Context, st *state, a *answer) error {
	stored := idempotency.Answer{Status: a.status, Header: map[string]string{}, Body: bytes.Clone(a.body)}
	if a.contentType != "" {
		stored.Header["Content-Type"] = a.contentType
	}
	for _, line := range a.headers {
		if slices.Contains(keptHeaders, line.name) {
			stored.Header[line.name] = line.value
		}
	}
	return s.idem.Complete(ctx, st.claim.scope, st.fingerprint(), stored)
}

// storable reports whether a refusal is kept: a retry would meet it again.
// Faults of the form, the key, the limits and of ours are not.
func storable(err error, p *body.Problem) bool {
	if fault.Is(err, fault.CodeIdempotencyInFlight) || fault.Is(err, fault.CodeIdempotencyKeyReused) {
		return false
	}
	switch p.Status {
	case http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// storeRefusal keeps the refusal of a call whose own transaction is rolled
// back. When a twin has used the key in between, its answer stays.
func (s *Server) storeRefusal(ctx context.Context, st *state, refused error) (*answer, error) {
	p := st.problem(refused)
	if !storable(refused, p) {
		return nil, refused
	}
	a := st.refusal(p)
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		known, err := s.claim(ctx, st, st.fingerprint())
		if err != nil || known != nil {
			return err
		}
		return s.store(ctx, st, a)
	})
	if err != nil && !fault.Is(err, fault.CodeIdempotencyInFlight) {
		return nil, err
	}
	return a, nil
}

// onceOutside runs a call with effects outside the database: the claim is committed first, with a
// lease that allows a retry to resume if this process dies.
func (s *Server) onceOutside(ctx context.Context, st *state, input any) (*answer, error) {
	var known *idempotency.Entry
	err := s.tx.InTx(ctx, func(ctx context.Context) (err error) {
		// A form is read only later, so its fingerprint comes with the answer.
		known, err = s.claim(ctx, st, st.fingerprint())
		return err
	})
	if err != nil {
		return nil, err
	}
	if known != nil {
		return st.replay(ctx, known)
	}
	st.claim.held = true
	defer s.release(ctx, st)
	ans, err := st.run(ctx, input)
	if st.claim.finished != nil && err == nil {
		return st.claim.finished, nil
	}
	if err == nil {
		if err = s.settle(ctx, st, ans); err != nil {
			return nil, err
		}
		return ans, nil
	}
	p := st.problem(err)
	// A form that was not read to its end cannot be compared with another one.
	if !storable(err, p) || st.op.Upload != nil && st.bodyHash == "" {
		return nil, err
	}
	a := st.refusal(p)
	if err := s.settle(ctx, st, a); err != nil {
		return nil, err
	}
	return a, nil
}

// settle stores the answer of a committed claim.
func (s *Server) settle(ctx context.Context, st *state, a *answer) error {
	if st.claim.finished != nil {
		return nil
	}
	err := s.tx.InTx(ctx, func(ctx context.Context) error { return s.store(ctx, st, a) })
	if err == nil {
		st.claim.held = false
	}
	return err
}

// release releases the claim of a call that was refused or failed, also by a panic.
func (s *Server) release(ctx context.Context, st *state) {
	if !st.claim.held {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseWithin)
	defer cancel()
	err := s.tx.InTx(ctx, func(ctx context.Context) error { return s.idem.Release(ctx, st.claim.scope) })
	if err != nil {
		// The lease runs out without it.
		s.log.Warn("a claim was not released", st.fields(err)...)
	}
}

// Finish runs the database part of an operation with outside effects and
// stores the answer of its Idempotency-Key in the same transaction, so that a
// retry finds either both or neither. It is called once, last, and what it
// returns is the operation's output. Without a key it is one transaction.
func Finish[O any](ctx context.Context, f func(ctx context.Context) (*O, error)) (*O, error) {
	st := stateOf(ctx)
	var out *O
	var ans *answer
	err := st.server.tx.InTx(ctx, func(ctx context.Context) (err error) {
		out, ans = nil, nil
		if out, err = f(ctx); err != nil || st.claim == nil {
			return err
		}
		if ans, err = st.op.render(out); err != nil {
			return err
		}
		return st.server.store(ctx, st, ans)
	})
	if err != nil {
		return nil, err
	}
	if st.claim != nil {
		st.claim.finished, st.claim.held = ans, false
	}
	return out, nil
}
