package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

// request describes a call of an operation.
type request struct {
	op          string
	path, query map[string]string
	body        string
}

// caller calls the marketplace and records differences from the models.
type caller struct {
	models   map[string]*operation
	served   map[string]simulator.Operation
	market   *simulator.Marketplace
	handler  http.Handler
	seller   simulator.Seller
	tokens   map[string]string // by scope
	called   map[string]bool
	wanted   map[int]bool // differences of the leniency list that were seen
	calls    int
	mutants  int
	problems []string
}

func newCaller(models map[string]*operation) *caller {
	market := simulator.New(simulator.Config{
		Clock: simulator.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), 0), Limits: simulator.Limits{Off: true},
	})
	c := &caller{
		models: models, market: market, handler: market.Handler(), seller: market.Seller(marketplace.NA, simulator.Full),
		served: map[string]simulator.Operation{}, called: map[string]bool{}, wanted: map[int]bool{},
	}
	for _, op := range market.Operations() {
		c.served[op.ID] = op
	}
	const scope = "sellingpartnerapi::notifications"
	c.tokens = map[string]string{
		"":    c.grant(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {c.seller.RefreshToken}}),
		scope: c.grant(url.Values{"grant_type": {"client_credentials"}, "scope": {scope}}),
	}
	return c
}

func (c *caller) grant(form url.Values) string {
	form.Set("client_id", simulator.ClientID)
	form.Set("client_secret", simulator.ClientSecret)
	r := httptest.NewRequest(http.MethodPost, "/auth/o2/token", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	rec := httptest.NewRecorder()
	c.handler.ServeHTTP(rec, r)
	return text(decoded(rec.Body.String()), "access_token")
}

func (c *caller) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// compareTables compares path, method and limits of every operation.
func (c *caller) compareTables() {
	for id, op := range c.served {
		model, ok := c.models[id]
		if !ok {
			c.problem("%s: no model has it", id)
			continue
		}
		if op.Method != model.method || op.Path != model.path {
			c.problem("%s: served as %s %s, the model has %s %s", id, op.Method, op.Path, model.method, model.path)
		}
		if model.rate > 0 && (op.Rate != model.rate || op.Burst != model.burst) {
			c.problem("%s: limit %v/%v, the model has %v/%v", id, op.Rate, op.Burst, model.rate, model.burst)
		}
	}
}

func (c *caller) lookForUncalled() {
	for id := range c.served {
		if !c.called[id] {
			c.problem("%s: is served and not called here", id)
		}
	}
}

// do makes a call, expects a success that fits the model, and returns the answer. The first call of
// an operation is also made with every single fault.
func (c *caller) do(r request) any {
	model, ok := c.models[r.op]
	if !ok {
		return nil
	}
	if !c.called[r.op] {
		c.called[r.op] = true
		for _, m := range mutants(model, r) {
			c.tryMutant(model, m)
		}
	}
	status, body := c.send(r)
	c.calls++
	if status/100 != 2 {
		c.problem("%s: %d %.300s", r.op, status, body)
		return nil
	}
	return c.fits(model, status, body)
}

// fits compares an answer with the model and returns it decoded.
func (c *caller) fits(model *operation, status int, body string) any {
	schema, ok := model.schemas[status]
	if !ok {
		c.problem("%s: the model has no status %d", model.id, status)
		return nil
	}
	if schema == nil {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err != nil {
		c.problem("%s: %d is no JSON: %v", model.id, status, err)
		return nil
	}
	var invalid *jsonschema.ValidationError
	if errors.As(schema.Validate(value), &invalid) {
		for _, leaf := range leaves(invalid) {
			if !c.lenient(model.id, leaf) {
				c.problem("%s: %d %s", model.id, status, leaf)
			}
		}
	}
	return value
}

var digits = regexp.MustCompile(`/\d+`)

// leaves lists the faults of an answer, with list indexes as *, so that they can be compared.
func leaves(e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		_, words, _ := strings.Cut(e.Error(), "': ")
		place := "/" + strings.Join(e.InstanceLocation, "/")
		return []string{digits.ReplaceAllString(place, "/*") + ": " + words}
	}
	var all []string
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// tryMutant expects that a call with a fault is refused as the model says. In a batch the item may
// be refused instead.
func (c *caller) tryMutant(model *operation, m mutant) {
	status, body := c.send(m.call)
	c.mutants++
	switch {
	case status == http.StatusBadRequest:
		c.fits(model, status, body)
	case strings.Contains(body, `"statusCode":400`) || strings.Contains(body, `"ClientError"`):
	default:
		c.problem("%s: %s is answered with %d %.120s", model.id, m.what, status, body)
	}
}

func (c *caller) send(r request) (int, string) {
	op := c.served[r.op]
	path := op.Path
	for name, value := range r.path {
		path = strings.ReplaceAll(path, "{"+name+"}", segment(value))
	}
	query := url.Values{}
	for name, value := range r.query {
		query.Set(name, value)
	}
	var sent *bytes.Reader
	if r.body == "" {
		sent = bytes.NewReader(nil)
	} else {
		sent = bytes.NewReader([]byte(r.body))
	}
	q := httptest.NewRequest(op.Method, "/na"+path+"?"+query.Encode(), sent)
	q.Header.Set("User-Agent", "models")
	q.Header.Set("X-Amz-Access-Token", c.tokens[op.Scope])
	if r.body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	c.handler.ServeHTTP(rec, q)
	return rec.Code, rec.Body.String()
}

// segment writes a value as one segment of a path.
func segment(value string) string {
	return strings.NewReplacer("+", "%2B", ".", "%2E", "&", "%26", "=", "%3D").Replace(url.PathEscape(value))
}

func decoded(body string) any {
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil {
		return nil
	}
	return value
}

func encoded(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err) // came from JSON
	}
	return string(b)
}

// at walks into a value by member names.
func at(value any, names ...string) any {
	for _, name := range names {
		value = member(value, name)
	}
	return value
}

func text(value any, names ...string) string {
	s, _ := at(value, names...).(string)
	return s
}

func list(value any, names ...string) []any {
	l, _ := at(value, names...).([]any)
	return l
}
