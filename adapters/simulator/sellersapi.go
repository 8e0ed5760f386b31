package simulator

import (
	"net/http"
	"slices"

	"sellingassistant/domain/kernel/marketplace"
)

const (
	listingsPath = "/listings/2021-08-01/items/{sellerId}"
	listingPath  = listingsPath + "/{sku}"
)

// sellerRows are the operations about what a seller has and does.
func (m *Marketplace) sellerRows() []operation {
	row := func(id, method, path string, r rate) operation {
		return operation{id: id, method: method, path: segments(path), rate: r}
	}
	listings := func(id, method, path string, r rate) operation {
		op := row(id, method, path, r)
		op.role = roleListing
		return op
	}
	rows := []operation{
		reading(m, listings("searchListingsItems", http.MethodGet, listingsPath, rate{5, 5}), readSearch, m.answerSearch),
		reading(m, listings("getListingsItem", http.MethodGet, listingPath, rate{5, 10}), readListing, m.answerListing),
		reading(m, listings("putListingsItem", http.MethodPut, listingPath, rate{5, 10}), readPut, m.answerSubmission),
		reading(m, listings("patchListingsItem", http.MethodPatch, listingPath, rate{5, 5}), readPatch, m.answerSubmission),
		reading(m, listings("deleteListingsItem", http.MethodDelete, listingPath, rate{5, 5}), readDelete, m.answerSubmission),
		reading(m, row("getMarketplaceParticipations", http.MethodGet, "/sellers/v1/marketplaceParticipations", rate{0.016, 15}), nothing, m.answerParticipations),
		reading(m, row("getAccount", http.MethodGet, "/sellers/v1/account", rate{0.016, 15}), nothing, m.answerAccount),
		reading(m, row("getInventorySummaries", http.MethodGet, "/fba/inventory/v1/summaries", rate{2, 2}), readInventory, m.answerInventory),
	}
	return slices.Concat(rows, m.inboundRows(), m.oldInboundRows(), m.feedRows())
}

type none struct{}

func nothing(*asked) none { return none{} }

// pseudoShop is a marketplace without a shop: accounts report such ones too.
const pseudoShop = "A0SIMULATEDSHOP"

var languages = map[string]string{
	"US": "en_US", "CA": "en_CA", "MX": "es_MX", "BR": "pt_BR", "GB": "en_GB", "DE": "de_DE", "FR": "fr_FR", "IT": "it_IT", "ES": "es_ES",
	"IE": "en_IE", "NL": "nl_NL", "BE": "fr_BE", "SE": "sv_SE", "PL": "pl_PL", "TR": "tr_TR", "EG": "ar_AE", "SA": "ar_AE", "AE": "en_AE",
	"ZA": "en_ZA", "IN": "en_IN", "JP": "ja_JP", "AU": "en_AU", "SG": "en_SG",
}

func (m *Marketplace) participations(s *Seller) []map[string]any {
	var all []map[string]any
	add := func(shop marketplace.Marketplace, name, language string) {
		all = append(all, map[string]any{
			"marketplace": map[string]any{
				"id": shop.ID, "name": name, "countryCode": shop.Country, "defaultCurrencyCode": shop.Currency,
				"defaultLanguageCode": language, "domainName": "www." + shop.Domain,
			},
			"participation": map[string]any{"isParticipating": true, "hasSuspendedListings": false},
			"storeName":     storeName(s),
		})
	}
	for _, id := range s.Marketplaces {
		shop := shops[id].Marketplace
		add(shop, "Amazon."+shop.Domain[len("amazon."):], languages[shop.Country])
	}
	home := shops[s.Marketplaces[0]].Marketplace
	home.ID, home.Domain = pseudoShop, "stores.simulator.example"
	add(home, "Non-Amazon", languages[home.Country])
	return all
}

func storeName(s *Seller) string { return "Simulated Store " + s.ID[len(s.ID)-4:] }

func (m *Marketplace) answerParticipations(c *call, _ none) (int, any) {
	s, _ := m.seller(c.token.seller)
	return http.StatusOK, map[string]any{"payload": m.participations(s)}
}

func (m *Marketplace) answerAccount(c *call, _ none) (int, any) {
	s, _ := m.seller(c.token.seller)
	address := sourceAddress(s)
	place := map[string]any{
		"addressLine1": address["addressLine1"], "city": address["city"], "countryCode": address["countryCode"], "postalCode": address["postalCode"],
	}
	return http.StatusOK, map[string]any{"payload": map[string]any{
		"marketplaceParticipationList": m.participations(s), "businessType": "PRIVATE_LIMITED", "sellingPlan": "PROFESSIONAL",
		"business":       map[string]any{"name": storeName(s) + " Ltd.", "registeredBusinessAddress": place},
		"primaryContact": map[string]any{"name": address["name"], "address": place},
	}}
}

// sourceAddress is where a seller ships from.
func sourceAddress(s *Seller) map[string]any {
	places := map[marketplace.Region][]string{
		marketplace.NA: {"12 Sample Street", "Springfield", "US", "01101", "MA"},
		marketplace.EU: {"12 Sample Lane", "London", "GB", "N1 9GU", "London"},
		marketplace.FE: {"1-2-3 Mihon", "Tokyo", "JP", "100-0001", "Tokyo"},
	}
	p := places[s.Region]
	return map[string]any{
		"name": "Sam Sample", "companyName": storeName(s), "addressLine1": p[0], "city": p[1], "countryCode": p[2], "postalCode": p[3],
		"stateOrProvinceCode": p[4], "phoneNumber": "5550100",
	}
}
