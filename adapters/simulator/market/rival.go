package market

import (
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// SubConditions lists the grades of goods; the first is new.
var SubConditions = [...]string{"new", "like_new", "very_good", "good", "acceptable"}

// account has a competing seller, the same on every market of a region.
type account struct {
	id             string
	standing       competition.Standing
	state, country string
}

// accounts counts the competing sellers of a region.
const accounts = 4096

// ships lists the places competing sellers ship from themselves.
var ships = [...][2]string{{"", "US"}, {"CA", "US"}, {"TX", "US"}, {"", "GB"}, {"", "DE"}, {"", "CN"}, {"", "JP"}, {"", "IT"}}

// account returns a competing seller. The first call makes all of them.
func (flo *Floor) account(n uint32) *account {
	flo.once.Do(func() {
		flo.accounts = make([]account, accounts*len(marketplace.Regions()))
		for i := range flo.accounts {
			flo.accounts[i] = flo.newAccount(uint64(i))
		}
	})
	return &flo.accounts[n]
}

func (flo *Floor) newAccount(n uint64) account {
	d := flo.world.Draws(draw.OfAccount, n, 0)
	a := account{id: "A" + strings.ToUpper(strconv.FormatUint(d.Next()|1<<63, 36))[:13], standing: competition.NewStanding(&d)}
	from := ships[d.Below(len(ships))]
	a.state, a.country = from[0], from[1]
	return a
}

// rival draws a competing seller of a product. base has the base price of the product.
func (flo *Floor) rival(s *world.Shop, base int64, d *draw.Series) competition.Contender {
	account := uint32(d.Below(accounts) + accounts*slices.Index(marketplace.Regions(), s.Region))
	c := competition.Rival(competition.Terms{Base: base, Minor: s.Minor, Points: s.Decimals == 0}, d)
	c.Account, c.Standing = account, flo.account(account).standing
	return c
}
