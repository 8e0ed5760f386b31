package browser_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/config"
)

// demonstrate starts the whole program with the demo's data, beside settings.
func demonstrate(t *testing.T, environ ...string) (*compose.App, *demo.Demo) {
	t.Helper()
	cfg, err := config.Load(append(environ, "SA_DATA_DIR="+t.TempDir(), "SA_HTTP_ADDR=127.0.0.1:0", "SA_METRICS_ADDR=127.0.0.1:0"), true)
	require.NoError(t, err)
	sample, err := demo.Prepare(&cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sample.Close()) })
	app, err := compose.New(t.Context(), cfg, compose.Options{
		Migrate: true, Role: presence.Serves, Clock: sample.Clock(),
		First: func(app *compose.App) error { return sample.Fill(t.Context(), app.Operator(), app.URL()) },
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		require.NoError(t, app.Drain(ctx))
		require.NoError(t, app.Close(ctx))
	})
	require.NoError(t, app.Listen())
	return app, sample
}

// TestTheDemosFirstPage opens the link that the demo prints: the key leaves the address, signs the
// tab in, and opens the console. README shows its pictures.
func TestTheDemosFirstPage(t *testing.T) {
	t.Parallel()
	app, sample := demonstrate(t)

	b := openAt(t, start(t), app.URL(), app.URL()+"/#key="+sample.APIKey)
	b.shows("#who", "Signed in as Olivia Owner (owner@demo.example).")
	require.Equal(t, app.URL()+"/", value[string](b, "location.href"), "the key leaves the address")
	b.shows("#state", "Ready")
	b.shows("main", "Simulated marketplace")
	for _, width := range []int64{1400, 390} {
		for _, scheme := range []string{"light", "dark"} {
			b.window(width, 800, scheme)
			b.until("document.documentElement.scrollWidth <= innerWidth")
			b.picture("front-" + map[int64]string{1400: "wide", 390: "narrow"}[width] + "-" + scheme)
		}
	}
	b.window(1280, 800, "light")
	b.click("main a[href='/app']")
	b.shows("#attention", "Torkanix Classic Aluminum Guitar Strings")
	b.shows("#live-text", "Live")
	b.view("demo-today")
	b.click("[data-view=products]")
	b.shows("#rows", "Torkanix Classic Aluminum Guitar Strings")
	b.view("demo-repricer")
	b.click("[data-focus='row-5']")
	b.shows("#row-title", "Gritax")
	b.click("[data-range=all]")
	b.until("document.querySelector('.series.price path')")
	b.view("demo-row")
	b.leave("history.go(-3)")
	b.shows("#who", "Signed in as Olivia Owner")
	b.click("#forget")
	b.shows("#who", "Calls need a key")
	require.True(t, value[bool](b, "sessionStorage.length === 0"))
	value[bool](b, "(location.hash = '#key=sak_000000000000000000000000000000000000') !== ''")
	b.shows("#who", "The key was refused:")
	require.Equal(t, app.URL()+"/", value[string](b, "location.href"))
	require.True(t, value[bool](b, "sessionStorage.length === 0"))
	b.requirePeace()
}
