package openapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestRecordsAreExpanded asks for the supplier of an order, alone and in a list. The supplier is shown
// as the list of suppliers shows it. A call that accepts tables alone gets it too.
func TestRecordsAreExpanded(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		r := m.Fill(t, "expand", 2)
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		read := func(path string, header http.Header, into any) {
			a := c.Do(t, checked.Call{Method: http.MethodGet, Path: path, Header: header})
			require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
			require.NoError(t, json.Unmarshal(a.Body, into))
		}
		type expanded struct {
			ID       int64
			Expanded struct{ Supplier json.RawMessage }
		}
		var suppliers struct{ Data []json.RawMessage }
		read(fmt.Sprintf("/api/v1/suppliers?ids=%d", r.Suppliers[0]), nil, &suppliers)
		require.Len(t, suppliers.Data, 1)
		supplier := string(suppliers.Data[0])
		order := fmt.Sprintf("/api/v1/purchase-orders/%d?expand=supplier", r.Orders[0])
		for _, accept := range []string{"application/json", "text/csv"} {
			var got struct{ Data expanded }
			read(order, http.Header{"Accept": {accept}}, &got)
			require.JSONEq(t, supplier, string(got.Data.Expanded.Supplier), accept)
		}
		var list struct{ Data []expanded }
		read("/api/v1/purchase-orders?expand=supplier&limit=200", nil, &list)
		require.NotEmpty(t, list.Data)
		for _, o := range list.Data {
			if o.ID == r.Orders[0] {
				require.JSONEq(t, supplier, string(o.Expanded.Supplier))
			}
		}
	})
}
