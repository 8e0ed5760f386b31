package inbound_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const openList = "&ShipmentStatusList=WORKING%2CREADY_TO_SHIP%2CSHIPPED%2CIN_TRANSIT%2CDELIVERED%2CCHECKED_IN%2CRECEIVING%2CERROR"

func TestSummary(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.answers(theirs, pages("paginationToken", map[string]string{
			"":   `{"inboundPlans":[{"status":"ACTIVE"},{"status":"SHIPPED"}],"pagination":{"nextToken":"p2"}}`,
			"p2": `{"inboundPlans":[{"status":"ACTIVE"},{"status":"VOIDED"},{"status":"ERRORED"}]}`,
		}))
		w.answers(v0, pages("NextToken", map[string]string{
			"":   `{"payload":{"ShipmentData":[{"ShipmentId":"FBA1","ShipmentStatus":"WORKING"},{"ShipmentStatus":"RECEIVING"}],"NextToken":"s2"}}`,
			"s2": `{"payload":{"ShipmentData":[{"ShipmentStatus":"WORKING"},{"ShipmentStatus":"A_NEW_WORD"}]}}`,
		}))
		w.answers(v0all, pages("NextToken", map[string]string{
			"":   `{"payload":{"ItemData":[{"ShipmentId":"FBA1","QuantityShipped":10,"QuantityReceived":7}],"NextToken":"i2"}}`,
			"i2": `{"payload":{"ItemData":[{"ShipmentId":"FBA1","QuantityShipped":5,"QuantityReceived":6},{"ShipmentId":"FBA9","QuantityShipped":2}]}}`,
		}))
		// The bubble begins at midnight of the first day of 2000.
		want := `{"plans":{"active":2,"voided":1,"shipped":1,"total":5},"shipments":{"total":4,"byStatus":{"WORKING":2,"RECEIVING":1,"A_NEW_WORD":1}},
			"units":{"shipped":17,"received":13,"inTransit":3,"missing":2},"asOf":"2000-01-01T00:00:00.000000Z","complete":true}`
		w.shows(t, "/summary", want)
		require.ElementsMatch(t, []string{
			theirs + "?pageSize=30", theirs + "?pageSize=30&paginationToken=p2",
			v0 + "?MarketplaceId=ATVPDKIKX0DER&QueryType=SHIPMENT" + openList, v0 + "?MarketplaceId=ATVPDKIKX0DER&NextToken=s2&QueryType=NEXT_TOKEN",
			v0all + "?LastUpdatedAfter=1999-10-03T00%3A00%3A00Z&LastUpdatedBefore=2000-01-01T00%3A00%3A00Z&MarketplaceId=ATVPDKIKX0DER&QueryType=DATE_RANGE",
			v0all + "?MarketplaceId=ATVPDKIKX0DER&NextToken=i2&QueryType=NEXT_TOKEN",
		}, w.asked())
		time.Sleep(5*time.Minute - time.Millisecond)
		w.shows(t, "/summary", want)
		require.Empty(t, w.asked())
		time.Sleep(time.Millisecond)
		require.Equal(t, "2000-01-01T00:05:00.000000Z", w.member(t, "/summary", "asOf"))
	})
}

func TestAnEmptySummary(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.says(theirs, `{}`)
		w.says(v0, `{"payload":{}}`)
		w.says(v0all, `{"payload":{}}`)
		w.shows(t, "/summary", `{"plans":{"active":0,"voided":0,"shipped":0,"total":0},"shipments":{"total":0,"byStatus":{}},
			"units":{"shipped":0,"received":0,"inTransit":0,"missing":0},"asOf":"2000-01-01T00:00:00.000000Z","complete":true}`)
	})
}

// endless answers page after page.
func endless(w *world) {
	w.answers(theirs, func(q url.Values) answer {
		return answer{200, `{"inboundPlans":[{"status":"ACTIVE"}],"pagination":{"nextToken":"` + q.Get("paginationToken") + `x"}}`}
	})
	w.says(v0, `{"payload":{"ShipmentData":[{"ShipmentStatus":"WORKING"}]}}`)
	w.says(v0all, `{"payload":{"ItemData":[]}}`)
}

// Allows two calls a second after the first six, and a wait of five seconds. The list is longer,
// and the part that was read is shown and cached.
func TestTheBudgetEndsASummary(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]time.Duration{"limited": 0, "slow": 3 * time.Second} {
		inWorld(t, func(t *testing.T, w *world) {
			endless(w)
			w.takes = slow
			began := time.Now()
			a := w.get(t, "/summary")
			require.Equal(t, 200, a.Status, "%s: %s", name, a.Body)
			require.LessOrEqual(t, time.Since(began), 14*time.Second, name)
			v := a.JSON(t).(map[string]any)
			require.Equal(t, false, v["complete"])
			total := v["plans"].(map[string]any)["total"].(float64)
			require.Greater(t, total, map[string]float64{"limited": 13, "slow": 2}[name])
			require.Equal(t, 1.0, v["shipments"].(map[string]any)["total"])
			w.asked()
			time.Sleep(4 * time.Minute)
			require.Equal(t, string(a.Body), string(w.get(t, "/summary").Body))
			require.Empty(t, w.asked())
		})
	}
}

// A part that breaks in the middle is left out; without the plans there is no summary.
func TestASummaryThatBreaks(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		w.answers(v0, func(q url.Values) answer {
			if q.Get("NextToken") != "" {
				return answer{400, ""}
			}
			return answer{200, `{"payload":{"ShipmentData":[{"ShipmentStatus":"WORKING"}],"NextToken":"s2"}}`}
		})
		a := w.get(t, "/summary").JSON(t).(map[string]any)
		require.Nil(t, a["shipments"])
		require.NotNil(t, a["units"])
		require.Equal(t, false, a["complete"])
		// Nothing of it was kept.
		filled(w)
		require.Equal(t, true, w.member(t, "/summary", "complete"))
	})
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		w.answers(theirs, func(q url.Values) answer {
			if q.Get("paginationToken") != "" {
				return answer{400, `{"errors":[{"code":"InvalidInput","message":"m"}]}`}
			}
			return answer{200, `{"inboundPlans":[{"status":"ACTIVE"}],"pagination":{"nextToken":"p2"}}`}
		})
		w.refuses(t, "/summary", 400, "upstream_rejected")
	})
}

// Reads lists of options to their end, but gives up without an end.
func TestOptionsWithoutEnd(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		w.answers(theirs+"/"+plan1+"/placementOptions", func(q url.Values) answer {
			return answer{200, `{"placementOptions":[],"pagination":{"nextToken":"` + fmt.Sprintf("%.9s", q.Get("paginationToken")+"x") + `"}}`}
		})
		a := w.get(t, "/"+plan1+"/shipments/"+ship1+"/fees")
		require.Contains(t, []int{429, 503}, a.Status)
		require.Less(t, strings.Count(strings.Join(w.asked(), "\n"), "placementOptions"), 40)
	})
}
