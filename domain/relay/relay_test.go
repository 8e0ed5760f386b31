package relay_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/relay"
)

func TestMarketplacesOfACall(t *testing.T) {
	for _, c := range []struct {
		choice relay.Choice
		ids    string
		kind   fault.Kind
		code   fault.Code
		at     string
	}{
		{relay.Choice{}, "ATVPDKIKX0DER", 0, "", ""},
		{relay.Choice{Domain: "www.Amazon.de"}, "A1PA6795UKMFR9", 0, "", ""},
		{relay.Choice{MarketplaceID: "A1VC38T7YXB528"}, "A1VC38T7YXB528", 0, "", ""},
		{relay.Choice{Domain: "amazon.ca", MarketplaceID: "A1VC38T7YXB528"}, "A2EUQ1WTGCTBG2", 0, "", ""},
		{relay.Choice{MarketplaceIDs: "A1PA6795UKMFR9"}, "A1PA6795UKMFR9", 0, "", ""},
		{relay.Choice{MarketplaceIDs: "A1F83G8C2ARO7P,A1PA6795UKMFR9"}, "A1F83G8C2ARO7P,A1PA6795UKMFR9", 0, "", ""},
		{relay.Choice{MarketplaceIDs: "A1PA6795UKMFR9", MarketplaceID: "A1PA6795UKMFR9"}, "A1PA6795UKMFR9", 0, "", ""},
		{relay.Choice{Domain: "amazon.xx"}, "", fault.Invalid, "validation_failed", "domain"},
		{relay.Choice{MarketplaceIDs: "A1PA6795UKMFR9,AXXX"}, "", fault.Invalid, "validation_failed", "marketplaceIds"},
		{relay.Choice{MarketplaceIDs: "A1PA6795UKMFR9,"}, "", fault.Invalid, "validation_failed", "marketplaceIds"},
		{relay.Choice{MarketplaceIDs: "ATVPDKIKX0DER,A1PA6795UKMFR9"}, "", fault.Invalid, "conflicting_parameters", "marketplaceIds"},
		{relay.Choice{MarketplaceIDs: "ATVPDKIKX0DER", Domain: "amazon.com"}, "", fault.Invalid, "conflicting_parameters", "marketplaceIds"},
		{relay.Choice{MarketplaceIDs: "ATVPDKIKX0DER", MarketplaceID: "A1PA6795UKMFR9"}, "", fault.Invalid, "conflicting_parameters", "marketplaceIds"},
	} {
		all, err := c.choice.Marketplaces("")
		if c.code == "" {
			require.NoError(t, err)
			require.Equal(t, c.ids, relay.IDs(all))
			continue
		}
		e, ok := fault.As(err)
		require.True(t, ok, "%v", c.choice)
		require.Equal(t, c.kind, e.Kind, "%v", c.choice)
		require.Equal(t, c.code, e.Code, "%v", c.choice)
		require.Equal(t, c.at, e.Parameter, "%v", c.choice)
	}
}

// TestOneRegionOrNone draws lists of known marketplaces: they pass exactly
// when they are of one region, and then unchanged.
func TestOneRegionOrNone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(marketplace.All()), 1, 6).Draw(t, "list")
		regions := map[marketplace.Region]bool{}
		for _, m := range list {
			regions[m.Region] = true
		}
		all, err := relay.Choice{MarketplaceIDs: relay.IDs(list)}.Marketplaces("")
		if len(regions) > 1 {
			require.True(t, fault.Is(err, fault.CodeConflictingParameters))
			return
		}
		require.NoError(t, err)
		require.Equal(t, list, all)
	})
}

func TestTheAccountServesAllMarketplaces(t *testing.T) {
	us, _ := marketplace.ByID("ATVPDKIKX0DER")
	ca, _ := marketplace.ByID("A2EUQ1WTGCTBG2")
	require.NoError(t, relay.Serves([]marketplace.ID{ca.ID, us.ID}, []marketplace.Marketplace{us, ca}))
	err := relay.Serves([]marketplace.ID{us.ID}, []marketplace.Marketplace{us, ca})
	require.EqualError(t, err, "marketplace_not_connected: The seller account of this call does not serve amazon.ca.")
}

func TestMarketplacesInsideABody(t *testing.T) {
	us, _ := marketplace.ByID("ATVPDKIKX0DER")
	require.NoError(t, relay.Within([]string{"ATVPDKIKX0DER", "A2EUQ1WTGCTBG2", "ANEWONE"}, us), "Amazon judges unknown identifiers")
	require.NoError(t, relay.Within(nil, us))
	err := relay.Within([]string{"ATVPDKIKX0DER", "A1PA6795UKMFR9"}, us)
	require.EqualError(t, err,
		"conflicting_parameters: The body names A1PA6795UKMFR9, and the call goes to the region of amazon.com; domain chooses it.")
}

func TestRules(t *testing.T) {
	first, second := relay.Parameters{"a": "x"}, relay.Parameters{"a": "x", "b": "y"}
	for i, c := range []struct {
		rule  relay.Rule
		given relay.Parameters
		want  string
	}{
		{relay.Excludes("a", "b"), relay.Parameters{}, ""},
		{relay.Excludes("a", "b"), first, ""},
		{relay.Excludes("a", "b", "c"), second, "b cannot be given with a."},
		{relay.Needs("a", "b"), relay.Parameters{"b": "y"}, ""},
		{relay.Needs("a", "b"), second, ""},
		{relay.Needs("a", "b"), first, "a needs b."},
		{relay.With("a", "x", "b", "c"), second, ""},
		{relay.With("a", "z", "b"), first, ""},
		{relay.With("a", "x", "b", "c"), first, "a x needs b or c."},
	} {
		err := c.rule(c.given)
		if c.want == "" {
			require.NoError(t, err, i)
			continue
		}
		require.EqualError(t, err, "conflicting_parameters: "+c.want, i)
	}
}

// TestABodyChoosesTheMarketplace where the call itself names none.
func TestABodyChoosesTheMarketplace(t *testing.T) {
	german := relay.Choice{MarketplaceID: "A1PA6795UKMFR9"}
	require.Equal(t, german, relay.Choice{}.Or([]string{"ANEWONE", "A1PA6795UKMFR9", "ATVPDKIKX0DER"}))
	require.Equal(t, relay.Choice{}, relay.Choice{}.Or([]string{"ANEWONE"}))
	require.Equal(t, relay.Choice{Domain: "amazon.com"}, relay.Choice{Domain: "amazon.com"}.Or([]string{"A1PA6795UKMFR9"}))
	require.Equal(t, german, german.Or(nil))
}

func TestTheOnlyAccount(t *testing.T) {
	us := account.Seller{Region: marketplace.NA, Marketplaces: []marketplace.ID{"A2EUQ1WTGCTBG2", "ATVPDKIKX0DER"}}
	de := account.Seller{Region: marketplace.EU, Marketplaces: []marketplace.ID{"A1PA6795UKMFR9"}}
	bare := account.Seller{Region: marketplace.EU}
	for _, c := range []struct {
		ours   []account.Seller
		region marketplace.Region
		want   marketplace.ID
	}{
		{nil, "", "ATVPDKIKX0DER"},
		{[]account.Seller{us}, "", "A2EUQ1WTGCTBG2"},
		{[]account.Seller{bare, de}, "", "A1PA6795UKMFR9"},
		{[]account.Seller{us, de}, marketplace.EU, "A1PA6795UKMFR9"},
		{[]account.Seller{us, de}, "", ""},
		{[]account.Seller{us, us}, marketplace.NA, ""},
	} {
		m, err := relay.Only(c.ours, c.region)
		if c.want == "" {
			require.EqualError(t, err, "validation_failed: The team has several seller accounts. Name a marketplace, or call the host of a region.")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, m.ID)
	}
	first, _ := marketplace.First(marketplace.FE)
	m, err := relay.Only([]account.Seller{us}, marketplace.FE)
	require.NoError(t, err)
	require.Equal(t, first.ID, m.ID, "the refusal of the account names a marketplace of the region")
}
