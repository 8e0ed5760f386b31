package amazon

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/restriction"
)

func TestDecodeProblems(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []Problem
	}{
		"list under errors":     {`{"errors":[{"code":"InvalidInput","message":"Bad asin.","details":"asin"}]}`, []Problem{{"InvalidInput", "Bad asin.", "asin"}}},
		"envelope with payload": {`{"payload":null,"errors":[{"code":"QuotaExceeded","message":"Too fast."}]}`, []Problem{{"QuotaExceeded", "Too fast.", ""}}},
		"bare list":             {`[{"code":"NotFound","message":"No such product."},{"code":"B","message":"c"}]`, []Problem{{"NotFound", "No such product.", ""}, {"B", "c", ""}}},
		"token endpoint":        {`{"error":"invalid_grant","error_description":"Revoked."}`, []Problem{{"invalid_grant", "Revoked.", ""}}},
		"code is a number":      {`{"errors":[{"code":400,"message":"Bad."}]}`, []Problem{{"400", "Bad.", ""}}},
		"members missing":       {`{"errors":[{"message":"Only words."},{},{"code":"X"}]}`, []Problem{{"", "Only words.", ""}, {"X", "", ""}}},
		"members of other types": {
			`{"errors":[{"code":{"a":1},"message":["x"],"details":null},{"code":"Y","message":true}]}`, []Problem{{"Y", "", ""}},
		},
		"rows of other types": {`{"errors":["text",7,null,{"code":"Z"}]}`, []Problem{{"Z", "", ""}}},
		"errors is null":      {`{"errors":null}`, nil},
		"errors is an object": {`{"errors":{"code":"A"}}`, nil},
		"empty list":          {`[]`, nil},
		"empty":               {``, nil},
		"space":               {" \n", nil},
		"page":                {`<html><body>502 Bad Gateway</body></html>`, nil},
		"cut off":             {`{"errors":[{"code":"InvalidInput","mess`, nil},
		"text":                {`"Unauthorized"`, nil},
		"null":                {`null`, nil},
		"trailing text":       {`{"errors":[]} x`, nil},
		"unknown members":     {`{"errors":[{"code":"A","message":"b","more":{"c":1}}],"requestId":"1"}`, []Problem{{"A", "b", ""}}},
		"too deep":            {strings.Repeat(`[`, 20000), nil},
		"control characters":  {`[{"code":"A\u0000B","message":"x\r\ny\u2028z"}]`, []Problem{{"A B", "x  y z", ""}}},
		"echoed token":        {`[{"code":"A","message":"token Atza|IwEBsecret-part is over"}]`, []Problem{{"A", "token *** is over", ""}}},
		"long":                {`[{"code":"A","message":"` + strings.Repeat("ä", 1000) + `"}]`, []Problem{{"A", strings.Repeat("ä", 300), ""}}},
	} {
		require.Equal(t, c.want, decodeProblems([]byte(c.body)), name)
	}
	require.Len(t, decodeProblems([]byte("["+strings.Repeat(`{"code":"A"},`, 999)+`{"code":"A"}]`)), 10)
}

func TestDecodeRestrictions(t *testing.T) {
	for name, body := range map[string]string{
		"no list": `{}`, "null list": `{"restrictions":null}`, "object": `{"restrictions":{}}`, "bare list": `[]`,
		"text": `"x"`, "empty": ``, "wrong reason": `{"restrictions":[{"reasons":"NOT_ELIGIBLE"}]}`,
		"wrong code": `{"restrictions":[{"marketplaceId":"A","reasons":[{"reasonCode":7}]}]}`, "cut off": `{"restrictions":[{`,
	} {
		_, err := decodeRestrictions([]byte(body))
		require.ErrorIs(t, err, errNotJSON, name)
	}
	got, err := decodeRestrictions([]byte(`{"restrictions":[
		{"marketplaceId":"A","conditionType":"new_new","reasons":[
			{"message":"m","reasonCode":"APPROVAL_REQUIRED","links":[{"resource":"https://x","verb":"GET","more":1}]},
			{"reasonCode":null,"links":[{"resource":""},{}]}]},
		{"marketplaceId":"A","conditionType":null,"reasons":null,"unknown":true},
		{}],"pagination":{}}`))
	require.NoError(t, err)
	require.Len(t, got, 3)
	require.Equal(t, restriction.ConditionNew, got[0].Condition)
	require.Equal(t, "APPROVAL_REQUIRED", got[0].Reasons[0].Code)
	require.True(t, got[0].Reasons[0].Linked)
	require.Equal(t, "", got[0].Reasons[1].Code)
	require.False(t, got[0].Reasons[1].Linked)
	require.Empty(t, got[1].Condition)
	require.Empty(t, got[1].Reasons)
	got, err = decodeRestrictions([]byte(`{"restrictions":[]}`))
	require.NoError(t, err)
	require.Empty(t, got)
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"errors":[{"code":"A","message":"b","details":"c"}]}`, `[{"code":1}]`, `{"error":"invalid_grant","error_description":"x"}`,
		`{"restrictions":[{"marketplaceId":"A","reasons":[{"links":[{}]}]}]}`, `<html>`, `{"errors":[`, "Atza|x\x00",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		problems := decodeProblems(body)
		if len(problems) > maxProblems {
			t.Fatalf("%d problems", len(problems))
		}
		for _, p := range problems {
			for _, s := range []string{p.Code, p.Message, p.Details} {
				if utf8.RuneCountInString(s) > maxWords || strings.ContainsFunc(s, unicode.IsControl) || strings.Contains(s, "Atza|") || !utf8.ValidString(s) {
					t.Fatalf("%q", s)
				}
			}
		}
		if _, err := decodeRestrictions(body); err != nil && !errors.Is(err, errNotJSON) {
			t.Fatal(err)
		}
	})
}
