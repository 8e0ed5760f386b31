package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

const (
	pricingPath  = "/products/pricing/v0"
	itemsPath    = pricingPath + "/items/"
	skusPath     = pricingPath + "/listings/"
	offersSuffix = "/offers"
)

// offersRead asks for the offers of one product, by its ASIN or by an own SKU.
type offersRead struct {
	asin, sku string
	shop      *shop
	condition string
}

func readOffers(a *asked) offersRead {
	in := offersRead{asin: a.path("Asin"), sku: a.path("SellerSKU"), shop: a.oneShop("MarketplaceId")}
	a.required("ItemCondition")
	in.condition = a.word("ItemCondition", itemConditions...)
	a.word("CustomerType", "Consumer", "Business")
	if in.sku == "" && !asinForm.MatchString(in.asin) {
		a.wrong("'Asin' is not an ASIN.")
	}
	return in
}

// oneShop is a required marketplace of the region.
func (a *asked) oneShop(name string) *shop {
	id := a.required(name)
	if s := shops[marketplace.ID(id)]; s != nil && s.Region == a.call.region {
		return s
	}
	a.wrong("'" + name + "' is not a marketplace of this region.")
	return nil
}

func (m *Marketplace) answerOffers(c *call, in offersRead) (int, any) {
	offers, no := m.offers(c.token.seller, in)
	if no != nil {
		return 0, no
	}
	return http.StatusOK, map[string]any{"payload": offers}
}

// offers tells of one product. What is no answer is a *refusal or a *Fault.
func (m *Marketplace) offers(seller string, in offersRead) (offersAnswer, any) {
	p, no := m.subject(seller, in.asin, in.sku, in.shop)
	if no != nil {
		return offersAnswer{}, no
	}
	return m.boardOf(p, in.shop).offersOf(seller, in.sku, in.condition), nil
}

// subject finds the product that an ASIN or a SKU of the seller stands for.
func (m *Marketplace) subject(seller, asin, sku string, s *shop) (*product, any) {
	if sku != "" {
		l, ok := m.listingOf(seller, sku)
		if ok {
			_, ok = l.tag(s.ID)
		}
		if !ok {
			return nil, notThere("The SKU '" + sku + "' is not listed in " + string(s.ID) + ".")
		}
		asin = l.asin
	}
	if fixed := scripted(asin); fixed != nil {
		return nil, fixed
	}
	p, ok := m.product(asin)
	if !ok || (sku == "" && !p.soldIn(s.ID)) {
		return nil, notThere("The ASIN '" + asin + "' is not known in " + string(s.ID) + ".")
	}
	return p, nil
}

// batchItem is one question of a batch of offers.
type batchItem struct {
	URI           string         `json:"uri"`
	Method        string         `json:"method"`
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	Condition     string         `json:"ItemCondition"`
	CustomerType  string         `json:"CustomerType"`
}

// mostBatched is how many questions a batch of offers or summaries may have.
const mostBatched = 20

func readOffersBatch(a *asked) []batchItem {
	var in struct {
		Requests []batchItem `json:"requests"`
	}
	a.json(&in)
	a.batchOf(len(in.Requests), mostBatched)
	return in.Requests
}

func (a *asked) batchOf(n, most int) {
	if n < 1 || n > most {
		a.wrong("'requests' must have at least one and not too many entries.")
	}
}

// batchAnswer is what a batch says about one question.
type batchAnswer struct {
	Headers *batchHeaders `json:"headers,omitempty"`
	Status  batchStatus   `json:"status"`
	Body    any           `json:"body"`
	Request any           `json:"request,omitempty"`
}

type batchHeaders struct {
	Date      string `json:"Date"`
	RequestID string `json:"x-amzn-RequestId"`
}

type batchStatus struct {
	Code   int    `json:"statusCode"`
	Reason string `json:"reasonPhrase"`
}

func statusOf(code int) batchStatus { return batchStatus{code, http.StatusText(code)} }

type itemErrors struct {
	Errors []itemError `json:"errors"`
}

type itemError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Details string `json:"details"`
}

func errorsOf(no *refusal) []itemError { return []itemError{{Code: no.code, Message: no.words}} }

// asItem makes the failure of one entry out of what is no answer; false when
// it concerns the whole call.
func asItem(no any) (*refusal, bool) {
	switch no := no.(type) {
	case *refusal:
		return no, true
	case *Fault:
		status, ok := map[Mode]int{
			Error500: 500, Error503: 503, Throttle: 429, Forbid: 403, Unauthorized: 401, BadRequest: 400, TooLarge: 413, Unsupported: 415,
		}[no.Mode]
		return &refusal{status, strings.ReplaceAll(http.StatusText(status), " ", ""), "The item could not be answered."}, ok
	}
	return nil, false
}

// headers are those that an entry of a batch carries.
func (m *Marketplace) batchHeaders(c *call, i int) *batchHeaders {
	return &batchHeaders{m.cfg.Clock.Now().UTC().Format(http.TimeFormat), m.requestID(c.number<<8 + uint64(i))}
}

// offersBatch answers questions about offers, each on its own. The subject of
// a question lies between prefix and offersSuffix of its address.
func (m *Marketplace) offersBatch(prefix, name string) func(c *call, in []batchItem) (int, any) {
	return func(c *call, in []batchItem) (int, any) {
		answers := make([]batchAnswer, 0, len(in))
		for i := range in {
			read, no := in[i].read(c, prefix)
			request := map[string]any{"MarketplaceId": in[i].MarketplaceID, "ItemCondition": in[i].Condition, name: read.asin + read.sku}
			if in[i].CustomerType != "" {
				request["CustomerType"] = in[i].CustomerType
			}
			var body any
			if no == nil {
				var trouble any
				body, trouble = m.offers(c.token.seller, read)
				if trouble != nil {
					var ok bool
					if no, ok = asItem(trouble); !ok {
						return 0, trouble
					}
				}
			}
			a := batchAnswer{Headers: m.batchHeaders(c, i), Status: statusOf(http.StatusOK), Body: map[string]any{"payload": body}, Request: request}
			if no != nil {
				a.Status, a.Body = statusOf(no.status), itemErrors{errorsOf(no)}
			}
			answers = append(answers, a)
		}
		return http.StatusOK, map[string]any{"responses": answers}
	}
}

// read takes a question of a batch apart.
func (b *batchItem) read(c *call, prefix string) (offersRead, *refusal) {
	in := offersRead{shop: shops[b.MarketplaceID], condition: b.Condition}
	encoded, ok := strings.CutPrefix(b.URI, prefix)
	encoded, found := strings.CutSuffix(encoded, offersSuffix)
	name, err := url.PathUnescape(encoded)
	if prefix == itemsPath {
		in.asin = name
	} else {
		in.sku = name
	}
	switch {
	case !ok || !found || err != nil || name == "" || strings.Contains(encoded, "/"):
		return in, badRequest("'uri' is not the address of an operation of this batch.")
	case in.asin != "" && !asinForm.MatchString(in.asin):
		return in, badRequest("'" + in.asin + "' is not an ASIN.")
	case b.Method != http.MethodGet:
		return in, badRequest("'method' must be GET.")
	case in.shop == nil || in.shop.Region != c.region:
		return in, badRequest("'MarketplaceId' is not a marketplace of this region.")
	case !slices.Contains(itemConditions, b.Condition):
		return in, badRequest("'ItemCondition' has an unknown value.")
	case b.CustomerType != "" && b.CustomerType != "Consumer" && b.CustomerType != "Business":
		return in, badRequest("'CustomerType' has an unknown value.")
	}
	return in, nil
}
