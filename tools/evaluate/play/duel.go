package play

import (
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// Kin names the relation between two rows that compete for one product.
type Kin string

// Two teams, one team with two accounts, and one account.
const (
	Strangers Kin = "two teams"
	OneTeam   Kin = "one team"
	OneSeller Kin = "one account"
)

// Kins lists all kinds.
var Kins = []Kin{Strangers, OneTeam, OneSeller}

// Duel lets two rows price one product by the same strategy, against each other and one seller with
// a fixed price. There are no faults and no other changes.
//
// It returns the number of rounds until both rest: the most answers of a row without a step in
// between. A step is a change that a strategy makes by itself; it resets the count. The rows have
// settled if the rounds do not grow in the second half of the time. A strategy that steps up in its
// own buy box never stops, and always counts as settled, so judge it by its rounds.
//
// above reports whether both prices end above their floor.
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

// account returns the seller of an own offer.
func (g *game) account(index int) string {
	if g.kin == OneSeller {
		return ownSellers[0]
	}
	return ownSellers[index]
}

// team returns the accounts that belong to the row's team.
func (g *game) team(index int) []string {
	if g.kin == OneTeam {
		return ownSellers[:]
	}
	return []string{g.account(index)}
}

// siblings returns the other rows of the same account.
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
