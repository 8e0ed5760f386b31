package simulator_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

func TestDrainTakesTheTokensOfOthers(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, h, s.RefreshToken)
	m.Inject(simulator.Fault{Mode: simulator.Drain, Times: 1})
	require.Equal(t, 429, serve(h, restrictions(s, token, "B0CASE0001")).Code)
	require.Equal(t, 429, serve(h, restrictions(s, token, "B0CASE0001")).Code)
	m.Clock().Step(200 * time.Millisecond)
	require.Equal(t, 200, serve(h, restrictions(s, token, "B0CASE0001")).Code)
}

func TestRevokeInTheMiddle(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, h, s.RefreshToken)
	m.Inject(simulator.Fault{Mode: simulator.Revoke, Nth: 2})
	require.Equal(t, 200, serve(h, restrictions(s, token, "B0CASE0001")).Code)
	require.Equal(t, 403, serve(h, restrictions(s, token, "B0CASE0001")).Code)
	require.Equal(t, 400, serve(h, form("grant_type", "refresh_token", "refresh_token", s.RefreshToken)).Code)
}

func TestBurstIsOfBothErrors(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	s := m.Seller(marketplace.NA, simulator.Full)
	token, codes := accessToken(t, h, s.RefreshToken), map[int]int{}
	m.Inject(simulator.Fault{Mode: simulator.Burst, ForSeconds: 5})
	for range 20 {
		codes[serve(h, restrictions(s, token, "B0CASE0001")).Code]++
	}
	require.Equal(t, 20, codes[500]+codes[503])
	require.Greater(t, codes[500], 3)
	require.Greater(t, codes[503], 3)
	m.Clock().Step(5 * time.Second)
	require.Equal(t, 200, serve(h, restrictions(s, token, "B0CASE0001")).Code)
}

func TestSlowBodies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, h := stopped(t, simulator.Config{})
		s := m.Seller(marketplace.NA, simulator.Full)
		token := accessToken(t, h, s.RefreshToken)
		m.Inject(simulator.Fault{Mode: simulator.SlowBody, Seconds: 30})
		begin := time.Now()
		rec := serve(h, restrictions(s, token, "B0CASE0001"))
		require.Equal(t, 30*time.Second, time.Since(begin))
		require.Equal(t, `{"restrictions":[]}`, rec.Body.String())
		require.Equal(t, "19", rec.Header().Get("Content-Length"))
	})
}

// A write is kept, also when its answer is lost or fails.
func TestLostAndFailedWrites(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	app := appToken(t, h)
	write := func() *httptest.ResponseRecorder {
		return serve(h, call(app, http.MethodPost, "/na/notifications/v1/destinations", destinationBody))
	}
	m.Inject(simulator.Fault{Mode: simulator.LostWrite, Operation: "createDestination"})
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { write() })
	require.Equal(t, map[int]int{0: 1}, m.Counters()["createDestination"].Statuses)
	m.Heal()
	require.Equal(t, 409, write().Code)
	destination := m.Notifications().Destinations[0].ID
	m.Inject(simulator.Fault{Mode: simulator.FailedWrite, Operation: "deleteDestination"})
	require.Equal(t, 503, serve(h, call(app, http.MethodDelete, "/na/notifications/v1/destinations/"+destination, "")).Code)
	require.Empty(t, m.Notifications().Destinations)
}

func TestScenarios(t *testing.T) {
	m, _ := stopped(t, simulator.Config{})
	m.Inject(simulator.Fault{Mode: simulator.HTML})
	speed, at := 0.0, start.Add(time.Hour)
	ids := m.Load(simulator.Scenario{
		Clock:  simulator.ClockChange{Set: &at, StepSeconds: 90, Speed: &speed},
		Faults: []simulator.Fault{{Mode: simulator.Slow}, {Mode: simulator.QueueFlood, Rate: 10}},
	})
	require.Equal(t, []int{2, 3}, ids)
	require.Equal(t, start.Add(time.Hour+90*time.Second), m.Clock().Now())
	require.Equal(t, []simulator.Fault{{Mode: simulator.Slow}, {Mode: simulator.QueueFlood, Rate: 10}}, m.Faults())
}
