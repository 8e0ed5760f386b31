package keepa_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
	"sellingassistant/ports/clock"
)

// simWatched drops the client's reports.
type simWatched struct{}

func (simWatched) Answered(lookup.Lane, time.Duration, keepa.Meter) {}

func (simWatched) Unsettled(error) {}

func (simWatched) KeyRefused(int) {}

// provider returns a simulated provider with a stopped clock, and its client.
func provider(t *testing.T, cfg simulator.Config, key string) (*simulator.Marketplace, *keepa.Client) {
	t.Helper()
	cfg.Clock = simulator.NewClock(time.Date(2026, 11, 20, 12, 34, 56, 0, time.UTC), 0)
	m := simulator.New(cfg)
	server := httptest.NewServer(m.Handler())
	t.Cleanup(server.Close)
	at := simulator.AddressesAt(server.URL)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return m, keepa.NewClient(keepa.Config{
		Key: secret.New(key), URL: at.KeepaURL, Clock: clock.System{}, Watch: simWatched{}, Transport: transport,
	})
}

func TestTheClientReadsWhatIsSimulated(t *testing.T) {
	t.Parallel()
	_, c := provider(t, simulator.Config{Limits: simulator.Limits{Off: true}}, simulator.KeepaKey)
	asins := make([]string, 8)
	for i := range asins {
		asins[i] = simulator.ASIN(i)
	}
	body, _, err := c.Do(t.Context(), keepa.Call{Lane: lookup.Calibration, Cost: 8, Path: "/product", Query: url.Values{
		"domain": {"3"}, "asin": {strings.Join(asins, ",")}, "stats": {"90"}, "buybox": {"1"}, "rating": {"1"},
	}})
	require.NoError(t, err)
	a, err := keepa.Decode(body)
	require.NoError(t, err)
	require.Equal(t, int64(8*4), a.Meter.Consumed)
	require.Len(t, a.Products, 8)
	now := series.MinuteOf(time.Date(2026, 11, 20, 12, 34, 56, 0, time.UTC))
	read := 0
	var wire struct {
		Products []struct {
			Stats struct{ Current, Avg90, OutOfStockPercentage90 []int64 }
		}
	}
	require.NoError(t, json.Unmarshal(body, &wire))
	for i, p := range a.Products {
		if p.Type == keepa.Parent || len(p.Series) == 0 {
			continue
		}
		read++
		require.Equal(t, keepa.Standard, p.Type)
		require.NotEmpty(t, p.Title)
		require.True(t, p.Root.Known())
		at := series.MinuteOf(p.LastUpdate)
		require.LessOrEqual(t, at, now)
		// The provider's figures equal the figures of its lists.
		for index, name := range map[int]series.Name{1: series.New, 3: series.Rank, 4: series.List, 10: series.NewFBA, 11: series.CountNew} {
			s := p.Series[name]
			require.NotEmpty(t, s.Points, name)
			m := s.MetricAt(at)
			want := int64(-1)
			if v, ok := m.Current.Get(); ok {
				want = v / s.Step
			}
			require.Equal(t, want, wire.Products[i].Stats.Current[index], "%s %s", p.ASIN, name)
			if at == now {
				mean, ok := m.Mean[1].Get()
				require.Equal(t, ok, wire.Products[i].Stats.Avg90[index] >= 0)
				if ok {
					require.Equal(t, mean/s.Step, wire.Products[i].Stats.Avg90[index], "%s %s", p.ASIN, name)
				}
			}
		}
		require.NotEmpty(t, p.Holders)
		require.True(t, slices.IsSortedFunc(p.Holders, func(a, b series.Holder) int { return int(a.At - b.At) }))
		require.Contains(t, p.Series, series.Rating)
		require.Contains(t, p.Series, series.Badge)
	}
	require.Greater(t, read, 4)
}

func TestTheClientSaysEveryFaultInItsWords(t *testing.T) {
	t.Parallel()
	m, c := provider(t, simulator.Config{Limits: simulator.Limits{Off: true}}, simulator.KeepaKey)
	ask := func(c *keepa.Client) fault.Code {
		_, _, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product", Query: url.Values{"domain": {"1"}, "asin": {simulator.ASIN(0)}, "history": {"0"}}})
		if err == nil {
			return ""
		}
		f, ok := fault.As(err)
		require.True(t, ok)
		require.NotContains(t, err.Error(), simulator.KeepaKey)
		return f.Code
	}
	require.Empty(t, ask(c))
	for mode, want := range map[simulator.Mode]fault.Code{
		simulator.Keepa402: fault.CodeUpstreamUnavailable, simulator.Keepa429: fault.CodeUpstreamRateLimited,
		simulator.KeepaJunk: fault.CodeUpstreamUnavailable, simulator.KeepaCut: fault.CodeUpstreamUnavailable,
	} {
		m.Inject(simulator.Fault{Mode: mode})
		require.Equal(t, want, ask(c), mode)
		m.Heal()
	}
	m.Inject(simulator.Fault{Mode: simulator.KeepaCut, Times: 1})
	require.Empty(t, ask(c), "the second try is answered")
	_, stranger := provider(t, simulator.Config{}, "another")
	require.Equal(t, fault.CodeUpstreamUnavailable, ask(stranger))
}
