package relay_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

const rateHeader = "x-amzn-RateLimit-Limit"

// TestAmazonsRateLimitIsPassedOn with successes and refusals, to both kinds of clients.
func TestAmazonsRateLimitIsPassedOn(t *testing.T) {
	const path = "/catalog/2022-04-01/items/B0SIM000A1"
	for _, c := range []struct {
		status int
		limit  string
	}{{200, "0.5"}, {200, ""}, {400, "4.0"}, {404, "2.0"}} {
		r := newRig(t, "")
		r.answer = func(w http.ResponseWriter, req *http.Request) {
			if c.limit != "" {
				w.Header().Set(rateHeader, c.limit)
			}
			says(c.status, `{"errors":[{"code":"x","message":"y"}]}`)(w, req)
		}
		for _, w := range []*httptest.ResponseRecorder{r.do("GET", path, ""), r.amazons("GET", path, "", "7")} {
			require.Equal(t, c.status, w.Code)
			require.Equal(t, c.limit, w.Header().Get(rateHeader), c.status)
			require.Equal(t, "theirs-1", w.Header().Get("x-amzn-RequestId"), c.status)
		}
	}
}

// TestOurOwn429HasAmazonsRate for calls that were never sent: clients that find no rate wait a minute.
func TestOurOwn429HasAmazonsRate(t *testing.T) {
	const summaries = "/batches/products/pricing/2022-05-01/items/competitiveSummary"
	for _, amazons := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, "")
			r.answer = says(200, `{"responses":[]}`)
			require.Equal(t, 200, r.do("POST", summaries, summary).Code)
			w := r.do("POST", summaries, summary)
			if amazons {
				w = r.amazons("POST", summaries, summary, "7")
				require.Contains(t, w.Body.String(), `{"errors":[{"code":"QuotaExceeded"`)
			}
			require.Equal(t, 429, w.Code, w.Body)
			require.Equal(t, "0.033", w.Header().Get(rateHeader))
			require.NotEmpty(t, w.Header().Get("Retry-After"))
			require.Len(t, r.requests(), 1)
		})
	}
}
