package pricing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/contract/upstream"
)

const us = "ATVPDKIKX0DER"

var repricerOne = account.Seller{Team: 7, Connection: 3, Region: "na", ID: "A1"}

func skuIn(sku string) pricingports.OfferQuestion {
	return pricingports.OfferQuestion{SKUOrASIN: port.SKUOrASIN{Marketplace: us, SKU: sku}, Condition: "new"}
}

// entryOf writes an entry of getListingOffersBatch.
func entryOf(sku, status, body string) string {
	name, _ := json.Marshal(sku)
	return fmt.Sprintf(`{"status":{"statusCode":%s},"body":%s,"request":{"MarketplaceId":%q,"ItemCondition":"New","SellerSKU":%s}}`, status, body, us, name)
}

func offersOf(asin string) string {
	return fmt.Sprintf(`{"payload":{"ASIN":%q,"status":"Success","Offers":[]}}`, asin)
}

func refusalOf(code string) string {
	return fmt.Sprintf(`{"errors":[{"code":%q,"message":"No.","details":"x"}]}`, code)
}

func batchOf(entries ...string) string {
	return `200 {"responses":[` + strings.Join(entries, ",") + `]}`
}

// requestedOf returns the SKUs of the addresses in the sent bodies.
func requestedOf(t *testing.T, asked string) []string {
	t.Helper()
	var body struct {
		Requests []struct{ URI, Method, MarketplaceId, ItemCondition string }
	}
	_, text, ok := strings.Cut(asked, "application/json ")
	require.True(t, ok, asked)
	require.NoError(t, json.Unmarshal([]byte(text), &body))
	var uris []string
	for _, r := range body.Requests {
		require.Equal(t, "GET "+us+" New", r.Method+" "+r.MarketplaceId+" "+r.ItemCondition)
		uris = append(uris, r.URI)
	}
	return uris
}

// Entries are matched by their content, in any order, and each fails alone. Only entries with a
// passing failure are asked again.
func TestEntriesFailAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{
			batchOf(
				entryOf("E", "429", refusalOf("QuotaExceeded")), entryOf("C/D", "500", refusalOf("InternalFailure")), entryOf("B", "404", refusalOf("NotFound")),
				entryOf("A", "200", offersOf("B000000001")), entryOf("F", "400", refusalOf("InvalidInput")), entryOf("X", "200", offersOf("B0FOREIGN0")),
				entryOf("H", "200", `{"payload":{"Offers":[{"ListingPrice":{"Amount":-1,"CurrencyCode":"USD"}}]}}`), entryOf("I", "403", refusalOf("Unauthorized")),
				`7`, `null`, `{"body":{}}`,
			),
			batchOf(entryOf("C/D", "200", offersOf("B000000003")), entryOf("G", "200", offersOf("B000000007")), entryOf("E", "503", refusalOf("Busy"))),
			"200 " + `{"payload":{"ASIN":"B000000005","status":"Success"}}`,
		}}
		f.Answers[1] = strings.Replace(f.Answers[1], `{"responses":[`, `{"responses":[`+entryOf("H", "200", offersOf("B000000008"))+",", 1)
		answers := New(f.Client(t), spapi.Repricer).Offers(context.Background(), repricerOne, []pricingports.OfferQuestion{
			skuIn("A"), skuIn("B"), skuIn("C/D"), skuIn("E"), skuIn("F"), skuIn("G"), skuIn("H"), skuIn("I"), skuIn("A"),
		})
		require.Len(t, f.Asked, 3)
		require.Equal(t, "POST /batches/products/pricing/v0/listingOffers", f.Asked[0][:strings.Index(f.Asked[0], " Atza")])
		require.Equal(t, []string{
			"/products/pricing/v0/listings/A/offers", "/products/pricing/v0/listings/B/offers", "/products/pricing/v0/listings/C%2FD/offers",
			"/products/pricing/v0/listings/E/offers", "/products/pricing/v0/listings/F/offers", "/products/pricing/v0/listings/G/offers",
			"/products/pricing/v0/listings/H/offers", "/products/pricing/v0/listings/I/offers",
		}, requestedOf(t, f.Asked[0]), "equal questions are asked once")
		require.Equal(t, []string{
			"/products/pricing/v0/listings/C%2FD/offers", "/products/pricing/v0/listings/E/offers",
			"/products/pricing/v0/listings/G/offers", "/products/pricing/v0/listings/H/offers",
		}, requestedOf(t, f.Asked[1]), "failed, throttled, missing and unreadable ones")
		require.True(t, strings.HasPrefix(f.Asked[2], "GET /products/pricing/v0/listings/E/offers "), "the last one has a limit of its own: %s", f.Asked[2])

		for n, want := range map[int]string{0: "B000000001", 2: "B000000003", 3: "B000000005", 5: "B000000007", 6: "B000000008", 8: "B000000001"} {
			require.NoError(t, answers[n].Err, n)
			require.Equal(t, want, answers[n].Offers.ASIN, n)
		}
		for n, want := range map[int]struct {
			kind  fault.Kind
			code  fault.Code
			words string
		}{
			1: {fault.NotFound, "not_found", "NotFound: No.: x"}, 4: {fault.Invalid, "upstream_rejected", "InvalidInput: No.: x"},
			7: {fault.Invalid, "upstream_rejected", "Unauthorized: No.: x"},
		} {
			require.Nil(t, answers[n].Offers)
			e, ok := fault.As(answers[n].Err)
			require.True(t, ok, n)
			require.Equal(t, want.kind, e.Kind, n)
			require.Equal(t, want.code, e.Code, n)
			require.Equal(t, []fault.Item{{Code: "invalid", Message: want.words}}, e.Errors, n)
		}
		require.Empty(t, f.Words, "the grant works: an entry says nothing about it")
	})
}

// A lasting failure has the time to come back.
func TestEntriesThatGoOnFailing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{batchOf(entryOf("A", "429", refusalOf("QuotaExceeded")), entryOf("B", "500", refusalOf("X")))}}
		c := f.Client(t)
		answers := New(c, spapi.Repricer).Offers(context.Background(), repricerOne, []pricingports.OfferQuestion{skuIn("A"), skuIn("B"), skuIn("C")})
		require.Len(t, f.Asked, 3)
		for n, want := range []fault.Code{"upstream_rate_limited", "upstream_unavailable", "upstream_unavailable"} {
			e, ok := fault.As(answers[n].Err)
			require.True(t, ok)
			require.Equal(t, want, e.Code, n)
			require.Equal(t, 2*time.Second, e.RetryAfter, "half a call a second")
		}
		require.ErrorIs(t, answers[2].Err, errNoEntry)

		// Without a turn in time it asks nothing again, and the failure stays.
		f.Asked = nil
		time.Sleep(time.Minute)
		ctx, cancel := context.WithTimeout(context.Background(), 2500*time.Millisecond)
		defer cancel()
		answers = New(c, spapi.Repricer).Offers(ctx, repricerOne, []pricingports.OfferQuestion{skuIn("A"), skuIn("B")})
		require.Len(t, f.Asked, 1)
		require.True(t, fault.Is(answers[0].Err, "upstream_rate_limited"))
		require.True(t, fault.Is(answers[1].Err, "upstream_unavailable"))
	})
}

// Long lists take several calls. An error that the next call would meet too fails all remaining
// questions.
func TestBatchesAreSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var questions []pricingports.OfferQuestion
		var batches []string
		for b := range 3 {
			var entries []string
			for n := range min(20, 45-20*b) {
				sku := fmt.Sprintf("S%02d", 20*b+n)
				questions = append(questions, skuIn(sku))
				entries = append(entries, entryOf(sku, "200", offersOf("B0000000"+sku[1:])))
			}
			batches = append(batches, batchOf(entries...))
		}
		f := &upstream.Script{Answers: batches}
		answers := New(f.Client(t), spapi.Repricer).Offers(context.Background(), repricerOne, questions)
		require.Len(t, f.Asked, 3)
		require.Len(t, requestedOf(t, f.Asked[0]), 20)
		require.Len(t, requestedOf(t, f.Asked[2]), 5)
		for n, a := range answers {
			require.NoError(t, a.Err)
			require.Equal(t, fmt.Sprintf("B0000000%02d", n), a.Offers.ASIN)
		}

		for status, want := range map[string]struct {
			code  fault.Code
			calls int
			rest  fault.Code
		}{
			"403 ": {"integration_needs_attention", 3, "integration_needs_attention"},
			"503 ": {"upstream_unavailable", 4, "upstream_unavailable"},
			`400 {"errors":[{"code":"InvalidInput","message":"A bad batch."}]}`: {"upstream_rejected", 3, ""},
		} {
			f = &upstream.Script{Answers: []string{batches[0], status, status, status, batches[2]}}
			if want.rest == "" {
				f.Answers = []string{batches[0], status, batches[2]}
			}
			answers = New(f.Client(t), spapi.Repricer).Offers(context.Background(), repricerOne, questions)
			require.Len(t, f.Asked, want.calls, status)
			require.NoError(t, answers[19].Err)
			require.True(t, fault.Is(answers[20].Err, want.code), "%s: %v", status, answers[20].Err)
			require.Equal(t, want.rest != "", answers[40].Err != nil, status)
			if want.rest != "" {
				require.True(t, fault.Is(answers[40].Err, want.rest), "%s: %v", status, answers[40].Err)
			}
		}
	})
}

// Leaves out an entry that fits two questions or no question. Matching by its place would give a
// SKU the prices of another SKU.
func TestEntriesAreNotMatchedByPlace(t *testing.T) {
	questions := []pricingports.OfferQuestion{
		skuIn("A"), {SKUOrASIN: port.SKUOrASIN{Marketplace: "A2EUQ1WTGCTBG2", SKU: "A"}, Condition: "new"},
		{SKUOrASIN: port.SKUOrASIN{Marketplace: us, SKU: "A"}, Condition: "used"}, skuIn("50%"),
	}
	for name, c := range map[string]struct {
		entries string
		want    []int
	}{
		"several fit":            {`{"status":{"statusCode":200},"request":{"SellerSKU":"A"},"body":{"payload":{}}}`, nil},
		"condition decides":      {`{"status":{"statusCode":200},"request":{"SellerSKU":"A","ItemCondition":"Used"},"body":{"payload":{}}}`, []int{2}},
		"marketplace decides":    {`{"status":{"statusCode":200},"request":{"SellerSKU":"A","MarketplaceId":"A2EUQ1WTGCTBG2"},"body":{"payload":{}}}`, []int{1}},
		"as it was in the path":  {`{"status":{"statusCode":200},"request":{"SellerSKU":"50%25"},"body":{"payload":{}}}`, []int{3}},
		"other case":             {`{"status":{"statusCode":200},"request":{"SellerSKU":"a","ItemCondition":"Used"},"body":{"payload":{}}}`, nil},
		"no request":             {`{"status":{"statusCode":200},"body":{"payload":{"Identifier":{"SellerSKU":"A","MarketplaceId":"A2EUQ1WTGCTBG2"}}}}`, []int{1}},
		"only a SKU":             {`{"status":{"statusCode":200},"body":{"payload":{"SKU":"50%"}}}`, []int{3}},
		"a failure of nobody":    {`{"status":{"statusCode":404},"body":{"errors":[{"code":"A"}]}}`, nil},
		"nothing":                {`{}`, nil},
		"twice":                  {`{"status":{"statusCode":404},"request":{"SellerSKU":"50%"}},{"status":{"statusCode":200},"request":{"SellerSKU":"50%"},"body":{"payload":{}}}`, []int{3}},
		"an ASIN instead":        {`{"status":{"statusCode":200},"request":{"Asin":"A"},"body":{"payload":{}}}`, nil},
		"a request of odd types": {`{"status":{"statusCode":200},"request":{"SellerSKU":7},"body":{"payload":{"SKU":"50%"}}}`, []int{3}},
	} {
		entries, err := decodeOffersBatch(spapi.GetListingOffersBatch, spapi.GetListingOffers, "A1", questions, []byte(`{"responses":[`+c.entries+`]}`), time.Time{})
		require.NoError(t, err, name)
		var got []int
		for _, e := range entries {
			got = append(got, e.question)
		}
		require.Equal(t, c.want, got, name)
	}
}

func TestQuestionsThatCannotBeAsked(t *testing.T) {
	f := &upstream.Script{Answers: []string{"200 " + `{"payload":{"ASIN":"B000000001"}}`}}
	c := f.Client(t)
	answers := New(c, spapi.Repricer).Offers(context.Background(), repricerOne, []pricingports.OfferQuestion{
		{}, {SKUOrASIN: port.SKUOrASIN{Marketplace: us}, Condition: "new"}, {SKUOrASIN: port.SKUOrASIN{Marketplace: us, SKU: "A", ASIN: "B000000001"}, Condition: "new"},
		{SKUOrASIN: port.SKUOrASIN{Marketplace: us, ASIN: "B0"}, Condition: "new"}, {SKUOrASIN: port.SKUOrASIN{Marketplace: us, SKU: "A"}, Condition: "worn"},
		{SKUOrASIN: port.SKUOrASIN{SKU: "A"}, Condition: "new"}, {SKUOrASIN: port.SKUOrASIN{Marketplace: us, SKU: "a\nb"}, Condition: "new"},
		{SKUOrASIN: port.SKUOrASIN{Marketplace: us, ASIN: "b000000001"}, Condition: "new"},
	})
	for _, a := range answers[:7] {
		e, ok := fault.As(a.Err)
		require.True(t, ok)
		require.Equal(t, fault.Invalid, e.Kind)
	}
	require.NoError(t, answers[7].Err)
	require.Len(t, f.Asked, 1)
	require.True(t, strings.HasPrefix(f.Asked[0], "GET /products/pricing/v0/items/B000000001/offers "), f.Asked[0])
	require.Empty(t, New(c, spapi.Repricer).Offers(context.Background(), repricerOne, nil))
	for _, a := range New(c, spapi.Repricer).ExpectedPrices(context.Background(), repricerOne, []port.SKUOrASIN{{Marketplace: us, ASIN: "B000000001"}}) {
		require.Error(t, a.Err)
	}
	require.Len(t, f.Asked, 1)
}

// A refused single question fails alone; a refused batch fails all its questions.
func TestARefusedQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"404 " + refusalOf("NotFound")}}
		a := New(f.Client(t), spapi.Repricer).Offers(context.Background(), repricerOne, []pricingports.OfferQuestion{skuIn("A")})
		e, ok := fault.As(a[0].Err)
		require.True(t, ok)
		require.Equal(t, fault.NotFound, e.Kind)
		require.Equal(t, []fault.Item{{Code: "invalid", Message: "NotFound: No.: x"}}, e.Errors)
		require.Len(t, f.Asked, 1, "it is final")
		var upstream *spapi.Error
		require.True(t, errors.As(a[0].Err, &upstream))
		require.Equal(t, 404, upstream.Status)
	})
}
