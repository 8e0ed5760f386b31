package inbound_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
)

func TestWhichStatusCounts(t *testing.T) {
	t.Parallel()
	path := "/" + plan1 + "/shipments/" + ship1
	for _, c := range []struct {
		status, legacy      string
		wantStatus, wantOld any
	}{
		{"RECEIVING", "CLOSED", "RECEIVING", "CLOSED"},
		{"ABANDONED", "WORKING", "ABANDONED", "WORKING"},
		{"A_NEW_WORD", "WORKING", "A_NEW_WORD", "WORKING"},
		{"MIXED", "CHECKED_IN", "CHECKED_IN", "CHECKED_IN"},
		{"MIXED", "", "MIXED", nil},
		{"", "ERROR", "ERROR", "ERROR"},
		{"", "", nil, nil},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			w.shipment(plan1, ship1, "FBA1", c.status, c.legacy)
			require.Equal(t, c.wantStatus, w.member(t, path, "status"), "%+v", c)
			require.Equal(t, c.wantOld, w.member(t, path, "legacyStatus"), "%+v", c)
			require.Equal(t, "PDX9", w.member(t, path, "destinationFulfillmentCenterId"))
		})
	}
}

// With every failure of the old interface, the new interface's part is shown.
func TestWithoutTheOldInterface(t *testing.T) {
	t.Parallel()
	page := fails(502, "<html>Bad Gateway</html>")
	for name, old := range map[string]func(url.Values) answer{
		"400": fails(400, `{"errors":[{"code":"InvalidInput"}]}`), "401": fails(401, ""), "403": fails(403, `{"errors":[{"code":"Unauthorized"}]}`),
		"404": fails(404, ""), "409": fails(409, ""), "413": fails(413, ""), "429": fails(429, ""), "500": fails(500, ""), "page": page, "redirect": fails(302, ""),
		"no payload": ok(`{"errors":[{"code":"InternalFailure"}]}`), "null": ok(`{"payload":null}`), "cut off": ok(`{"payload":{"Sh`),
	} {
		inWorld(t, func(t *testing.T, w *world) {
			filled(w)
			for _, path := range []string{v0, v0 + "/FBA1/items", v0all} {
				w.answers(path, old)
			}
			w.says(theirs+"/"+plan1+"/shipments/"+ship1+"/items", `{"items":[{"msku":"A"}]}`)
			path := "/" + plan1 + "/shipments/" + ship1
			for range 2 {
				began := time.Now()
				require.Equal(t, "RECEIVING", w.member(t, path, "status"), name)
				require.Nil(t, w.member(t, path, "legacyStatus"))
				require.Nil(t, w.member(t, path, "destinationFulfillmentCenterId"))
				require.Equal(t, "RECEIVING", w.member(t, "/"+plan1+"/shipments", "shipments", 0, "status"))
				require.Nil(t, w.member(t, "/"+plan1+"/shipments", "shipments", 0, "legacyStatus"))
				require.Equal(t, "A", w.member(t, path+"/items", "items", 0, "msku"))
				require.Nil(t, w.member(t, path+"/items", "items", 0, "quantityReceived"))
				require.Nil(t, w.member(t, path+"/fees", "boxContentsFee"))
				require.Equal(t, 1.0, w.member(t, "/summary", "plans", "total"))
				require.Nil(t, w.member(t, "/summary", "shipments"))
				require.Nil(t, w.member(t, "/summary", "units"))
				require.Equal(t, false, w.member(t, "/summary", "complete"))
				require.Less(t, time.Since(began), 11*15*time.Second)
			}
			// It is asked again as soon as it may be back.
			filled(w)
			time.Sleep(31 * time.Second)
			require.Equal(t, "RECEIVING", w.member(t, path, "legacyStatus"))
			require.Equal(t, true, w.member(t, "/summary", "complete"))
		})
	}
}

// An old interface that never answers takes most of the budget, and the answer
// still comes within it.
func TestASilentOldInterface(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "/items", "/fees"} {
		inWorld(t, func(t *testing.T, w *world) {
			filled(w)
			w.says(theirs+"/"+plan1+"/shipments/"+ship1+"/items", `{"items":[{"msku":"A"}]}`)
			w.answers(v0, fails(silence, ""))
			w.answers(v0+"/FBA1/items", fails(silence, ""))
			began := time.Now()
			require.Equal(t, 200, w.get(t, "/"+plan1+"/shipments/"+ship1+path).Status)
			require.Equal(t, 14*time.Second, time.Since(began))
		})
	}
}

func TestBothFormsOfAnID(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		w.planOf(plan1, ship3, ship1)
		w.says(theirs+"/"+plan1+"/shipments/"+ship3, `{"shipmentConfirmationId":"FBA3"}`)
		w.takes = time.Millisecond
		named, byID := "/"+plan1+"/shipments/FBA1", "/"+plan1+"/shipments/"+ship1
		// A name seen for the first time: the plan, its shipments, then the requested shipment.
		require.Equal(t, ship1, w.member(t, named, "shipmentId"))
		require.ElementsMatch(t, []string{
			theirs + "/" + plan1, theirs + "/" + plan1 + "/shipments/" + ship3, theirs + "/" + plan1 + "/shipments/" + ship1,
			v0 + "?MarketplaceId=ATVPDKIKX0DER&QueryType=SHIPMENT&ShipmentIdList=FBA1",
		}, w.asked())
		// From now on, and long after everything else was forgotten, it is known.
		time.Sleep(time.Hour)
		for _, end := range []string{"", "/items", "/fees", "/boxes"} {
			a, b := w.get(t, named+end), w.get(t, byID+end)
			require.Equal(t, 200, a.Status)
			require.Equal(t, string(b.Body), string(a.Body))
		}
		require.NotContains(t, w.asked(), theirs+"/"+plan1, "the plan was asked again for a name that is known")
		// Names of no shipment, with and without anything left to look at.
		w.refuses(t, "/"+plan1+"/shipments/FBA9", 404, "not_found")
		w.refuses(t, "/"+plan1+"/shipments/FBA9/boxes", 404, "not_found")
		require.Equal(t, []string{theirs + "/" + plan1}, w.asked(), "shipments with other names are not asked")
		for _, bad := range []string{"/wf1", "/" + plan1 + "0", "/" + plan1 + "/shipments/fba1", "/" + plan1 + "/shipments/FBA", "/" + plan1 + "/shipments/FBA1-", "/" + plan1 + "/shipments/sh1/items"} {
			a := w.Do(t, checked.Call{Method: "GET", Path: ours + bad, Invalid: true})
			require.Equal(t, 400, a.Status, bad)
			require.Equal(t, "validation_failed", a.Problem(t).Code)
		}
		require.Empty(t, w.asked())
	})
}

func TestAShipmentOfAnotherPlan(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		w.planOf(plan2, ship2)
		w.says(theirs+"/"+plan2+"/shipments/"+ship2, `{"shipmentConfirmationId":"FBA2"}`)
		// Without known shipments, the marketplace answers that they do not belong together.
		w.refuses(t, "/"+plan1+"/shipments/"+ship2, 404, "not_found")
		w.refuses(t, "/"+plan1+"/shipments/FBA2", 404, "not_found")
		require.NotEmpty(t, w.asked())
		require.Equal(t, 200, w.get(t, "/"+plan2+"/shipments/FBA2").Status)
		w.asked()
		// Now it is known, and a marketplace that would mix them up is not asked.
		w.says(theirs+"/"+plan1+"/shipments/"+ship2, `{"shipmentConfirmationId":"FBA2"}`)
		for _, ship := range []string{ship2, "FBA2"} {
			for _, end := range []string{"", "/items", "/fees", "/boxes"} {
				w.refuses(t, "/"+plan1+"/shipments/"+ship+end, 404, "not_found")
			}
		}
		require.Empty(t, w.asked())
	})
}

func TestNotMoreThanSixAtOnce(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		// Long enough that more than six would be let through meanwhile.
		w.takes = 2500 * time.Millisecond
		var ships []string
		for i := range 15 {
			ship := fmt.Sprintf("sh%036d", i)
			ships = append(ships, ship)
			w.says(theirs+"/"+plan1+"/shipments/"+ship, fmt.Sprintf(`{"shipmentConfirmationId":"FBA%d"}`, i))
		}
		w.planOf(plan1, ships...)
		w.answers(v0, func(q url.Values) answer {
			var rows []string
			for name := range strings.SplitSeq(q.Get("ShipmentIdList"), ",") {
				rows = append(rows, `{"ShipmentId":"`+name+`","ShipmentStatus":"WORKING"}`)
			}
			return answer{200, `{"payload":{"ShipmentData":[` + strings.Join(rows, ",") + `]}}`}
		})
		require.Equal(t, ships[14], w.member(t, "/"+plan1+"/shipments", "shipments", 14, "shipmentId"))
		require.Equal(t, 6, w.most)
		require.Len(t, w.asked(), 17)
		require.Equal(t, "WORKING", w.member(t, "/"+plan1+"/shipments", "shipments", 7, "legacyStatus"))

		// A search for a name stops where it is found.
		var others []string
		for i := range 15 {
			ship := fmt.Sprintf("sh2%035d", i)
			others = append(others, ship)
			w.says(theirs+"/"+plan2+"/shipments/"+ship, fmt.Sprintf(`{"shipmentConfirmationId":"FBA2%d"}`, i))
		}
		w.planOf(plan2, others...)
		w.most = 0
		time.Sleep(time.Minute)
		w.asked()
		require.Equal(t, others[2], w.member(t, "/"+plan2+"/shipments/FBA22", "shipmentId"))
		require.Equal(t, 6, w.most)
		require.Less(t, len(w.asked()), 14, "of 15 shipments, the plan and the old interface")
	})
}
