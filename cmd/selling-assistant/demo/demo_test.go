package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/config"
)

func TestTheMarketplaceGoesOnAtTheNextStart(t *testing.T) {
	folder := t.TempDir()
	start := func() *Demo {
		cfg, err := config.Load([]string{"SA_DATA_DIR=" + folder}, true)
		require.NoError(t, err)
		d, err := Prepare(&cfg)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		return d
	}
	d := start()
	require.WithinDuration(t, time.Now(), d.Clock().Now(), time.Minute)
	require.NoError(t, d.save(state{Began: time.Now().Add(-time.Hour)}))
	require.WithinDuration(t, time.Now().Add(59*time.Hour), start().Clock().Now(), 10*time.Minute)
}
