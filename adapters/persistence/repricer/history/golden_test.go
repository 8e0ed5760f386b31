package history

import (
	"testing"

	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, issueBody{Code: "90220", Message: "The price is too high.", Severity: "ERROR"})
	golden.Check(t, traceBody{
		Steps: []traceStep{{Step: 2, Rule: decision.Rule("floor"), In: new(int64(199_900)), Out: new(int64(249_000)),
			Note: "manual"}},
		Offers: []traceOffer{{Seller: "A3RIVAL", Landed: 299_900, Used: true, Excluded: decision.Exclusion("amazon"),
			Candidate: new(int64(299_800))}},
	})
}
