package converter_test

import (
	"fmt"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/catalog"
	web "sellingassistant/adapters/http/converter"
	"sellingassistant/adapters/memory/expiring"
	app "sellingassistant/app/converter"
	domain "sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/converter"
	"sellingassistant/test/contract/upstream"
	"sellingassistant/test/openapi/checked"
)

// site serves the converters with everything that a call passes, over a scripted marketplace.
type site struct {
	*upstream.Market
	client *checked.Client
}

var published upstream.Published

func over(t *testing.T, say func(r upstream.Request) upstream.Answer) *site {
	t.Helper()
	m := &upstream.Market{Say: say}
	converters := app.NewConverters(m, catalog.New(m.Client(t)), m.Reserve, expiring.New[port.Key, []domain.Identifier](clock.System{}, port.CacheFor, 100))
	return &site{m, m.Serve(t, &published, web.Routes(converters))}
}

func (s *site) asins(t *testing.T, query string) checked.Answer {
	t.Helper()
	return s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/converters/identifier-to-asins?" + query})
}

func (s *site) identifiers(t *testing.T, query string) checked.Answer {
	t.Helper()
	return s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/converters/asin-to-identifiers?" + query})
}

// wrong makes a call that breaks the document.
func (s *site) wrong(t *testing.T, path string) checked.Answer {
	t.Helper()
	return s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/converters/" + path, Invalid: true})
}

func TestIdentifierToASINs(t *testing.T) {
	for name, c := range map[string]struct {
		query string
		// answers by identifiersType and identifiers
		answers map[string]string
		want    string
		asked   []string
		shop    string
	}{
		"several, unordered": {
			query: "identifier=036000291452", want: `[{"identifier":"B000000001","identifierType":"ASIN"},{"identifier":"B000000002","identifierType":"ASIN"}]`,
			answers: map[string]string{"UPC 036000291452": `{"numberOfResults":3,"items":[{"asin":"B000000002"},{"asin":"B000000001"},{"asin":"B000000002"}]}`},
			asked:   []string{"UPC 036000291452"}, shop: "ATVPDKIKX0DER",
		},
		"a UPC known as an EAN": {
			query: "identifier=036000291452&domain=www.Amazon.de", want: `[{"identifier":"B000000001","identifierType":"ASIN"}]`,
			answers: map[string]string{"EAN 0036000291452": `{"items":[{"asin":"B000000001"}]}`},
			asked:   []string{"UPC 036000291452", "EAN 0036000291452"}, shop: "A1PA6795UKMFR9",
		},
		"nobody's code": {
			query: "identifier=4006381333931&marketplaceId=A1VC38T7YXB528", want: `[]`, asked: []string{"EAN 4006381333931"}, shop: "A1VC38T7YXB528",
		},
		"a case":    {query: "identifier=10036000291459", want: `[]`, asked: []string{"GTIN 10036000291459"}, shop: "ATVPDKIKX0DER"},
		"short":     {query: "identifier=96385074", want: `[]`, asked: []string{"EAN 96385074"}, shop: "ATVPDKIKX0DER"},
		"a book":    {query: "identifier=0-306-40615-2", want: `[]`, asked: []string{"EAN 9780306406157"}, shop: "ATVPDKIKX0DER"},
		"a UPC-E":   {query: "identifier=04252614", want: `[]`, asked: []string{"UPC 042100005264", "EAN 0042100005264"}, shop: "ATVPDKIKX0DER"},
		"in groups": {query: "identifier=4+006381+333931", want: `[]`, asked: []string{"EAN 4006381333931"}, shop: "ATVPDKIKX0DER"},
		"junk inside": {
			query: "identifier=4006381333931", want: `[{"identifier":"B000000003","identifierType":"ASIN"}]`,
			answers: map[string]string{"EAN 4006381333931": `{"items":[{},{"asin":""},{"asin":"no"},{"asin":"b000000003","new":[1]}],"more":{}}`},
			asked:   []string{"EAN 4006381333931"}, shop: "ATVPDKIKX0DER",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := over(t, func(r upstream.Request) upstream.Answer {
					if body, ok := c.answers[r.Query.Get("identifiersType")+" "+r.Query.Get("identifiers")]; ok {
						return upstream.OK(body)
					}
					return upstream.OK(`{"numberOfResults":0,"items":[]}`)
				})
				for range 2 {
					a := s.asins(t, c.query)
					require.Equal(t, 200, a.Status, "%s", a.Body)
					require.Equal(t, c.want, string(a.Body))
				}
				var asked []string
				for _, r := range s.Requests() {
					asked = append(asked, r.Query.Get("identifiersType")+" "+r.Query.Get("identifiers"))
					require.Equal(t, "GET", r.Method)
					require.Equal(t, "/catalog/2022-04-01/items", r.Path)
					require.Equal(t, c.shop, r.Query.Get("marketplaceIds"))
					require.Equal(t, "identifiers", r.Query.Get("includedData"))
					require.Equal(t, "20", r.Query.Get("pageSize"))
					require.Len(t, r.Query, 5)
					require.Empty(t, r.Body)
					require.Equal(t, "Atza|x", r.Token)
				}
				require.Equal(t, c.asked, asked, "the second answer is the kept one")
				spent, held := s.Spent()
				require.EqualValues(t, 1, spent)
				require.Zero(t, held)
			})
		})
	}
}

func TestEveryPageIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, func(r upstream.Request) upstream.Answer {
			switch r.Query.Get("pageToken") {
			case "":
				return upstream.OK(`{"items":[{"asin":"B000000003"}],"pagination":{"nextToken":"a+/="}}`)
			case "a+/=":
				return upstream.OK(`{"items":[{"asin":"B000000001"}],"pagination":{"nextToken":"b"}}`)
			}
			return upstream.OK(`{"items":[],"pagination":{}}`)
		})
		a := s.asins(t, "identifier=036000291452")
		require.Equal(t, `[{"identifier":"B000000001","identifierType":"ASIN"},{"identifier":"B000000003","identifierType":"ASIN"}]`, string(a.Body))
		require.Len(t, s.Requests(), 3)
	})
}

func TestAPageThatLeadsToItselfEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, func(upstream.Request) upstream.Answer {
			return upstream.OK(`{"items":[{"asin":"B000000003"}],"pagination":{"nextToken":"again"}}`)
		})
		a := s.asins(t, "identifier=036000291452")
		require.Equal(t, 503, a.Status)
		require.LessOrEqual(t, len(s.Requests()), 4)
		spent, held := s.Spent()
		require.Zero(t, spent+held)
	})
}

func TestASINToIdentifiers(t *testing.T) {
	const us = `{"marketplaceId":"ATVPDKIKX0DER","identifiers":[
		{"identifierType":"EAN","identifier":"0036000291452"},{"identifierType":"UPC","identifier":"036000291452"},
		{"identifierType":"EAN","identifier":"0036000291452"},{"identifierType":"MINSAN","identifier":"A1"},{"identifier":"7"},{}]}`
	const de = `{"marketplaceId":"A1PA6795UKMFR9","identifiers":[{"identifierType":"EAN","identifier":"4006381333931"}]}`
	const all = `[{"identifier":"0036000291452","identifierType":"EAN"},{"identifier":"036000291452","identifierType":"UPC"},` +
		`{"identifier":"A1","identifierType":"MINSAN"},{"identifier":"7","identifierType":""}]`
	for name, c := range map[string]struct{ query, body, want string }{
		"codes":            {"asin=b000000001", `{"asin":"B000000001","identifiers":[` + us + `]}`, all},
		"of one shop":      {"asin=B000000001&domain=amazon.com&marketplaceId=A1PA6795UKMFR9", `{"asin":"B000000001","identifiers":[` + de + `,` + us + `]}`, all},
		"shop not named":   {"asin=B000000001", `{"identifiers":[{"identifiers":[{"identifierType":"GTIN","identifier":"00036000291452"}]}]}`, `[{"identifier":"00036000291452","identifierType":"GTIN"}]`},
		"none":             {"asin=B000000001", `{"asin":"B000000001","identifiers":[]}`, `[]`},
		"none, not listed": {"asin=B000000001", `{"asin":"B000000001"}`, `[]`},
		"group of nothing": {"asin=B000000001", `{"asin":"B000000001","identifiers":[{"marketplaceId":"ATVPDKIKX0DER"},{},{"identifiers":null}]}`, `[]`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := over(t, func(upstream.Request) upstream.Answer { return upstream.OK(c.body) })
				for range 2 {
					a := s.identifiers(t, c.query)
					require.Equal(t, 200, a.Status, "%s", a.Body)
					require.Equal(t, c.want, string(a.Body))
				}
				require.Equal(t, []upstream.Request{{
					Method: "GET", Path: "/catalog/2022-04-01/items/B000000001", Token: "Atza|x",
					Query: url.Values{"marketplaceIds": {"ATVPDKIKX0DER"}, "includedData": {"identifiers"}},
				}}, s.Requests())
				spent, _ := s.Spent()
				require.EqualValues(t, 1, spent)
			})
		})
	}
}

// TestFailures compares every failure of the marketplace with the answers of both operations. No
// failure costs a token or is cached.
func TestFailures(t *testing.T) {
	for name, f := range upstream.Failures() {
		for operation, call := range map[string]func(s *site, t *testing.T) checked.Answer{
			"identifier-to-asins": func(s *site, t *testing.T) checked.Answer { return s.asins(t, "identifier=4006381333931") },
			"asin-to-identifiers": func(s *site, t *testing.T) checked.Answer { return s.identifiers(t, "asin=B000000001") },
		} {
			t.Run(operation+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := over(t, func(upstream.Request) upstream.Answer { return f.Answer })
					began := time.Now()
					a := call(s, t)
					require.Equal(t, f.Status, a.Status, "%s", a.Body)
					require.Equal(t, f.Code, a.Problem(t).Code)
					require.LessOrEqual(t, time.Since(began), 15*time.Second)
					if f.Tries > 0 {
						require.Len(t, s.Requests(), f.Tries)
					}
					if f.Status == 400 && f.Answer.Body != "" {
						require.Contains(t, a.Problem(t).Errors[0].Message, "InvalidInput: Told by the marketplace.")
					} else {
						require.NotContains(t, string(a.Body), "marketplace.\"", "the marketplace's words stay inside")
					}
					if f.Code == "integration_needs_attention" {
						require.Equal(t, []string{"Unauthorized"}, s.Marked())
					}
					synctest.Wait() // who left does not wait for the tokens to come back
					spent, held := s.Spent()
					require.Zero(t, spent+held)

					s.Say = func(upstream.Request) upstream.Answer { return upstream.OK(`{"asin":"B000000001","items":[]}`) }
					time.Sleep(time.Minute)
					require.Equal(t, 200, call(s, t).Status, "a failure is not kept")
				})
			})
		}
	}
}

func TestAnUnknownProduct(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, func(upstream.Request) upstream.Answer {
			return upstream.Answer{Status: 404, Body: `{"errors":[{"code":"NotFound","message":"No."}]}`}
		})
		a := s.identifiers(t, "asin=B000000001")
		require.Equal(t, 404, a.Status)
		require.Equal(t, "not_found", a.Problem(t).Code)
		spent, held := s.Spent()
		require.Zero(t, spent+held)
		for _, code := range []string{"4006381333931", "36000291452", "4006381333931.0"} {
			a = s.asins(t, "identifier="+code)
			require.Equal(t, 200, a.Status, "a damaged code is mended: %s", code)
			require.Equal(t, `[]`, string(a.Body))
		}
	})
}

func TestWhatIsRefusedBeforeTheMarketplaceIsAsked(t *testing.T) {
	s := over(t, func(upstream.Request) upstream.Answer { panic("asked") })
	for path, parameter := range map[string]string{
		"identifier-to-asins": "identifier", "identifier-to-asins?identifier=": "identifier", "identifier-to-asins?identifier=1234567": "identifier",
		"identifier-to-asins?identifier=00000000000000000000000000000000000000001": "identifier",
		"identifier-to-asins?identifier=036000291452&asin=B000000001":              "asin",
		"asin-to-identifiers": "asin", "asin-to-identifiers?asin=B00000000": "asin", "asin-to-identifiers?asin=B00000000-": "asin",
		"asin-to-identifiers?asin=B000000001&asin=B000000001": "asin",
	} {
		a := s.wrong(t, path)
		require.Equal(t, 400, a.Status, path)
		require.Equal(t, parameter, a.Problem(t).Errors[0].Parameter, path)
	}
	for query, message := range map[string]string{
		"identifier=036000291453": "has a wrong check digit",
		"identifier=03600029145":  "must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters",
		"identifier=8.80E%2B12":   "is a rounded number (8.80E+12): a spreadsheet has dropped its digits",
		"identifier=36000291453":  "must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters",
		"identifier=B000000001":   "must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters",
		"identifier=%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0": "must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters",
		"identifier=036000291452&domain=amazon.example":               "is not a known marketplace",
		"identifier=036000291452&marketplaceId=x":                     "is not a known marketplace",
	} {
		a := s.asins(t, query)
		require.Equal(t, 400, a.Status, query)
		require.Equal(t, "validation_failed", a.Problem(t).Code)
		require.Equal(t, message, a.Problem(t).Errors[0].Message, query)
	}
	for want, refusal := range upstream.Accounts() {
		s.Refuse = refusal
		for _, a := range []checked.Answer{s.asins(t, "identifier=036000291452"), s.identifiers(t, "asin=B000000001")} {
			require.Equal(t, want, fmt.Sprint(a.Status, " ", a.Problem(t).Code))
		}
	}
	s.Refuse, s.Broke = nil, fault.New(fault.Payment, fault.CodeQuotaExhausted, "No tokens left.")
	for _, a := range []checked.Answer{s.asins(t, "identifier=036000291452"), s.identifiers(t, "asin=B000000001")} {
		require.Equal(t, 402, a.Status)
		require.Equal(t, "quota_exhausted", a.Problem(t).Code)
	}
}
