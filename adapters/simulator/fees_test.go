package simulator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const fees = "/products/fees/v0"

func feesFor(shop, currency, price, more string) string {
	return fmt.Sprintf(`{"FeesEstimateRequest":{"MarketplaceId":%q,"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":%q,"Amount":%s}},"Identifier":"mine"%s}}`,
		shop, currency, price, more)
}

func feesOf(kind, value, price, more string) string {
	return strings.Replace(feesFor("ATVPDKIKX0DER", "USD", price, more), "{", fmt.Sprintf(`{"IdType":%q,"IdValue":%q,`, kind, value), 1)
}

func fee(kind, amount, more string) string {
	c := `{"Amount":` + amount + `,"CurrencyCode":"USD"}`
	return `{"FeeAmount":` + c + `,"FeePromotion":{"Amount":0.00,"CurrencyCode":"USD"},"FeeType":"` + kind + `","FinalFee":` + c + more + `}`
}

func TestFeesOfOneProduct(t *testing.T) {
	c := unlimitedCaller(t)
	status, body := c.post(fees+"/items/"+novel+"/feesEstimate", feesFor("ATVPDKIKX0DER", "USD", "19.99", `,"IsAmazonFulfilled":true`))
	require.Equal(t, 200, status)
	// A book of 8.74 x 6.44 x 0.99 inches and 1.06 pounds: 15 % of the price,
	// the closing fee for books, and 5.34 of the season for 20 ounces with 3.5 % for fuel.
	require.JSONEq(t, `{"payload":{"FeesEstimateResult":{"Status":"Success","FeesEstimateIdentifier":{"MarketplaceId":"ATVPDKIKX0DER","SellerId":"`+c.seller.ID+
		`","IdType":"ASIN","IdValue":"B0SIM0000C","IsAmazonFulfilled":true,"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"USD","Amount":19.99}},`+
		`"SellerInputIdentifier":"mine"},"FeesEstimate":{"TimeOfFeesEstimation":"Sun Nov 01 12:00:00 UTC 2026","TotalFeesEstimate":{"CurrencyCode":"USD","Amount":10.33},`+
		`"FeeDetailList":[`+fee("ReferralFee", "3.00", "")+","+fee("VariableClosingFee", "1.80", "")+","+fee("PerItemFee", "0.00", "")+","+
		fee("FBAFees", "5.53", `,"IncludedFeeDetailList":[`+fee("FBAPickAndPack", "5.53", "")+"]")+`]}}}}`, body)
	_, body = c.post(fees+"/items/"+novel+"/feesEstimate", feesFor("ATVPDKIKX0DER", "USD", "0.5", ""))
	require.Contains(t, body, fee("ReferralFee", "0.08", ""), "books have no least fee")
	require.NotContains(t, body, "FBAFees")
	_, body = c.post(fees+"/listings/A%2FB/feesEstimate", feesFor("ATVPDKIKX0DER", "USD", "10", ""))
	require.Contains(t, body, `"IdType":"SellerSKU","IdValue":"A/B"`)
	require.Contains(t, body, `"Status":"Success"`)
	_, body = c.post(fees+"/items/"+lenient+"/feesEstimate", feesFor("ATVPDKIKX0DER", "USD", "1", ""))
	require.Contains(t, body, fee("ReferralFee", "0.30", ""), "the least there is")
	require.Contains(t, body, `"FeeType":"RegulatoryOperatingFee"`)
	require.Contains(t, body, `"Error":{"Code":"","Detail":[],"Message":"","Type":""}`)

	japan := calling(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.FE, simulator.Full)
	_, body = japan.post(fees+"/items/"+novel+"/feesEstimate", feesFor("A1VC38T7YXB528", "JPY", "2000", `,"IsAmazonFulfilled":true`))
	require.Contains(t, body, `{"FeeAmount":{"Amount":300,"CurrencyCode":"JPY"},"FeePromotion":{"Amount":0,"CurrencyCode":"JPY"},"FeeType":"ReferralFee",`)
}

func TestFeesRefusals(t *testing.T) {
	c := unlimitedCaller(t)
	good := feesFor("ATVPDKIKX0DER", "USD", "10", "")
	for name, call := range map[string]struct {
		path, body string
		status     int
	}{
		"good":            {"/items/" + novel, good, 200},
		"no body":         {"/items/" + novel, "", 400},
		"no request":      {"/items/" + novel, "{}", 400},
		"not JSON":        {"/items/" + novel, "{", 400},
		"no identifier":   {"/items/" + novel, strings.Replace(good, `"Identifier":"mine"`, `"x":1`, 1), 400},
		"no price":        {"/items/" + novel, strings.Replace(good, "ListingPrice", "Price", 1), 400},
		"other currency":  {"/items/" + novel, feesFor("ATVPDKIKX0DER", "EUR", "10", ""), 400},
		"negative":        {"/items/" + novel, feesFor("ATVPDKIKX0DER", "USD", "-1", ""), 400},
		"other region":    {"/items/" + novel, feesFor("A1PA6795UKMFR9", "EUR", "10", ""), 400},
		"unknown program": {"/items/" + novel, feesFor("ATVPDKIKX0DER", "USD", "10", `,"OptionalFulfillmentProgram":"X"`), 400},
		"program":         {"/items/" + novel, feesFor("ATVPDKIKX0DER", "USD", "10", `,"OptionalFulfillmentProgram":"FBA_CORE"`), 200},
		"scripted":        {"/items/B0CASE0503", good, 503},
	} {
		status, body := c.post(fees+call.path+"/feesEstimate", call.body)
		require.Equal(t, call.status, status, name)
		if status != 200 {
			require.Equal(t, "{errors:[{code details message}]}", shape(t, body), name)
		}
	}
	status, body := c.post(fees+"/items/B0SIMZZZZZ/feesEstimate", good)
	require.Equal(t, 200, status, "an unknown product is an estimate that failed")
	require.Contains(t, body, `"Status":"ClientError"`)
	require.NotContains(t, body, "FeeDetailList")
}

func TestAListOfFeesFailsItemByItem(t *testing.T) {
	c := unlimitedCaller(t)
	status, body := c.post(fees+"/feesEstimate", "["+strings.Join([]string{
		feesOf("ASIN", novel, "10", ""), feesOf("ASIN", "B0SIMZZZZZ", "10", ""), feesOf("SellerSKU", "SIM-0000", "10", ""),
		feesOf("SellerSKU", "none", "10", ""), feesOf("ASIN", novel, "-1", ""), feesOf("ASIN", "B0CASE0500", "10", ""),
	}, ",")+"]")
	require.Equal(t, 200, status)
	var statuses []string
	for _, part := range strings.Split(body, `"Status":"`)[1:] {
		statuses = append(statuses, part[:strings.Index(part, `"`)])
	}
	require.Equal(t, []string{"Success", "ClientError", "Success", "ClientError", "ClientError", "ServerError"}, statuses)
	require.Contains(t, body, `"Error":{"Code":"InvalidInput","Detail":[],"Message":"The identifier is not known in the marketplace.","Type":"Sender"}`)
	item := feesOf("ASIN", novel, "10", "")
	for name, body := range map[string]string{
		"none": "[]", "object": "{}", "too many": "[" + strings.Repeat(item+",", 20) + item + "]", "other kind": "[" + feesOf("UPC", novel, "10", "") + "]",
		"no value": "[" + feesOf("ASIN", "", "10", "") + "]", "no request": `[{"IdType":"ASIN","IdValue":"x"}]`,
	} {
		status, answer := c.post(fees+"/feesEstimate", body)
		require.Equal(t, 400, status, name)
		require.Equal(t, "{errors:[{code details message}]}", shape(t, answer), name)
	}
}
