package httpx

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"
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

// releaseWithin bounds the release of a claim, which may happen after the handler's deadline.
const releaseWithin = 5 * time.Second

// claim has the state of the Idempotency-Key of a call.
type claim struct {
	scope idempotency.Scope
	// Set after this call committed its claim, until it stores an answer.
	held bool
	// finished has the answer that Finish stored.
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

// fingerprint identifies the call, so that a key reused for another call is detected.
func (st *state) fingerprint() string {
	r := st.request
	return wire.Digest([]byte(strings.Join([]string{
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
		// This function runs again after a serialization failure, so it clears the results of
		// earlier tries.
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
	// Rolls back all work of the handler, and the claim. A refusal that a retry would get again is
	// stored separately.
	return s.storeRefusal(ctx, st, err)
}

// claim claims the key, or returns the entry of an earlier call with the key. It needs a
// transaction in ctx.
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

// soon delays the next look at a call with a lease. Leases last as long as the slowest call may
// take, but most calls end long before.
const soon = 3 * time.Second

func inFlight() *fault.Error {
	return fault.New(fault.Conflict, fault.CodeIdempotencyInFlight,
		"A call with this Idempotency-Key is still running.").After(time.Second)
}

// replay returns the stored answer if the call is the same.
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
	text := e.Answer.Body
	if st.op.Secret {
		var err error
		if text, err = st.server.cfg.Sealer.Open(text, st.claim.sealedFor()); err != nil {
			return nil, unreadable().Because(err)
		}
	}
	a := &answer{status: e.Answer.Status, body: text}
	a.headers = append(a.headers, headerLine{"Idempotent-Replayed", "true"})
	if a.status == http.StatusAccepted && st.op.AnswerSchema == nil {
		a.headers = append(a.headers, headerLine{"Retry-After", workSeconds})
	}
	for name, value := range e.Answer.Header {
		if name == "Content-Type" {
			a.contentType = value
			continue
		}
		a.headers = append(a.headers, headerLine{http.CanonicalHeaderKey(name), value})
	}
	return a, nil
}

// sealedFor returns the place of a stored answer. It opens in no other place.
func (c *claim) sealedFor() string {
	team := strconv.FormatInt(int64(c.scope.Team), 10)
	return strings.Join([]string{"idempotency", team, c.scope.Operation, c.scope.Key}, "|")
}

// unreadable refuses to repeat an answer that was sealed with a secret key of the past.
func unreadable() *fault.Error {
	return fault.New(fault.Rule, fault.CodeIdempotencyKeyReused, "The answer to this Idempotency-Key was sealed with "+
		"another secret key of the service. Look for its record, and use another Idempotency-Key.").In(retryKeyHeader)
}

// keptHeaders lists the headers of an answer that a replay repeats.
var keptHeaders = []string{"Etag", "Location", "X-Amzn-Requestid"}

// store writes the answer of a claimed call. It needs the transaction of the call's effects in ctx,
// so that both commit together.
func (s *Server) store(ctx context.Context, st *state, a *answer) error {
	stored := idempotency.Answer{Status: a.status, Header: map[string]string{}, Body: bytes.Clone(a.body)}
	if st.op.Secret {
		var err error
		if stored.Body, err = s.cfg.Sealer.Seal(a.body, st.claim.sealedFor()); err != nil {
			return err
		}
	}
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

// storable reports whether a refusal is stored, because a retry would get it again. Faults of the
// form, the key and the limits, and internal faults, are not stored.
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

// storeRefusal stores a refusal after the call's transaction was rolled back. If another call used
// the key meanwhile, that call's answer stays.
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

// onceOutside runs a call with effects outside the database. It commits the claim first, with a
// lease that lets a retry resume if this process dies.
func (s *Server) onceOutside(ctx context.Context, st *state, input any) (*answer, error) {
	var known *idempotency.Entry
	err := s.tx.InTx(ctx, func(ctx context.Context) (err error) {
		// The fingerprint of a form is stored with the answer: the form is not read yet.
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
	// A form that was not read to its end cannot be compared with another form.
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

// release releases the claim of a call that was refused, failed or panicked.
func (s *Server) release(ctx context.Context, st *state) {
	if !st.claim.held {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseWithin)
	defer cancel()
	err := s.tx.InTx(ctx, func(ctx context.Context) error { return s.idem.Release(ctx, st.claim.scope) })
	if err != nil {
		// The lease then expires by itself.
		s.log.Warn("a claim was not released", st.fields(err)...)
	}
}

// Finish runs the database part of an operation with outside effects. It stores the answer of the
// Idempotency-Key in the same transaction, so that a retry finds both or neither. The handler calls
// it once, as its last step, and returns its result. Without a key it only runs a transaction.
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
