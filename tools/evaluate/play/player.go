package play

import (
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Player is a way of pricing.
type Player struct {
	Name string
	// Plan is the strategy that the repricer decides by, nil for a baseline.
	Plan *decision.Strategy
	// rule of a baseline; nil for one that never does anything.
	rule func(seen) int64
	// unbounded baselines know no floor.
	unbounded bool
	// oracle knows the rivals' rules and looks ahead.
	oracle bool
}

// The players that others are compared with.
const (
	DoNothing       = "do_nothing"
	UndercutOneCent = "undercut_one_cent"
	MatchBox        = "match_box"
	NoFloor         = "match_box_no_floor"
	Oracle          = "oracle"
)

// Templates are the built-in strategies, each a player of its own name.
func Templates() []Player {
	var all []Player
	for _, t := range words.Of[strategy.Template]() {
		values := t.Values()
		all = append(all, Player{Name: string(t), Plan: &values.Strategy})
	}
	return all
}

// Baselines are what the strategies are compared with: simple rules behind the
// same events and the same submissions, and an oracle that has neither.
func Baselines() []Player {
	return []Player{
		{Name: DoNothing},
		{Name: UndercutOneCent, rule: undercut},
		{Name: MatchBox, rule: match},
		{Name: "two_bound", rule: twoBound},
		{Name: NoFloor, rule: match, unbounded: true},
		{Name: Oracle, oracle: true},
	}
}

// seen is what a baseline knows: landed prices in cents.
type seen struct {
	live, floor, ceiling int64
	// lowest of the others; 0 without others.
	lowest int64
	// box is the price in the buy box, 0 for none; winning is the own one.
	box     int64
	winning bool
}

func undercut(s seen) int64 {
	if s.lowest == 0 {
		return s.ceiling
	}
	return s.lowest - 1
}

func match(s seen) int64 {
	switch {
	case s.lowest == 0:
		return s.ceiling
	case s.winning:
		return s.live
	case s.box > 0:
		return s.box
	}
	return s.lowest
}

func twoBound(s seen) int64 {
	if s.lowest == 0 || s.live <= s.floor || s.lowest-1 < s.floor {
		return s.ceiling
	}
	return s.lowest - 1
}
