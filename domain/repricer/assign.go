package repricer

import (
	"time"

	"sellingassistant/domain/kernel/fault"
)

// Assign gives the row a strategy of its own, and a mode where one is named, and
// reports whether anything changed. A strategy that does not serve the row's
// marketplace is strategy_required, whatever the mode: nobody assigns one to
// leave it unused. The other faults are those of Change.
func (p *Product) Assign(strategy Reach, mode Maybe[Mode], r Rules, now time.Time) (bool, error) {
	if !strategy.Serves(p.key.MarketplaceID) {
		return false, rule(fault.CodeStrategyRequired, "/ids", "The strategy does not serve the row's marketplace.")
	}
	return p.Change(ProductPatch{StrategyID: Put(strategy.ID), Mode: mode}, r, now)
}
