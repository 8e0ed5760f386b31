package inbound_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAnswersAreKeptForThirtySeconds(t *testing.T) {
	t.Parallel()
	for path := range reads {
		if path == "/summary" {
			continue
		}
		inWorld(t, func(t *testing.T, w *world) {
			filled(w)
			first := w.get(t, path)
			require.Equal(t, 200, first.Status)
			w.asked()
			time.Sleep(30*time.Second - time.Millisecond)
			require.Equal(t, string(first.Body), string(w.get(t, path).Body))
			require.Empty(t, w.asked(), path)
			time.Sleep(time.Millisecond)
			require.Equal(t, 200, w.get(t, path).Status)
			require.NotEmpty(t, w.asked(), path)
		})
	}
}

func TestWhatIsOverIsKeptForADay(t *testing.T) {
	t.Parallel()
	path := "/" + plan1 + "/shipments/" + ship1
	const day = 24 * time.Hour
	for _, c := range []struct {
		status, legacy string
		kept           time.Duration
	}{
		{"CLOSED", "RECEIVING", day},
		{"CANCELLED", "CANCELLED", day},
		{"DELETED", "", day},
		{"MIXED", "CLOSED", day},
		{"", "DELETED", day},
		{"RECEIVING", "CLOSED", 30 * time.Second},
		{"ABANDONED", "WORKING", 30 * time.Second},
		{"MIXED", "RECEIVING", 30 * time.Second},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			w.shipment(plan1, ship1, "FBA1", c.status, c.legacy)
			first := w.get(t, path)
			require.Equal(t, 200, first.Status)
			require.Len(t, w.asked(), 2)
			// Looking does not make it live longer.
			time.Sleep(c.kept / 2)
			require.Equal(t, string(first.Body), string(w.get(t, path).Body))
			time.Sleep(c.kept/2 - time.Millisecond)
			require.Equal(t, string(first.Body), string(w.get(t, path).Body))
			require.Empty(t, w.asked(), "%+v", c)
			time.Sleep(time.Millisecond)
			require.Equal(t, 200, w.get(t, path).Status)
			require.Len(t, w.asked(), 2, "%+v", c)
		})
	}
}

// A closed shipment without the old interface's side is not kept so for a day.
func TestAMissingSideIsAskedForAgain(t *testing.T) {
	t.Parallel()
	path := "/" + plan1 + "/shipments/" + ship1
	inWorld(t, func(t *testing.T, w *world) {
		w.shipment(plan1, ship1, "FBA1", "CLOSED", "CLOSED")
		w.answers(v0, fails(400, ""))
		require.Nil(t, w.member(t, path, "legacyStatus"))
		w.shipment(plan1, ship1, "FBA1", "CLOSED", "CLOSED")
		w.asked()
		require.Equal(t, "CLOSED", w.member(t, path, "legacyStatus"))
		require.Equal(t, []string{v0 + "?MarketplaceId=ATVPDKIKX0DER&QueryType=SHIPMENT&ShipmentIdList=FBA1"}, w.asked())
		// A shipment unknown to the old interface is not asked for on every call either.
		w.shipment(plan1, ship2, "FBA2", "WORKING", "")
		w.says(v0, `{"payload":{"ShipmentData":[]}}`)
		for range 2 {
			require.Nil(t, w.member(t, "/"+plan1+"/shipments/"+ship2, "legacyStatus"))
		}
		require.Len(t, w.asked(), 2)
	})
}

// The accounts of one team are kept apart, too.
func TestEachConnectionHasItsOwn(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		require.Equal(t, 200, w.get(t, "/"+plan1+"?domain=amazon.com").Status)
		require.Equal(t, 200, w.get(t, "/"+plan1+"?domain=amazon.de").Status)
		require.Equal(t, []string{theirs + "/" + plan1, "eu.example" + theirs + "/" + plan1}, w.asked())
	})
}

func TestEqualReadsShareOneCall(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		filled(w)
		w.takes = time.Second
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { require.Equal(t, 200, w.get(t, "/"+plan1+"/shipments/"+ship1).Status) })
		}
		wg.Wait()
		require.Len(t, w.asked(), 2)
	})
}
