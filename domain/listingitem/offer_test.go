package listingitem_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/listingitem"
)

func shop(t require.TestingT, domain string) marketplace.Marketplace {
	m, err := marketplace.Choice{Domain: domain}.Resolve("")
	require.NoError(t, err)
	return m
}

func units(n int64) *int64 { return &n }

func price(s string) *money.Amount {
	a := money.MustParse(s)
	return &a
}

func terms(change func(t *listingitem.Terms)) listingitem.Terms {
	t := listingitem.Terms{
		ASIN: asin.MustParse("B000000001"), Price: money.MustParse("19.99"), Condition: listingitem.New,
		Channel: listingitem.ByMerchant, Quantity: units(5),
	}
	change(&t)
	return t
}

func TestNewOffer(t *testing.T) {
	for name, c := range map[string]struct {
		domain  string
		change  func(t *listingitem.Terms)
		code    fault.Code
		pointer string
		message string
	}{
		"as it is":                {change: func(*listingitem.Terms) {}},
		"between bounds":          {change: func(t *listingitem.Terms) { t.MinPrice, t.MaxPrice = price("19.99"), price("19.99") }},
		"no stock left":           {change: func(t *listingitem.Terms) { t.Quantity = units(0) }},
		"lead time":               {change: func(t *listingitem.Terms) { t.LeadTimeDays = units(3) }},
		"kept by the marketplace": {change: func(t *listingitem.Terms) { t.Channel, t.Quantity = listingitem.ByMarketplace, nil }},
		"whole yen":               {domain: "amazon.co.jp", change: func(t *listingitem.Terms) { t.Price = money.MustParse("1999") }},

		"below the minimum": {
			change: func(t *listingitem.Terms) { t.MinPrice = price("20") },
			code:   "invalid_limits", pointer: "/price", message: "price must not be below minPrice.",
		},
		"above the maximum": {
			change: func(t *listingitem.Terms) { t.MaxPrice = price("19.98") },
			code:   "invalid_limits", pointer: "/price", message: "price must not be above maxPrice.",
		},
		"bounds crossed": {
			change: func(t *listingitem.Terms) { t.MinPrice, t.MaxPrice = price("21"), price("20.99") },
			code:   "invalid_limits", pointer: "/minPrice", message: "minPrice must not be above maxPrice.",
		},
		"nothing": {
			change: func(t *listingitem.Terms) { t.Price = money.Amount{} },
			code:   "invalid_limits", pointer: "/price", message: "price must be greater than 0.",
		},
		"a minimum of nothing": {
			change: func(t *listingitem.Terms) { t.MinPrice = price("0") },
			code:   "invalid_limits", pointer: "/minPrice", message: "minPrice must be greater than 0.",
		},
		"thousandths": {
			change: func(t *listingitem.Terms) { t.Price = money.MustParse("19.999") },
			code:   "invalid_limits", pointer: "/price", message: "price has more decimals than USD allows (2).",
		},
		"parts of a yen": {
			domain: "amazon.co.jp", change: func(*listingitem.Terms) {},
			code: "invalid_limits", pointer: "/price", message: "price has more decimals than JPY allows (0).",
		},
		"parts of a yen in a bound": {
			domain: "amazon.co.jp", change: func(t *listingitem.Terms) { t.Price, t.MaxPrice = money.MustParse("20"), price("20.5") },
			code: "invalid_limits", pointer: "/maxPrice", message: "maxPrice has more decimals than JPY allows (0).",
		},
		"no stock told": {
			change: func(t *listingitem.Terms) { t.Quantity = nil },
			code:   "quantity_required", pointer: "/quantity", message: "quantity is needed for units that the seller ships (MFN).",
		},
		"stock of the marketplace": {
			change: func(t *listingitem.Terms) { t.Channel = listingitem.ByMarketplace },
			code:   "not_supported", pointer: "/quantity", message: "Units that the marketplace keeps (AFN) have no quantity of the seller's.",
		},
		"lead time of the marketplace": {
			change: func(t *listingitem.Terms) {
				t.Channel, t.Quantity, t.LeadTimeDays = listingitem.ByMarketplace, nil, units(1)
			},
			code: "not_supported", pointer: "/leadTimeDays", message: "Units that the marketplace keeps (AFN) have no leadTimeDays of the seller's.",
		},
	} {
		if c.domain == "" {
			c.domain = "amazon.com"
		}
		in := terms(c.change)
		o, err := listingitem.NewOffer(in, shop(t, c.domain))
		if c.code == "" {
			require.NoError(t, err, name)
			require.Equal(t, in, o.Terms(), name)
			require.Equal(t, c.domain, o.Marketplace().Domain)
			continue
		}
		e, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, fault.Rule, e.Kind, name)
		require.Equal(t, c.code, e.Code, name)
		require.Equal(t, c.pointer, e.Pointer, name)
		require.Equal(t, c.message, e.Message, name)
	}
}

// For every question, an offer's price is above 0, within its bounds and no finer than its
// currency.
func TestEveryOfferKeepsItsBounds(t *testing.T) {
	amount := rapid.Custom(func(t *rapid.T) money.Amount {
		return money.FromUnits(rapid.Int64Range(-10_000, 300_000).Draw(t, "units") * 10)
	})
	rapid.Check(t, func(t *rapid.T) {
		in := terms(func(terms *listingitem.Terms) {
			terms.Price = amount.Draw(t, "price")
			if rapid.Bool().Draw(t, "has a minimum") {
				a := amount.Draw(t, "minimum")
				terms.MinPrice = &a
			}
			if rapid.Bool().Draw(t, "has a maximum") {
				a := amount.Draw(t, "maximum")
				terms.MaxPrice = &a
			}
		})
		m := shop(t, rapid.SampledFrom([]string{"amazon.com", "amazon.co.jp"}).Draw(t, "domain"))
		_, err := listingitem.NewOffer(in, m)
		good := in.Price.Positive() && in.Price.Fits(m.Currency)
		if in.MinPrice != nil {
			good = good && in.MinPrice.Positive() && in.MinPrice.Fits(m.Currency) && in.MinPrice.Cmp(in.Price) <= 0
		}
		if in.MaxPrice != nil {
			good = good && in.MaxPrice.Positive() && in.MaxPrice.Fits(m.Currency) && in.MaxPrice.Cmp(in.Price) >= 0
		}
		if good != (err == nil) {
			t.Fatalf("%v: %v", in, err)
		}
	})
}

func TestPermission(t *testing.T) {
	require.NoError(t, listingitem.Allowed.Check())
	for p, code := range map[listingitem.Permission]fault.Code{
		listingitem.ApprovalRequired: "approval_required", listingitem.NotEligible: "not_eligible", listingitem.Permission(7): "not_eligible",
	} {
		e, ok := fault.As(p.Check())
		require.True(t, ok)
		require.Equal(t, fault.Rule, e.Kind)
		require.Equal(t, code, e.Code)
		require.Equal(t, "/asin", e.Pointer)
	}
}

func TestAnOrderToDelete(t *testing.T) {
	other := listingitem.Issue{Code: "90220", Message: "Missing.", Severity: listingitem.ErrorSeverity}
	unknown := listingitem.Issue{Code: "13013", Message: "This SKU does not exist in the catalog.", Severity: listingitem.ErrorSeverity}
	require.NoError(t, listingitem.Submission{Status: "ACCEPTED"}.CheckDeletion())
	require.Equal(t, fault.Missing(), listingitem.Submission{Status: "INVALID", Issues: []listingitem.Issue{unknown}}.CheckDeletion())
	require.True(t, fault.Is(listingitem.Submission{Status: "INVALID", Issues: []listingitem.Issue{other}}.CheckDeletion(), fault.CodeListingInvalid))
}

func TestSubmission(t *testing.T) {
	issues := []listingitem.Issue{
		{Code: "1", Message: "Odd.", Severity: "WARNING", Attributes: []string{"purchasable_offer"}},
		{Code: "90244", Message: "No price.", Severity: "ERROR", Attributes: []string{"color", "purchasable_offer", "condition_type"}},
		{Message: "Wrong.", Severity: "ERROR", Attributes: []string{"color"}},
		{Code: "3", Severity: "ERROR"},
	}
	for _, status := range []string{"ACCEPTED", "VALID", "SOMETHING_NEW", "invalid"} {
		require.NoError(t, listingitem.Submission{Status: status, Issues: issues}.Check(), status)
	}
	e, ok := fault.As(listingitem.Submission{Status: "INVALID", Issues: issues}.Check())
	require.True(t, ok)
	require.Equal(t, fault.Rule, e.Kind)
	require.Equal(t, fault.CodeListingInvalid, e.Code)
	require.Equal(t, []fault.Item{
		{Code: "listing_invalid", Message: "90244: No price.", Pointer: "/price"},
		{Code: "listing_invalid", Message: "Wrong."},
		{Code: "listing_invalid", Message: "3"},
	}, e.Errors)
	e, ok = fault.As(listingitem.Submission{Status: "INVALID", Issues: issues[:1]}.Check())
	require.True(t, ok)
	require.Equal(t, []fault.Item{{Code: "listing_invalid", Message: "1: Odd.", Pointer: "/price"}}, e.Errors, "a warning is better than no reason")
	e, ok = fault.As(listingitem.Submission{Status: "INVALID"}.Check())
	require.True(t, ok)
	require.Empty(t, e.Errors)
}

func TestParseSKU(t *testing.T) {
	for _, s := range []string{"A", "A/B", "A%2FB", "A+B", "50%", "ä b", "..", ".", "?#&=", strings.Repeat("é", 40)} {
		sku, err := listingitem.ParseSKU(s)
		require.NoError(t, err, s)
		require.Equal(t, s, sku.String())
	}
	for _, s := range []string{"", " ", " A", "A ", "A\tB", "A\nB", "A\u0085B", "A\u00a0", strings.Repeat("é", 41)} {
		_, err := listingitem.ParseSKU(s)
		e, ok := fault.As(err)
		require.True(t, ok, "%q", s)
		require.Equal(t, fault.Invalid, e.Kind)
		require.Equal(t, "sku", e.Parameter)
	}
}

func TestSearchCheck(t *testing.T) {
	codes := []string{"A"}
	for name, c := range map[string]struct {
		search    listingitem.Search
		code      fault.Code
		parameter string
	}{
		"nothing":             {search: listingitem.Search{}},
		"codes":               {search: listingitem.Search{Identifiers: codes, IdentifiersType: "SKU"}},
		"variations":          {search: listingitem.Search{VariationParentSKU: "A"}},
		"packages":            {search: listingitem.Search{PackageHierarchySKU: "A"}},
		"codes of no type":    {listingitem.Search{Identifiers: codes}, "conflicting_parameters", "identifiers"},
		"a type of no codes":  {listingitem.Search{IdentifiersType: "SKU"}, "conflicting_parameters", "identifiersType"},
		"codes and variation": {listingitem.Search{Identifiers: codes, IdentifiersType: "SKU", VariationParentSKU: "A"}, "conflicting_parameters", "variationParentSku"},
		"codes and package":   {listingitem.Search{Identifiers: codes, PackageHierarchySKU: "A"}, "conflicting_parameters", "packageHierarchySku"},
		"both trees":          {listingitem.Search{VariationParentSKU: "A", PackageHierarchySKU: "A"}, "conflicting_parameters", "packageHierarchySku"},
	} {
		err := c.search.Check()
		if c.code == "" {
			require.NoError(t, err, name)
			continue
		}
		e, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, fault.Invalid, e.Kind, name)
		require.Equal(t, c.code, e.Code, name)
		require.Equal(t, c.parameter, e.Parameter, name)
	}
}
