package keepa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
)

const (
	// maxAnswer bounds an answer, unpacked, in bytes.
	maxAnswer = 64 << 20
	// maxWords bounds Keepa's words in errors, in bytes.
	maxWords = 300
	dialing  = 30 * time.Second
	// late comes on top of Keepa's refill time.
	late = 100 * time.Millisecond
)

// within bounds one try, by lane.
var within = [lookup.Lanes]time.Duration{patience.Slower * 12 * time.Second, patience.Slower * 120 * time.Second}

// pauses lists the pauses between the tries of a call that Keepa did not answer.
var pauses = []time.Duration{500 * time.Millisecond, 2 * time.Second}

// Watch receives the results of calls.
type Watch interface {
	// Answered reports how long a call waited for tokens, its cost and the remaining tokens.
	Answered(lane lookup.Lane, waited time.Duration, m Meter)
	// KeyRefused reports the status by which Keepa refused the key.
	KeyRefused(status int)
	// Unsettled reports why the shared meter does not know the cost of a call.
	Unsettled(err error)
}

// Config has the settings of a client.
type Config struct {
	// Key may be empty without an installed key: every call is then refused.
	Key secret.Text
	// URL has no path, such as https://api.keepa.com.
	URL string
	// Reserve has the share of the bucket, in percent, that only interactive calls use.
	Reserve int64
	Clock   clock.Clock
	// Balance may be nil for a balance of this process.
	Balance Balance
	Watch   Watch
	// Transport may be nil for the network.
	Transport http.RoundTripper
}

// Client calls Keepa within its token meter. The key is in the query of outgoing calls and nowhere
// else.
type Client struct {
	cfg   Config
	http  http.Client
	queue *queue
	roots roots
}

func NewClient(cfg Config) *Client {
	if cfg.Transport == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.DialContext = (&net.Dialer{Timeout: dialing}).DialContext
		cfg.Transport = transport
	}
	if cfg.Balance == nil {
		cfg.Balance = NewLocal(cfg.Clock)
	}
	return &Client{cfg: cfg, queue: newQueue(cfg.Clock, cfg.Balance, cfg.Reserve), http: http.Client{
		Transport: cfg.Transport,
		// A redirect would carry the key to another place.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Call has one question.
type Call struct {
	Lane lookup.Lane
	// Cost has the expected cost in tokens.
	Cost int64
	// Path begins with a slash. Query lacks the key.
	Path  string
	Query url.Values
	// Body may be nil for a GET.
	Body []byte
}

// Do returns the bytes of Keepa's answer and its meter. Faults: 422 without a key, 429 if no token
// comes in time, 400 with Keepa's words if it rejects the question, 404, and 503 for everything
// else.
func (c *Client) Do(ctx context.Context, call Call) ([]byte, Meter, error) {
	if c.cfg.Key.Empty() {
		return nil, Meter{}, noKey()
	}
	refused := false
	for try := 0; ; {
		body, m, err := c.metered(ctx, call)
		var f *failure
		switch {
		case !errors.As(err, &f):
			return body, m, err
		case f.limited && !refused:
			refused = true
			if !c.refill(ctx, call.Lane, m.RefillIn+late) {
				return nil, m, f.fault(m)
			}
		case f.again && try < len(pauses) && clock.Rest(ctx, pauses[try]):
			try++
		default:
			return nil, m, f.fault(m)
		}
	}
}

// refill waits for tokens, unless that exceeds the caller's patience.
func (c *Client) refill(ctx context.Context, lane lookup.Lane, wait time.Duration) bool {
	now := c.cfg.Clock.Now()
	if lane == lookup.Interactive && wait > patienceOf(ctx, now, now) {
		return false
	}
	defer patience.Wait(ctx, c.cfg.Clock.Now)()
	return clock.Rest(ctx, wait)
}

// metered makes one try, after waiting for tokens.
func (c *Client) metered(ctx context.Context, call Call) ([]byte, Meter, error) {
	begun := c.cfg.Clock.Now()
	turn, err := c.queue.take(ctx, call.Lane, call.Cost)
	if err != nil {
		return nil, Meter{}, err
	}
	waited := c.cfg.Clock.Now().Sub(begun)
	var m Meter
	defer func() {
		if err := c.queue.settle(context.WithoutCancel(ctx), turn, m); err != nil {
			c.cfg.Watch.Unsettled(err)
		}
	}()
	status, body, err := c.try(ctx, call)
	if err != nil {
		return nil, m, &failure{again: !errors.Is(err, errTooLarge), cause: err}
	}
	var head struct {
		wireMeter
		Error lenient[struct {
			Type    lenient[string] `json:"type"`
			Message lenient[string] `json:"message"`
		}] `json:"error"`
	}
	junk := unmarshal(body, &head)
	m = head.meter()
	if m.Left.Known() {
		c.cfg.Watch.Answered(call.Lane, waited, m)
	}
	wrong := head.Error.value
	if status == http.StatusOK && wrong.Type.value != "" {
		status = statusOf(wrong.Type.value)
	}
	if status == http.StatusPaymentRequired || status == http.StatusForbidden {
		c.cfg.Watch.KeyRefused(status)
	}
	switch {
	case status != http.StatusOK:
		return nil, m, &failure{
			status: status, limited: status == http.StatusTooManyRequests, again: status >= 500 || status/100 == 3, words: c.clean(wrong.Message.value),
		}
	case junk != nil:
		return nil, m, &failure{again: true, cause: junk}
	}
	return body, m, nil
}

var errTooLarge = errors.New("the answer is larger than 64 MiB")

func (c *Client) try(ctx context.Context, call Call) (status int, body []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, within[call.Lane])
	defer cancel()
	query := url.Values{"key": {c.cfg.Key.Reveal()}}
	for name, values := range call.Query {
		query[name] = values
	}
	method, sent := http.MethodGet, io.Reader(http.NoBody)
	if call.Body != nil {
		method, sent = http.MethodPost, bytes.NewReader(call.Body)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.cfg.URL+call.Path+"?"+query.Encode(), sent)
	if err != nil {
		return 0, nil, bare(err)
	}
	if call.Body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := c.http.Do(req)
	if err != nil {
		return 0, nil, bare(err)
	}
	defer res.Body.Close()
	body, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errTooLarge
	}
	return res.StatusCode, body, err
}

// bare removes the address, which has the key, from an error of the network.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// clean makes Keepa's words safe to show: bounded, in one line, without the key.
func (c *Client) clean(words string) string {
	for _, key := range []string{c.cfg.Key.Reveal(), url.QueryEscape(c.cfg.Key.Reveal())} {
		words = strings.ReplaceAll(words, key, secret.Mask)
	}
	words = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, words)
	return strings.ToValidUTF8(strings.Join(strings.Fields(words[:min(maxWords, len(words))]), " "), "")
}

// statusOf returns the proper status of an answer of 200 with an error, by the error's type.
func statusOf(kind string) int {
	kind = strings.ToLower(kind)
	for _, known := range []struct {
		part   string
		status int
	}{
		{"token", http.StatusTooManyRequests}, {"payment", http.StatusPaymentRequired}, {"denied", http.StatusForbidden}, {"key", http.StatusForbidden},
		{"internal", http.StatusInternalServerError}, {"notfound", http.StatusNotFound},
	} {
		if strings.Contains(strings.ReplaceAll(kind, "_", ""), known.part) {
			return known.status
		}
	}
	return http.StatusBadRequest
}

// failure describes a try without an answer.
type failure struct {
	// status has the HTTP status, 0 if the network failed or the answer is unreadable.
	status         int
	limited, again bool
	words          string
	cause          error
}

// Error returns the text for the log.
func (f *failure) Error() string {
	if f.cause != nil {
		return "keepa: " + f.cause.Error()
	}
	return fmt.Sprintf("keepa: status %d %s", f.status, f.words)
}

// Unwrap returns the error of the network.
func (f *failure) Unwrap() error { return f.cause }

func (f *failure) fault(m Meter) error {
	switch f.status {
	case http.StatusTooManyRequests:
		return limited(m.RefillIn + late).Because(f)
	case http.StatusNotFound:
		return fault.Missing().Because(f)
	case http.StatusBadRequest, http.StatusMethodNotAllowed:
		e := fault.New(fault.Invalid, fault.CodeUpstreamRejected, "The price history provider refused the request.").Because(f)
		if f.words != "" {
			e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: f.words}}
		}
		return e
	}
	return unavailable(f)
}

func unavailable(why error) error {
	return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The price history provider is not available.").After(time.Second).Because(why)
}
