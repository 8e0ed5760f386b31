package manage

import (
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Lists can filter by every count of an overview. The database computes these in the columns
// standing and attention. For rows in memory the same follows from the source columns.

type columns = func(column string) db.Cell

// flagged matches the four flags at the end of a standing; an underscore matches any flag.
func flagged(flags string, holds func(columns) bool) record.Condition {
	return record.Condition{Text: "standing LIKE '%|" + flags + "'", Holds: holds}
}

// floorOf returns the decided floor if the limit is calculated. Otherwise it returns the larger of
// min_price and MAP price, raised to break-even by the loss guard.
func floorOf(value columns) db.Cell {
	if value("min_price_mode").S != string(decision.MinPriceManual) {
		return value("decided_floor")
	}
	least, even := value("min_price"), value("break_even")
	if imposed := value("map_price"); imposed.Known && least.Known && imposed.N > least.N {
		least = imposed
	}
	if value("guarded").B && even.Known && least.Known && even.N > least.N {
		return even
	}
	return least
}

func atFloor(value columns) bool {
	price, floor := value("current_price"), floorOf(value)
	return price.Known && floor.Known && price.N <= floor.N
}

func underBreakEven(value columns) bool {
	price, even := value("current_price"), value("break_even")
	return price.Known && even.Known && price.N < even.N
}

// attention matches rows by their most urgent reason for attention.
func attention(wanted []repricer.Attention) record.Condition {
	if len(wanted) == 0 {
		return record.Condition{}
	}
	ranks := make([]int64, len(wanted))
	for i, w := range wanted {
		ranks[i] = int64(slices.Index(words.Of[repricer.Attention](), w)) + 1
	}
	in := record.In("attention", ranks)
	in.Holds = func(value columns) bool {
		a, urgent := attentionOf(value)
		return urgent && slices.Contains(wanted, a)
	}
	return in
}

func attentionOf(value columns) (repricer.Attention, bool) {
	reason, owner := decision.Reason(value("decided_reason").S), decision.BoxOwner(value("buy_box_owner").S)
	free := !value("outbound_shipping").Known && value("shipping").N == 0
	switch {
	case value("mode").S == string(decision.ModeOff):
		return "", false
	case value("hold_reason").Known:
		return repricer.AttentionHold, true
	case underBreakEven(value):
		return repricer.AttentionBreakEven, true
	case value("fulfillment").S == string(decision.FBM) && value("cost").Known && free && value("decided_at").Known:
		return repricer.AttentionPostage, true
	case value("decided_action").S == string(decision.VerdictError) || reason == decision.ReasonStrategyMissing || reason == decision.ReasonMarketplaceNotServed:
		return repricer.AttentionError, true
	case (owner == decision.BoxCompetitor || owner == decision.BoxAmazon) && atFloor(value):
		return repricer.AttentionFloorLoses, true
	}
	return "", false
}

// stale matches repriced rows with offers last seen before the minute of freshFrom.
func stale(freshFrom time.Time) record.Condition {
	last := db.Micros(freshFrom.Truncate(time.Minute)) - 1
	return record.All(
		record.In("mode", []decision.Mode{decision.ModeManual, decision.ModeAuto}),
		record.Any(record.Known("offers_at", new(false)), record.AtMost("offers_at", &last)),
	)
}
