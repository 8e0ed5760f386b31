package ledger

import (
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// pseudoShop names a marketplace without a shop: accounts report such marketplaces too.
const pseudoShop = "A0SIMULATEDSHOP"

func (led *Ledger) participations(c *gateway.Call) any {
	return gateway.Object{"payload": participations(c.Seller())}
}

func participations(s *world.Seller) []gateway.Object {
	var all []gateway.Object
	add := func(shop world.Shop, name string) {
		all = append(all, gateway.Object{
			"marketplace": gateway.Object{
				"id": shop.ID, "name": name, "countryCode": shop.Country, "defaultCurrencyCode": shop.Currency,
				"defaultLanguageCode": shop.Language, "domainName": "www." + shop.Domain,
			},
			"participation": gateway.Object{"isParticipating": true, "hasSuspendedListings": false},
			"storeName":     storeName(s),
		})
	}
	for _, id := range s.Marketplaces {
		shop := *world.Shops[id]
		add(shop, "Amazon."+shop.Domain[len("amazon."):])
	}
	home := *world.Shops[s.Marketplaces[0]]
	home.ID, home.Domain = pseudoShop, "stores.simulator.example"
	add(home, "Non-Amazon")
	return all
}

func storeName(s *world.Seller) string { return "Simulated Store " + s.ID[len(s.ID)-4:] }

func (led *Ledger) sellerAccount(c *gateway.Call) any {
	s := c.Seller()
	address := SourceAddress(s)
	place := gateway.Object{}
	for _, name := range []string{"addressLine1", "city", "countryCode", "postalCode"} {
		place[name] = address[name]
	}
	return gateway.Object{"payload": gateway.Object{
		"marketplaceParticipationList": participations(s), "businessType": "PRIVATE_LIMITED", "sellingPlan": "PROFESSIONAL",
		"business":       gateway.Object{"name": storeName(s) + " Ltd.", "registeredBusinessAddress": place},
		"primaryContact": gateway.Object{"name": address["name"], "address": place},
	}}
}

// SourceAddress returns the address that a seller ships from.
func SourceAddress(s *world.Seller) gateway.Object {
	places := map[marketplace.Region][]string{
		marketplace.NA: {"12 Sample Street", "Springfield", "US", "01101", "MA"},
		marketplace.EU: {"12 Sample Lane", "London", "GB", "N1 9GU", "London"},
		marketplace.FE: {"1-2-3 Mihon", "Tokyo", "JP", "100-0001", "Tokyo"},
	}
	p := places[s.Region]
	return gateway.Object{
		"name": "Sam Sample", "companyName": storeName(s), "addressLine1": p[0], "city": p[1], "countryCode": p[2], "postalCode": p[3],
		"stateOrProvinceCode": p[4], "phoneNumber": "5550100",
	}
}
