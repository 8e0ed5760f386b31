package body_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
)

type fields struct {
	Field  body.Field[int64]              `json:"field,omitzero"`
	Opt    body.Opt[string]               `json:"opt,omitzero"`
	ID     body.Opt[body.ID]              `json:"id,omitzero"`
	Money  body.Field[body.Money]         `json:"money,omitzero"`
	Price  body.Opt[body.PositiveMoney]   `json:"price,omitzero"`
	Rate   body.Opt[body.Percent]         `json:"rate,omitzero"`
	Change body.Opt[body.PositivePercent] `json:"change,omitzero"`
	At     body.Opt[body.Time]            `json:"at,omitzero"`
}

var created = time.Date(2026, 2, 3, 4, 5, 6, 789000, time.UTC)

func TestFieldsSurviveJSON(t *testing.T) {
	var largest body.PositivePercent
	require.NoError(t, largest.UnmarshalJSON([]byte("9999999999.9999")))
	require.Equal(t, money.MustParsePercent("9999999999.9999"), largest.Exact())
	for text, want := range map[string]fields{
		`{}`:             {},
		`{"field":null}`: {Field: body.NullField[int64]()},
		`{"field":0}`:    {Field: body.FieldOf(int64(0))},
		`{"field":5,"opt":"","id":9007199254740993,"money":-1.5,"price":0.0001,"rate":12.5,"change":9999999999.9999,"at":"2026-02-03T04:05:06.000789Z"}`: {
			Field: body.FieldOf(int64(5)), Opt: body.OptOf(""), ID: body.OptOf(body.ID(9007199254740993)),
			Money:  body.FieldOf(body.MoneyOf(money.MustParse("-1.5"))),
			Price:  body.OptOf(body.PositiveMoneyOf(money.MustParse("0.0001"))),
			Rate:   body.OptOf(body.PercentOf(money.MustParsePercent("12.5"))),
			Change: body.OptOf(largest),
			At:     body.OptOf(body.TimeOf(created)),
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

// TestJSONHasNoEscapesForHTML writes the marks as they are, at every depth.
func TestJSONHasNoEscapesForHTML(t *testing.T) {
	text, err := body.JSON(map[string]any{"a&b": []any{"<c>", body.RowError{Code: "x", Message: "d & e", Details: map[string]any{"f": "g > h"}}}})
	require.NoError(t, err)
	require.Equal(t, `{"a&b":["<c>",{"code":"x","message":"d & e","f":"g > h"}]}`, string(text))
	problem := body.Problem{Status: 404, Code: "not_found", Message: "There is no a & b."}
	require.Equal(t, `{"errors":[{"code":"NotFound","message":"There is no a & b.","details":"not_found"}]}`, string(problem.Amazon()))
}

func TestPointersOfFields(t *testing.T) {
	require.Nil(t, body.Field[int]{}.Ptr())
	require.Nil(t, body.NullField[int]().Ptr())
	require.Equal(t, 3, *body.FieldOf(3).Ptr())
	require.Nil(t, body.Opt[int]{}.Ptr())
	require.Equal(t, 3, *body.OptOf(3).Ptr())
	require.Nil(t, body.NullMoney(nil))
	require.Nil(t, body.NullPercent(nil))
	require.Nil(t, body.NullTime(nil))
	a, p := money.MustParse("2.5"), money.MustParsePercent("2.5")
	require.Equal(t, a, body.NullMoney(&a).Amount())
	require.Equal(t, p, body.NullPercent(&p).Exact())
	require.Nil(t, body.Moment(body.Opt[body.Time]{}))
	require.Equal(t, created.Truncate(time.Microsecond), *body.Moment(body.OptOf(body.TimeOf(created))))
}

func TestListsInOtherWords(t *testing.T) {
	type word string
	type number int64
	require.Equal(t, []word{"b", "a"}, body.Words[word]([]string{"b", "a"}))
	require.Equal(t, []word{}, body.Words[word]([]string(nil)))
	require.Equal(t, []number{2, 1}, body.Numbers[number]([]body.ID{2, 1}))
	require.Equal(t, []number{}, body.Numbers[number](nil))
}

func TestTimes(t *testing.T) {
	zone := time.FixedZone("x", 3600)
	require.Equal(t, body.Time("2026-02-03T03:05:06.000000Z"), body.TimeOf(time.Date(2026, 2, 3, 4, 5, 6, 999, zone)))
	require.Equal(t, created.Truncate(time.Microsecond), body.TimeOf(created).Time())
	require.True(t, body.Time("x").Time().IsZero())
}
