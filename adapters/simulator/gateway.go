package simulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// shape is the shape of an operation's own errors. The gateway's errors are always a list under
// "errors".
type shape uint8

const (
	shapeErrors shape = iota // {"errors":[…]}
	shapeList                // […]
	shapeToken               // {"error":"…","error_description":"…"}
	shapeQueue               // {"__type":"…","message":"…"}
)

const scopeNotifications = "sellingpartnerapi::notifications"

// role is a permission an application asks sellers for.
type role string

const roleListing role = "Product Listing"

func segments(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }

// call is a request that found its operation.
type call struct {
	m        *Marketplace
	op       *operation
	region   marketplace.Region
	token    accessToken
	segments map[string]string
	query    url.Values
	body     []byte
	number   uint64
	// address is where the caller found the marketplace.
	address string
	// fault is the misbehaviour that hits the call, nil for none.
	fault *Fault
}

// seller is whose token the call has.
func (c *call) seller() *world.Seller {
	s, _ := c.m.Account(c.token.seller)
	return s
}

// object is a JSON object of an answer.
type object map[string]any

// refusal is an answer that is not a success.
type refusal struct {
	status int
	code   string
	words  string
}

func badRequest(words string) *refusal { return &refusal{http.StatusBadRequest, "InvalidInput", words} }

func notThere(words string) *refusal { return &refusal{http.StatusNotFound, "NotFound", words} }

var unauthorized = &refusal{http.StatusForbidden, "Unauthorized", "Access to requested resource is denied."}

func (m *Marketplace) serveRegion(w http.ResponseWriter, r *http.Request) {
	n := m.next()
	rec := &recorder{ResponseWriter: w}
	defer rec.end()
	rec.Header().Set("X-Amzn-Requestid", m.requestID(n))
	c, ok := m.find(r)
	if !ok {
		refuse(rec, shapeErrors, &refusal{http.StatusNotFound, "NotFound", "The resource you requested does not exist."})
		return
	}
	c.number = n
	rec.count = func(status int) { m.count(c.op.id, status) }
	token := r.Header.Get("X-Amz-Access-Token")
	m.mu.Lock()
	c.token = m.tokens[token]
	m.mu.Unlock()
	c.fault = m.fault(c.op.id, c.token.seller)
	if c.fault != nil && m.fail(rec, r, c.fault, c.op.shape) {
		return
	}
	bucket := strings.Join([]string{ClientID, c.token.seller, c.op.id}, "|")
	m.undermine(c, bucket)
	if no := m.authorize(c, r); no != nil {
		refuse(rec, shapeErrors, no)
		return
	}
	if !m.admit(bucket, c.op.rate) {
		refuse(rec, shapeErrors, &refusal{http.StatusTooManyRequests, "QuotaExceeded", "You exceeded your quota for the requested resource."})
		return
	}
	m.tellRate(rec, c)
	body, trouble := attempt(func() any {
		c.read(r)
		m.settle()
		return c.op.answer(m, c)
	})
	switch trouble := trouble.(type) {
	case *refusal:
		refuse(rec, c.op.shape, trouble)
	case *Fault:
		m.fail(rec, r, trouble, c.op.shape)
	default:
		m.finish(rec, r, c, body)
	}
}

// attempt answers a call or a part of it. Trouble is the *refusal, *queueError or
// *Fault that ended it, nil for none.
func attempt(answer func() any) (body, trouble any) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *refusal, *queueError, *Fault:
			trouble = p
		default:
			panic(p)
		}
	}()
	return answer(), nil
}

// find matches the path as it was sent, segment by segment, each decoded once.
func (m *Marketplace) find(r *http.Request) (*call, bool) {
	parts := segments(r.URL.EscapedPath())
	region := marketplace.Region(parts[0])
	if !slices.Contains(marketplace.Regions(), region) {
		return nil, false
	}
	for i := range m.operations {
		op := &m.operations[i]
		if op.method != r.Method {
			continue
		}
		if values, ok := match(op.path, parts[1:]); ok {
			return &call{m: m, op: op, region: region, segments: values}, true
		}
	}
	return nil, false
}

func match(path, parts []string) (map[string]string, bool) {
	if len(path) != len(parts) {
		return nil, false
	}
	values := map[string]string{}
	for i, want := range path {
		got, err := url.PathUnescape(parts[i])
		if err != nil {
			return nil, false
		}
		if name, ok := strings.CutPrefix(want, "{"); ok {
			values[strings.TrimSuffix(name, "}")] = got
		} else if got != want {
			return nil, false
		}
	}
	return values, true
}

// authorize checks the token: alive, of this region, and of the right sort.
func (m *Marketplace) authorize(c *call, r *http.Request) *refusal {
	alive := !c.token.expires.IsZero() && m.World.Clock.Now().Before(c.token.expires)
	switch {
	case r.UserAgent() == "":
		return &refusal{http.StatusForbidden, "Unauthorized", "A User-Agent header is required."}
	case !alive, c.token.scope != c.op.scope:
		return unauthorized
	case c.op.scope == "" && c.token.region != c.region:
		return unauthorized
	case c.otherSeller(r):
		return unauthorized
	case c.op.role == roleListing && c.seller().Kind == world.NoRole:
		return unauthorized
	}
	return nil
}

// otherSeller reports whether the path or the query names another account than the token.
func (c *call) otherSeller(r *http.Request) bool {
	named := append(r.URL.Query()["sellerId"], c.segments["sellerId"])
	return slices.ContainsFunc(named, func(seller string) bool { return seller != "" && seller != c.token.seller })
}

// maxBody is the longest request the gateway takes.
const maxBody = 10 << 20

// read takes query and body. Only what writes or asks in a batch has a body,
// and that is JSON.
func (c *call) read(r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	c.wrongIf(err != nil, "The query string is malformed.")
	c.query, c.address = query, addressOf(r)
	if r.Method == http.MethodGet || r.Method == http.MethodDelete {
		c.wrongIf(r.ContentLength != 0, "The request must not have a body.")
		return
	}
	if r.ContentLength == 0 {
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		panic(&refusal{http.StatusUnsupportedMediaType, "UnsupportedMediaType", "The format of the request is not supported."})
	}
	c.body, err = io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	c.wrongIf(err != nil, "The body could not be read.")
	if len(c.body) > maxBody {
		panic(&refusal{http.StatusRequestEntityTooLarge, "RequestTooLarge", "The request is too large."})
	}
}

// addressOf is the base address the caller used.
func addressOf(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

const rateHeader = "X-Amzn-Ratelimit-Limit"

// tellRate puts the rate into nine of ten answers.
func (m *Marketplace) tellRate(w http.ResponseWriter, c *call) {
	told := c.op.rate.perSecond * m.cfg.Limits.Scale
	if c.fault.is(RateChange) {
		told = c.fault.Rate
	}
	if m.Hash("rate header", c.number)%10 != 0 {
		w.Header().Set(rateHeader, strconv.FormatFloat(told, 'f', -1, 64))
	}
}

func (m *Marketplace) requestID(n uint64) string {
	return m.Dashed("request", n)
}

// refuse writes an error. Only successes, 400 and 404 have the rate limit header.
func refuse(w http.ResponseWriter, s shape, no *refusal) {
	if no.status != http.StatusBadRequest && no.status != http.StatusNotFound {
		w.Header().Del(rateHeader)
	}
	list := []map[string]string{{"code": no.code, "message": no.words, "details": ""}}
	switch s {
	case shapeList:
		writeJSON(w, no.status, list)
	case shapeToken:
		writeJSON(w, no.status, map[string]string{"error": no.code, "error_description": no.words})
	case shapeQueue:
		refuseQueue(w, &queueError{no.status, no.code, no.code, no.words})
	default:
		writeJSON(w, no.status, object{"errors": list})
	}
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	writeAs(w, status, "application/json", body)
}

func writeAs(w http.ResponseWriter, status int, kind string, body any) {
	send(w, status, kind, encoded(body))
}

func send(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // made up, and nothing that a browser would run
}

// encoded is a value of ours as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// decode reads JSON whose numbers stay as they came.
func decode(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errTrailing
	}
	return nil
}

var errTrailing = errors.New("more than one JSON value")

// recorder counts an answer before it is sent, so that a client that has it finds
// it counted, or at the end when nothing was sent.
type recorder struct {
	http.ResponseWriter
	count func(status int)
}

func (r *recorder) WriteHeader(status int) {
	r.note(status)
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) end() { r.note(0) }

func (r *recorder) note(status int) {
	if r.count != nil {
		r.count(status)
		r.count = nil
	}
}

// Unwrap gives http.ResponseController access to the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
