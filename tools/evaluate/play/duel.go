package play

import (
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// Kin is how two rows that compete for one product belong together.
type Kin string

// The kinds: of two teams, of one team with two accounts, of one account.
const (
	Strangers Kin = "two teams"
	OneTeam   Kin = "one team"
	OneSeller Kin = "one account"
)

// Kins are all of them.
var Kins = []Kin{Strangers, OneTeam, OneSeller}

// Duel lets two rows price one product by the same strategy, against each other
// and one seller who never moves. Nothing goes wrong and nothing happens
// besides. It tells how many rounds they need until both rest: the most answers
// that one of them gave without a step in between. A step is what a strategy does
// by itself, and begins anew. They have settled when the rounds do not grow in the
// second half of the time. A strategy that steps up in its own buy box goes
// on with that and always counts as settled: only its rounds tell.
// Above is whether both prices are above their floor in the end.
func Duel(s Settings, seed uint64, n int, who Player, kin Kin) (rounds int, settled, above bool) {
	s.Shocks, s.Submit.Lost, s.Submit.Rejected, s.Submit.Throttled, s.Days = false, 0, 0, 0, 4
	s = s.Faultless()
	p := NewProduct(&s, seed, n)
	p.rivals = []competition.Contender{{
		Seller: sellers[0], Behaviour: competition.Fixed, Listing: p.Most * 9 / 10, Floor: 1, Ceiling: p.Most,
		Standing: competition.Standing{Feedback: 1000, Positive: 99, Featured: true}, Hours: [2]uint16{24, 48},
	}}
	g := newGame(p, kin, who, who)
	g.market.HasExternal, g.market.External = false, 0
	g.market.Settle()
	g.run(start + int64(s.Days)*day/2)
	half := max(g.rows[0].rounds, g.rows[1].rounds)
	g.run(start + int64(s.Days)*day)
	rounds = max(g.rows[0].rounds, g.rows[1].rounds)
	real, _ := p.costAt(g.now)
	above = min(g.rows[0].live, g.rows[1].live) > p.floor(real)
	return rounds, rounds == half || who.Plan.OnOwnBuyBox == decision.OwnBoxStepUp, above
}

// account is the seller of an own offer.
func (g *game) account(index int) string {
	if g.kin == OneSeller {
		return ownSellers[0]
	}
	return ownSellers[index]
}

// team are the accounts that are the row's own.
func (g *game) team(index int) []string {
	if g.kin == OneTeam {
		return ownSellers[:]
	}
	return []string{g.account(index)}
}

// siblings are the other rows of the same account.
func (r *row) siblings() []decision.Sibling {
	if r.game.kin != OneSeller {
		return nil
	}
	other := r.game.rows[1-r.index]
	real, _ := r.game.product.costAt(r.game.now)
	return []decision.Sibling{{
		ID: decision.ProductID(other.index + 1), Fulfillment: r.offers[other.index].Fulfillment,
		Floor: optional.Some(cents(r.game.product.floor(real))), Landed: cents(other.live),
	}}
}
