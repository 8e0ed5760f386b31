package sheet_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/domain/kernel/money"
)

type limits struct {
	Min *body.Money `json:"min_price"`
	Max *body.Money `json:"max_price"`
}

type base struct {
	ID int64 `json:"id"`
}

// open is an object with free names.
type open json.RawMessage

func (o open) MarshalJSON() ([]byte, error) { return o, nil }

func (open) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeObject} }

type record struct {
	base
	SKU     string            `json:"sku"`
	Title   *string           `json:"title,omitempty"`
	Open    bool              `json:"open"`
	Limits  limits            `json:"limits"`
	Last    *limits           `json:"last"`
	Codes   []string          `json:"codes"`
	Prices  []body.Money      `json:"prices"`
	Lines   []limits          `json:"lines"`
	Free    map[string]string `json:"free"`
	Any     any               `json:"any"`
	Given   open              `json:"given"`
	Also    *open             `json:"optional"`
	Raw     json.RawMessage   `json:"raw"`
	Hidden  string            `json:"-"`
	At      body.Time         `json:"at"`
	private int
}

func TestRows(t *testing.T) {
	table := sheet.Of(reflect.TypeFor[record]())
	require.Equal(t, []string{
		"id", "sku", "title", "open", "limits.min_price", "limits.max_price", "last.min_price", "last.max_price", "codes", "prices", "raw", "at",
	}, table.Names())

	price := func(text string) body.Money { return body.MoneyOf(money.MustParse(text)) }
	title, low := `=HYPERLINK("https://example.com")`, price("-19.9")
	at := body.TimeOf(time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC))
	got, err := table.Row(record{
		base: base{7}, SKU: "A,\"1\"", Title: &title, Open: true, Limits: limits{Min: &low}, Codes: []string{"4006381333931", "+1"},
		Prices: []body.Money{price("1"), price("2.5")}, Raw: json.RawMessage("12"), Given: open(`{"color":["red"]}`), At: at, Hidden: "x", private: 1,
	})
	require.NoError(t, err)
	require.Equal(t, []string{
		"7", `A,"1"`, `'=HYPERLINK("https://example.com")`, "true", "-19.9", "", "", "", "4006381333931 | '+1", "1 | 2.5", "12", "2026-02-03T04:05:06.000000Z",
	}, got)

	got, err = table.Row(record{Last: &limits{Max: &low}, At: at})
	require.NoError(t, err)
	require.Equal(t, []string{"0", "", "", "false", "", "", "", "-19.9", "", "", "", "2026-02-03T04:05:06.000000Z"}, got)

	for text, want := range map[string]string{
		"=1": `="=1"`, "+1": `="+1"`, "-1": `="-1"`, "@x": `="@x"`, "\tx": "'\tx", "\rx": "'\rx", "'x": `="'x"`, "a=b": "a=b", "": "", "00123": `="00123"`, "123": `="123"`,
		"1E5": `="1E5"`, "3-4": `="3-4"`, "MAR-1": `="MAR-1"`, "Dec1": `="Dec1"`, "TRUE": `="TRUE"`, `5" x`: `="5"" x"`, "HT-001": "HT-001", "B0SIM00003": "B0SIM00003",
		"SKU-1": "SKU-1", "AB": "AB", "ABC": "ABC", "LAMP-2": "LAMP-2",
	} {
		got, err := table.Row(record{SKU: text, At: at})
		require.NoError(t, err)
		require.Equal(t, want, got[1])
	}
}

// Texts that begin a formula, in some language, are marked.
func TestTextsAreNoFormulas(t *testing.T) {
	table := sheet.Of(reflect.TypeFor[record]())
	for text, want := range map[string]string{
		"=1": "'=1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1",
		"＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x", "a=1": "a=1", "": "", "äö": "äö",
	} {
		got, err := table.Row(record{Title: &text, At: body.TimeOf(time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC))})
		require.NoError(t, err)
		require.Equal(t, want, got[2])
	}
}
