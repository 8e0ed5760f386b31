package spapi_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/patience"
	"sellingassistant/test/contract/upstream"
)

var (
	writeOnce = &spapi.Operation{ID: "createFeed", Method: http.MethodPost, Path: "/feeds/2021-06-30/feeds", Rate: spapi.Rate{1, 15}, Timeout: time.Second}
	writeMany = &spapi.Operation{ID: "putListingsItem", Method: http.MethodPut, Path: "/listings/2021-08-01/items/{sellerId}/{sku}", Rate: spapi.Rate{5, 10}, Repeatable: true, Timeout: time.Second}
	ofOurs    = &spapi.Operation{ID: "getDestinations", Method: http.MethodGet, Path: "/notifications/v1/destinations", Rate: spapi.Rate{1, 5}, Repeatable: true, Scope: "sellingpartnerapi::notifications", Timeout: time.Second}
	seller    = account.Seller{Team: 7, Connection: 3, Region: "na", ID: "A1"}
)

func TestOnlyWhatIsSafeIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"503 "}}
		c := f.Client(t)
		_, err := c.Do(context.Background(), spapi.Call{Operation: writeOnce, Seller: seller, Body: []byte(`{"a":1}`)})
		require.Equal(t, spapi.Unavailable, spapi.AsError(err).Kind)
		require.Equal(t, []string{`POST /feeds/2021-06-30/feeds Atza|seller application/json {"a":1}`}, f.Asked)

		f.Asked, f.Answers = nil, []string{"503 ", "503 ", `202 {"status":"ACCEPTED"}`}
		answer, err := c.Do(context.Background(), spapi.Call{
			Operation: writeMany, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "A/B"}, Body: []byte(`{}`),
		})
		require.NoError(t, err)
		require.Equal(t, 202, answer.Status)
		require.Equal(t, `{"status":"ACCEPTED"}`, string(answer.Body))
		require.Len(t, f.Asked, 3)
		for _, asked := range f.Asked {
			require.Equal(t, "PUT /listings/2021-08-01/items/A1/A%2FB Atza|seller application/json {}", asked)
		}
	})
}

func TestGrantlessOperationsUseOurOwnToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"200 {}", "403 "}}
		c := f.Client(t)
		_, err := c.Do(context.Background(), spapi.Call{Operation: ofOurs, Seller: account.Seller{Region: "eu"}})
		require.NoError(t, err)
		require.Equal(t, []string{"GET /notifications/v1/destinations Atza|scope  "}, f.Asked)
		_, err = c.Do(context.Background(), spapi.Call{Operation: ofOurs, Seller: account.Seller{Region: "eu"}})
		require.Equal(t, spapi.Forbidden, spapi.AsError(err).Kind)
		require.Empty(t, f.Words, "no seller is to blame")
	})
}

func TestAMissingRoleIsNotTheSellersFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"200 {}", "403 "}}
		c := f.Client(t)
		_, err := c.Do(context.Background(), spapi.Call{Operation: writeMany, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "S"}})
		require.NoError(t, err)
		_, err = c.Do(context.Background(), spapi.Call{Operation: writeOnce, Seller: seller})
		require.Equal(t, spapi.Forbidden, spapi.AsError(err).Kind)
		require.Empty(t, f.Words, "another operation of the seller works")
		time.Sleep(10 * time.Minute)
		_, err = c.Do(context.Background(), spapi.Call{Operation: writeOnce, Seller: seller})
		require.Equal(t, spapi.Forbidden, spapi.AsError(err).Kind)
		require.Equal(t, []string{"access_denied"}, f.Words)
	})
}

func TestAConflictIsToldApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{`409 {"errors":[{"code":"Conflict","message":"It exists."}]}`}}
		_, err := f.Client(t).Do(context.Background(), spapi.Call{Operation: writeOnce, Seller: seller})
		require.Equal(t, spapi.Conflict, spapi.AsError(err).Kind)
		require.Equal(t, []spapi.Problem{{"Conflict", "It exists.", ""}}, spapi.AsError(err).Problems)
		require.Len(t, f.Asked, 1)
	})
}

func TestJunkInstead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"200 {", "200 [1]"}}
		answer, err := f.Client(t).Do(context.Background(), spapi.Call{Operation: writeMany, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "S"}})
		require.NoError(t, err)
		require.Equal(t, "[1]", string(answer.Body))
	})
}

// A call for more than Amazon gives at once is refused before it costs a turn
// or a token.
func TestCallsThatAskForTooMuch(t *testing.T) {
	f := &upstream.Script{Answers: []string{"200 {}"}}
	c := f.Client(t)
	for words, call := range map[string]spapi.Call{
		"getListingOffersBatch: misused: 21 records are more than the 20 of one call":              {Operation: spapi.GetListingOffersBatch, Items: 21},
		"getListingOffers: misused: 2 records are more than the 1 of one call":                     {Operation: spapi.GetListingOffers, Items: 2},
		"createFeed: misused: 25001 records are more than the 25000 of one call":                   {Operation: spapi.CreateFeed, Items: 25_001},
		"listInboundPlans: misused: a page of 31 is larger than 30":                                {Operation: spapi.ListInboundPlans, Query: url.Values{"pageSize": {"31"}}},
		"searchListingsItems: misused: 21 records are more than the 20 of one call":                {Operation: spapi.SearchListingsItems, Items: 21},
		"getInventorySummaries: misused: 51 records are more than the 50 of one call":              {Operation: spapi.GetInventorySummaries, Items: 51},
		"getFeaturedOfferExpectedPriceBatch: misused: 41 records are more than the 40 of one call": {Operation: spapi.GetFeaturedOfferExpectedPriceBatch, Items: 41},
	} {
		call.Seller = seller
		_, err := c.Do(context.Background(), call)
		require.EqualError(t, err, words)
	}
	require.Empty(t, f.Asked)
	_, err := c.Do(context.Background(), spapi.Call{Operation: spapi.ListInboundPlans, Seller: seller, Query: url.Values{"pageSize": {"30"}}})
	require.NoError(t, err)
	require.Len(t, f.Asked, 1)
}

// A call that sets absolute values may be sent again, for every operation.
func TestACallMayAllowItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"503 "}}
		c := f.Client(t)
		call := spapi.Call{Operation: spapi.PatchListingsItem, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "S"}, Body: []byte(`{}`)}
		_, err := c.Do(context.Background(), call)
		require.Equal(t, spapi.Unavailable, spapi.AsError(err).Kind)
		require.Len(t, f.Asked, 1)
		f.Asked, call.Repeat = nil, true
		_, err = c.Do(context.Background(), call)
		require.Equal(t, spapi.Unavailable, spapi.AsError(err).Kind)
		require.Len(t, f.Asked, 3)
	})
}

// A caller with an open connection waits for 5 seconds in all, and is refused at once if its turn
// comes later. A job waits until its budget ends.
func TestACallerIsNotLeftWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"200 {}", "200 {}", "200 {}", "200 {}", "200 {}"}}
		c := f.Client(t)
		slow := &spapi.Operation{ID: "slow", Method: http.MethodGet, Path: "/slow", Rate: spapi.Rate{0.25, 1}, Repeatable: true, Timeout: time.Second}
		slower := &spapi.Operation{ID: "slower", Method: http.MethodGet, Path: "/slower", Rate: spapi.Rate{0.1, 1}, Repeatable: true, Timeout: time.Second}
		took := func(ctx context.Context, op *spapi.Operation) (time.Duration, *spapi.Error) {
			begun := time.Now()
			_, err := c.Do(ctx, spapi.Call{Operation: op, Seller: seller})
			if err == nil {
				return time.Since(begun), nil
			}
			return time.Since(begun), spapi.AsError(err)
		}
		caller := patience.With(t.Context())
		_, err := took(caller, slow)
		require.Nil(t, err)
		waited, err := took(caller, slow)
		require.Nil(t, err)
		require.InDelta(t, 4.12, waited.Seconds(), 0.01, "one call in 4 seconds, of which 97 % are used")
		waited, err = took(caller, slow)
		require.Equal(t, spapi.Throttled, err.Kind)
		require.Zero(t, waited, "0.88 seconds are left")
		require.InDelta(t, 4.12, err.RetryAfter.Seconds(), 0.01)

		_, err = took(t.Context(), slower)
		require.Nil(t, err)
		waited, err = took(patience.With(t.Context()), slower)
		require.Equal(t, spapi.Throttled, err.Kind)
		require.Zero(t, waited)
		require.InDelta(t, 10.31, err.RetryAfter.Seconds(), 0.01)
		waited, err = took(t.Context(), slower)
		require.Nil(t, err, "a job")
		require.InDelta(t, 10.31, waited.Seconds(), 0.01)
	})
}
