package ecb

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

const (
	head = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>`
	tail   = "</Cube></gesmes:Envelope>"
	friday = `<Cube time='2026-11-27'><Cube currency='USD' rate='1.0562'/><Cube currency='JPY' rate='159.24'/></Cube>`
)

func rate(quote money.Currency, day, rate string) exchange.RateValues {
	return exchange.RateValues{Base: "EUR", Quote: quote, Day: date.MustParse(day), Rate: money.MustParseRate(rate), Source: exchange.ECB}
}

func TestFiles(t *testing.T) {
	for name, c := range map[string]struct {
		file   string
		want   exchange.Book
		unread int
	}{
		"of a day": {head + friday + tail, exchange.Book{rate("USD", "2026-11-27", "1.0562"), rate("JPY", "2026-11-27", "159.24")}, 0},
		"of days": {head + friday + `<Cube time="2026-11-26"><Cube currency="USD" rate="1.05"/></Cube>` + tail, exchange.Book{
			rate("USD", "2026-11-27", "1.0562"), rate("JPY", "2026-11-27", "159.24"), rate("USD", "2026-11-26", "1.05"),
		}, 0},
		"with lines that cannot be read": {
			head + `<Cube currency="USD" rate="2"/><Cube time="soon"><Cube currency="USD" rate="3"/></Cube><Cube time="2026-11-27">` +
				`<Cube currency="USD" rate="N/A"/><Cube currency="GBP" rate="-1"/><Cube currency="CHF" rate="0.93"/><Cube rate="1"/></Cube>` + tail,
			exchange.Book{rate("CHF", "2026-11-27", "0.93")}, 4,
		},
	} {
		found, unread, err := parse([]byte(c.file))
		require.NoError(t, err, name)
		require.Equal(t, c.want, found, name)
		require.Equal(t, c.unread, unread, name)
	}
}

func TestHostileFiles(t *testing.T) {
	many := strings.Repeat(`<Cube currency="USD" rate="1"/>`, maxRates+1)
	for name, file := range map[string]string{
		"empty": "", "no rates": head + tail, "a page": "<html><body>Not here</body></html>", "cut": head + friday, "text": "rates",
		"a document type": `<!DOCTYPE x [<!ENTITY a "1">]>` + head + friday + tail, "an entity": head + strings.ReplaceAll(friday, "1.0562", "&a;") + tail,
		"nested": strings.Repeat("<Cube>", 100) + friday + strings.Repeat("</Cube>", 100), "many": head + `<Cube time="2026-11-27">` + many + "</Cube>" + tail,
	} {
		_, _, err := parse([]byte(file))
		require.Error(t, err, name)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(head + friday + tail))
	f.Fuzz(func(t *testing.T, file []byte) {
		book, _, err := parse(file)
		if err == nil && len(book) == 0 {
			t.Fatal("a file without rates is no file")
		}
		for _, v := range book {
			if v.Rate == (money.Rate{}) {
				t.Fatalf("%v has no rate", v)
			}
		}
	})
}

func TestTheClient(t *testing.T) {
	var asked []string
	status, body := http.StatusOK, head+friday+tail
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	c := NewClient(server.URL+"/stats/eurofxref-daily.xml", nil)
	require.True(t, c.On())
	require.False(t, NewClient("", nil).On())
	for _, all := range []bool{false, true} {
		book, _, err := c.Read(t.Context(), all)
		require.NoError(t, err)
		require.Len(t, book, 2)
	}
	require.Equal(t, []string{"/stats/eurofxref-daily.xml", "/stats/eurofxref-hist-90d.xml"}, asked)
	refused := func() {
		_, _, err := c.Read(t.Context(), false)
		e, ok := fault.As(err)
		require.True(t, ok)
		require.Equal(t, []any{fault.Unavailable, fault.CodeUpstreamUnavailable}, []any{e.Kind, e.Code})
	}
	for _, status = range []int{http.StatusFound, http.StatusNotFound, http.StatusInternalServerError} {
		refused()
	}
	require.Len(t, asked, 5, "a redirect is not followed")
	status, body = http.StatusOK, head+strings.Repeat(" ", maxFile)+friday+tail
	refused()
	server.Close()
	refused()
}
