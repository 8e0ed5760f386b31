package spapi

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
)

func TestTrustedHosts(t *testing.T) {
	c := &Client{endpoints: endpoints{regions: map[marketplace.Region]*url.URL{}}}
	for region, address := range map[marketplace.Region]string{"na": "https://sellingpartnerapi-na.amazon.com", "eu": "http://127.0.0.1:7000/eu"} {
		u, err := BaseURL(address)
		require.NoError(t, err)
		c.endpoints.regions[region] = u
	}
	for address, want := range map[string]map[marketplace.Region]bool{
		"https://a-b.s3.us-east-1.amazonaws.com/x?X-Amz-Signature=1": {"na": true, "eu": true},
		"https://sellingpartnerapi-na.amazon.com/x":                  {"na": true},
		"http://127.0.0.1:7000/documents/1":                          {"eu": true},
		"http://127.0.0.1:7001/documents/1":                          {},
		"https://127.0.0.1:7000/documents/1":                         {},
		"http://a.amazonaws.com/x":                                   {},
		"https://a.amazonaws.com:8443/x":                             {},
		"https://a.amazonaws.com.evil.example/x":                     {},
		"https://evilamazonaws.com/x":                                {},
		"https://user@a.amazonaws.com/x":                             {},
		"https://user:word@127.0.0.1:7000/x":                         {},
		"file:///etc/passwd":                                         {},
		"//a.amazonaws.com/x":                                        {},
		"https:a.amazonaws.com":                                      {},
		"":                                                           {},
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		for _, region := range []marketplace.Region{"na", "eu", "fe"} {
			require.Equal(t, want[region], c.trusts(region, u), "%s in %s", address, region)
		}
	}
}
