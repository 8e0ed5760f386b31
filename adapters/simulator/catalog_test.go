package simulator_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	items = "/catalog/2022-04-01/items"
	inUS  = "marketplaceIds=ATVPDKIKX0DER"
	// novel is a product with proper data, lenient a product without, head the head of a variation
	// family.
	novel   = "B0SIM0000C"
	lenient = "B0SIM0000B"
	head    = "B0SIM00027"
	member  = "B0SIM0001O"
)

const size = "{height:{unit value:n} length:{unit value:n} weight:{unit value:n} width:{unit value:n}}"

func TestCatalogItemShape(t *testing.T) {
	c := unlimitedCaller(t)
	for sets, want := range map[string]string{
		"":                "summaries:[{adultProduct:b autographed:b brand browseClassification:{classificationId displayName parent:{classificationId displayName}} itemClassification itemName manufacturer marketplaceId memorabilia:b modelNumber packageQuantity:n partNumber releaseDate tradeInEligible:b websiteDisplayGroup websiteDisplayGroupName}]",
		"classifications": "classifications:[{classifications:[{classificationId displayName parent:{classificationId displayName}}] marketplaceId}]",
		"dimensions":      "dimensions:[{item:" + size + " marketplaceId package:" + size + "}]",
		"identifiers":     "identifiers:[{identifiers:[{identifier identifierType}] marketplaceId}]",
		"images":          "images:[{images:[{height:n link variant width:n}] marketplaceId}]",
		"productTypes":    "productTypes:[{marketplaceId productType}]",
		"relationships":   "relationships:[{marketplaceId relationships:[]}]",
		"salesRanks":      "salesRanks:[{classificationRanks:[{classificationId link rank:n title}] displayGroupRanks:[{link rank:n title websiteDisplayGroup}] marketplaceId}]",
		"vendorDetails":   "vendorDetails:[{brandCode manufacturerCode marketplaceId productGroup replenishmentCategory}]",
	} {
		query := ""
		if sets != "" {
			query = "&includedData=" + sets
		}
		require.Equal(t, "{asin "+want+"}", shape(t, c.good(items+"/"+novel+"?"+inUS+query)), sets)
	}
	require.JSONEq(t, `{"asin":"B0SIM0000C","identifiers":[{"marketplaceId":"ATVPDKIKX0DER","identifiers":[`+
		`{"identifier":"9786615448482","identifierType":"EAN"},{"identifier":"09786615448482","identifierType":"GTIN"},`+
		`{"identifier":"9786615448482","identifierType":"ISBN"}]}],"productTypes":[{"marketplaceId":"ATVPDKIKX0DER","productType":"ABIS_BOOK"}]}`,
		c.good(items+"/"+novel+"?"+inUS+"&includedData=identifiers,productTypes"))
	require.JSONEq(t, `{"asin":"B0SIM00027","relationships":[{"marketplaceId":"ATVPDKIKX0DER","relationships":[{"type":"VARIATION","childAsins":[`+
		`"B0SIM0001O","B0SIM0001P","B0SIM0001Q","B0SIM0001R","B0SIM0001S","B0SIM0001T","B0SIM0001U"],`+
		`"variationTheme":{"attributes":["color","size"],"theme":"COLOR/SIZE"}}]}]}`,
		c.good(items+"/"+head+"?"+inUS+"&includedData=relationships"))
	require.JSONEq(t, `{"asin":"B0SIM0001O","relationships":[{"marketplaceId":"ATVPDKIKX0DER","relationships":[{"type":"VARIATION",`+
		`"parentAsins":["B0SIM00027"],"variationTheme":{"attributes":["color","size"],"theme":"COLOR/SIZE"}}]}]}`,
		c.good(items+"/"+member+"?"+inUS+"&includedData=relationships"))
	two := c.good(items + "/" + novel + "?marketplaceIds=ATVPDKIKX0DER,A2EUQ1WTGCTBG2&includedData=productTypes")
	require.Equal(t, 2, strings.Count(two, "ABIS_BOOK"))
}

func TestCatalogItemAttributes(t *testing.T) {
	c := unlimitedCaller(t)
	const text = "[{language_tag marketplace_id value}]"
	const sized = "[{height:{unit value:n} length:{unit value:n} marketplace_id width:{unit value:n}}]"
	require.Equal(t, "{asin attributes:{batteries_required:[{marketplace_id value:b}] brand:"+text+" bullet_point:"+text+
		" country_of_origin:[{marketplace_id value}] externally_assigned_product_identifier:[{marketplace_id type value}]"+
		" is_adult_product:[{marketplace_id value:b}] is_fragile:[{marketplace_id value:b}] is_heat_sensitive:[{marketplace_id value:b}]"+
		" item_dimensions:"+sized+" item_name:"+text+" item_package_dimensions:"+sized+" item_package_weight:[{marketplace_id unit value:n}]"+
		" item_weight:[{marketplace_id unit value:n}] list_price:[{currency marketplace_id value:n}] manufacturer:"+text+
		" model_number:[{marketplace_id value}] number_of_items:[{marketplace_id value:n}] part_number:[{marketplace_id value}]"+
		" supplier_declared_dg_hz_regulation:[{marketplace_id value}]}}", shape(t, c.good(items+"/"+novel+"?"+inUS+"&includedData=attributes")))
	dangerous, meltable, adult := 0, 0, 0
	for i := range 500 {
		_, body := c.get(items + "/" + simulator.ASIN(i) + "?" + inUS + "&includedData=attributes")
		for word, n := range map[string]*int{`"value":"ghs"`: &dangerous, `"is_heat_sensitive":[{"marketplace_id":"ATVPDKIKX0DER","value":true}]`: &meltable, `"is_adult_product":[{"marketplace_id":"ATVPDKIKX0DER","value":true}]`: &adult} {
			if strings.Contains(body, word) {
				*n++
			}
		}
	}
	require.Positive(t, dangerous)
	require.Positive(t, meltable)
	require.Positive(t, adult)
}

// Answers that the published model does not allow come from the same products
// every time.
func TestSomeProductsAreToldLeniently(t *testing.T) {
	c := unlimitedCaller(t)
	body := c.good(items + "/" + lenient + "?" + inUS + "&includedData=images,salesRanks,summaries,dimensions")
	require.Contains(t, body, `"itemClassification":"ASSORTMENT"`)
	require.Contains(t, shape(t, body), "images:[{images:[{link variant}] marketplaceId}]")
	require.Contains(t, shape(t, body), "classificationRanks:[{classificationId link rank:n}]")
	require.Contains(t, shape(t, body), "dimensions:[{item:{} ")
	odd := 0
	for i := range 3000 {
		_, body := c.get(items + "/" + simulator.ASIN(i) + "?" + inUS)
		odd += strings.Count(body, "ASSORTMENT")
	}
	require.InDelta(t, 60, odd, 30)
}

func TestCatalogItemRefusals(t *testing.T) {
	c := unlimitedCaller(t)
	for path, want := range map[string]int{
		"/" + novel:              400,
		"/" + novel + "?" + inUS: 200,
		"/b0sim0000c?" + inUS:    400,
		"/B0SIM?" + inUS:         400,
		"/B0SIMZZZZZ?" + inUS:    404,
		"/0306406152?" + inUS:    404,
		"/B0CASE0404?" + inUS:    404,
		"/B0CASE0503?" + inUS:    503,
		"/B0CASE0429?" + inUS:    429,
		"/" + novel + "?" + inUS + "&includedData=prices": 400,
		"/" + novel + "?" + inUS + "&locale=english":      400,
		"/" + novel + "?" + inUS + "&locale=en_US":        200,
		"/" + novel + "?marketplaceIds=A1PA6795UKMFR9":    400,
		"/" + novel + "?marketplaceIds=ATVPDKIKX0DER,X":   400,
		"?" + inUS: 400,
		"?" + inUS + "&keywords=tea&identifiers=" + novel:                                 400,
		"?" + inUS + "&identifiers=" + novel:                                              400,
		"?" + inUS + "&identifiers=" + novel + "&identifiersType=ASIN&brandNames=x":       400,
		"?" + inUS + "&identifiers=" + novel + "&identifiersType=asin":                    400,
		"?" + inUS + "&identifiers=x&identifiersType=SKU":                                 400,
		"?" + inUS + "&identifiers=x&identifiersType=MINSAN":                              200,
		"?" + inUS + "&identifiers=" + strings.Repeat("1,", 20) + "1&identifiersType=EAN": 400,
		"?" + inUS + "&keywords=" + strings.Repeat("a,", 20) + "a":                        400,
		"?" + inUS + "&keywords=tea&pageSize=21":                                          400,
		"?" + inUS + "&keywords=tea&pageSize=0":                                           400,
		"?" + inUS + "&keywords=tea&pageToken=x":                                          400,
		"?" + inUS + ",A2EUQ1WTGCTBG2&keywords=tea":                                       400,
		"?" + inUS + "&identifiers=B0CASE0500&identifiersType=ASIN":                       500,
	} {
		status, body := c.get(items + path)
		require.Equal(t, want, status, path)
		if want != 200 {
			require.Equal(t, "{errors:[{code details message}]}", shape(t, body), path)
		}
	}
	// Restricts a few products by country.
	eu := calling(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.EU, simulator.Full)
	absent := 0
	for i := range 300 {
		if status, _ := eu.get(items + "/" + simulator.ASIN(i) + "?marketplaceIds=A1C3SOZRARQ6R3"); status == 404 {
			absent++
		}
	}
	require.InDelta(t, 19, absent, 15)
}

type found struct {
	NumberOfResults int `json:"numberOfResults"`
	Pagination      struct {
		NextToken string `json:"nextToken"`
	} `json:"pagination"`
	Items []struct {
		ASIN        string `json:"asin"`
		Identifiers []struct {
			Identifiers []struct {
				Identifier     string `json:"identifier"`
				IdentifierType string `json:"identifierType"`
			} `json:"identifiers"`
		} `json:"identifiers"`
	} `json:"items"`
}

func (c *caller) find(query string) found {
	c.t.Helper()
	var f found
	require.NoError(c.t, json.Unmarshal([]byte(c.good(items+"?"+inUS+query)), &f))
	return f
}

func TestIdentifiersOfEveryKindLeadToTheirProducts(t *testing.T) {
	c := unlimitedCaller(t)
	kinds := map[string]int{}
	several := 0
	for i := range 300 {
		asin := simulator.ASIN(i)
		byASIN := c.find("&includedData=identifiers&identifiersType=ASIN&identifiers=" + asin)
		require.Equal(t, 1, byASIN.NumberOfResults)
		for _, code := range byASIN.Items[0].Identifiers[0].Identifiers {
			kinds[code.IdentifierType]++
			f := c.find("&identifiersType=" + code.IdentifierType + "&identifiers=" + code.Identifier)
			var asins []string
			for _, item := range f.Items {
				asins = append(asins, item.ASIN)
			}
			require.Contains(t, asins, asin)
			if len(asins) > 1 {
				several++
			}
		}
	}
	for _, kind := range []string{"EAN", "UPC", "GTIN", "ISBN"} {
		require.Positive(t, kinds[kind], kind)
	}
	require.Positive(t, several)
	require.Zero(t, c.find("&identifiersType=EAN&identifiers=4006381333931").NumberOfResults)
	require.Equal(t, 1, c.find("&identifiersType=SKU&identifiers="+url.QueryEscape("A/B")+"&sellerId="+c.seller.ID).NumberOfResults)
	require.Equal(t, 1, c.find("&identifiersType=JAN&identifiers=9786615448482").NumberOfResults)
	require.Equal(t, 2, c.find("&identifiersType=ASIN&identifiers=B0SIM00002,B0SIMZZZZZ,B0SIM00001,B0SIM00002").NumberOfResults)
}

func TestSearchPagesLeadThroughAllResults(t *testing.T) {
	c := unlimitedCaller(t)
	const query = "&keywords=olive%20oil&pageSize=20"
	f := c.find(query)
	total, seen, first := f.NumberOfResults, map[string]bool{}, f.Pagination.NextToken
	require.Greater(t, total, 60)
	for pages := 0; ; pages++ {
		require.Less(t, pages, total)
		for _, item := range f.Items {
			require.False(t, seen[item.ASIN])
			seen[item.ASIN] = true
		}
		if f.Pagination.NextToken == "" {
			break
		}
		require.Len(t, f.Items, 20)
		f = c.find(query + "&pageToken=" + url.QueryEscape(f.Pagination.NextToken))
		require.Equal(t, total, f.NumberOfResults)
	}
	require.Len(t, seen, total)
	altered := []byte(first)
	altered[3] ^= 1
	other := c.m.Seller(marketplace.NA, simulator.Empty)
	stranger := &caller{t, c.m, c.h, other, accessToken(t, c.h, other.RefreshToken)}
	for name, got := range map[string]func() (int, string){
		"altered": func() (int, string) {
			return c.get(items + "?" + inUS + query + "&pageToken=" + url.QueryEscape(string(altered)))
		},
		"other words": func() (int, string) {
			return c.get(items + "?" + inUS + "&keywords=tea&pageSize=20&pageToken=" + url.QueryEscape(first))
		},
		"other size": func() (int, string) {
			return c.get(items + "?" + inUS + "&keywords=olive%20oil&pageToken=" + url.QueryEscape(first))
		},
		"other account": func() (int, string) {
			return stranger.get(items + "?" + inUS + query + "&pageToken=" + url.QueryEscape(first))
		},
	} {
		status, _ := got()
		require.Equal(t, 400, status, name)
	}
}

func TestSearchByWords(t *testing.T) {
	c := unlimitedCaller(t)
	all := c.find("&keywords=tea,green").NumberOfResults
	require.Positive(t, all)
	brand := c.good(items + "?" + inUS + "&keywords=tea,green&pageSize=1")
	var named struct {
		Refinements struct {
			Brands []struct {
				BrandName       string `json:"brandName"`
				NumberOfResults int    `json:"numberOfResults"`
			} `json:"brands"`
		} `json:"refinements"`
	}
	require.NoError(t, json.Unmarshal([]byte(brand), &named))
	b := named.Refinements.Brands[0]
	require.Equal(t, b.NumberOfResults, c.find("&keywords=tea,green&brandNames="+b.BrandName).NumberOfResults)
	require.Equal(t, all, c.find("&keywords=tea,green&classificationIds=16318401").NumberOfResults)
	require.Zero(t, c.find("&keywords=tea,green&classificationIds=17").NumberOfResults)
	require.JSONEq(t, `{"numberOfResults":0,"refinements":{"brands":[],"classifications":[]},"items":[]}`, c.good(items+"?"+inUS+"&keywords=zeppelin"))
}

func TestAMillionProducts(t *testing.T) {
	c := calling(t, simulator.Config{Products: 1_000_000, Limits: simulator.Limits{Off: true}}, marketplace.NA, simulator.Full)
	for i := 0; i < 1_000_000; i += 99_999 {
		body := c.good(items + "/" + simulator.ASIN(i) + "?" + inUS + "&includedData=identifiers,summaries")
		require.Contains(t, body, simulator.ASIN(i), strconv.Itoa(i))
	}
}
