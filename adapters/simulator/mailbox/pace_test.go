package mailbox

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

var stamp = regexp.MustCompile(`"([A-Za-z]+)":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"`)

// TestNothingLiesAhead has markets at sixty times the real pace. Every notification is dated
// between the last look and now.
func TestNothingLiesAhead(t *testing.T) {
	m := open(settings{Limits: gateway.Limits{Off: true}, Products: 2000, Sales: true})
	w := wireTo(t, m)
	m.World.Pace = world.Pace{Began: testStart.Unix() + 5, Speed: 60}
	w.subscribe("", gateway.TypeOffers, gateway.TypeOrder, gateway.TypeHealth, gateway.TypeStatus)
	require.Empty(t, w.told())
	stamps, orders, changes := 0, map[string]time.Time{}, 0
	before := m.World.Clock.Now()
	for step := range 15 {
		m.World.Clock.Step(time.Duration(200+step) * 10 * time.Millisecond)
		now := m.World.Clock.Now()
		for _, n := range w.told() {
			text, err := json.Marshal(n)
			require.NoError(t, err)
			for _, found := range stamp.FindAllSubmatch(text, -1) {
				at, err := time.Parse(time.RFC3339, string(found[2]))
				require.NoError(t, err)
				require.False(t, at.After(now), "%s at %v", text, now)
				if name := string(found[1]); name != "PurchaseDate" && name != "CreatedDate" {
					require.False(t, at.Before(before.Truncate(time.Millisecond)), "%s since %v", text, before)
				}
				stamps++
			}
			var entry struct{ OrderChangeNotification toldOrder }
			text, err = json.Marshal(n["Payload"])
			require.NoError(t, err)
			switch n["NotificationType"] {
			case gateway.TypeOrder:
				require.NoError(t, json.Unmarshal(text, &entry))
				o := entry.OrderChangeNotification
				if o.Summary.OrderStatus == "Unshipped" {
					orders[o.AmazonOrderID] = o.Summary.PurchaseDate
				}
				require.Equal(t, orders[o.AmazonOrderID], o.Summary.PurchaseDate)
				require.False(t, o.OrderChangeTrigger.TimeOfOrderChange.Before(o.Summary.PurchaseDate))
			case gateway.TypeOffers:
				changes++
			}
		}
		before = now
	}
	require.Greater(t, stamps, 1_000)
	require.Greater(t, changes, 300, "a second of life is a minute of trading")
	require.Positive(t, len(orders))
	require.Less(t, len(orders), 10, "buyers come as in life")
}
