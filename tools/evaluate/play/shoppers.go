package play

import (
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
)

// shopper models a person who wants the product. Shoppers of a product are the same for every
// player, so that comparisons are fair.
type shopper struct {
	at int64
	// most limits the price that they pay, in cents.
	most int64
	// box shoppers buy only from the buy box. The others take the cheapest, second or third
	// cheapest offer.
	box   bool
	place int
	// lot orders equal prices.
	lot uint64
}

// hours and week weigh the times of purchases, in percent of an average hour, and of an average day
// from Monday.
var (
	hours = [24]int64{50, 30, 20, 15, 15, 25, 45, 70, 90, 105, 115, 120, 125, 120, 115, 115, 120, 130, 145, 165, 180, 175, 140, 70}
	week  = [7]int64{105, 100, 95, 95, 95, 100, 110}
)

// arrivals returns the shoppers of a period: at most a shopper in every minute, at random, 1 to 32
// a day. It is a Poisson stream without second arrivals in a minute.
func (p *Product) arrivals(length int64) []shopper {
	d := draw.From(p.seed, ofShopper, p.key, 0)
	aDay := int64(d.Octave(0, 5))
	var all []shopper
	for at := start; at < start+length; at += 60 {
		h, w := hours[at/hour%24], week[(at-start)/day%7]
		// In billionths; a day has 1,440 minutes.
		if chance := aDay * 1_000_000_000 / 1440 * h / 100 * w / 100; int64(d.Below(1_000_000_000)) >= chance {
			continue
		}
		s := shopper{at: at + int64(d.Below(60)), box: d.Chance(p.settings.Demand.Box), lot: d.Next()}
		s.most = p.Base * int64(d.Between(p.settings.Demand.Least, p.settings.Demand.Most)) / 1000
		switch d.Below(6) {
		case 0, 1, 2:
		case 3, 4:
			s.place = 1
		default:
			s.place = 2
		}
		all = append(all, s)
	}
	return all
}

// buys returns the index of the bought offer, -1 without a purchase.
func (s *shopper) buys(k *competition.Market) int {
	who := k.Winner
	if !s.box {
		who = s.listed(k)
	}
	if who < 0 || k.Contenders[who].Landed() > s.most {
		return -1
	}
	return who
}

// listed returns the offer that the shopper looks at in the list, the last offer if the list is
// shorter.
func (s *shopper) listed(k *competition.Market) int {
	best := [3]int{-1, -1, -1}
	n := 0
	for i := range k.Contenders {
		if c := &k.Contenders[i]; c.Away || c.Sub > 0 || c.Price() <= 0 {
			continue
		}
		n++
		for j, at := i, 0; at < len(best); at++ {
			if best[at] < 0 || s.before(k, j, best[at]) {
				best[at], j = j, best[at]
				if j < 0 {
					break
				}
			}
		}
	}
	if n == 0 {
		return -1
	}
	return best[min(s.place, n-1)]
}

func (s *shopper) before(k *competition.Market, i, j int) bool {
	a, b := k.Contenders[i].Landed(), k.Contenders[j].Landed()
	if a != b {
		return a < b
	}
	return draw.Mix(s.lot^uint64(i)) < draw.Mix(s.lot^uint64(j))
}
