package spapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/patience"
	"sellingassistant/domain/kernel/secret"
)

// Credentials lets the client act for a seller.
type Credentials interface {
	// RefreshToken returns the connection's refresh token; an unknown connection is the fault
	// Missing.
	RefreshToken(ctx context.Context, team id.Team, c id.Connection) (secret.Text, error)
	// NeedsAttention records that Amazon refused the connection, with Amazon's error code.
	NeedsAttention(ctx context.Context, team id.Team, c id.Connection, code string) error
}

// Client calls Amazon. Concurrent use is safe.
type Client struct {
	clientID    string
	agent       string
	endpoints   endpoints
	http        *http.Client
	clock       Clock
	credentials Credentials
	tokens      *tokenSource
	pacer       *Pacer
	breakers    *breakers
	health      *health
	numbers     *numbers
	tracer      trace.Tracer
	log         *zap.Logger
}

// New registers metrics with reg; spans go to the provider, which may be a no-op.
func New(cfg Config, credentials Credentials, buckets Buckets, log *zap.Logger, reg prometheus.Registerer, traces trace.TracerProvider) (*Client, error) {
	addresses, err := cfg.endpoints()
	if err != nil {
		return nil, err
	}
	n, err := newNumbers(reg)
	if err != nil {
		return nil, err
	}
	clock := cfg.Clock
	if clock == nil {
		clock = System{}
	}
	c := &Client{
		clientID: cfg.ClientID, agent: cfg.userAgent(), endpoints: addresses, http: cfg.httpClient(), clock: clock,
		credentials: credentials,
		pacer:       NewPacer(clock, buckets),
		breakers:    &breakers{clock: clock, all: map[string]*breaker{}},
		health:      &health{clock: clock, seen: newBounded[id.Connection, map[string]time.Time]()},
		numbers:     n,
		tracer:      traces.Tracer("sellingassistant/adapters/amazon"),
		log:         log.Named("amazon"),
	}
	c.tokens = &tokenSource{
		address: addresses.token.String(), clientID: cfg.ClientID, secrets: cfg.ClientSecrets, agent: c.agent,
		http: c.http, clock: clock, breaker: c.breakers.of("token"), renewals: n.renewed,
		kept: newBounded[string, *accessToken](),
	}
	return c, nil
}

// Call describes one call of an operation.
type Call struct {
	Operation *Operation
	Seller    account.Seller
	// Grant has the refresh token of an account that is not connected. If empty, the call uses the
	// refresh token of the seller's connection.
	Grant    secret.Text
	Priority Priority
	// Segments fills the {names} of the operation's path.
	Segments map[string]string
	Query    url.Values
	// Items counts the records that the call names, if several.
	Items int
	// Repeat allows retries of an operation that is not marked as repeatable, because this call
	// sets an absolute value.
	Repeat bool
	// May runs right before each try, after the wait for the rate limit; false drops the call. Nil
	// allows every try.
	May func(context.Context) bool
	// Body goes out as JSON unless it is empty.
	Body []byte
	// Read decodes the body of a success; an error means that the answer is invalid. Nil accepts
	// any JSON.
	Read func(body []byte) error
}

// Answer has a success.
type Answer struct {
	Status    int
	Body      []byte
	RequestID string
	// ContentType has the header, bounded and without control characters.
	ContentType string
	// RateLimit has the limit of calls a second as Amazon wrote it, "" without one.
	RateLimit string
}

// Do makes a call, waits for the rate limit and retries where that is safe. The error is an
// *Error, or a fault of Credentials.
func (c *Client) Do(ctx context.Context, call Call) (Answer, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	}
	if call.Read == nil {
		call.Read = anyJSON
	}
	if err := call.fits(); err != nil {
		return Answer{}, &Error{Kind: Misused, Operation: call.Operation.ID, Cause: err}
	}
	ctx, span := c.startSpan(ctx, call)
	r := &run{Client: c, call: call, key: c.bucketKey(call)}
	answer, err := r.do(ctx)
	c.finish(span, r, answer, err)
	return answer, err
}

// Read makes a call and decodes its answer. The error is a fault.
func Read[T any](ctx context.Context, c *Client, call Call, decode func(body []byte) (T, error)) (T, error) {
	var answer T
	call.Read = func(body []byte) (err error) {
		answer, err = decode(body)
		return err
	}
	_, err := c.Do(ctx, call)
	return answer, FaultOf(err)
}

// fits refuses a call that names more records than Amazon accepts, before it uses up quota.
func (c *Call) fits() error {
	if c.Items > c.Operation.Items {
		return fmt.Errorf("%d records are more than the %d of one call", c.Items, c.Operation.Items)
	}
	if size, err := strconv.Atoi(c.Query.Get("pageSize")); err == nil && c.Operation.Page > 0 && size > c.Operation.Page {
		return fmt.Errorf("a page of %d is larger than %d", size, c.Operation.Page)
	}
	return nil
}

func anyJSON(body []byte) error {
	if !json.Valid(body) {
		return ErrNotJSON
	}
	return nil
}

// bucketKey returns the key of Amazon's rate limit for the call.
func (c *Client) bucketKey(call Call) string {
	if call.Operation.Scope != "" {
		return c.clientID + "|" + call.Operation.ID
	}
	of := call.Seller.ID
	if !call.Grant.Empty() { // an unproven seller id: its own limit stays untouched
		of = c.tokens.sellerGrant(call.Grant).key
	}
	return c.clientID + "|" + string(call.Seller.Region) + "|" + of + "|" + call.Operation.ID
}

// connected reports whether a call uses the grant of a connection.
func (c *Call) connected() bool { return c.Operation.Scope == "" && c.Grant.Empty() }

const (
	maxTries = 3
	// maxThrottles bounds how often one call is queued again after a 429.
	maxThrottles = 5
)

// run has the state of one call in progress.
type run struct {
	*Client
	call Call
	key  string

	tries     int
	throttles int
	failures  int
	renewed   bool
	waited    time.Duration
}

func (r *run) do(ctx context.Context) (Answer, error) {
	// lost keeps the error of a try that may have reached Amazon.
	var lost *Error
	for {
		answer, err := r.once(ctx)
		if err == nil {
			r.health.worked(r.call)
			return answer, nil
		}
		var e *Error
		if !errors.As(err, &e) { // a fault of Credentials
			return Answer{}, err
		}
		if e.Kind == Unavailable {
			lost = e
		}
		switch {
		case r.again(ctx, e):
		case lost != nil && e.Kind == Throttled:
			// Another try has no quota left. The earlier error counts; only its retry time is
			// updated.
			lost.RetryAfter = e.RetryAfter
			return Answer{}, lost
		default:
			return Answer{}, e
		}
	}
}

// again decides whether to retry a call after an error, and waits if so.
func (r *run) again(ctx context.Context, e *Error) bool {
	switch {
	case e.Status == http.StatusTooManyRequests:
		r.throttles++
		return r.throttles <= maxThrottles && ctx.Err() == nil // the pacer waits
	case e.Kind == Forbidden && e.Status != 0 && !r.renewed && e.Operation != "token":
		r.renewed = true
		return true
	case e.Kind == Forbidden:
		r.refused(ctx, e)
		return false
	case e.Kind == Unavailable && e.Operation != "token" && e.RetryAfter == 0 && !errors.Is(e, ErrTooBig):
		r.failures++
		return (r.call.Operation.Repeatable || r.call.Repeat) && r.Pause(ctx, r.failures)
	}
	return false
}

// Now returns the time of the client's clock.
func (c *Client) Now() time.Time { return c.clock.Now() }

// Pause waits before the next try. It reports false if the tries are used up or the budget would
// be exceeded.
func (c *Client) Pause(ctx context.Context, tries int) bool {
	d := backoff(tries)
	if latest, ok := ctx.Deadline(); tries >= maxTries || ok && c.clock.Now().Add(d).After(latest) {
		return false
	}
	return sleep(ctx, c.clock, d) == nil
}

// refused records a grant that no longer works. If the seller's other operations work, the grant
// is valid, and the application lacks a role.
func (r *run) refused(ctx context.Context, e *Error) {
	if !r.call.connected() {
		return
	}
	if e.Operation != "token" && r.health.othersWork(r.call) {
		r.log.Error("the application lacks the role for an operation", zap.String("operation", r.call.Operation.ID))
		return
	}
	code := "access_denied"
	if len(e.Problems) > 0 && e.Problems[0].Code != "" {
		code = e.Problems[0].Code
	}
	// The record must survive a cancelled caller.
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := r.credentials.NeedsAttention(own, r.call.Seller.Team, r.call.Seller.Connection, code); err != nil {
		r.log.Error("a refused connection could not be marked", zap.Int64("connection", int64(r.call.Seller.Connection)), zap.Error(err))
	}
}

// once passes the breaker and the pacer, and makes one try.
func (r *run) once(ctx context.Context) (Answer, error) {
	op := r.call.Operation
	g, err := r.grant(ctx)
	if err != nil {
		return Answer{}, err
	}
	value, err := r.tokens.token(ctx, g)
	if err != nil {
		return Answer{}, err
	}
	b := r.breakers.of(string(r.call.Seller.Region) + "|" + op.ID)
	if wait := b.wait(); wait > 0 { // do not wait for a turn while the breaker is open
		return Answer{}, &Error{Kind: Unavailable, Operation: op.ID, RetryAfter: wait, Cause: ErrBreakerOpen}
	}
	if err := r.turn(ctx); err != nil {
		return Answer{}, err
	}
	if r.call.May != nil && !r.call.May(ctx) {
		return Answer{}, &Error{Kind: Throttled, Operation: op.ID, Cause: errUnwanted}
	}
	trial, wait := b.acquire()
	if wait > 0 {
		return Answer{}, &Error{Kind: Unavailable, Operation: op.ID, RetryAfter: wait, Cause: ErrBreakerOpen}
	}
	r.tries++
	answer, told, err := r.try(ctx, value)
	if b.report(trial, healthOf(ctx, err)) {
		r.numbers.opened(r.call)
		r.log.Warn("breaker opened", zap.String("operation", op.ID), zap.String("region", string(r.call.Seller.Region)))
	}
	r.pass(ctx, told, err)
	if err != nil && AsError(err).Kind == Forbidden {
		r.tokens.drop(g.key, value)
	}
	return answer, err
}

func (r *run) grant(ctx context.Context) (grant, error) {
	if scope := r.call.Operation.Scope; scope != "" {
		return r.tokens.scopeGrant(scope), nil
	}
	if !r.call.Grant.Empty() {
		return r.tokens.sellerGrant(r.call.Grant), nil
	}
	refresh, err := r.credentials.RefreshToken(ctx, r.call.Seller.Team, r.call.Seller.Connection)
	if err != nil {
		return grant{}, err
	}
	return r.tokens.sellerGrant(refresh), nil
}

// turn waits for a token of the call's bucket.
func (r *run) turn(ctx context.Context) error {
	began := r.clock.Now()
	defer patience.Wait(ctx, r.clock.Now)()
	err := r.pacer.Wait(ctx, r.key, r.call.Operation.Rate, r.call.Priority)
	r.waited += r.clock.Now().Sub(began)
	var late tooLate
	switch {
	case err == nil:
		return nil
	case errors.As(err, &late):
		return &Error{Kind: Throttled, Operation: r.call.Operation.ID, RetryAfter: late.wait, Cause: err}
	case ctx.Err() != nil:
		return &Error{Kind: Unavailable, Operation: r.call.Operation.ID, Cause: ctx.Err()}
	}
	// Without the store of the rate limits the remaining quota is unknown: do not call.
	return fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is not available.").
		After(time.Second).Because(err)
}

// healthOf judges the upstream's health by a try.
func healthOf(ctx context.Context, err error) outcome {
	if err == nil {
		return succeeded
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return unknown
	}
	switch AsError(err).Kind {
	case Unavailable:
		return failed
	case Throttled:
		return unknown
	}
	return succeeded
}

// pass updates the bucket by the answer's rate limit header.
func (r *run) pass(ctx context.Context, told float64, err error) {
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	var failure error
	switch e := AsError(err); {
	case err != nil && e.Status == http.StatusTooManyRequests:
		r.numbers.throttled(r.call)
		failure = r.pacer.Refused(own, r.key, r.call.Operation.Rate, e.RetryAfter)
	case err == nil || e.Status != 0:
		failure = r.pacer.Answered(own, r.key, r.call.Operation.Rate, told)
	}
	if failure != nil {
		r.log.Warn("the limits could not be noted", zap.Error(failure))
	}
}
