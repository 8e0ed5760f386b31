package catalog

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/restriction"
)

func TestDecodeRestrictions(t *testing.T) {
	for name, body := range map[string]string{
		"no list": `{}`, "null list": `{"restrictions":null}`, "object": `{"restrictions":{}}`, "bare list": `[]`,
		"text": `"x"`, "empty": ``, "wrong reason": `{"restrictions":[{"reasons":"NOT_ELIGIBLE"}]}`,
		"wrong code": `{"restrictions":[{"marketplaceId":"A","reasons":[{"reasonCode":7}]}]}`, "cut off": `{"restrictions":[{`,
	} {
		_, err := decodeRestrictions([]byte(body))
		require.ErrorIs(t, err, spapi.ErrNotJSON, name)
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

func FuzzDecodeRestrictions(f *testing.F) {
	f.Add([]byte(`{"restrictions":[{"marketplaceId":"A","reasons":[{"links":[{}]}]}]}`))
	f.Add([]byte(`{"restrictions":[`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := decodeRestrictions(body); err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(err)
		}
	})
}
