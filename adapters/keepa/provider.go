package keepa

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
)

// paths maps kinds of questions to Keepa's paths.
var paths = map[lookup.Kind]string{lookup.ByName: "/product", lookup.ByWords: "/search", lookup.ByFinder: "/query"}

// meterMembers lists the members of an answer about the operator's key.
var meterMembers = []string{"tokensLeft", "refillIn", "refillRate", "tokenFlowReduction"}

// Has returns nil if questions about a marketplace are possible.
func (c *Client) Has(m marketplace.Marketplace) error {
	if c.cfg.Key.Empty() {
		return noKey()
	}
	if m.Keepa == 0 {
		return notTracked()
	}
	return nil
}

// Ask sends a question to Keepa.
func (c *Client) Ask(ctx context.Context, q lookup.Question) (lookup.Answer, error) {
	if q.Marketplace.Keepa == 0 {
		return lookup.Answer{}, notTracked()
	}
	query := url.Values{"domain": {strconv.FormatInt(q.Marketplace.Keepa, 10)}}
	for name, value := range q.Query {
		query.Set(name, value)
	}
	if q.Kind == lookup.ByWords {
		query.Set("type", "product")
	}
	text, m, err := c.Do(ctx, Call{Lane: q.Lane, Cost: q.Cost, Path: paths[q.Kind], Query: query, Body: q.Body})
	if err != nil {
		return lookup.Answer{}, err
	}
	answer := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &answer); err != nil {
		return lookup.Answer{}, unavailable(err)
	}
	for _, name := range meterMembers {
		delete(answer, name)
	}
	if q.Kind == lookup.ByName {
		if err := onlyValid(answer, q.Query["asin"]); err != nil {
			return lookup.Answer{}, err
		}
	}
	a := lookup.Answer{Consumed: m.Consumed}
	if a.Body, err = unescaped(answer); err != nil {
		return a, err
	}
	// A repeated answer costs nothing.
	answer["tokensConsumed"] = json.RawMessage("0")
	a.Again, err = unescaped(answer)
	return a, err
}

// onlyValid leaves out products that do not exist according to Keepa. It returns Missing if the
// only requested product does not exist.
func onlyValid(answer map[string]json.RawMessage, asked string) error {
	var all []json.RawMessage
	if json.Unmarshal(answer["products"], &all) != nil {
		return nil //nolint:nilerr // what is no list is passed on as it is
	}
	valid := make([][]byte, 0, len(all))
	for _, one := range all {
		var p struct {
			Type number `json:"productType"`
		}
		if unmarshal(one, &p) == nil && Type(p.Type.Or(0)) != Invalid {
			valid = append(valid, one)
		}
	}
	if len(valid) == 0 && len(asked) == len("B000000000") {
		return fault.Missing()
	}
	if len(valid) == len(all) {
		return nil
	}
	answer["products"] = append(append(json.RawMessage("["), bytes.Join(valid, []byte(","))...), ']')
	return nil
}

// unescaped writes texts unchanged.
func unescaped(answer map[string]json.RawMessage) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(answer)
	return bytes.TrimSpace(b.Bytes()), err
}

// Read returns the products in the body of an answer, and its cost.
func (c *Client) Read(body []byte) (products []lookup.Product, consumed int64, err error) {
	a, err := Decode(body)
	if err != nil {
		return nil, 0, unavailable(err)
	}
	return a.Products, a.Meter.Consumed, nil
}

// ReadNames returns the products in an answer to a selection, without invalid ASINs.
func (c *Client) ReadNames(body []byte) ([]asin.ASIN, error) {
	var wire struct {
		Names []string `json:"asinList"`
	}
	if err := unmarshal(body, &wire); err != nil {
		return nil, unavailable(err)
	}
	names := make([]asin.ASIN, 0, len(wire.Names))
	for _, one := range wire.Names {
		if a, err := asin.Parse(one); err == nil {
			names = append(names, a)
		}
	}
	return names, nil
}

// rootsFor bounds the use of cached root categories: they hardly ever change.
const rootsFor = 24 * time.Hour

// roots caches the root categories of marketplaces.
type roots struct {
	mu sync.Mutex
	of map[int64]rootsAt
}

type rootsAt struct {
	at   time.Time
	list []lookup.Category
}

// Roots lists the root categories of a marketplace.
func (c *Client) Roots(ctx context.Context, m marketplace.Marketplace) ([]lookup.Category, error) {
	number := m.Keepa
	if number == 0 {
		return nil, notTracked()
	}
	c.roots.mu.Lock()
	kept, known := c.roots.of[number]
	c.roots.mu.Unlock()
	if known && c.cfg.Clock.Now().Sub(kept.at) < rootsFor {
		return kept.list, nil
	}
	text, _, err := c.Do(ctx, Call{Lane: lookup.Interactive, Cost: 1, Path: "/category", Query: url.Values{"domain": {strconv.FormatInt(number, 10)}, "category": {"0"}}})
	if err != nil {
		return nil, err
	}
	list, err := decodeRoots(text)
	if err != nil {
		return nil, unavailable(err)
	}
	c.roots.mu.Lock()
	defer c.roots.mu.Unlock()
	if c.roots.of == nil {
		c.roots.of = map[int64]rootsAt{}
	}
	c.roots.of[number] = rootsAt{c.cfg.Clock.Now(), list}
	return list, nil
}

func decodeRoots(text []byte) ([]lookup.Category, error) {
	var wire struct {
		Categories map[string]lenient[struct {
			ID       number          `json:"catId"`
			Name     lenient[string] `json:"name"`
			Parent   number          `json:"parent"`
			Products number          `json:"productCount"`
		}] `json:"categories"`
	}
	if err := unmarshal(text, &wire); err != nil {
		return nil, err
	}
	if wire.Categories == nil {
		return nil, ErrJunk
	}
	list := make([]lookup.Category, 0, len(wire.Categories))
	for _, one := range wire.Categories {
		if c := one.value; c.ID.Or(0) > 0 && c.Parent.Or(0) == 0 {
			list = append(list, lookup.Category{ID: c.ID.Or(0), Name: c.Name.value, Products: c.Products.given().Or(0)})
		}
	}
	slices.SortFunc(list, func(a, b lookup.Category) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

func noKey() error {
	return fault.New(fault.Rule, fault.CodeNotSupported, "This installation has no price history provider.")
}

func notTracked() error {
	return fault.New(fault.Rule, fault.CodeNotSupported, "The price history provider does not have the marketplace.")
}
