package inbound_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
)

// pages answers by a paging token, and refuses other tokens like the marketplace.
func pages(parameter string, byToken map[string]string) func(url.Values) answer {
	return func(q url.Values) answer {
		body, ok := byToken[q.Get(parameter)]
		if !ok {
			return answer{400, `{"errors":[{"code":"InvalidInput","message":"Altered token."}]}`}
		}
		return answer{200, body}
	}
}

// reads maps operations to the upstream path that each requires.
var reads = map[string]string{
	"/summary":                          theirs,
	"":                                  theirs,
	"/" + plan1:                         theirs + "/" + plan1,
	"/" + plan1 + "/boxes":              theirs + "/" + plan1 + "/boxes",
	"/" + plan1 + "/shipments":          theirs + "/" + plan1,
	"/" + plan1 + "/shipments/" + ship1: theirs + "/" + plan1 + "/shipments/" + ship1,
	"/" + plan1 + "/shipments/" + ship1 + "/items": theirs + "/" + plan1 + "/shipments/" + ship1 + "/items",
	"/" + plan1 + "/shipments/" + ship1 + "/fees":  theirs + "/" + plan1 + "/placementOptions",
	"/" + plan1 + "/shipments/" + ship1 + "/boxes": theirs + "/" + plan1 + "/shipments/" + ship1 + "/boxes",
	"/" + plan1 + "/shipments/FBA1":                theirs + "/" + plan1,
}

// filled prepares a marketplace on which every read works.
func filled(w *world) {
	w.says(theirs, `{"inboundPlans":[{"inboundPlanId":"`+plan1+`","status":"ACTIVE"}]}`)
	w.planOf(plan1, ship1)
	w.shipment(plan1, ship1, "FBA1", "RECEIVING", "RECEIVING")
	for _, end := range []string{"/boxes", "/shipments/" + ship1 + "/boxes"} {
		w.says(theirs+"/"+plan1+end, `{"boxes":[]}`)
	}
	w.says(theirs+"/"+plan1+"/shipments/"+ship1+"/items", `{"items":[]}`)
	w.says(theirs+"/"+plan1+"/placementOptions", `{"placementOptions":[]}`)
	w.says(theirs+"/"+plan1+"/transportationOptions", `{"transportationOptions":[]}`)
	w.says(v0+"/FBA1/items", `{"payload":{"ItemData":[]}}`)
	w.says(v0all, `{"payload":{"ItemData":[]}}`)
}

func TestEveryFailureOfTheMarketplace(t *testing.T) {
	t.Parallel()
	e1 := func(code string) string {
		return `{"errors":[{"code":"` + code + `","message":"Atza|secret is no good.","details":"d"}]}`
	}
	for name, c := range map[string]struct {
		status int
		body   string
		want   int
		code   string
	}{
		"400":            {400, e1("InvalidInput"), 400, "upstream_rejected"},
		"400 bare list":  {400, `[{"code":"X","message":"Atza|secret is no good."}]`, 400, "upstream_rejected"},
		"400 no body":    {400, ``, 400, "upstream_rejected"},
		"401":            {401, e1("Unauthorized"), 403, "integration_needs_attention"},
		"403":            {403, e1("Unauthorized"), 403, "integration_needs_attention"},
		"404":            {404, e1("NotFound"), 404, "not_found"},
		"409":            {409, e1("Conflict"), 500, "internal_error"},
		"413":            {413, e1("RequestTooLarge"), 500, "internal_error"},
		"415":            {415, e1("UnsupportedMediaType"), 500, "internal_error"},
		"429":            {429, e1("QuotaExceeded"), 429, "upstream_rate_limited"},
		"500":            {500, e1("InternalFailure"), 503, "upstream_unavailable"},
		"503":            {503, `{"payload":null,"errors":[]}`, 503, "upstream_unavailable"},
		"502 page":       {502, `<html>Bad Gateway</html>`, 503, "upstream_unavailable"},
		"redirect":       {302, ``, 503, "upstream_unavailable"},
		"cut off":        {200, `{"inboundPlanId":"wf1","ship`, 503, "upstream_unavailable"},
		"other types":    {200, `{"inboundPlans":7,"inboundPlanId":7,"boxes":7,"items":7,"placementOptions":7,"shipmentId":7}`, 503, "upstream_unavailable"},
		"no object":      {200, `[]`, 503, "upstream_unavailable"},
		"nothing at all": {200, ``, 503, "upstream_unavailable"},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			for path, upstream := range reads {
				// A shipment that was seen would not be looked for in its plan.
				w.forget()
				filled(w)
				w.answers(upstream, fails(c.status, c.body))
				began := time.Now()
				p := w.refuses(t, path, c.want, c.code)
				require.LessOrEqual(t, time.Since(began), 15*time.Second, "%s %s", path, name)
				require.NotContains(t, p.Message, "secret")
				if name == "400" {
					require.Equal(t, "InvalidInput: *** is no good.: d", p.Errors[0].Message)
				}
				// Does not cache a failure.
				filled(w)
				time.Sleep(time.Minute)
				require.Equal(t, 200, w.get(t, path).Status, "%s after %s", path, name)
			}
		})
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   fault.Kind
		code   fault.Code
		status int
	}{
		{fault.Forbidden, fault.CodeIntegrationRequired, 403},
		{fault.Forbidden, fault.CodeIntegrationNeedsAttention, 403},
		{fault.Rule, fault.CodeMarketplaceUnconnected, 422},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			w.seller = *fault.New(c.kind, c.code, "No.")
			for path := range reads {
				w.refuses(t, path, c.status, string(c.code))
			}
			require.Empty(t, w.asked(), "no call was made")
		})
	}
}

func TestWhichMarketplace(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		for query, want := range map[string]string{
			"?domain=amazon.ca":                                   theirs + "?pageSize=30",
			"?domain=WWW.Amazon.DE":                               "eu.example" + theirs + "?pageSize=30",
			"?marketplaceId=A1VC38T7YXB528":                       "fe.example" + theirs + "?pageSize=30",
			"?marketplaceId=A1VC38T7YXB528&domain=www.amazon.com": theirs + "?pageSize=30",
		} {
			require.Equal(t, 200, w.get(t, query).Status)
			require.Equal(t, []string{want}, w.asked(), query)
		}
		// Sends the marketplace to the old interface.
		w.get(t, "/"+plan1+"/shipments/"+ship1+"?domain=amazon.ca")
		require.Contains(t, w.asked(), v0+"?MarketplaceId=A2EUQ1WTGCTBG2&QueryType=SHIPMENT&ShipmentIdList=FBA1")
		for path := range reads {
			p := w.refuses(t, path+"?domain=amazon.example", 400, "validation_failed")
			require.Equal(t, "domain", p.Errors[0].Parameter)
			require.Equal(t, "marketplaceId", w.refuses(t, path+"?marketplaceId=X", 400, "validation_failed").Errors[0].Parameter)
		}
		require.Empty(t, w.asked())
	})
}

func TestAnotherTeamsIDs(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		for path := range reads {
			require.Equal(t, 200, w.get(t, path).Status, path)
		}
		w.asked()
		other := &world{Client: w.As("8")}
		// Team 8 has an account of its own, with nothing in it that has these names.
		w.tells("8", theirs, ok(`{"inboundPlans":[]}`))
		w.tells("8", v0, ok(`{"payload":{"ShipmentData":[]}}`))
		w.tells("8", v0all, ok(`{"payload":{"ItemData":[]}}`))
		for path := range reads {
			switch path {
			case "":
				require.Empty(t, other.member(t, path, "inboundPlans"), "not the other team's cached answer")
			case "/summary":
				require.Equal(t, 0.0, other.member(t, path, "plans", "total"))
			default:
				mine := other.refuses(t, path, 404, "not_found")
				require.Regexp(t, `^There is no inbound (plan|shipment) \S+\.$`, mine.Message)
			}
		}
		// And of its own plan it cannot see another team's shipment.
		w.tells("8", theirs+"/"+plan2, ok(`{"shipments":[]}`))
		for _, ship := range []string{ship1, "FBA1", unknown, "FBA999"} {
			other.refuses(t, "/"+plan2+"/shipments/"+ship, 404, "not_found")
		}
	})
}
