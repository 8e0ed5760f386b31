package play

import (
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Player prices products in one way.
type Player struct {
	Name string
	// Plan has the strategy by which the repricer decides, nil for a baseline.
	Plan *decision.Strategy
	// rule prices a baseline; nil if it keeps its price.
	rule func(seen) int64
	// unbounded baselines ignore the floor.
	unbounded bool
	// oracle knows the rivals' rules and looks ahead.
	oracle bool
}

// These players serve as comparisons.
const (
	DoNothing       = "do_nothing"
	UndercutOneCent = "undercut_one_cent"
	MatchBox        = "match_box"
	NoFloor         = "match_box_no_floor"
	Oracle          = "oracle"
)

// Templates returns the built-in strategies, each as a player of its name.
func Templates() []Player {
	var all []Player
	for _, t := range words.Of[strategy.Template]() {
		values := t.Values()
		all = append(all, Player{Name: string(t), Plan: &values.Strategy})
	}
	return all
}

// Baselines returns the comparisons for strategies: simple rules with the same events and the same
// submissions, and an oracle without both.
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

// seen has the prices that a baseline knows: landed prices in cents.
type seen struct {
	live, floor, ceiling int64
	// lowest has the lowest price of others; 0 without others.
	lowest int64
	// box has the price in the buy box, 0 if it is empty. winning says that the own offer has it.
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
