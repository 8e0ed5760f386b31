package simulator

import (
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// subConditions are the grades of goods; the first is new.
var subConditions = [...]string{"new", "like_new", "very_good", "good", "acceptable"}

// account is a competing seller, the same one on every market of a region.
type account struct {
	id             string
	standing       competition.Standing
	state, country string
}

// accounts is how many competing sellers there are in a region.
const accounts = 4096

// ships are the places competing sellers ship from themselves.
var ships = [...][2]string{{"", "US"}, {"CA", "US"}, {"TX", "US"}, {"", "GB"}, {"", "DE"}, {"", "CN"}, {"", "JP"}, {"", "IT"}}

// account is looked up once it is needed: they are all made at the first time.
func (m *Marketplace) account(n uint32) *account {
	m.floor.once.Do(func() {
		m.floor.accounts = make([]account, accounts*len(marketplace.Regions()))
		for i := range m.floor.accounts {
			m.floor.accounts[i] = m.newAccount(uint64(i))
		}
	})
	return &m.floor.accounts[n]
}

func (m *Marketplace) newAccount(n uint64) account {
	d := m.Draws(draw.OfAccount, n, 0)
	a := account{id: "A" + strings.ToUpper(strconv.FormatUint(d.Next()|1<<63, 36))[:13], standing: competition.NewStanding(&d)}
	from := ships[d.Below(len(ships))]
	a.state, a.country = from[0], from[1]
	return a
}

// rival makes a competing seller of a product. Base is the base price of the product.
func (m *Marketplace) rival(s *world.Shop, base int64, d *draw.Series) competition.Contender {
	account := uint32(d.Below(accounts) + accounts*slices.Index(marketplace.Regions(), s.Region))
	c := competition.Rival(competition.Terms{Base: base, Minor: s.Minor, Points: s.Decimals == 0}, d)
	c.Account, c.Standing = account, m.account(account).standing
	return c
}
