package pricing

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/contract/upstream"
)

func shop(t testing.TB, domain string) marketplace.Marketplace {
	t.Helper()
	m, err := marketplace.Choice{Domain: domain}.Resolve("")
	require.NoError(t, err)
	return m
}

func feesFor(t testing.TB, sku, price string) pricingports.FeeQuestion {
	t.Helper()
	return pricingports.FeeQuestion{Marketplace: shop(t, "amazon.com"), SKU: sku, Fulfillment: "fba", Price: money.MustParse(price)}
}

// feesEntry writes a success with a referral fee.
func feesEntry(identifier, referral string) string {
	return fmt.Sprintf(`{"Status":"Success","FeesEstimateIdentifier":{"SellerInputIdentifier":%q},"FeesEstimate":{"FeeDetailList":[{"FeeType":"ReferralFee","FinalFee":{"CurrencyCode":"USD","Amount":%s}}]}}`, identifier, referral)
}

func TestDecodeFees(t *testing.T) {
	q := feesFor(t, "A", "19.99")
	q.Shipping = money.MustParse("5")
	decode := func(body string) (*pricingports.FeeEstimate, *spapi.Error) {
		entries, err := decodeFees(spapi.GetMyFeesEstimateForSKU, []pricingports.FeeQuestion{q}, []byte(`{"payload":{"FeesEstimateResult":`+body+`}}`))
		require.NoError(t, err, body)
		require.Len(t, entries, 1)
		return entries[0].value, entries[0].err
	}
	got, e := decode(`{"Status":"Success","new":1,"Error":{"Type":"","Code":"","Message":"","Detail":[]},
		"FeesEstimate":{"TimeOfFeesEstimation":"Mon Nov 01 12:00:00 UTC 2026","TotalFeesEstimate":{"CurrencyCode":"USD","Amount":9.39},"FeeDetailList":[
			{"FeeType":"ReferralFee","FeeAmount":{"CurrencyCode":"USD","Amount":4},"FeePromotion":{"CurrencyCode":"USD","Amount":0.25},"FinalFee":{"CurrencyCode":"USD","Amount":3.75}},
			{"FeeType":"FBAFees","FinalFee":{"CurrencyCode":"USD","Amount":4.45},"IncludedFeeDetailList":[{"FeeType":"FBAPickAndPack","FinalFee":{"CurrencyCode":"USD","Amount":4.45}}]},
			{"FeeType":"VariableClosingFee","FeeAmount":{"CurrencyCode":"USD","Amount":0.00}},
			{"FeeType":"PerItemFee","FinalFee":{"CurrencyCode":"USD","Amount":0.99}},
			{"FeeType":"RegulatoryOperatingFee","FinalFee":{"CurrencyCode":"USD","Amount":0.20}}]}}`)
	require.Nil(t, e)
	require.Equal(t, &pricingports.FeeEstimate{
		Currency: "USD", Referral: amount("3.75"), ReferralRate: ptr(money.MustParsePercent("15.0061")), Total: amount("9.39"),
		Parts: []money.Amount{money.MustParse("4.45"), {}, money.MustParse("0.99"), money.MustParse("0.2")},
		Lines: []pricingports.FeeLine{
			{Name: "ReferralFee", Amount: money.MustParse("3.75")}, {Name: "FBAFees", Amount: money.MustParse("4.45")}, {Name: "VariableClosingFee"},
			{Name: "PerItemFee", Amount: money.MustParse("0.99")}, {Name: "RegulatoryOperatingFee", Amount: money.MustParse("0.2")},
		},
	}, got)
	require.Equal(t, money.MustParse("5.64"), got.Fixed())

	got, e = decode(`{"Status":"Success","FeesEstimate":{"TotalFeesEstimate":{"CurrencyCode":"USD","Amount":3}}}`)
	require.Nil(t, e)
	require.Equal(t, &pricingports.FeeEstimate{Currency: "USD", Total: amount("3")}, got, "what is not told is not zero")

	for body, want := range map[string]*spapi.Error{
		`{"Status":"ClientError","Error":{"Type":"Sender","Code":"InvalidParameterValue","Message":"Bad.","Detail":[]}}`: {Kind: spapi.Rejected, Problems: []spapi.Problem{{Code: "InvalidParameterValue", Message: "Bad."}}},
		`{"Status":"ClientError"}`: {Kind: spapi.Rejected, Problems: []spapi.Problem{{}}},
		`{"Status":"ServiceError","Error":{"Type":"Receiver","Code":"InternalFailure","Message":"Oops."}}`: {Kind: spapi.Unavailable, Problems: []spapi.Problem{{Code: "InternalFailure", Message: "Oops."}}},
		`{"Status":"ServerError"}`: {Kind: spapi.Unavailable, Problems: []spapi.Problem{{}}},
		`{"Status":"ClientError","Error":{"Type":"Sender","Code":"TooManyRequests","Message":"Slow down."}}`: {Kind: spapi.Throttled, Problems: []spapi.Problem{{Code: "TooManyRequests", Message: "Slow down."}}},
		`{"Status":"ClientError","Error":{"Code":"RequestThrottled"}}`:                                       {Kind: spapi.Throttled, Problems: []spapi.Problem{{Code: "RequestThrottled"}}},
		`{"Status":"NEW_WORD","Error":{"Type":"Sender","Code":400}}`:                                         {Kind: spapi.Rejected, Problems: []spapi.Problem{{Code: "400"}}},
		`{"Status":"NEW_WORD"}`: {Kind: spapi.Unavailable, Problems: []spapi.Problem{{}}},
		`{}`:                    {Kind: spapi.Unavailable, Problems: []spapi.Problem{{}}},
	} {
		_, e := decode(body)
		want.Operation = "getMyFeesEstimateForSKU"
		require.Equal(t, want, e, body)
	}
	for _, body := range []string{
		`{"Status":"Success"}`, `{"Status":"Success","FeesEstimate":{}}`, `{"Status":"Success","FeesEstimate":{"FeeDetailList":[{"FeeType":"ReferralFee"}]}}`,
		`{"Status":"Success","FeesEstimate":{"FeeDetailList":[{"FeeType":"FBAFees","FinalFee":{"CurrencyCode":"EUR","Amount":1}}]}}`,
		`{"Status":"Success","FeesEstimate":{"TotalFeesEstimate":{"CurrencyCode":"USD","Amount":-1}}}`,
	} {
		_, e := decode(body)
		require.Equal(t, unreadable(spapi.GetMyFeesEstimateForSKU), e, body)
	}
	upstream.RequireJunk(t, func(b []byte) error {
		_, err := decodeFees(spapi.GetMyFeesEstimateForSKU, []pricingports.FeeQuestion{q}, b)
		return err
	}, map[string]string{
		"no result": `{"payload":{}}`, "null": `{"payload":{"FeesEstimateResult":null}}`, "a list": `{"payload":{"FeesEstimateResult":[]}}`, "only errors": `{"errors":[{"code":"A"}]}`,
	})
}

// Matches entries by the sent identifiers, and refuses entries about other subjects.
func TestDecodeFeesList(t *testing.T) {
	questions := []pricingports.FeeQuestion{feesFor(t, "A", "10"), feesFor(t, "B", "10"), feesFor(t, "C", "10")}
	entries, err := decodeFeesList(questions, []byte(`[`+feesEntry("q2", "3")+`,`+feesEntry("q0", "1")+`,`+feesEntry("q0", "9")+`,`+feesEntry("q7", "1")+`,7,null,{},
		{"Status":"Success","FeesEstimateIdentifier":{"SellerInputIdentifier":"q1","IdValue":"A"},"FeesEstimate":{"TotalFeesEstimate":{"CurrencyCode":"USD","Amount":1}}}]`), readAt)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, 2, entries[0].question)
	require.Equal(t, amount("3"), entries[0].value.Referral)
	require.Equal(t, 0, entries[1].question)
	require.Equal(t, amount("1"), entries[1].value.Referral)
	for name, body := range upstream.Junk {
		if name == "list" {
			continue // The answer has a single entry.
		}
		_, err := decodeFeesList(questions, []byte(body), readAt)
		require.ErrorIs(t, err, spapi.ErrNotJSON, name)
	}
}

func TestFeesOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var entries [2][]string
		var asked []pricingports.FeeQuestion
		for n := range 22 {
			asked = append(asked, feesFor(t, fmt.Sprintf("S/%d", n), "10"))
			entries[n/20] = append(entries[n/20], feesEntry(fmt.Sprintf("q%d", n%20), fmt.Sprint(n+1)))
		}
		f := &upstream.Script{Answers: []string{"200 [" + strings.Join(entries[0], ",") + "]", "200 [" + strings.Join(entries[1], ",") + "]"}}
		for n, a := range New(f.Client(t), spapi.Jobs).Fees(context.Background(), repricerOne, asked) {
			require.NoError(t, a.Err)
			require.Equal(t, amount(fmt.Sprint(n+1)), a.Estimate.Referral)
		}
		require.Len(t, f.Asked, 2)
		require.True(t, strings.HasSuffix(f.Asked[1], ` [{"FeesEstimateRequest":{"MarketplaceId":"ATVPDKIKX0DER","IsAmazonFulfilled":true,"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"USD","Amount":10}},"Identifier":"q0"},"IdType":"SellerSKU","IdValue":"S/20"},`+
			`{"FeesEstimateRequest":{"MarketplaceId":"ATVPDKIKX0DER","IsAmazonFulfilled":true,"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"USD","Amount":10}},"Identifier":"q1"},"IdType":"SellerSKU","IdValue":"S/21"}]`), f.Asked[1])

		f = &upstream.Script{Answers: []string{`200 {"payload":{"FeesEstimateResult":` + feesEntry("q0", "100") + `}}`}}
		f.Answers[0] = strings.ReplaceAll(f.Answers[0], "USD", "JPY")
		a := New(f.Client(t), spapi.Interactive).Fees(context.Background(), repricerOne, []pricingports.FeeQuestion{{
			Marketplace: shop(t, "amazon.co.jp"), ASIN: "b000000001", Fulfillment: "fbm", Price: money.MustParse("1000"), Shipping: money.MustParse("200"), Points: money.MustParse("10"),
		}})
		require.NoError(t, a[0].Err)
		require.Equal(t, ptr(money.MustParsePercent("8.3334")), a[0].Estimate.ReferralRate)
		require.Equal(t, `POST /products/fees/v0/items/B000000001/feesEstimate Atza|seller application/json {"FeesEstimateRequest":{"MarketplaceId":"A1VC38T7YXB528","IsAmazonFulfilled":false,`+
			`"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"JPY","Amount":1000},"Shipping":{"CurrencyCode":"JPY","Amount":200},"Points":{"PointsNumber":10,"PointsMonetaryValue":{"CurrencyCode":"JPY","Amount":10}}},"Identifier":"q0"}}`, f.Asked[0])
	})
}

func TestFeesThatCannotBeAsked(t *testing.T) {
	f := &upstream.Script{Answers: []string{"200 []"}}
	good := feesFor(t, "A", "10")
	bad := make([]pricingports.FeeQuestion, 7)
	for n := range bad {
		bad[n] = good
	}
	bad[0].Price, bad[1].Price, bad[2].Shipping = money.Amount{}, money.MustParse("10.001"), money.MustParse("-1")
	bad[3].Fulfillment, bad[4].SKU, bad[5].ASIN, bad[6].Points = "", "", "B000000001", money.MustParse("-1")
	for n, a := range New(f.Client(t), spapi.Jobs).Fees(context.Background(), repricerOne, bad) {
		e, ok := fault.As(a.Err)
		require.True(t, ok, n)
		require.Equal(t, fault.Invalid, e.Kind)
	}
	require.Empty(t, f.Asked)
}

func FuzzDecodeFees(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`[` + feesEntry("q0", "1.5") + `,{"Status":"ClientError","FeesEstimateIdentifier":{"SellerInputIdentifier":"q1"},"Error":{"Type":"Sender","Code":"A","Message":"B"}}]`))
	f.Add([]byte(`{"payload":{"FeesEstimateResult":` + feesEntry("q0", "1.5") + `}}`))
	questions := []pricingports.FeeQuestion{feesFor(f, "A", "10"), feesFor(f, "B", "0.01")}
	check := func(t *testing.T, e *pricingports.FeeEstimate) {
		for _, p := range e.Parts {
			if p.Units() < 0 {
				t.Fatalf("%+v", p)
			}
		}
		if e.Referral == nil && e.Parts == nil && e.Total == nil || e.Referral != nil && e.Referral.Units() < 0 {
			t.Fatalf("%+v", e)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := decodeFeesList(questions, body, time.Time{})
		requireEntries(t, len(questions), entries, err, check)
		entries, err = decodeFees(spapi.GetMyFeesEstimateForASIN, questions[:1], body)
		requireEntries(t, 1, entries, err, check)
	})
}
