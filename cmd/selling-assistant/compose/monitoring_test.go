package compose

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/fx"

	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/config"
)

// declared are the metrics of the whole program with their labels, also those without a value yet.
func declared(t *testing.T) map[string][]string {
	t.Helper()
	cfg, err := config.Load([]string{
		"SA_SECRET_KEY=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "SA_DATA_DIR=" + t.TempDir(),
		"SA_REDIS_URL=redis://127.0.0.1:1",
	}, false)
	require.NoError(t, err)
	var all *prometheus.Registry
	app := fx.New(modules(cfg, Options{Role: presence.Serves, Migrate: true}), fx.Invoke(func(_ parts, r *prometheus.Registry) { all = r }))
	require.NoError(t, app.Err())
	require.NoError(t, app.Start(t.Context()))
	descriptions := make(chan *prometheus.Desc)
	go func() {
		all.Describe(descriptions)
		close(descriptions)
	}()
	shape := regexp.MustCompile(`^Desc\{fqName: "(\w+)",.* constLabels: \{(.*)\}, variableLabels: \{(.*)\}\}$`)
	found := map[string][]string{"up": nil}
	for d := range descriptions {
		m := shape.FindStringSubmatch(d.String())
		require.NotNil(t, m, d.String())
		labels := strings.Split(m[3], ",")
		for pair := range strings.SplitSeq(m[2], ",") {
			name, _, _ := strings.Cut(pair, "=")
			labels = append(labels, name)
		}
		found[m[1]] = labels
	}
	require.NoError(t, app.Stop(t.Context()))
	require.Greater(t, len(found), 40)
	return found
}

var (
	selectors   = regexp.MustCompile(`\{[^}]*\}`)
	groupings   = regexp.MustCompile(`\b(?:by|without|on|ignoring)\s*\(([^)]*)\)`)
	ranges      = regexp.MustCompile(`\[[^\]]*\]`)
	identifiers = regexp.MustCompile(`\b[a-zA-Z_][a-zA-Z0-9_]*\b(\s*\()?`)
	matchers    = regexp.MustCompile(`(\w+)\s*(?:=~|!~|!=|=)`)
	words       = []string{"and", "or", "unless", "bool", "offset"}
)

// unknown lists the metrics and labels of a query that do not exist.
func unknown(all map[string][]string, query string) (faults []string) {
	labels := []string{}
	for _, s := range selectors.FindAllString(query, -1) {
		for _, m := range matchers.FindAllStringSubmatch(s, -1) {
			labels = append(labels, m[1])
		}
	}
	rest := ranges.ReplaceAllString(selectors.ReplaceAllString(query, ""), "")
	for _, m := range groupings.FindAllStringSubmatch(rest, -1) {
		for label := range strings.SplitSeq(m[1], ",") {
			labels = append(labels, strings.TrimSpace(label))
		}
	}
	known := []string{"le", "job", "instance"}
	for _, m := range identifiers.FindAllStringSubmatch(groupings.ReplaceAllString(rest, ""), -1) {
		if m[1] != "" || slices.Contains(words, m[0]) {
			continue
		}
		of, ok := all[m[0]]
		for _, part := range []string{"_bucket", "_count", "_sum"} {
			if base, cut := strings.CutSuffix(m[0], part); cut && !ok {
				of, ok = all[base]
			}
		}
		if !ok {
			faults = append(faults, m[0])
		}
		known = append(known, of...)
	}
	for _, label := range labels {
		if !slices.Contains(known, label) {
			faults = append(faults, "label "+label)
		}
	}
	return faults
}

// queries lists every value of a member, wherever it is.
func queries(member string, v any) (found []string) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if text, ok := v[name].(string); ok && name == member {
				found = append(found, text)
			}
			found = append(found, queries(member, v[name])...)
		}
	case []any:
		for _, w := range v {
			found = append(found, queries(member, w)...)
		}
	}
	return found
}

// TestDashboardAndAlertsNameMetricsThatExist holds packaging/grafana.json and packaging/alerts.yaml to the program.
func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	all := declared(t)
	b, err := os.ReadFile("../../../packaging/grafana.json")
	require.NoError(t, err)
	var dashboard any
	require.NoError(t, json.Unmarshal(b, &dashboard))
	drawn := queries("expr", dashboard)
	require.Greater(t, len(drawn), 30)

	rules, err := os.ReadFile("../../../packaging/alerts.yaml")
	require.NoError(t, err)
	var alerts []string
	for _, m := range regexp.MustCompile(`(?m)^        expr: (.+)$`).FindAllStringSubmatch(string(rules), -1) {
		alerts = append(alerts, m[1])
	}
	require.Len(t, alerts, strings.Count(string(rules), "- alert: "))
	for _, query := range slices.Concat(drawn, alerts) {
		require.Empty(t, unknown(all, query), query)
	}

	shown := strings.Join(drawn, " ")
	for name := range all {
		own := !strings.HasPrefix(name, "go_") && !strings.HasPrefix(name, "process_") && name != "up"
		require.True(t, !own || strings.Contains(shown, name), "%s is on no panel", name)
	}

	require.Equal(t, []string{"no_such_total", "label shade"}, unknown(all,
		`sum by (shade) (rate(no_such_total{job="x"}[5m])) / max(redis_away) > 1 and on (job) jobs_runs_total{kind="a"} offset 5m`))
}
