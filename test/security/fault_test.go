package security_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/security/fault"
	"sellingassistant/test/stores"
)

// broken runs a test against a service with a database that can be made to fail.
func broken(t *testing.T, test func(t *testing.T, s *service.Service, m *team, f *fault.Switch)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		address := stores.SQLiteURL(t)
		f := fault.SQLite(t, address)
		s := service.Start(t, service.Options{DatabaseURL: address})
		test(t, s, newTeam(t, s, s.Document(t)), f)
	})
	t.Run("postgres", func(t *testing.T) {
		address, f := fault.Postgres(t, pgtest.URL(t))
		s := service.Start(t, service.Options{DatabaseURL: address})
		test(t, s, newTeam(t, s, s.Document(t)), f)
	})
}

// mostSteps bounds how many statements one call may need.
const mostSteps = 200

// TestAFaultAtEveryStep lets the first, second, third … step of a call in the database fail, until
// the call succeeds. Each time the answer is 503 or 500, nothing has changed, and the next call
// succeeds. It runs every operation, if possible also with an Idempotency-Key.
func TestAFaultAtEveryStep(t *testing.T) {
	t.Parallel()
	broken(t, func(t *testing.T, s *service.Service, m *team, f *fault.Switch) {
		// The first check of a month makes the team's line for it.
		require.Equal(t, 200, m.client.Do(t, check(simulator.ASIN(1))).Status)
		// An answer of the marketplace is paid for and cached for every outcome of the call. The
		// answer about the product of the examples is cached already.
		require.Equal(t, 200, m.client.Do(t, check(simulator.ASIN(10))).Status)
		for _, op := range m.doc.Operations() {
			if paid(op) {
				require.Equal(t, 200, m.client.Do(t, m.sample(t, op)).Status)
			}
			keys := []string{""}
			if op.Parameters.GetByInAndName("header", "Idempotency-Key") != nil {
				keys = append(keys, "key")
			}
			for _, key := range keys {
				t.Run(op.OperationID+" "+key, func(t *testing.T) { everyStep(t, s, m, f, op, key) })
			}
		}
	})
}

func everyStep(t *testing.T, s *service.Service, m *team, f *fault.Switch, op checked.Operation, key string) {
	t.Helper()
	call := m.sample(t, op)
	before := s.Dump(t)
	for n := 1; ; n++ {
		require.Less(t, n, mostSteps, "a call does not get through")
		if key != "" {
			call.Header.Set("Idempotency-Key", fmt.Sprintf("%s-%s-%d", op.OperationID, key, n))
		}
		f.Arm(n)
		a := m.client.Do(t, call)
		fired := f.Disarm()
		after := s.Dump(t)
		what := fmt.Sprintf("step %d: %d %.300s", n, a.Status, a.Body)
		if a.Status < 500 {
			require.Contains(t, op.Succeeds(), a.Status, what)
			if changes(op) {
				require.NotEmpty(t, before.Diff(after), what)
			}
			if !fired {
				require.Greater(t, n, least(op, s), "hardly anything was made to fail")
				return
			}
			// The fault was made good, as when a connection is replaced.
			call, before = m.sample(t, op), s.Dump(t)
			continue
		}
		require.True(t, fired, what)
		require.Contains(t, []string{"service_unavailable", "internal_error", "upstream_unavailable"}, a.Problem(t).Code, what)
		require.NotContains(t, string(a.Body), "planted")
		require.Empty(t, before.Diff(after), what)
	}
}

// least returns the least number of steps of an operation: a write and a commit, and on Postgres a
// read. It is 0 for operations without a record, such as a profit.
func least(op checked.Operation, s *service.Service) int {
	switch {
	case paid(op), slices.Contains([]string{"getVatRates", "listEventTypes"}, op.OperationID): // tables of the program
		return 0
	case s.Store.Dialect().String() == "postgres":
		return 1
	case changes(op):
		return 2
	}
	return 0
}

// changes reports whether the operation changes the database. A ping calls an endpoint and stores
// nothing.
func changes(op checked.Operation) bool {
	return op.Writes() && !op.WritesElsewhere() && op.OperationID != "pingWebhookEndpoint"
}

// paid reports an answer about products, which a team pays once at most.
func paid(op checked.Operation) bool {
	return slices.Contains([]string{"price-history", "sales-estimation", "products"}, op.Group())
}

// leaseLife is longer than the claim of any call.
const leaseLife = 4 * time.Minute

// usesNoted waits until the last use of the call's key is written, a minute or more after the last
// time. Otherwise its commit would count for the next call.
func usesNoted(t *testing.T, s *service.Service) {
	t.Helper()
	now := s.Clock.Now().UnixMicro()
	require.Eventually(t, func() bool {
		var used int
		row := s.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM api_keys WHERE last_used_at >= ?", now)
		require.NoError(t, row.Scan(&used))
		return used > 0
	}, 2*time.Minute, time.Millisecond)
}

// TestALostCommit loses the answer of a COMMIT. The caller gets 503 and asks again with the same
// Idempotency-Key: there is a single effect.
func TestALostCommit(t *testing.T) {
	t.Parallel()
	address, f := fault.Postgres(t, pgtest.URL(t))
	s := service.Start(t, service.Options{DatabaseURL: address})
	m := newTeam(t, s, s.Document(t))
	m.doc.Each(t, func(t *testing.T, op checked.Operation) {
		if op.Parameters.GetByInAndName("header", "Idempotency-Key") == nil {
			return
		}
		lost := 0
		for n := 1; n < 5; n++ {
			call := m.sample(t, op)
			call.Header.Set("Idempotency-Key", fmt.Sprintf("lost-%s-%d", op.OperationID, n))
			before := s.Dump(t).Without("idempotency_keys")
			f.ArmCommit(n)
			a := m.client.Do(t, call)
			if !f.Disarm() {
				require.Less(t, a.Status, 300, "%s: %s", op.OperationID, a.Body)
				break
			}
			lost++
			require.Equal(t, 503, a.Status, "%s commit %d: %s", op.OperationID, n, a.Body)
			once := before.Diff(s.Dump(t).Without("idempotency_keys"))
			for range 2 {
				a = m.client.Do(t, call)
				if a.Status == 409 {
					// The claim of an upload lasts until its lease ends.
					require.Equal(t, "idempotency_in_flight", a.Problem(t).Code)
					s.Clock.Add(leaseLife)
					a = m.client.Do(t, call)
					usesNoted(t, s)
				}
				require.Contains(t, op.Succeeds(), a.Status, "%s commit %d: %s", op.OperationID, n, a.Body)
			}
			twice := before.Diff(s.Dump(t).Without("idempotency_keys"))
			if len(once) > 0 {
				require.Equal(t, once, twice, "%s commit %d has a second effect", op.OperationID, n)
				require.Equal(t, "true", a.Header.Get("Idempotent-Replayed"), op.OperationID)
			}
			if changes(op) {
				require.NotEmpty(t, twice, op.OperationID)
			}
		}
		require.Positive(t, lost, "it commits nothing")
	})
}

// TestAFaultAtEveryStepOfTakingBack lets each step of undoing an import in the database fail.
// Nothing has changed then, until all of it is undone.
func TestAFaultAtEveryStepOfTakingBack(t *testing.T) {
	t.Parallel()
	broken(t, func(t *testing.T, s *service.Service, m *team, f *fault.Switch) {
		call := m.sample(t, m.doc.Operation(t, "importInvoice"))
		require.Equal(t, 200, m.client.Do(t, call).Status)
		back := checked.Call{
			Method: "PATCH", Path: strings.TrimSuffix(call.Path, "/import"), Body: []byte(`{"status":"ready"}`), Header: http.Header{"Content-Type": {"application/json"}},
		}
		usesNoted(t, s)
		before := s.Dump(t)
		for n := 1; ; n++ {
			require.Less(t, n, mostSteps, "a call does not get through")
			f.Arm(n)
			a := m.client.Do(t, back)
			fired, after := f.Disarm(), s.Dump(t)
			if a.Status == 200 {
				require.NotEmpty(t, before.Diff(after))
				if !fired {
					return
				}
				// The fault was made good, as when a connection is replaced.
				require.Equal(t, 200, m.client.Do(t, call).Status)
				before = s.Dump(t)
				continue
			}
			require.True(t, fired, "step %d: %d %.300s", n, a.Status, a.Body)
			require.GreaterOrEqual(t, a.Status, 500)
			require.Empty(t, before.Diff(after), "step %d", n)
		}
	})
}
