package marketplace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
)

func TestDay(t *testing.T) {
	at := time.Date(2026, 10, 15, 6, 30, 0, 0, time.UTC)
	days := map[string]date.Date{}
	for _, m := range marketplace.All() {
		days[m.Country] = m.Day(at)
	}
	for country, want := range map[string]string{"US": "2026-10-14", "CA": "2026-10-14", "MX": "2026-10-15", "GB": "2026-10-15", "JP": "2026-10-15"} {
		require.Equal(t, date.MustParse(want), days[country], country)
	}
	late := time.Date(2026, 12, 31, 16, 0, 0, 0, time.UTC)
	for _, m := range marketplace.All() {
		want := "2026-12-31"
		if m.Country == "JP" || m.Country == "AU" || m.Country == "SG" {
			want = "2027-01-01"
		}
		require.Equal(t, date.MustParse(want), m.Day(late), m.Country)
	}
}
