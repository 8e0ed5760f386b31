package main

import (
	"fmt"

	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/tools/evaluate/play"
)

// figure compares a result with its target.
type figure struct {
	What    string `json:"what"`
	Wanted  string `json:"wanted"`
	Found   string `json:"found"`
	Reached bool   `json:"reached"`
}

const (
	profitFirst = string(strategy.TemplateProfitFirst)
	winBox      = string(strategy.TemplateWinBox)
)

// judge reports for each figure whether its target is reached. It leaves out figures of players
// that did not play.
func (r *result) judge() []figure {
	var all []figure
	for _, f := range []func(*result) []figure{safe, earns, wins, settles, calm, sturdy, thrifty} {
		all = append(all, f(r)...)
	}
	return all
}

// strategies returns the records of the built-in strategies.
func (r *result) strategies() []*record {
	var all []*record
	for _, p := range r.Players {
		if p.Kind == repriced {
			all = append(all, p)
		}
	}
	return all
}

func safe(r *result) []figure {
	var t play.Tally
	for _, p := range r.strategies() {
		t.Add(p.total())
	}
	if t.Rows == 0 {
		return nil
	}
	return []figure{
		{"prices decided outside the band, all strategies", "0", fmt.Sprintf("%d of %d submissions", t.Outside, t.Submissions), t.Outside == 0},
		{"submissions after a reset or the kill switch", "0", fmt.Sprint(t.Stopped), t.Stopped == 0},
	}
}

func earns(r *result) []figure {
	ours, base := r.find(profitFirst, repriced), r.find(play.MatchBox, baseline)
	if ours == nil || base == nil {
		return nil
	}
	all := against(ours.profits(), base.profits())
	worst, where := estimate{Mean: 1e9}, ""
	for _, m := range play.Mixes {
		if ours.total(m.Name).Time == 0 {
			continue
		}
		if e := against(ours.profits(m.Name), base.profits(m.Name)); e.Mean < worst.Mean {
			worst, where = e, m.Name
		}
	}
	return []figure{
		{"profit of profit_first against match_box", "at least +5 %", all.percent(), all.Mean >= 5},
		{"the same in the worst rival mix", "not below -1 %", worst.percent() + " (" + where + ")", worst.Mean >= -1},
	}
}

func wins(r *result) []figure {
	ours, base := r.find(winBox, repriced), r.find(play.UndercutOneCent, baseline)
	if ours == nil || base == nil {
		return nil
	}
	profit := against(ours.profits(), base.profits())
	share := boxShare(ours.total()) / boxShare(base.total()) * 100
	return []figure{
		{"profit of win_buy_box against undercut_one_cent", "at least equal", profit.percent(), profit.Mean >= 0},
		{"buy box share of win_buy_box, of undercut_one_cent's", "at least 95 %", fmt.Sprintf("%.1f %%", share), share >= 95},
	}
}

// settles judges rows with the same strategy. Two teams that both want to undercut each other never
// settle, so they must be slow instead.
func settles(r *result) []figure {
	var all []figure
	for _, kin := range play.Kins {
		most, restless, race, undercutting, floored := 0, "", 0, 0, ""
		for _, d := range r.Duels {
			switch {
			case d.Kin != kin:
				continue
			case kin == play.Strangers && d.Undercuts:
				race = max(race, d.Rounds)
				undercutting++
				if !d.Above {
					floored += " " + d.Player
				}
				continue
			}
			most = max(most, d.Rounds)
			if !d.Settled || d.Rounds > 2 {
				restless += " " + d.Player
			}
		}
		f := figure{"two rows of " + string(kin) + " with the same strategy settle", "in 2 rounds", fmt.Sprintf("at most %d", most), restless == ""}
		if restless != "" {
			f.Found += "; not" + restless
		}
		if undercutting == 0 {
			all = append(all, f)
			continue
		}
		f.What += ", unless it undercuts"
		war := figure{"two rows of " + string(kin) + " that undercut each other", "above their floors after 4 days", fmt.Sprintf("%d rounds at most", race), floored == ""}
		if floored != "" {
			war.Found += "; not" + floored
		}
		all = append(all, f, war)
	}
	return all
}

func calm(r *result) []figure {
	var t play.Tally
	for _, p := range r.strategies() {
		t.Add(p.total("two_bound", "undercut_one_cent"))
	}
	if t.Rows == 0 {
		return nil
	}
	return []figure{{
		"direction changes per hour and row against two_bound and undercut_one_cent, the worst hour of all strategies", "at most 4",
		fmt.Sprintf("%d; more than 4 in %d of %d hours", t.WorstHour, t.Restless, t.Time/3600), t.WorstHour <= 4,
	}}
}

func sturdy(r *result) []figure {
	var all []figure
	for _, name := range compared {
		with, without := r.find(string(name), repriced), r.find(string(name), undisturbed)
		if with == nil || without == nil {
			continue
		}
		profit := against(with.profits(), without.profits())
		more := ratio(with.total().Submissions, without.total().Submissions)*100 - 100
		all = append(all,
			figure{"profit of " + string(name) + " with faulty events against all events", "not below -3 %", profit.percent(), profit.Mean >= -3},
			figure{"its submissions", "at most +10 %", fmt.Sprintf("%+.1f %%", more), more <= 10})
	}
	return all
}

func thrifty(r *result) []figure {
	worst, who := 0.0, ""
	for _, p := range r.strategies() {
		t := p.total()
		if n := ratio(t.Submissions, t.Confirmed); n > worst {
			worst, who = n, p.Name
		}
	}
	if who == "" {
		return nil
	}
	return []figure{{"submissions per confirmed change, the worst strategy", "at most 1.05", fmt.Sprintf("%.3f (%s)", worst, who), worst <= 1.05}}
}

func (e estimate) percent() string { return fmt.Sprintf("%+.1f ± %.1f %%", e.Mean, e.Half) }
