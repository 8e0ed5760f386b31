package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/tools/evaluate/play"
)

// result has all results, in the form of the output.
type result struct {
	Settings play.Settings `json:"settings"`
	First    uint64        `json:"first_seed"`
	Seeds    int           `json:"seeds"`
	Products int           `json:"products_of_a_seed"`
	// Seconds measures the time that all plays took.
	Seconds float64   `json:"seconds"`
	Players []*record `json:"players"`
	Duels   []duel    `json:"duels"`
	Figures []figure  `json:"figures"`
}

// record has the results of a player, by seed and rival mix.
type record struct {
	Name string `json:"name"`
	// Kind has the values strategy, baseline, and undisturbed. An undisturbed strategy receives all
	// events.
	Kind  string                  `json:"kind"`
	Seeds []map[string]play.Tally `json:"by_seed_and_mix"`
}

// duel has the results of two rows with one strategy.
type duel struct {
	Player string   `json:"player"`
	Kin    play.Kin `json:"kin"`
	// Rounds counts the rounds until both rested, the most over all seeds. Settled says that they
	// rested with every seed.
	Rounds  int  `json:"rounds"`
	Settled bool `json:"settled"`
	// Above says that all prices were above their floors after four days.
	Above bool `json:"above_floor"`
	// Undercuts says that the strategy goes below its rivals.
	Undercuts bool `json:"undercuts"`
}

const (
	repriced    = "strategy"
	baseline    = "baseline"
	undisturbed = "undisturbed"
)

func players() []play.Player { return append(play.Templates(), play.Baselines()...) }

// entry has a player with settings.
type entry struct {
	player   play.Player
	settings *play.Settings
	record   *record
}

// compared lists the strategies that also play without lost events.
var compared = []strategy.Template{strategy.TemplateMatchBox, strategy.TemplateWinBox, strategy.TemplateProfitFirst}

func entries(o options) []entry {
	calm := o.settings.Faultless()
	var all []entry
	add := func(p play.Player, s *play.Settings, kind string) {
		if len(o.only) == 0 || slices.Contains(o.only, p.Name) {
			all = append(all, entry{p, s, &record{Name: p.Name, Kind: kind, Seeds: make([]map[string]play.Tally, o.seeds)}})
		}
	}
	for _, p := range play.Templates() {
		add(p, &o.settings, repriced)
	}
	for _, p := range play.Baselines() {
		add(p, &o.settings, baseline)
	}
	for _, p := range play.Templates() {
		if slices.Contains(compared, strategy.Template(p.Name)) {
			add(p, &calm, undisturbed)
		}
	}
	return all
}

// playAll plays every seed with every player. The same seed gives all of them the same products,
// rivals, shoppers and shocks.
func playAll(ctx context.Context, o options) (*result, error) {
	all := entries(o)
	r := &result{Settings: o.settings, First: o.first, Seeds: o.seeds, Products: o.products}
	begin := time.Now()
	seeds := make(chan int)
	var group sync.WaitGroup
	for range o.workers {
		group.Go(func() {
			for i := range seeds {
				playSeed(o, all, i)
			}
		})
	}
	for i := range o.seeds {
		select {
		case seeds <- i:
			fmt.Fprintf(os.Stderr, "\rseed %d of %d", i+1, o.seeds)
		case <-ctx.Done():
		}
	}
	close(seeds)
	group.Wait()
	fmt.Fprint(os.Stderr, "\r")
	r.Seconds = time.Since(begin).Seconds()
	for _, e := range all {
		r.Players = append(r.Players, e.record)
	}
	r.duels(o)
	return r, ctx.Err()
}

func playSeed(o options, all []entry, i int) {
	for _, e := range all {
		e.record.Seeds[i] = map[string]play.Tally{}
	}
	for n := range o.products {
		p := play.NewProduct(&o.settings, o.first+uint64(i), n)
		for _, e := range all {
			tallies := e.record.Seeds[i]
			t := tallies[p.Mix.Name]
			t.Add(play.Play(p.With(e.settings), e.player))
			tallies[p.Mix.Name] = t
		}
	}
}

// duels lets every strategy play against itself.
func (r *result) duels(o options) {
	for _, p := range play.Templates() {
		if len(o.only) > 0 && !slices.Contains(o.only, p.Name) {
			continue
		}
		for _, kin := range play.Kins {
			d := duel{Player: p.Name, Kin: kin, Settled: true, Above: true, Undercuts: p.Plan.Action == optional.Some(decision.ActionBelow)}
			for i := range min(o.seeds, 10) {
				rounds, settled, above := play.Duel(o.settings, o.first+uint64(i), i, p, kin)
				d.Rounds, d.Settled, d.Above = max(d.Rounds, rounds), d.Settled && settled, d.Above && above
			}
			r.Duels = append(r.Duels, d)
		}
	}
}

// find returns a player's record, nil if it did not play.
func (r *result) find(name, kind string) *record {
	for _, p := range r.Players {
		if p.Name == name && (p.Kind == kind || kind == "") {
			return p
		}
	}
	return nil
}

// total sums everything, or some mixes.
func (p *record) total(mixes ...string) play.Tally {
	var t play.Tally
	for i := range p.Seeds {
		t.Add(p.seed(i, mixes...))
	}
	return t
}

func (p *record) seed(i int, mixes ...string) play.Tally {
	var t play.Tally
	for name, seed := range p.Seeds[i] {
		if len(mixes) == 0 || slices.Contains(mixes, name) {
			t.Add(seed)
		}
	}
	return t
}

// profits returns the profit per product and day in whole currency, one value per seed.
func (p *record) profits(mixes ...string) []float64 {
	var all []float64
	for i := range p.Seeds {
		t := p.seed(i, mixes...)
		all = append(all, float64(t.Profit)/10_000/(float64(t.Time)/86_400))
	}
	return all
}

func boxShare(t play.Tally) float64 { return ratio(t.Box, t.Time) }

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// title writes a player's name for people.
func title(name string) string { return strings.ReplaceAll(name, "_", " ") }
