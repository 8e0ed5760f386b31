package amazon

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	port "sellingassistant/ports/repricer"
)

// A price is absolute: sent once more it does no harm.
func TestSubmitPrice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstreamFake{answers: []string{"503 ", "503 ", `202 {"sku":"A/B","status":"ACCEPTED","submissionId":"s1","issues":[]}`}}
		c := port.PriceChange{SKU: "A/B", Marketplace: shop(t, "amazon.com"), Price: money.MustParse("19.49"), Min: amount("15"), Max: amount("30")}
		got, err := NewPriceSink(clientOf(t, f), Repricer).Submit(context.Background(), repricerOne, c, false)
		require.NoError(t, err)
		require.Equal(t, port.Receipt{State: port.ReceiptAccepted, ID: "s1"}, got)
		require.Len(t, f.asked, 3)
		for _, asked := range f.asked {
			require.Equal(t, `PATCH /listings/2021-08-01/items/A1/A%2FB Atza|seller application/json {"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[`+
				`{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":19.49}]}],`+
				`"minimum_seller_allowed_price":[{"schedule":[{"value_with_tax":15}]}],"maximum_seller_allowed_price":[{"schedule":[{"value_with_tax":30}]}]}]}]}`, asked)
		}
	})
}

func TestReceipts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := port.PriceChange{SKU: "A", Marketplace: shop(t, "amazon.com"), Price: money.MustParse("19.49")}
		for answer, want := range map[string]port.Receipt{
			`200 {"status":"VALID"}`:                     {State: port.ReceiptValid},
			`200 {"status":"PAUSED","submissionId":"1"}`: {State: port.ReceiptOther, ID: "1"},
			`200 {"status":"INVALID","issues":[{"code":"90220","message":"Too low.","severity":"ERROR","categories":["INVALID_PRICE","NEW"]}]}`: {
				State: port.ReceiptInvalid, Issues: []port.PriceIssue{{Code: "90220", Severity: "ERROR", Message: "Too low.", Categories: []string{"INVALID_PRICE", "NEW"}}},
			},
		} {
			f := &queries{upstreamFake: upstreamFake{answers: []string{answer}}}
			client := clientOf(t, &f.upstreamFake)
			client.http.Transport = f
			got, err := NewPriceSink(client, Interactive).Submit(context.Background(), repricerOne, c, true)
			require.NoError(t, err)
			require.Equal(t, want, got, answer)
			require.Equal(t, []string{"marketplaceIds=ATVPDKIKX0DER&mode=VALIDATION_PREVIEW"}, f.asked)
		}
		f := &upstreamFake{answers: []string{"400 " + refusalOf("InvalidInput")}}
		_, err := NewPriceSink(clientOf(t, f), Interactive).Submit(context.Background(), repricerOne, c, false)
		require.True(t, fault.Is(err, fault.CodeUpstreamRejected))
		require.Len(t, f.asked, 1)
	})
}
