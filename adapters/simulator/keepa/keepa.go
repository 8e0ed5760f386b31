package keepa

import (
	"cmp"
	"compress/gzip"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

// Key opens the price history provider.
const Key = "s1mulat0rs1mulat0rs1mulat0rs1mulat0rs1mulat0rs1mulat0rs1mulat0r0"

const (
	// Path begins the provider's paths.
	Path = "/keepa"
	// bucketMinutes bounds the minutes for which tokens are kept.
	bucketMinutes = 60
)

// Tracker simulates a provider of price histories. It reads the present and the past of a
// marketplace's products.
type Tracker struct {
	world   *world.World
	gateway *gateway.Gateway
	catalog *catalog.Catalog
	floor   *market.Floor
	// rate counts the tokens per minute.
	rate int

	mu sync.Mutex
	// left counts the tokens as of the minute at; it may be negative.
	left int
	at   time.Time
}

// New returns the provider. It gives so many tokens a minute: 20 when 0.
func New(w *world.World, g *gateway.Gateway, c *catalog.Catalog, f *market.Floor, rate int) *Tracker {
	return &Tracker{world: w, gateway: g, catalog: c, floor: f, rate: cmp.Or(max(rate, 0), 20)}
}

// Paths returns the provider's paths.
func (t *Tracker) Paths() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{Path + "/": t.serve}
}

// Forget refills the tokens.
func (t *Tracker) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left, t.at = t.rate*bucketMinutes, t.world.Clock.Now()
}

// meter takes tokens. It returns the remaining tokens and the time until more come.
func (t *Tracker) meter(cost int) (left int, refill time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rate := t.rate
	minutes := max(0, int(t.world.Clock.Now().Sub(t.at)/time.Minute))
	t.left = min(t.left+min(minutes, 2*bucketMinutes)*rate, rate*bucketMinutes)
	t.at = t.at.Add(time.Duration(minutes) * time.Minute)
	if !t.gateway.Limits.Off {
		t.left -= cost
	}
	return t.left, t.at.Add(time.Minute).Sub(t.world.Clock.Now())
}

// inquiry has a call of the provider's interface.
type inquiry struct {
	*Tracker
	query  url.Values
	body   *http.Request
	domain string
	shop   *world.Shop
	// cost counts tokens.
	cost int
}

// serve answers a call. Answers are compressed for callers that accept it, and each has the state
// of the meter.
func (t *Tracker) serve(w http.ResponseWriter, r *http.Request) {
	rec := t.gateway.Record(w, gateway.KeepaOperation)
	defer rec.End()
	q := &inquiry{Tracker: t, query: r.URL.Query(), body: r}
	f := t.gateway.Fault(gateway.KeepaOperation, "")
	status, body := http.StatusOK, gateway.Object{}
	t.gateway.Settle()
	answer, trouble := gateway.Attempt(func() any { return q.answer(strings.TrimPrefix(r.URL.Path, Path), f) })
	if no, refused := trouble.(*gateway.Refusal); refused {
		status, q.cost = no.Status, 0
		body["error"] = gateway.Object{"type": no.Code, "message": no.Words, "details": ""}
	} else {
		body, _ = answer.(gateway.Object)
	}
	left, refill := t.meter(q.cost)
	body["timestamp"], body["tokensLeft"], body["refillIn"] = t.world.Clock.Now().UnixMilli(), left, refill.Milliseconds()
	body["refillRate"], body["tokenFlowReduction"], body["tokensConsumed"], body["processingTimeInMs"] = t.rate, 0, q.cost, 7
	text := gateway.Encoded(body)
	if f.Is(gateway.KeepaSlow) {
		gateway.Pause(r, f.Wait(time.Minute))
	}
	if f.Is(gateway.KeepaJunk) {
		text = []byte(`{"products":[{"asin":"B0` + "\x00\xff")
	}
	rec.Header().Set("Content-Type", "application/json;charset=UTF-8")
	compressed := f.Is(gateway.KeepaCut) || strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if !compressed {
		rec.WriteHeader(status)
		_, _ = rec.Write(text)
		return
	}
	rec.Header().Set("Content-Encoding", "gzip")
	rec.WriteHeader(status)
	z := gzip.NewWriter(rec)
	if f.Is(gateway.KeepaCut) {
		_, _ = z.Write(text[:len(text)/2])
		_ = z.Flush()
		gateway.Flush(rec)
		panic(http.ErrAbortHandler)
	}
	_, _ = z.Write(text)
	_ = z.Close()
}

// answer returns the body of a success, without the meter.
func (q *inquiry) answer(path string, f *gateway.Fault) gateway.Object {
	refused := func(status int, kind, words string) {
		panic(&gateway.Refusal{Status: status, Code: kind, Words: words})
	}
	answers := map[string]func(*inquiry) gateway.Object{
		"/product": (*inquiry).products, "/search": (*inquiry).search, "/query": (*inquiry).find, "/category": (*inquiry).categories,
		"/token": func(*inquiry) gateway.Object { return gateway.Object{} },
	}
	answer := answers[path]
	left, _ := q.meter(0)
	switch {
	case answer == nil:
		refused(http.StatusNotFound, "notFound", "There is nothing at this address.")
	case q.text("key") != Key:
		refused(http.StatusForbidden, "accessDenied", "The key is not known.")
	case f.Is(gateway.Keepa402):
		refused(http.StatusPaymentRequired, "PAYMENT_REQUIRED", "The subscription ended.")
	case f.Is(gateway.Keepa429), left <= 0 && path != "/token":
		refused(http.StatusTooManyRequests, "NOT_ENOUGH_TOKEN", "There are no tokens left.")
	}
	if path != "/token" {
		q.domain = q.text("domain")
		for _, s := range world.Shops {
			if s.Keepa > 0 && strconv.FormatInt(s.Keepa, 10) == q.domain {
				q.shop = s
			}
		}
		q.wrongIf(q.shop == nil, "domain")
	}
	return answer(q)
}

func (q *inquiry) wrongIf(wrong bool, name string) {
	if wrong {
		panic(&gateway.Refusal{Status: http.StatusBadRequest, Code: "invalidParameter", Words: "The parameter " + name + " is not valid."})
	}
}

func (q *inquiry) text(name string) string { return q.query.Get(name) }

// number reads a parameter between two bounds.
func (q *inquiry) number(name string, standard, low, high int) int {
	if !q.query.Has(name) {
		return standard
	}
	n, err := strconv.Atoi(q.text(name))
	q.wrongIf(err != nil || n < low || n > high, name)
	return n
}

func (q *inquiry) flag(name string, standard bool) bool {
	text := q.text(name)
	q.wrongIf(!slices.Contains([]string{"", "0", "1", "true", "false"}, text), name)
	return text == "1" || text == "true" || text == "" && standard
}

// minuteOf converts a time to the provider's minutes, which begin with 2011.
func minuteOf(at int64) int64 { return at/60 - 21_564_000 }
