package simulator

import (
	"encoding/json"
	"net/http"
	"slices"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

const (
	pricingPath2022 = "/products/pricing/2022-05-01"
	summaryURI      = pricingPath2022 + "/items/competitiveSummary"
	expectedURI     = pricingPath2022 + "/offer/featuredOfferExpectedPrice"
)

// amount is a sum as the newer pricing operations write it.
type amount struct {
	Currency money.Currency `json:"currencyCode"`
	Amount   json.Number    `json:"amount"`
}

func (s *shop) amount(minor int64) amount { return amount{s.Currency, s.number(minor)} }

var summarySets = []string{"featuredBuyingOptions", "referencePrices", "lowestPricedOffers", "similarItems"}

type summaryItem struct {
	ASIN          string         `json:"asin"`
	MarketplaceID marketplace.ID `json:"marketplaceId"`
	Sets          []string       `json:"includedData"`
	Lowest        []lowestInput  `json:"lowestPricedOffersInputs"`
	Method        string         `json:"method"`
	URI           string         `json:"uri"`
}

type lowestInput struct {
	Condition string `json:"itemCondition"`
	OfferType string `json:"offerType"`
}

// mostLowest is how many conditions lowest offers are told for.
const mostLowest = 5

func readSummaries(a *asked) []summaryItem {
	var in struct {
		Requests []summaryItem `json:"requests"`
	}
	a.json(&in)
	a.batchOf(len(in.Requests), mostBatched)
	return in.Requests
}

// refuse finds what is wrong with one question for a summary.
func (i *summaryItem) refuse(c *call) *refusal {
	s := shops[i.MarketplaceID]
	switch {
	case !asinForm.MatchString(i.ASIN):
		return badRequest("'asin' is not an ASIN.")
	case s == nil || s.Region != c.region:
		return badRequest("'marketplaceId' is not a marketplace of this region.")
	case i.Method != http.MethodGet || i.URI != summaryURI:
		return badRequest("'method' must be GET and 'uri' " + summaryURI + ".")
	case len(i.Sets) == 0 || slices.ContainsFunc(i.Sets, func(set string) bool { return !slices.Contains(summarySets, set) }):
		return badRequest("'includedData' is missing or has an unknown value.")
	case len(i.Lowest) > mostLowest:
		return badRequest("'lowestPricedOffersInputs' has too many values.")
	}
	for _, l := range i.Lowest {
		if !slices.Contains(itemConditions, l.Condition) || l.OfferType != "Consumer" {
			return badRequest("'lowestPricedOffersInputs' has an unknown value.")
		}
	}
	return nil
}

// itemSummaryBody is what a summary says about one product.
type itemSummaryBody struct {
	ASIN          string           `json:"asin"`
	MarketplaceID marketplace.ID   `json:"marketplaceId"`
	Featured      []buyingOption   `json:"featuredBuyingOptions,omitempty"`
	Lowest        []lowestOffers   `json:"lowestPricedOffers,omitempty"`
	References    []referencePrice `json:"referencePrices,omitempty"`
	Similar       []similarItems   `json:"similarItems,omitempty"`
	Errors        []itemError      `json:"errors,omitempty"`
}

type buyingOption struct {
	Type   string          `json:"buyingOptionType"`
	Offers []featuredOffer `json:"segmentedFeaturedOffers"`
}

type featuredOffer struct {
	plainOffer
	Segments []segment `json:"featuredOfferSegments"`
}

type plainOffer struct {
	Seller    string           `json:"sellerId"`
	Condition string           `json:"condition"`
	Sub       string           `json:"subCondition,omitempty"`
	Shipper   string           `json:"fulfillmentType"`
	Listing   amount           `json:"listingPrice"`
	Shipping  []shippingOption `json:"shippingOptions,omitempty"`
	Points    *summaryPoints   `json:"points,omitempty"`
	Prime     *primeDetails    `json:"primeDetails,omitempty"`
}

type shippingOption struct {
	Type  string `json:"shippingOptionType"`
	Price amount `json:"price"`
}

type summaryPoints struct {
	Number int64  `json:"pointsNumber"`
	Value  amount `json:"pointsMonetaryValue"`
}

type primeDetails struct {
	Eligibility string `json:"eligibility"`
}

type segment struct {
	Membership string         `json:"customerMembership"`
	Details    map[string]any `json:"segmentDetails"`
}

type lowestOffers struct {
	Input  lowestInput  `json:"lowestPricedOffersInput"`
	Offers []plainOffer `json:"offers"`
}

type referencePrice struct {
	Name  string `json:"name"`
	Price amount `json:"price"`
}

type similarItems struct {
	Items []similarItem `json:"items"`
}

type similarItem struct {
	ASIN string `json:"asin"`
}

func (m *Marketplace) answerSummaries(c *call, in []summaryItem) (int, any) {
	answers := make([]batchAnswer, 0, len(in))
	for i := range in {
		item := &in[i]
		a := batchAnswer{Status: statusOf(http.StatusOK)}
		no := item.refuse(c)
		if no == nil {
			p, trouble := m.subject(c.token.seller, item.ASIN, "", shops[item.MarketplaceID])
			if trouble != nil {
				var ok bool
				if no, ok = asItem(trouble); !ok {
					return 0, trouble
				}
			} else {
				a.Body = m.summaryOf(m.boardOf(p, shops[item.MarketplaceID]), item)
			}
		}
		if no != nil {
			a.Status = statusOf(no.status)
			a.Body = itemSummaryBody{ASIN: item.ASIN, MarketplaceID: item.MarketplaceID, Errors: errorsOf(no)}
		}
		answers = append(answers, a)
	}
	return http.StatusOK, map[string]any{"responses": answers}
}

func (m *Marketplace) summaryOf(b *board, item *summaryItem) itemSummaryBody {
	body := itemSummaryBody{ASIN: item.ASIN, MarketplaceID: item.MarketplaceID}
	for _, set := range item.Sets {
		switch set {
		case "featuredBuyingOptions":
			body.Featured = b.featured()
		case "referencePrices":
			body.References = b.references()
		case "lowestPricedOffers":
			body.Lowest = b.lowestOf(item.Lowest)
		case "similarItems":
			body.Similar = []similarItems{{m.similar(b.Product)}}
		}
	}
	return body
}

// featured are the winners of the buy box, and for whom they are.
func (b *board) featured() []buyingOption {
	option := buyingOption{Type: "New", Offers: []featuredOffer{}}
	for i := range b.Offers {
		o := &b.Offers[i]
		if !o.Winner && !o.Second {
			continue
		}
		f := featuredOffer{plainOffer: b.plain(o)}
		memberships := map[string]string{"PRIME": "70", "NON_PRIME": "30"}
		for _, name := range []string{"PRIME", "NON_PRIME"} {
			if (name == "PRIME" && o.Winner) || (name == "NON_PRIME" && (o.Second || !b.hasSecond())) {
				f.Segments = append(f.Segments, segment{name, map[string]any{"glanceViewWeightPercentage": json.Number(memberships[name])}})
			}
		}
		option.Offers = append(option.Offers, f)
	}
	if len(option.Offers) == 0 {
		return nil
	}
	return []buyingOption{option}
}

func (b *board) hasSecond() bool {
	return slices.ContainsFunc(b.Offers, func(o offer) bool { return o.Second })
}

// subConditionNames are the sub-conditions in the words of summaries.
var subConditionNames = map[string]string{
	"new": "New", "like_new": "Mint", "very_good": "VeryGood", "good": "Good", "acceptable": "Acceptable",
}

func (o *offer) fulfilment() string {
	if o.FBA {
		return "AFN"
	}
	return "MFN"
}

func (b *board) plain(o *offer) plainOffer {
	p := plainOffer{
		Seller: o.Seller, Condition: "New", Sub: subConditionNames[o.Sub], Shipper: o.fulfilment(), Listing: b.Shop.amount(o.Price),
		Shipping: []shippingOption{{"DEFAULT", b.Shop.amount(o.Shipping)}}, Prime: &primeDetails{"NONE"},
	}
	if !o.isNew() {
		p.Condition = "Used"
	}
	if o.Prime {
		p.Prime.Eligibility = "NATIONAL"
	}
	if o.Points > 0 {
		p.Points = &summaryPoints{o.Points, b.Shop.amount(o.Points)}
	}
	if b.Product.odd {
		// The first is a word the published model does not know; the second it requires.
		p.Prime = &primeDetails{"LOCAL"}
		p.Condition = ""
	}
	return p
}

func (b *board) references() []referencePrice {
	list := []referencePrice{}
	if b.External > 0 {
		list = append(list, referencePrice{"CompetitivePriceThreshold", b.Shop.amount(b.External)}, referencePrice{"CompetitivePrice", b.Shop.amount(b.External)})
	}
	if b.List > 0 {
		list = append(list, referencePrice{"WasPrice", b.Shop.amount(b.List)})
	}
	return list
}

func (b *board) lowestOf(inputs []lowestInput) []lowestOffers {
	if inputs == nil {
		inputs = []lowestInput{{"New", "Consumer"}}
	}
	var list []lowestOffers
	for _, input := range inputs {
		l := lowestOffers{Input: input, Offers: []plainOffer{}}
		for _, o := range b.in(input.Condition) {
			l.Offers = append(l.Offers, b.plain(o))
		}
		if len(l.Offers) > 0 {
			list = append(list, l)
		}
	}
	return list
}

// similar are the neighbours in the catalogue.
func (m *Marketplace) similar(p *product) []similarItem {
	list := []similarItem{}
	for i := p.Index + 1; i < min(p.Index+6, m.cfg.Products); i++ {
		list = append(list, similarItem{ASIN(i)})
	}
	return list
}
