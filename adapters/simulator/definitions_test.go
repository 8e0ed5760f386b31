package simulator_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const definitions = "/definitions/2020-09-01/productTypes"

func TestSearchProductTypes(t *testing.T) {
	c := unlimitedCaller(t)
	require.Equal(t, `{"productTypeVersion":"UAGoBkBE6Vq_rx6kAWuQ5AqmQ1bNn4c1bCMz4oMRH5E=","productTypes":[`+
		`{"displayName":"Edible Oil Vegetable","marketplaceIds":["ATVPDKIKX0DER"],"name":"EDIBLE_OIL_VEGETABLE"}]}`,
		c.good(definitions+"?"+inUS+"&keywords=edible"))
	require.Contains(t, c.good(definitions+"?"+inUS+"&itemName=Fine%20Green%20Tea%2020%20bags"), `"name":"TEA"`)
	require.Contains(t, c.good(definitions+"?"+inUS), `"name":"PRODUCT"`)
	require.Contains(t, c.good(definitions+"?"+inUS+"&itemName=zeppelin"), `"productTypes":[]`)
	for _, query := range []string{"", "?" + inUS + "&keywords=a&itemName=b", "?" + inUS + "&locale=xx", "?marketplaceIds=A1PA6795UKMFR9"} {
		status, _ := c.get(definitions + query)
		require.Equal(t, 400, status, query)
	}
}

type definition struct {
	Schema struct {
		Link struct {
			Resource string
			Verb     string
		}
		Checksum string
	}
}

func (c *caller) definition(path string) definition {
	c.t.Helper()
	var d definition
	require.NoError(c.t, json.Unmarshal([]byte(c.good(path)), &d))
	require.Equal(c.t, "GET", d.Schema.Link.Verb)
	return d
}

// fetch gets an unchanged address, without a token.
func (c *caller) fetch(address string) (int, string) {
	rec := serve(c.h, httptest.NewRequest(http.MethodGet, address, nil))
	return rec.Code, rec.Body.String()
}

func TestProductTypeDefinition(t *testing.T) {
	c := unlimitedCaller(t)
	const linked = "{checksum link:{resource verb}}"
	const group = "{description propertyNames:[s] title}"
	require.Equal(t, "{displayName locale marketplaceIds:[s] metaSchema:"+linked+" productType productTypeVersion:{latest:b releaseCandidate:b version} "+
		"propertyGroups:{offer:"+group+" product_identity:"+group+"} requirements requirementsEnforced schema:"+linked+"}",
		shape(t, c.good(definitions+"/PRODUCT?"+inUS)))
	for path, want := range map[string]int{
		"/PRODUCT": 400, "/PRODUCT?" + inUS + "&requirements=ALL": 400, "/PRODUCT?" + inUS + "&requirementsEnforced=x": 400,
		"/PRODUCT?" + inUS + "&locale=x": 400, "/PRODUCT?" + inUS + "&parentageLevel=x": 400, "/ZEPPELIN?" + inUS: 404, "/tea?" + inUS: 404,
		"/TEA?" + inUS + "&productTypeVersion=x": 404, "/TEA?" + inUS + "&productTypeVersion=LATEST": 200,
		"/TEA?" + inUS + "&sellerId=" + c.seller.ID: 200, "/TEA?" + inUS + "&sellerId=other": 403,
	} {
		status, _ := c.get(definitions + path)
		require.Equal(t, want, status, path)
	}
	var all struct {
		ProductTypes []struct{ Name string } `json:"productTypes"`
	}
	require.NoError(t, json.Unmarshal([]byte(c.good(definitions+"?"+inUS)), &all))
	odd := 0
	for _, known := range all.ProductTypes {
		if !strings.Contains(c.good(definitions+"/"+known.Name+"?"+inUS), "propertyGroups") {
			odd++
		}
	}
	require.Positive(t, odd, "some are described leniently")
	require.Less(t, odd, len(all.ProductTypes)/4)
}

func TestTheAddressOfASchemaWorksForAWhile(t *testing.T) {
	c := unlimitedCaller(t)
	d := c.definition(definitions + "/TEA?marketplaceIds=ATVPDKIKX0DER,A2EUQ1WTGCTBG2&requirements=LISTING_OFFER_ONLY")
	status, body := c.fetch(d.Schema.Link.Resource)
	require.Equal(t, 200, status)
	var schema struct {
		Required   []string
		Properties map[string]struct {
			Items struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &schema))
	require.Equal(t, []string{"condition_type", "merchant_suggested_asin", "purchasable_offer"}, schema.Required)
	require.Equal(t, []string{"DEFAULT", "AMAZON_NA"}, schema.Properties["fulfillment_availability"].Items.Properties["fulfillment_channel_code"].Enum)
	require.Equal(t, []string{"USD", "CAD"}, schema.Properties["purchasable_offer"].Items.Properties["currency"].Enum)
	require.Contains(t, schema.Properties["condition_type"].Items.Properties["value"].Enum, "new_new")

	require.Equal(t, d.Schema.Checksum, c.definition(definitions+"/TEA?marketplaceIds=ATVPDKIKX0DER,A2EUQ1WTGCTBG2&requirements=LISTING_OFFER_ONLY").Schema.Checksum)
	require.NotEqual(t, d.Schema.Checksum, c.definition(definitions+"/TEA?"+inUS).Schema.Checksum)

	at, err := url.Parse(d.Schema.Link.Resource)
	require.NoError(t, err)
	q := at.Query()
	q.Set("expires", "9999999999")
	at.RawQuery = q.Encode()
	status, _ = c.fetch(at.String())
	require.Equal(t, 403, status, "altered")
	c.m.Clock().Step(time.Hour + time.Second)
	status, body = c.fetch(d.Schema.Link.Resource)
	require.Equal(t, 403, status, "too late")
	require.Contains(t, body, "Request has expired")

	japan := calling(t, simulator.Config{}, marketplace.FE, simulator.Full)
	_, body = japan.fetch(japan.definition(definitions + "/PRODUCT?marketplaceIds=A1VC38T7YXB528&requirementsEnforced=NOT_ENFORCED").Schema.Link.Resource)
	require.Contains(t, body, `"enum":["DEFAULT","AMAZON_JP"]`)
	require.NotContains(t, body, `"required"`)
}
