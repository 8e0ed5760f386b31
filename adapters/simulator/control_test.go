package simulator_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

func TestControl(t *testing.T) {
	m := simulator.New(simulator.Config{Clock: simulator.NewClock(start, 0)})
	server, err := m.Listen("127.0.0.1:0", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	do := func(method, path, body string) (int, string) {
		r, err := http.NewRequest(method, server.ControlURL+path, strings.NewReader(body))
		require.NoError(t, err)
		res, err := client.Do(r)
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(b)
	}
	status, body := do("POST", "/clock", `{"set":"2027-01-01T00:00:00Z","step_seconds":1.5}`)
	require.Equal(t, 200, status)
	require.Equal(t, `{"now":"2027-01-01T00:00:01.5Z"}`, body)
	status, _ = do("POST", "/faults", `{"mode":"error503","operation":"token","times":1}`)
	require.Equal(t, 200, status)
	require.Equal(t, []simulator.Fault{{Mode: "error503", Operation: "token", Times: 1}}, m.Faults())
	for _, bad := range []string{`{"mode":"earthquake"}`, `{"mode":"html","typo":1}`, `{"mode":"html","operation":"getEverything"}`, `{`, ``} {
		status, _ = do("POST", "/faults", bad)
		require.Equal(t, 400, status, bad)
	}
	status, _ = do("DELETE", "/faults", "")
	require.Equal(t, 204, status)
	require.Empty(t, m.Faults())
	status, body = do("POST", "/scenario", `{"clock":{"step_seconds":1},"faults":[{"mode":"queue_late","operation":"PRICING_HEALTH"},{"mode":"burst","for_seconds":5}]}`)
	require.Equal(t, 200, status)
	require.JSONEq(t, `{"ids":[2,3]}`, body)
	require.Len(t, m.Faults(), 2)
	status, _ = do("POST", "/scenario", `{"faults":[{"mode":"slow"},{"mode":"earthquake"}]}`)
	require.Equal(t, 400, status)
	require.Len(t, m.Faults(), 2, "all or nothing")
	m.Heal()
	status, _ = do("POST", "/application", `{"redirect":"https://app.example/back"}`)
	require.Equal(t, 204, status)
	consent := httptest.NewRequest(http.MethodGet, "/apps/authorize/consent?state=x&application_id="+simulator.ApplicationID, nil)
	require.Equal(t, 200, serve(m.Handler(), consent).Code)
	s := m.Seller(marketplace.NA, simulator.Full)
	status, _ = do("POST", "/grant", fmt.Sprintf(`{"refresh_token":%q,"revoked":true}`, s.RefreshToken))
	require.Equal(t, 204, status)
	require.Equal(t, 400, serve(m.Handler(), form("grant_type", "refresh_token", "refresh_token", s.RefreshToken)).Code)
	status, _ = do("POST", "/grant", fmt.Sprintf(`{"refresh_token":%q}`, s.RefreshToken))
	require.Equal(t, 204, status)
	status, _ = do("POST", "/application", `{"refused":true}`)
	require.Equal(t, 204, status)
	require.Equal(t, 401, serve(m.Handler(), form("grant_type", "refresh_token", "refresh_token", s.RefreshToken)).Code)
	status, body = do("GET", "/state", "")
	require.Equal(t, 200, status)
	require.Contains(t, body, `"queues":{"notifications":{"visible":0,"in_flight":0,"delayed":0,"deleted":0}}`)
	require.Contains(t, body, `"token":{"calls":2,"statuses":{"400":1,"401":1}}`)
	for _, path := range []string{"/reset", "/tokens/forget"} {
		status, _ = do("POST", path, "")
		require.Equal(t, 204, status)
	}
	require.Empty(t, m.Counters())
	status, body = do("GET", "/cases", "")
	require.Equal(t, 200, status)
	require.Contains(t, body, simulator.CaseApproval)

	_, err = m.Listen("127.0.0.1:0", "0.0.0.0:0")
	require.EqualError(t, err, "the control interface must listen on a loopback address")
}

func TestClock(t *testing.T) {
	c := simulator.NewClock(start, 0)
	require.Equal(t, start, c.Now())
	c.Step(time.Hour)
	require.Equal(t, start.Add(time.Hour), c.Now())
	c.Set(start.Add(-time.Hour))
	require.Equal(t, start.Add(-time.Hour), c.Now())
	c.SetSpeed(1e6)
	require.Eventually(t, func() bool { return c.Now().After(start) }, 5*time.Second, time.Millisecond)
}
