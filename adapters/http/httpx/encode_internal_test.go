package httpx

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
)

type part struct {
	Name string   `json:"name"`
	List []string `json:"list"`
}

type whole struct {
	ID      int64               `json:"id"`
	Small   int8                `json:"small"`
	On      bool                `json:"on"`
	Share   float64             `json:"share"`
	Text    *string             `json:"text"`
	Price   body.Money          `json:"price"`
	Limit   *body.PositiveMoney `json:"limit"`
	Percent *body.Percent       `json:"percent"`
	Most    body.PositivePercent
	At      body.Time         `json:"at"`
	Inner   part              `json:"part"`
	Many    []part            `json:"many"`
	Gone    *part             `json:"gone,omitempty"`
	Hidden  string            `json:"-"`
	Raw     []byte            `json:"raw"`
	Error   *body.RowError    `json:"error,omitempty"`
	Notes   map[string]string `json:"notes"`
	private int
}

type tagged struct {
	Outer struct {
		Price   body.Money    `json:"price"`
		Limit   *body.Percent `json:"limit"`
		Share   float64       `json:"share"`
		Text    string        `json:"text"`
		Many    []part        `json:"many"`
		Gone    *part         `json:"gone,omitempty"`
		Numbers []int         `json:"numbers"`
	} `json:"outer"`
	Any      any            `json:"any"`
	Embedded embedded       `json:"embedded"`
	Next     *tagged        `json:"next"`
	Error    *body.RowError `json:"error,omitempty"`
	Details  map[string]any `json:"details,omitempty"`
}

type embedded struct {
	part
	Extra int `json:"extra"`
}

// spelling takes out where the libraries write the same in two ways: two escapes and
// the exponents of numbers below a millionth.
var spelling = strings.NewReplacer(`\u0008`, `\b`, `\u000c`, `\f`, "e-0", "e-")

func reference(t require.TestingT, v any) string {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(v))
	return spelling.Replace(strings.TrimSuffix(buf.String(), "\n"))
}

func encoded(t require.TestingT, v any) string {
	var buf bytes.Buffer
	require.NoError(t, writeJSON(&buf, v))
	return spelling.Replace(buf.String())
}

// The library is only a faster encoding/json.
func TestEncoderWritesWhatTheStandardLibraryWrites(t *testing.T) {
	floats := rapid.OneOf(rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }),
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 10_000).Draw(t, "share")) / 10_000 }))
	amounts := rapid.Custom(func(t *rapid.T) body.Money {
		return body.MoneyOf(money.FromUnits(rapid.Int64Min(math.MinInt64+1).Draw(t, "units")))
	})
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~]{0,20}`), rapid.Just("a\u2028<b>&\x7f\xff"))
	parts := rapid.Custom(func(t *rapid.T) part {
		return part{text.Draw(t, "name"), rapid.OneOf(rapid.Just([]string(nil)), rapid.SliceOfN(text, 0, 3)).Draw(t, "list")}
	})
	rapid.Check(t, func(t *rapid.T) {
		o := whole{
			ID: rapid.Int64().Draw(t, "id"), Small: rapid.Int8().Draw(t, "small"), On: rapid.Bool().Draw(t, "on"),
			Share: floats.Draw(t, "share"), Text: rapid.Ptr(text, true).Draw(t, "text"), Price: amounts.Draw(t, "price"),
			At: body.Time(text.Draw(t, "at")), Inner: parts.Draw(t, "part"), Many: rapid.SliceOfN(parts, 0, 2).Draw(t, "many"),
			Gone: rapid.Ptr(parts, true).Draw(t, "gone"), Hidden: "x", Raw: []byte{1, 2}, private: 1,
			Notes: map[string]string{"b": text.Draw(t, "note"), "a": ""},
		}
		require.Equal(t, reference(t, &o), encoded(t, &o))
		x := tagged{Any: o.Text, Embedded: embedded{o.Inner, 1}, Error: &body.RowError{Code: "x", Message: *new(string)}}
		x.Outer.Price, x.Outer.Share, x.Outer.Text = o.Price, o.Share, string(o.At)
		x.Outer.Many, x.Outer.Gone = o.Many, o.Gone
		x.Next = &tagged{Details: map[string]any{"k": 1.5}}
		require.Equal(t, reference(t, &x), encoded(t, &x))
	})
}

func TestEncoderKnowsNoInfinity(t *testing.T) {
	for _, f := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		require.Error(t, writeJSON(new(bytes.Buffer), f))
	}
}
