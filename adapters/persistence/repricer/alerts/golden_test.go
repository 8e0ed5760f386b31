package alerts

import (
	"testing"

	"sellingassistant/domain/repricer"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, alertBody{Counts: map[repricer.NotifyEvent]int64{repricer.NotifyHold: 2}, More: 1,
		Alerts: []alertRow{{
			Event: repricer.NotifyHold, ProductID: new(int64(3)), SKU: "A-1", MarketplaceID: "ATVPDKIKX0DER",
			Reason:  repricer.AlertRowBreaker,
			Details: "It fell.", At: 1_795_762_800_000_001,
		}}})
}
