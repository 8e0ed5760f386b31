package gateway

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

// Shape names the shape of an operation's own errors. The gateway's errors are always a list under
// "errors".
type Shape uint8

// The shapes of errors.
const (
	ShapeErrors Shape = iota // {"errors":[…]}
	ShapeList                // […]
	shapeToken               // {"error":"…","error_description":"…"}
	ShapeQueue               // {"__type":"…","message":"…"}
)

// ScopeNotifications names the scope of the tokens that belong to the application itself.
const ScopeNotifications = "sellingpartnerapi::notifications"

// Role names a permission that an application asks sellers for.
type Role string

// RoleListing lets an application work with listings.
const RoleListing Role = "Product Listing"

// Segments returns the parts of a path.
func Segments(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }

// Call has a request and its operation.
type Call struct {
	gateway  *Gateway
	Op       *Endpoint
	Region   marketplace.Region
	Token    AccessToken
	Segments map[string]string
	Query    url.Values
	Body     []byte
	Number   uint64
	// Address has the base address that the caller used.
	Address string
	// Fault has the misbehaviour that hits the call, or nil.
	Fault *Fault
}

// Seller returns the owner of the call's token.
func (c *Call) Seller() *world.Seller {
	s, _ := c.gateway.world.Account(c.Token.Seller)
	return s
}

// Object builds a JSON object of an answer.
type Object map[string]any

// Refusal has the answer of a failed call.
type Refusal struct {
	Status int
	Code   string
	Words  string
}

// InvalidInput refuses an invalid call.
func InvalidInput(words string) *Refusal {
	return &Refusal{http.StatusBadRequest, "InvalidInput", words}
}

// NotFound refuses a call about a missing record.
func NotFound(words string) *Refusal { return &Refusal{http.StatusNotFound, "NotFound", words} }

// AccessDenied refuses a call without the necessary permission.
var AccessDenied = &Refusal{http.StatusForbidden, "Unauthorized", "Access to requested resource is denied."}

func (g *Gateway) serveRegion(w http.ResponseWriter, r *http.Request) {
	n := g.Next()
	rec := g.Record(w, "")
	defer rec.End()
	rec.Header().Set("X-Amzn-Requestid", g.RequestID(n))
	c, ok := g.find(r)
	if !ok {
		refuse(rec, ShapeErrors, &Refusal{http.StatusNotFound, "NotFound", "The resource you requested does not exist."})
		return
	}
	c.Number = n
	rec.count = func(status int) { g.count(c.Op.ID, status) }
	token := r.Header.Get("X-Amz-Access-Token")
	g.mu.Lock()
	c.Token = g.tokens[token]
	g.mu.Unlock()
	c.Fault = g.Fault(c.Op.ID, c.Token.Seller)
	if c.Fault != nil && g.Fail(rec, r, c.Fault, c.Op.Shape) {
		return
	}
	bucket := strings.Join([]string{ClientID, c.Token.Seller, c.Op.ID}, "|")
	g.undermine(c, bucket)
	if no := g.authorize(c, r); no != nil {
		refuse(rec, ShapeErrors, no)
		return
	}
	if !g.admit(bucket, c.Op.Rate) {
		refuse(rec, ShapeErrors, &Refusal{http.StatusTooManyRequests, "QuotaExceeded", "You exceeded your quota for the requested resource."})
		return
	}
	g.tellRate(rec, c)
	body, trouble := Attempt(func() any {
		c.read(r)
		g.Settle()
		return c.Op.Answer(c)
	})
	switch trouble := trouble.(type) {
	case *Refusal:
		refuse(rec, c.Op.Shape, trouble)
	case *Fault:
		g.Fail(rec, r, trouble, c.Op.Shape)
	default:
		g.finish(rec, r, c, body)
	}
}

// Attempt answers a call or a part of it. trouble has the *Refusal, *QueueError or *Fault that
// ended it, or nil.
func Attempt(answer func() any) (body, trouble any) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Refusal, *QueueError, *Fault:
			trouble = p
		default:
			panic(p)
		}
	}()
	return answer(), nil
}

// find matches the raw path, segment by segment, and decodes each segment once.
func (g *Gateway) find(r *http.Request) (*Call, bool) {
	parts := Segments(r.URL.EscapedPath())
	region := marketplace.Region(parts[0])
	if !slices.Contains(marketplace.Regions(), region) {
		return nil, false
	}
	for i := range g.operations {
		op := &g.operations[i]
		if op.Method != r.Method {
			continue
		}
		if values, ok := match(op.Path, parts[1:]); ok {
			return &Call{gateway: g, Op: op, Region: region, Segments: values}, true
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

// authorize checks the token: valid, of this region, and of the operation's scope.
func (g *Gateway) authorize(c *Call, r *http.Request) *Refusal {
	alive := !c.Token.expires.IsZero() && g.world.Clock.Now().Before(c.Token.expires)
	switch {
	case r.UserAgent() == "":
		return &Refusal{http.StatusForbidden, "Unauthorized", "A User-Agent header is required."}
	case !alive, c.Token.scope != c.Op.Scope:
		return AccessDenied
	case c.Op.Scope == "" && c.Token.region != c.Region:
		return AccessDenied
	case c.otherSeller(r):
		return AccessDenied
	case c.Op.Role == RoleListing && c.Seller().Kind == world.NoRole:
		return AccessDenied
	}
	return nil
}

// otherSeller reports whether the path or the query names another account than the token's.
func (c *Call) otherSeller(r *http.Request) bool {
	named := append(r.URL.Query()["sellerId"], c.Segments["sellerId"])
	return slices.ContainsFunc(named, func(seller string) bool { return seller != "" && seller != c.Token.Seller })
}

// maxBody bounds the requests that the gateway takes.
const maxBody = 10 << 20

// read reads query and body. Only writes and batches have a body, which must be JSON.
func (c *Call) read(r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	c.WrongIf(err != nil, "The query string is malformed.")
	c.Query, c.Address = query, addressOf(r)
	if r.Method == http.MethodGet || r.Method == http.MethodDelete {
		c.WrongIf(r.ContentLength != 0, "The request must not have a body.")
		return
	}
	if r.ContentLength == 0 {
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		panic(&Refusal{http.StatusUnsupportedMediaType, "UnsupportedMediaType", "The format of the request is not supported."})
	}
	c.Body, err = io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	c.WrongIf(err != nil, "The body could not be read.")
	if len(c.Body) > maxBody {
		panic(&Refusal{http.StatusRequestEntityTooLarge, "RequestTooLarge", "The request is too large."})
	}
}

// addressOf returns the base address that the caller used.
func addressOf(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

const rateHeader = "X-Amzn-Ratelimit-Limit"

// tellRate puts the rate into nine of ten answers.
func (g *Gateway) tellRate(w http.ResponseWriter, c *Call) {
	number := c.Op.Rate.PerSecond * g.Limits.Scale
	if c.Fault.Is(RateChange) {
		number = c.Fault.Rate
	}
	if g.world.Hash("rate header", c.Number)%10 != 0 {
		w.Header().Set(rateHeader, strconv.FormatFloat(number, 'f', -1, 64))
	}
}

func (g *Gateway) RequestID(n uint64) string {
	return g.world.Dashed("request", n)
}

// refuse writes an error. Only successes, 400 and 404 have the rate limit header.
func refuse(w http.ResponseWriter, s Shape, no *Refusal) {
	if no.Status != http.StatusBadRequest && no.Status != http.StatusNotFound {
		w.Header().Del(rateHeader)
	}
	list := []map[string]string{{"code": no.Code, "message": no.Words, "details": ""}}
	switch s {
	case ShapeList:
		WriteJSON(w, no.Status, list)
	case shapeToken:
		WriteJSON(w, no.Status, map[string]string{"error": no.Code, "error_description": no.Words})
	case ShapeQueue:
		RefuseQueue(w, &QueueError{no.Status, no.Code, no.Code, no.Words})
	default:
		WriteJSON(w, no.Status, Object{"errors": list})
	}
}

// WriteJSON answers with a value as JSON.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	WriteAs(w, status, "application/json", body)
}

// WriteAs answers with a value as JSON of some content type.
func WriteAs(w http.ResponseWriter, status int, kind string, body any) {
	send(w, status, kind, Encoded(body))
}

func send(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // made up, and nothing that a browser would run
}

// Encoded returns a value as JSON.
func Encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// Decode reads one JSON value and keeps numbers as text.
func Decode(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return ErrTrailing
	}
	return nil
}

// ErrTrailing reports text after the first JSON value.
var ErrTrailing = errors.New("more than one JSON value")

// Recorder counts an answer before it is sent, so that a client with the answer finds it counted.
// An answer that was never sent is counted at the end.
type Recorder struct {
	http.ResponseWriter
	count func(status int)
}

// Record counts the answer of an operation; without a name it counts nothing.
func (g *Gateway) Record(w http.ResponseWriter, operation string) *Recorder {
	r := &Recorder{ResponseWriter: w}
	if operation != "" {
		r.count = func(status int) { g.count(operation, status) }
	}
	return r
}

// WriteHeader counts the answer and sends its status.
func (r *Recorder) WriteHeader(status int) {
	r.note(status)
	r.ResponseWriter.WriteHeader(status)
}

// End counts an answer that was not sent.
func (r *Recorder) End() { r.note(0) }

func (r *Recorder) note(status int) {
	if r.count != nil {
		r.count(status)
		r.count = nil
	}
}

// Unwrap gives http.ResponseController access to the connection.
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
