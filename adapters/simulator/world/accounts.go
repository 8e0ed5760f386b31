package world

import (
	"strings"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/domain/kernel/marketplace"
)

// Kind names the special property of a seller account.
type Kind string

// The seller accounts of each region.
const (
	Full     Kind = "full"     // everything works
	NoRole   Kind = "no_role"  // the application lacks the role for listings
	Revoked  Kind = "revoked"  // the seller revoked the grant
	Empty    Kind = "empty"    // no listings
	Enormous Kind = "enormous" // Config.Enormous listings
	Local    Kind = "local"    // no listings, and a single marketplace: the region's in homes
)

var kinds = []Kind{Full, NoRole, Revoked, Empty, Enormous, Local}

// homes has the marketplace of each region's local account.
var homes = map[marketplace.Region]marketplace.ID{
	marketplace.NA: marketplace.US, marketplace.EU: "A1PA6795UKMFR9", marketplace.FE: "A1VC38T7YXB528",
}

// listings returns the number of listings that the seed gives an account of this kind.
func (k Kind) listings(enormous int) int {
	switch k {
	case Enormous:
		return enormous
	case Full:
		return 300
	case Empty, Local:
		return 0
	default:
		return 40
	}
}

// Seller has a seller account. Its refresh token works for its region only.
type Seller struct {
	ID           string             `json:"id"`
	Kind         Kind               `json:"kind"`
	Region       marketplace.Region `json:"region"`
	Marketplaces []marketplace.ID   `json:"marketplaces"`
	RefreshToken string             `json:"refresh_token"`

	// Size counts the listings that the seed gives the account.
	Size int `json:"-"`
}

// RefreshPrefix starts every refresh token of a simulator.
const RefreshPrefix = "Atzr|SIM"

func (w *World) seedSellers(enormous int) []Seller {
	var all []Seller
	for _, region := range marketplace.Regions() {
		var shops []marketplace.ID
		for _, shop := range marketplace.All() {
			if shop.Region == region {
				shops = append(shops, shop.ID)
			}
		}
		for _, kind := range kinds {
			id, sells := "A"+strings.ToUpper(w.Opaque("seller", region, kind)[:13]), shops
			if kind == Local {
				sells = []marketplace.ID{homes[region]}
			}
			all = append(all, Seller{
				ID: id, Kind: kind, Region: region, Marketplaces: sells,
				RefreshToken: RefreshPrefix + w.Opaque("refresh", region, kind), Size: kind.listings(enormous),
			})
		}
	}
	return all
}

// Sellers lists the seller accounts of all regions.
func (w *World) Sellers() []Seller { return append([]Seller(nil), w.Accounts...) }

// Seller returns the account of this kind in a region.
func (w *World) Seller(region marketplace.Region, kind Kind) Seller {
	for _, s := range w.Accounts {
		if s.Region == region && s.Kind == kind {
			return s
		}
	}
	return Seller{}
}

// Account returns the seller account with an id, or false.
func (w *World) Account(id string) (*Seller, bool) {
	for i := range w.Accounts {
		if w.Accounts[i].ID == id {
			return &w.Accounts[i], true
		}
	}
	return nil, false
}

// Key returns the seller as a number, for draws.
func (s *Seller) Key() uint64 {
	key := uint64(0)
	for _, c := range []byte(s.ID) {
		key = draw.Mix(key + uint64(c))
	}
	return key
}
