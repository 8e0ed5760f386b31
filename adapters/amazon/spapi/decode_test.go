package spapi

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestDecodeProblems(t *testing.T) {
	for name, c := range map[string]struct {
		shape Shape
		body  string
		want  []Problem
	}{
		"list under errors":     {ErrorsObject, `{"errors":[{"code":"InvalidInput","message":"Bad asin.","details":"asin"}]}`, []Problem{{"InvalidInput", "Bad asin.", "asin"}}},
		"envelope with payload": {ErrorsInEnvelope, `{"payload":null,"errors":[{"code":"QuotaExceeded","message":"Too fast."}]}`, []Problem{{"QuotaExceeded", "Too fast.", ""}}},
		"bare list":             {ErrorsList, `[{"code":"NotFound","message":"No such product."},{"code":"B","message":"c"}]`, []Problem{{"NotFound", "No such product.", ""}, {"B", "c", ""}}},
		"token endpoint":        {TokenError, `{"error":"invalid_grant","error_description":"Revoked."}`, []Problem{{"invalid_grant", "Revoked.", ""}}},
		"code is a number":      {ErrorsObject, `{"errors":[{"code":400,"message":"Bad."}]}`, []Problem{{"400", "Bad.", ""}}},
		"members missing":       {ErrorsObject, `{"errors":[{"message":"Only words."},{},{"code":"X"}]}`, []Problem{{"", "Only words.", ""}, {"X", "", ""}}},
		"members of other types": {
			ErrorsObject, `{"errors":[{"code":{"a":1},"message":["x"],"details":null},{"code":"Y","message":true}]}`, []Problem{{"Y", "", ""}},
		},
		"rows of other types": {ErrorsObject, `{"errors":["text",7,null,{"code":"Z"}]}`, []Problem{{"Z", "", ""}}},
		"errors is null":      {ErrorsObject, `{"errors":null}`, nil},
		"errors is an object": {ErrorsObject, `{"errors":{"code":"A"}}`, nil},
		"empty list":          {ErrorsList, `[]`, nil},
		"empty":               {ErrorsObject, ``, nil},
		"space":               {ErrorsObject, " \n", nil},
		"page":                {ErrorsObject, `<html><body>502 Bad Gateway</body></html>`, nil},
		"cut off":             {ErrorsObject, `{"errors":[{"code":"InvalidInput","mess`, nil},
		"text":                {ErrorsObject, `"Unauthorized"`, nil},
		"null":                {ErrorsObject, `null`, nil},
		"trailing text":       {ErrorsObject, `{"errors":[]} x`, nil},
		"unknown members":     {ErrorsObject, `{"errors":[{"code":"A","message":"b","more":{"c":1}}],"requestId":"1"}`, []Problem{{"A", "b", ""}}},
		"too deep":            {ErrorsList, strings.Repeat(`[`, 20000), nil},
		"control characters":  {ErrorsList, `[{"code":"A\u0000B","message":"x\r\ny\u2028z"}]`, []Problem{{"A B", "x  y z", ""}}},
		"echoed token":        {ErrorsList, `[{"code":"A","message":"token Atza|IwEBsecret-part is over"}]`, []Problem{{"A", "token *** is over", ""}}},
		"long":                {ErrorsList, `[{"code":"A","message":"` + strings.Repeat("ä", 1000) + `"}]`, []Problem{{"A", strings.Repeat("ä", 300), ""}}},
	} {
		require.Equal(t, c.want, decodeProblems(c.shape, []byte(c.body)), name)
	}
	require.Len(t, decodeProblems(ErrorsList, []byte("["+strings.Repeat(`{"code":"A"},`, 999)+`{"code":"A"}]`)), 10)
}

// An operation's own shape comes first; the others are understood as well.
func TestShapesOfRefusals(t *testing.T) {
	shapes := []Shape{ErrorsObject, ErrorsInEnvelope, ErrorsList, TokenError}
	for body, want := range map[string][4]string{
		`{"errors":[{"code":"A"}]}`:                            {"A", "A", "A", "A"},
		`{"payload":{},"errors":[{"code":"A"}]}`:               {"A", "A", "A", "A"},
		`[{"code":"A"}]`:                                       {"A", "A", "A", "A"},
		`{"error":"A","error_description":"Revoked."}`:         {"A", "A", "A", "A"},
		`{"errors":[{"code":"A"}],"error":"B"}`:                {"A", "A", "A", "B"},
		`{"errors":"A","error":"B"}`:                           {"B", "B", "B", "B"},
		`[{"Status":"ClientError","Error":{"Code":"A"}}]`:      {},
		`{"responses":[{"body":{"errors":[{"code":"A"}]}}]}`:   {},
		`{"errors":[],"error":{"code":"A"},"fault":[{"a":1}]}`: {},
	} {
		for n, shape := range shapes {
			code := ""
			if found := decodeProblems(shape, []byte(body)); len(found) > 0 {
				code = found[0].Code
			}
			require.Equal(t, want[n], code, "%d %s", n, body)
		}
	}
}

// Takes the content out of an envelope, if any.
func TestContent(t *testing.T) {
	for body, want := range map[string]string{
		`{"payload":{"a":1}}`: `{"a":1}`, `{"payload":[],"errors":[]}`: `[]`, `{"payload":null,"errors":[{"code":"A"}]}`: "", `{}`: "", `[]`: "", ``: "", `{"payload":`: "",
	} {
		got, err := GetPricing.Content([]byte(body))
		require.Equal(t, want, string(got), body)
		require.Equal(t, want == "", errors.Is(err, ErrNotJSON), body)
		got, err = GetCatalogItem.Content([]byte(body))
		require.NoError(t, err)
		require.Equal(t, body, string(got))
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"errors":[{"code":"A","message":"b","details":"c"}]}`, `[{"code":1}]`, `{"error":"invalid_grant","error_description":"x"}`,
		`<html>`, `{"errors":[`, "Atza|x\x00",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var problems []Problem
		for _, shape := range []Shape{ErrorsObject, ErrorsInEnvelope, ErrorsList, TokenError} {
			found := decodeProblems(shape, body)
			if len(found) > maxProblems {
				t.Fatalf("%d problems", len(found))
			}
			problems = append(problems, found...)
		}
		for _, p := range problems {
			for _, s := range []string{p.Code, p.Message, p.Details} {
				if utf8.RuneCountInString(s) > maxWords || strings.ContainsFunc(s, unicode.IsControl) || strings.Contains(s, "Atza|") || !utf8.ValidString(s) {
					t.Fatalf("%q", s)
				}
			}
		}
	})
}
