package listingitem_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/listingitem"
	"sellingassistant/test/contract/upstream"
)

func amount(s string) *money.Amount {
	a := money.MustParse(s)
	return &a
}

// lamp makes a draft with every member.
func lamp() *listingitem.Prepared {
	return &listingitem.Prepared{
		Wish: listingitem.Wish{
			ASIN: new(asin.MustParse("B000000001")), Price: amount("19.99"), Condition: "used_good", Channel: listingitem.ByMerchant,
			Quantity: new(int64(5)), MinPrice: amount("15"), MaxPrice: amount("30"),
		},
		ProductType: "TABLE_LAMP",
		Attributes:  []byte(`{"condition_note":[{"value":"Bright","n":1.50}],"condition_type":[{"value":"club_club"}]}`),
	}
}

func TestPutOfADraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(nil))
		s.drafts.ready = lamp()
		a := s.put(t, "", `{}`)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		require.Equal(t, `{"sku":"SKU-1","asin":"B000000001","status":"ACCEPTED","submissionId":"s1","issues":[],"dryRun":false}`, string(a.Body))
		require.Equal(t, []string{"begin 31.2", "settle 31 ACCEPTED s1 0"}, s.drafts.steps)
		require.Equal(t, "used_good", s.Requests()[0].Query.Get("conditionType"))
		require.JSONEq(t, `{"productType":"TABLE_LAMP","requirements":"LISTING_OFFER_ONLY","attributes":{
			"condition_note":[{"value":"Bright","n":1.50}],
			"merchant_suggested_asin":[{"value":"B000000001","marketplace_id":"ATVPDKIKX0DER"}],
			"condition_type":[{"value":"used_good","marketplace_id":"ATVPDKIKX0DER"}],
			"purchasable_offer":[{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":19.99}]}],
				"minimum_seller_allowed_price":[{"schedule":[{"value_with_tax":15}]}],"maximum_seller_allowed_price":[{"schedule":[{"value_with_tax":30}]}]}],
			"fulfillment_availability":[{"fulfillment_channel_code":"DEFAULT","quantity":5}]}}`, s.last().Body)
		require.Contains(t, s.last().Body, `"n":1.50`, "attributes go on as they were given")

		// The body wins, and brings no stock of another channel along.
		s.drafts.steps, s.drafts.ready.ProductType = nil, "LAMP"
		a = s.put(t, "", `{"price":16.5,"fulfillmentChannel":"AFN","conditionType":"new_new"}`)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		require.Contains(t, s.last().Body, `"value_with_tax":16.5}`)
		require.Contains(t, s.last().Body, `"fulfillment_availability":[{"fulfillment_channel_code":"AMAZON_NA"}]`)
		require.Len(t, s.drafts.steps, 2)

		a = s.put(t, "", `{"price":14}`)
		require.Equal(t, 422, a.Status)
		require.Equal(t, "invalid_limits", a.Problem(t).Code, "the draft's minimum holds")

		// A dry run, another product and another marketplace leave the draft alone.
		s.drafts.steps = nil
		require.Equal(t, 200, s.put(t, "?dryRun=true", `{}`).Status)
		require.Equal(t, 400, s.put(t, "", `{"asin":"B000000002"}`).Status)
		require.Equal(t, 400, s.put(t, "?domain=amazon.ca", `{}`).Status)
		require.Empty(t, s.drafts.steps)

		s.drafts.ready.Condition = ""
		a = s.put(t, "", `{}`)
		require.Equal(t, 400, a.Status)
		require.Equal(t, "/conditionType", *a.Problem(t).Errors[0].Pointer, "which collectible condition is meant is not known")
	})
}

// Without a draft an offer needs its usual members, and is refused first without them.
func TestPutWithoutADraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(nil))
		for _, refuse := range []error{nil, fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "Connect a seller account first.")} {
			s.Refuse = refuse
			a := s.put(t, "", `{}`)
			require.Equal(t, 400, a.Status)
			p := a.Problem(t)
			require.Equal(t, "validation_failed", p.Code)
			require.Equal(t, "asin is required", p.Message)
			require.Len(t, p.Errors, 2)
			for i, member := range []string{"/asin", "/price"} {
				require.Equal(t, "required", p.Errors[i].Code)
				require.Equal(t, member, *p.Errors[i].Pointer)
				require.Equal(t, "is required", p.Errors[i].Message)
			}
		}
		require.Equal(t, 403, s.put(t, "", mine).Status)
		require.Empty(t, s.Requests())
	})
}

func TestWhatBecomesOfADraft(t *testing.T) {
	const invalid = `{"sku":"x","status":"INVALID","submissionId":"s2","issues":[{"code":"1","message":"No.","severity":"ERROR"}]}`
	for name, c := range map[string]struct {
		answer  upstream.Answer
		status  int
		settled string
	}{
		"refused":     {upstream.OK(invalid), 422, "INVALID s2 1"},
		"bad request": {upstream.Answer{Status: 400, Body: `{"errors":[{"code":"InvalidInput","message":"No."}]}`}, 400, "unsent"},
		"forbidden":   {upstream.Answer{Status: 403, Body: `{"errors":[{"code":"Unauthorized","message":"No."}]}`}, 403, "unsent"},
		"too often":   {upstream.Answer{Status: 429, Body: `{"errors":[{"code":"QuotaExceeded","message":"No."}]}`}, 429, "unsent"},
		"away":        {upstream.Answer{Status: 503, Body: `{}`}, 503, "open"},
		"reset":       {upstream.Answer{Err: errors.New("reset")}, 503, "open"},
		"junk":        {upstream.OK(`<html>`), 503, "open"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := over(t, market(map[string]upstream.Answer{listing: c.answer}))
				s.drafts.ready = lamp()
				a := s.put(t, "", `{}`)
				require.Equal(t, c.status, a.Status, "%s", a.Body)
				require.Equal(t, []string{"begin 31.2", "settle 31 " + c.settled}, s.drafts.steps)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(nil))
		s.drafts.ready, s.drafts.moved = lamp(), fault.New(fault.Conflict, fault.CodeConflict, "Moved.")
		require.Equal(t, 409, s.put(t, "", `{}`).Status)
		require.NotContains(t, strings.Join(s.steps(), ""), "PUT", "nothing was sent")

		s.drafts.moved, s.drafts.broken = nil, errors.New("the store is away")
		require.Equal(t, 200, s.put(t, "", `{}`).Status, "the marketplace has it all the same")

		s = over(t, market(map[string]upstream.Answer{catalog: {Status: 404, Body: `{}`}}))
		s.drafts.ready = lamp()
		require.Equal(t, 404, s.put(t, "", `{}`).Status)
		require.Empty(t, s.drafts.steps, "a draft that cannot be sent stays ready")
	})
}
