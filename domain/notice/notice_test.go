package notice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/notice"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

func TestKinds(t *testing.T) {
	t.Parallel()
	build := func(kind event.Type, details ...string) notice.Happening {
		h := notice.Happening{Type: kind, Details: map[string]string{}}
		for i := 0; i < len(details); i += 2 {
			h.Details[details[i]] = details[i+1]
		}
		return h
	}
	for name, c := range map[string]struct {
		h    notice.Happening
		want []notice.Kind
	}{
		"a lost box":        {build(event.RepricerBuyBoxChanged, "change", "lost"), []notice.Kind{notice.BuyBoxLost}},
		"a won box":         {build(event.RepricerBuyBoxChanged, "change", "won"), nil},
		"sold out":          {build(event.SKUQuantitiesChanged, "fulfillable", "0"), []notice.Kind{notice.OutOfStock}},
		"nearly sold out":   {build(event.SKUQuantitiesChanged, "fulfillable", "10"), nil},
		"nothing inbound":   {build(event.SKUQuantitiesChanged, "inbound", "0"), nil},
		"suppressed":        {build(event.SKUUpdated, "status", "suppressed"), []notice.Kind{notice.ListingSuppressed}},
		"stranded":          {build(event.SKUUpdated, "status", "stranded"), []notice.Kind{notice.ListingSuppressed}},
		"active":            {build(event.SKUUpdated, "status", "active"), nil},
		"edited":            {build(event.SKUUpdated), nil},
		"tokens":            {build(event.QuotaLow), []notice.Kind{notice.QuotaLow}},
		"no tokens":         {build(event.QuotaExhausted), []notice.Kind{notice.QuotaLow}},
		"a failed sync":     {build(event.SyncFailed), []notice.Kind{notice.AccountTrouble}},
		"a completed sync":  {build(event.SyncCompleted), nil},
		"a document":        {build(event.DocumentReady), []notice.Kind{notice.DocumentToConfirm}},
		"a failed document": {build(event.DocumentFailed), nil},
	} {
		var got []notice.Kind
		for _, k := range words.Of[notice.Kind]() {
			if k.Is(c.h) {
				got = append(got, k)
			}
		}
		require.Equal(t, c.want, got, name)
	}
	v := notice.Standard(5, "UTC")
	for _, k := range words.Of[notice.Kind]() {
		require.NotEmpty(t, v.Kinds[k], k)
		v.Kinds[k] = notice.AtOnce
	}
	require.Empty(t, v.Types(), "no mail")
	v.Enabled = true
	for _, kind := range v.Types() {
		require.Contains(t, words.Of[event.Type](), kind)
	}
	require.Len(t, v.Types(), 16)
}

func TestPatchesOfRules(t *testing.T) {
	t.Parallel()
	v := notice.Standard(5, "Europe/Berlin")
	next, err := notice.Patch{
		Enabled: optional.Put(true), Hour: optional.Put(6), Kinds: map[notice.Kind]notice.When{notice.RowHeld: notice.AtOnce},
	}.Over(v)
	require.NoError(t, err)
	require.True(t, next.Enabled)
	require.Equal(t, 6, next.Hour)
	require.Equal(t, notice.AtOnce, next.Kinds[notice.RowHeld])
	require.Equal(t, notice.InMorning, next.Kinds[notice.StockLow])
	require.Equal(t, notice.InMorning, v.Kinds[notice.RowHeld], "a copy")
	_, err = notice.Patch{
		Hour: optional.Put(24), BestSellerUnits: optional.Put(0), Timezone: optional.Put("Berlin"),
		Kinds: map[notice.Kind]notice.When{notice.RowHeld: "soon"},
	}.Over(v)
	e, ok := fault.As(err)
	require.True(t, ok)
	var pointers []string
	for _, item := range e.Errors {
		pointers = append(pointers, item.Pointer)
	}
	require.ElementsMatch(t, []string{"/hour", "/best_seller_units", "/timezone", "/kinds/row_held"}, pointers)
	for _, zone := range []string{"", "Local", "../etc/passwd"} {
		_, err = notice.Patch{Timezone: optional.Put(zone)}.Over(v)
		require.Error(t, err, zone)
	}
}

func TestTheNextMorning(t *testing.T) {
	t.Parallel()
	at := func(zone string, hour int, now string) string {
		t.Helper()
		v := notice.Standard(5, zone)
		v.Enabled, v.Hour = true, hour
		from, err := time.Parse(time.RFC3339, now)
		require.NoError(t, err)
		next, ok := v.Planned(from).NextAt.Get()
		require.True(t, ok)
		return next.Format(time.RFC3339)
	}
	require.Equal(t, "2026-11-24T06:00:00Z", at("Europe/Berlin", 7, "2026-11-24T05:59:59Z"))
	require.Equal(t, "2026-11-25T06:00:00Z", at("Europe/Berlin", 7, "2026-11-24T06:00:00Z"))
	require.Equal(t, "2026-03-29T05:00:00Z", at("Europe/Berlin", 7, "2026-03-28T06:00:00Z"), "the clocks change")
	require.Equal(t, "2026-11-24T22:00:00Z", at("Asia/Tokyo", 7, "2026-11-24T12:00:00Z"))
	for _, change := range []func(v *notice.Values){
		func(v *notice.Values) { v.Enabled = false }, func(v *notice.Values) { v.Morning = false },
	} {
		v := notice.Standard(5, "UTC")
		v.Enabled = true
		change(&v)
		require.False(t, v.Planned(noon).NextAt.Known())
	}
	rapid.Check(t, func(t *rapid.T) {
		v := notice.Standard(5, rapid.SampledFrom([]string{"Europe/Berlin", "America/New_York", "Asia/Kolkata"}).Draw(t, "zone"))
		v.Enabled, v.Hour = true, rapid.IntRange(0, 23).Draw(t, "hour")
		now := noon.Add(time.Duration(rapid.Int64Range(0, int64(2*365*24*time.Hour)).Draw(t, "now")))
		next := v.Planned(now).NextAt.Or(now)
		require.True(t, next.After(now))
		require.LessOrEqual(t, next.Sub(now), 25*time.Hour)
	})
}

func TestTextsOfOthersAreCleaned(t *testing.T) {
	t.Parallel()
	require.Equal(t, "a Bcc: all@example.com b", notice.Clean("a\r\nBcc: all@example.com\r\n\r\nb"))
	require.Equal(t, "pay txt.exe", notice.Clean("pay\u202etxt.exe\x00"))
	require.Len(t, []rune(notice.Clean(strings.Repeat("ä", 500))), 200)
	rapid.Check(t, func(t *rapid.T) {
		text := notice.Clean(rapid.String().Draw(t, "text"))
		require.NotContains(t, text, "\n")
		require.NotContains(t, text, "\r")
		require.Equal(t, text, notice.Clean(text))
	})
}

func TestALetterAtOnce(t *testing.T) {
	t.Parallel()
	v := notice.Standard(5, "UTC")
	v.Enabled = true
	held := notice.Happening{Details: map[string]string{"sku": "MUG\r\nBcc: x@example.com", "text": "Its price is far off."}}
	lost := notice.Happening{Details: map[string]string{"sku": "POT", "owner": "amazon"}}
	v.Kinds[notice.RowHeld] = notice.AtOnce
	l, ok := notice.Now("1", v, notice.Notices{notice.RowHeld: {held}, notice.BuyBoxLost: {lost, lost}}, noon)
	require.True(t, ok)
	require.Equal(t, notice.Letter{ID: "1", Subject: "3 notices", At: noon, Sections: []notice.Section{
		{Title: "Buy box lost", Table: notice.Table{Rows: [][]string{
			{"POT lost the buy box to Amazon."}, {"POT lost the buy box to Amazon."},
		}}},
		{Title: "Repricing stopped for a row", Table: notice.Table{Rows: [][]string{
			{"MUG Bcc: x@example.com: Its price is far off."},
		}}},
	}}, l)
	many := make([]notice.Happening, 25)
	for i := range many {
		many[i] = lost
	}
	l, ok = notice.Now("2", v, notice.Notices{notice.BuyBoxLost: many}, noon)
	require.True(t, ok)
	require.Equal(t, "Buy box lost (25)", l.Subject)
	require.Len(t, l.Sections[0].Table.Rows, 21)
	require.Equal(t, []string{"5 more."}, l.Sections[0].Table.Rows[20])
	v.Kinds[notice.BuyBoxLost] = notice.InMorning
	_, ok = notice.Now("3", v, notice.Notices{notice.BuyBoxLost: many}, noon)
	require.False(t, ok)
}

func TestAMorningMail(t *testing.T) {
	t.Parallel()
	v := notice.Standard(5, "UTC")
	v.Kinds[notice.StockLow] = notice.Never
	f := notice.Facts{
		Team: "Mugs", Day: "2026-11-23", Before: "2026-11-16",
		Todo: []notice.Todo{
			{Kind: notice.RowHeld, Count: 7, Rows: []string{"A", "B"}}, {Kind: notice.StockLow, Count: 4, Rows: []string{"C"}},
			{Kind: notice.OrderOverdue},
		},
		Sold:       []notice.Sold{{Marketplace: "amazon.de", Currency: "EUR", Units: 3, MeanPrice: "19.9900", Profit: ""}},
		SoldBefore: []notice.Sold{{Marketplace: "amazon.de", Currency: "EUR", Units: 5, Profit: "12.5"}, {Marketplace: "amazon.fr", Currency: "EUR", Units: 1, Profit: "-1"}},
		Prices:     []notice.Reason{{Words: "below lowest", Count: 4}}, PricesUp: 1, PricesDown: 3,
		Received: []notice.Received{{Number: "PO-1", Supplier: "Acme", Status: "received"}},
	}
	l := notice.Morning("1", v, f, noon)
	require.Equal(t, "Good morning: 7 things need you", l.Subject)
	require.Equal(t, "Your team Mugs on the morning of 24 November 2026.", l.Intro)
	require.Equal(t, []notice.Section{
		{Title: "Needs you", Table: notice.Table{Rows: [][]string{{"Repricing stopped for a row", "7"}}, Numbers: []bool{false, true}}},
		{Title: "Repricing stopped for a row", Table: notice.Table{Rows: [][]string{{"A"}, {"B"}, {"5 more."}}}},
		{Title: "Sales on amazon.de", Table: notice.Table{
			Head: []string{"", "2026-11-23", "2026-11-16"}, Numbers: []bool{false, true, true},
			Rows: [][]string{{"Units", "3", "5"}, {"Mean price", "19.99 EUR", "–"}, {"Profit", "–", "12.50 EUR"}},
		}},
		{Title: "Sales on amazon.fr", Table: notice.Table{
			Head: []string{"", "2026-11-23", "2026-11-16"}, Numbers: []bool{false, true, true},
			Rows: [][]string{{"Units", "–", "1"}, {"Mean price", "–", "–"}, {"Profit", "–", "-1.00 EUR"}},
		}},
		{Title: "Prices decided on 2026-11-23", Text: "1 up, 3 down.", Table: notice.Table{
			Head: []string{"Reason", "Prices"}, Rows: [][]string{{"below lowest", "4"}}, Numbers: []bool{false, true},
		}},
		{Title: "Received on 2026-11-23", Table: notice.Table{
			Head: []string{"Order", "Supplier", "Status"}, Rows: [][]string{{"PO-1", "Acme", "received"}},
		}},
	}, l.Sections)
	empty := notice.Morning("1", v, notice.Facts{Team: "Mugs", Day: "2026-11-23", Before: "2026-11-16"}, noon)
	require.Equal(t, "Good morning: nothing needs you", empty.Subject)
	require.Equal(t, []string{"Nothing.", "No orders of 2026-11-23 and 2026-11-16 are known.", "None.", "Nothing."}, []string{
		empty.Sections[0].Text, empty.Sections[1].Text, empty.Sections[2].Text, empty.Sections[3].Text,
	})
}
