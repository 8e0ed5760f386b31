package inventory

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
)

// Facet has a filter of the list with its values.
type Facet struct {
	Key       string       `json:"key" doc:"The filter: brand, category, supplier_id, warehouse_id, tag_ids, status, marketplace_id, hazmat, has_cost or matched. All but marketplace_id are filters of the list."`
	Type      string       `json:"type" doc:"Type of its values: text, id, enum or bool."`
	Values    []FacetValue `json:"values" doc:"The most frequent values, at most 200."`
	Truncated bool         `json:"truncated" doc:"Whether there are more values."`
}

// FacetValue has a value of a filter and its number of products.
type FacetValue struct {
	Value string `json:"value" doc:"Value for the filter; in double quotes if it has a comma or a double quote in it."`
	Label string `json:"label" doc:"Text for people."`
	Count int64  `json:"count" doc:"How many products it would leave."`
}

// Facets lists all filters with their values.
type Facets struct {
	Data []Facet `json:"data" doc:"One entry per filter."`
}

type facetsInput struct {
	records.WindowInput
	productFilterInput
}

// FacetsOut has the output of the filter values.
type FacetsOut struct{ Body Facets }

func (h productHandlers) facetRoute(r *httpx.Router) {
	httpx.Register(r, httpx.Operation{
		ID: "listInventoryProductFilters", Method: http.MethodGet, Path: productPath + "/filters", Group: productGroup, Beta: true,
		Summary: "List filter values of inventory products",
		Description: "Counts, for each filter with few values, how many products of the list each value would leave. It takes the filters of the " +
			"list; the counts of a filter leave the filter itself out, so that its other values can be chosen.",
		Example: exampleFacets(),
	}, func(ctx context.Context, who caller.Caller, in *facetsInput) (*FacetsOut, error) {
		filter, err := in.filter(in.Window())
		if err != nil {
			return nil, err
		}
		found, err := h.app.Facets(ctx, who, filter)
		return &FacetsOut{Body: Facets{Data: body.Each(found, facetOf)}}, err
	})
}

func facetOf(f inventory.Facet) Facet {
	return Facet{Key: string(f.Key), Type: string(f.Type), Truncated: f.Truncated, Values: body.Each(f.Values, func(v inventory.FacetValue) FacetValue {
		return FacetValue{Value: body.Entry(v.Value), Label: v.Label, Count: v.Count}
	})}
}
