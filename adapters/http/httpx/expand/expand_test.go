package expand_test

import (
	"context"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/expand"
	"sellingassistant/domain/kernel/fault"
)

func TestAnswer(t *testing.T) {
	ask := func(_ context.Context, operation string, query url.Values, id string) (json.RawMessage, error) {
		switch {
		case operation == "listShelves":
			require.Equal(t, url.Values{"limit": {"200"}, "include_deleted": {"true"}, "ids": {"7"}, "status": {"a,b"}}, query)
			return json.RawMessage(`[{"id":7,"name":"top"}]`), nil
		case id == "2":
			return nil, fault.Missing()
		}
		require.Equal(t, "listBooks of 1", operation+" of "+id)
		return json.RawMessage(`{"books":[1,2]}`), nil
	}
	wanted := []body.Expansion{
		{Word: "shelf", Operation: "listShelves", Member: "place.shelf_id", Filter: "status=a,b"},
		{Word: "books", Operation: "listBooks", Below: true, Part: "books"},
	}
	out, list, err := expand.Answer(t.Context(), []byte(`{"data":[{"id":1,"place":{"shelf_id":7}},{"id":2,"place":null}],"meta":{"limit":50}}`), wanted, ask)
	require.NoError(t, err)
	require.True(t, list)
	require.JSONEq(t, `{"data":[{"id":1,"place":{"shelf_id":7},"expanded":{"shelf":{"id":7,"name":"top"},"books":[1,2]}},
		{"id":2,"place":null,"expanded":{"shelf":null,"books":null}}],"meta":{"limit":50}}`, string(out))

	out, list, err = expand.Answer(t.Context(), []byte(`{"data":{"id":1,"place":{"shelf_id":7}}}`), wanted[:1], ask)
	require.NoError(t, err)
	require.False(t, list)
	require.JSONEq(t, `{"data":{"id":1,"place":{"shelf_id":7},"expanded":{"shelf":{"id":7,"name":"top"}}}}`, string(out))

	out, _, err = expand.Answer(t.Context(), []byte(`{"data":[],"meta":{}}`), wanted, ask)
	require.NoError(t, err)
	require.JSONEq(t, `{"data":[],"meta":{}}`, string(out))
}
