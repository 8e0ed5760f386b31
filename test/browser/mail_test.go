package browser_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/mail"
	"sellingassistant/domain/notice"
)

// morningMail has long names, hostile titles and amounts in three currencies.
func morningMail() notice.Letter {
	v := notice.Standard(5, "Europe/Berlin")
	l := notice.Morning("1", v, notice.Facts{
		Team: "Mugs & Kettles GmbH", Day: "2026-11-23", Before: "2026-11-16",
		Todo: []notice.Todo{
			{Kind: notice.RowHeld, Count: 12, Rows: []string{
				"MUG-BLUE-330ML-SET-OF-6-GIFTBOX-DE: The live price 19.99 is far from the last price sent, 12.49.",
				"KETTLE-17: The listing is inactive.",
			}},
			{Kind: notice.StockLow, Count: 3, Rows: []string{hostile, "Kettle, 1.7 l, brushed steel", strings.Repeat("Unbroken", 20)}},
			{Kind: notice.DocumentToConfirm, Count: 1, Rows: []string{"invoice-2026-1123.pdf"}},
			{Kind: notice.OrderOverdue, Count: 2, Rows: []string{"PO-00041, expected on 2026-11-19", "PO-00043, expected on 2026-11-20"}},
		},
		Sold: []notice.Sold{
			{Marketplace: "amazon.de", Currency: "EUR", Units: 41, MeanPrice: "19.99", Profit: "214.6312"},
			{Marketplace: "amazon.co.uk", Currency: "GBP", Units: 7, MeanPrice: "16.5", Profit: ""},
			{Marketplace: "amazon.co.jp", Currency: "JPY", Units: 1, MeanPrice: "2480", Profit: "-310"},
		},
		SoldBefore: []notice.Sold{{Marketplace: "amazon.de", Currency: "EUR", Units: 36, MeanPrice: "20.49", Profit: "190.02"}},
		Prices:     []notice.Reason{{Words: "undercut lowest", Count: 210}, {Words: "own buy box raise to next", Count: 34}},
		PricesUp:   51, PricesDown: 193,
		Received: []notice.Received{{Number: "PO-00040", Supplier: "Acme Wholesale", Status: "received"}},
	}, time.Date(2026, 11, 24, 6, 0, 0, 0, time.UTC))
	l.Link, l.Unsubscribe = "https://sa.example.com/", "https://sa.example.com/unsubscribe/1.5.x"
	return l
}

func TestTheMorningMail(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(mail.HTMLLetter(morningMail())))
	}))
	t.Cleanup(s.Close)
	b := openAt(t, start(t), s.URL, s.URL+"/")
	for _, width := range []int64{600, 360} {
		b.window(width, 900, "light")
		b.until("document.documentElement.scrollWidth <= innerWidth")
		b.picture(map[int64]string{600: "mail-600", 360: "mail-360"}[width])
	}
	b.shows("h1", "Good morning: 18 things need you")
	require.Contains(t, b.text("body"), "214.63 EUR")
	require.Contains(t, b.text("body"), "<script>window.harmed=1</script>")
	require.False(t, value[bool](b, "'harmed' in globalThis"))
	require.Zero(t, b.count("img, script, svg, link, iframe"))
}
