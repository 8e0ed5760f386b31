package httpx_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
)

type fields struct {
	Field  httpx.Field[int64]               `json:"field,omitzero"`
	Opt    httpx.Opt[string]                `json:"opt,omitzero"`
	ID     httpx.Opt[httpx.ID]              `json:"id,omitzero"`
	Money  httpx.Field[httpx.Money]         `json:"money,omitzero"`
	Price  httpx.Opt[httpx.PositiveMoney]   `json:"price,omitzero"`
	Rate   httpx.Opt[httpx.Percent]         `json:"rate,omitzero"`
	Change httpx.Opt[httpx.PositivePercent] `json:"change,omitzero"`
	At     httpx.Opt[httpx.Time]            `json:"at,omitzero"`
}

func TestFieldsSurviveJSON(t *testing.T) {
	var largest httpx.PositivePercent
	require.NoError(t, largest.UnmarshalJSON([]byte("9999999999.9999")))
	require.Equal(t, money.MustParsePercent("9999999999.9999"), largest.Percent())
	for text, want := range map[string]fields{
		`{}`:             {},
		`{"field":null}`: {Field: httpx.NullField[int64]()},
		`{"field":0}`:    {Field: httpx.FieldOf(int64(0))},
		`{"field":5,"opt":"","id":9007199254740993,"money":-1.5,"price":0.0001,"rate":12.5,"change":9999999999.9999,"at":"2026-02-03T04:05:06.000789Z"}`: {
			Field: httpx.FieldOf(int64(5)), Opt: httpx.OptOf(""), ID: httpx.OptOf(httpx.ID(9007199254740993)),
			Money:  httpx.FieldOf(httpx.MoneyOf(money.MustParse("-1.5"))),
			Price:  httpx.OptOf(httpx.PositiveMoneyOf(money.MustParse("0.0001"))),
			Rate:   httpx.OptOf(httpx.PercentOf(money.MustParsePercent("12.5"))),
			Change: httpx.OptOf(largest),
			At:     httpx.OptOf(httpx.TimeOf(created)),
		},
	} {
		var got fields
		require.NoError(t, json.Unmarshal([]byte(text), &got))
		require.Equal(t, want, got)
		b, err := json.Marshal(want)
		require.NoError(t, err)
		require.Equal(t, text, string(b))
	}
	for _, bad := range []string{`{"money":1e400}`, `{"rate":"x"}`, `{"id":0}`, `{"id":"x"}`, `{"price":0.00001}`} {
		require.Error(t, json.Unmarshal([]byte(bad), new(fields)), bad)
	}
}

func TestPointersOfFields(t *testing.T) {
	require.Nil(t, httpx.Field[int]{}.Pointer())
	require.Nil(t, httpx.NullField[int]().Pointer())
	require.Equal(t, 3, *httpx.FieldOf(3).Pointer())
	require.Nil(t, httpx.Opt[int]{}.Pointer())
	require.Equal(t, 3, *httpx.OptOf(3).Pointer())
	require.Nil(t, httpx.NullMoney(nil))
	require.Nil(t, httpx.NullPercent(nil))
	require.Nil(t, httpx.NullTime(nil))
	a, p := money.MustParse("2.5"), money.MustParsePercent("2.5")
	require.Equal(t, a, httpx.NullMoney(&a).Amount())
	require.Equal(t, p, httpx.NullPercent(&p).Percent())
	require.Nil(t, httpx.Moment(httpx.Opt[httpx.Time]{}))
	require.Equal(t, created.Truncate(time.Microsecond), *httpx.Moment(httpx.OptOf(httpx.TimeOf(created))))
}

func TestListsInOtherWords(t *testing.T) {
	type word string
	type number int64
	require.Equal(t, []word{"b", "a"}, httpx.Words[word]([]string{"b", "a"}))
	require.Equal(t, []word{}, httpx.Words[word]([]string(nil)))
	require.Equal(t, []number{2, 1}, httpx.Numbers[number]([]httpx.ID{2, 1}))
	require.Equal(t, []number{}, httpx.Numbers[number](nil))
}

func TestTimes(t *testing.T) {
	zone := time.FixedZone("x", 3600)
	require.Equal(t, httpx.Time("2026-02-03T03:05:06.000000Z"), httpx.TimeOf(time.Date(2026, 2, 3, 4, 5, 6, 999, zone)))
	require.Equal(t, created.Truncate(time.Microsecond), httpx.TimeOf(created).Time())
	require.True(t, httpx.Time("x").Time().IsZero())
}

type relayed struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func TestOtherOutputs(t *testing.T) {
	r := newRig(t)
	status := 201
	op := operation("upsert", http.MethodPost, "/upserts")
	op.Status, op.Also, op.Example = 201, []int{200}, httpx.One[parent]{}
	httpx.Register(r.server.Router(), op, func(context.Context, caller.Caller, *httpx.None) (*httpx.Upserted[parent], error) {
		return httpx.UpsertedOf(status, parent{ID: 4}, 2, "/upserts/4"), nil
	})
	relay := operation("relay", http.MethodGet, "/relay")
	relay.Example, relay.AnswerSchema = map[string]any{}, &huma.Schema{Type: "object"}
	httpx.Register(r.server.Router(), relay, func(context.Context, caller.Caller, *httpx.None) (*relayed, error) {
		return &relayed{ContentType: "text/plain", Body: []byte("{ as it came }")}, nil
	})
	for _, status = range []int{201, 200} {
		w := r.do(call{method: "POST", path: "/api/v1/upserts"})
		require.Equal(t, status, w.Code)
		require.Equal(t, `{"data":{"id":4}}`, w.Body.String())
		require.Equal(t, "/api/v1/upserts/4", w.Header().Get("Location"))
	}
	status = 202
	require.Equal(t, 500, r.do(call{method: "POST", path: "/api/v1/upserts"}).Code, "a status the document does not name")
	w := r.get("/api/v1/relay")
	require.Equal(t, "{ as it came }", w.Body.String())
	require.Equal(t, "text/plain", w.Header().Get("Content-Type"))
}

func TestAddressesOfACall(t *testing.T) {
	r := newRig(t, func(cfg *httpx.Config, _ *limiter) {
		cfg.BaseURL = func(*http.Request) string { return "https://api.example.org" }
		cfg.Address = func(*http.Request) string { return "203.0.113.9" }
	})
	var base, trace, address string
	op := operation("where", http.MethodGet, "/where")
	op.Example = parent{}
	httpx.Register(r.server.Router(), op, func(ctx context.Context, who caller.Caller, _ *httpx.None) (*httpx.Plain[parent], error) {
		base, trace, address = httpx.BaseURL(ctx), httpx.TraceID(ctx), who.Address
		return httpx.PlainOf(parent{ID: 1}), nil
	})
	require.Equal(t, 200, r.get("/api/v1/where").Code)
	require.Equal(t, "https://api.example.org", base)
	require.Equal(t, "test-request-1", trace)
	require.Equal(t, "203.0.113.9", address)
	require.Equal(t, "", httpx.TraceID(t.Context()))
	require.Equal(t, "of-a-job", httpx.TraceID(httpx.WithTraceID(t.Context(), "of-a-job")))
	_, h := r.list("limit=1")
	require.Contains(t, h.Get("Link"), "<https://api.example.org/api/v1/widgets?")
}
