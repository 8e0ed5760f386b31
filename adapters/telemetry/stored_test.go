package telemetry_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"sellingassistant/adapters/telemetry"
)

func TestUnknownMembersAreCountedAndLoggedOnce(t *testing.T) {
	t.Parallel()
	core, lines := observer.New(zap.WarnLevel)
	reg := prometheus.NewRegistry()
	numbers := func() []string {
		w := httptest.NewRecorder()
		promhttp.HandlerFor(reg, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Split(strings.TrimSpace(w.Body.String()), "\n")[2:]
	}
	u, err := telemetry.NewUnknownMembers(reg, zap.New(core))
	require.NoError(t, err)
	for range 3 {
		u.Found("imports", "mapping.sheets")
	}
	u.Found("imports", "user_name")
	require.Equal(t, []string{
		`stored_unknown_members_total{kind="imports",member="mapping.sheets"} 3`, `stored_unknown_members_total{kind="imports",member="user_name"} 1`,
	}, numbers())
	require.Equal(t, 2, lines.Len())
	require.Equal(t, map[string]any{"kind": "imports", "member": "mapping.sheets"}, lines.All()[0].ContextMap())

	for i := range 200 {
		u.Found("imports", strconv.Itoa(i))
	}
	require.Len(t, numbers(), 101)
	require.Contains(t, numbers(), `stored_unknown_members_total{kind="other",member="other"} 102`)
	require.Equal(t, 100, lines.Len())
}
