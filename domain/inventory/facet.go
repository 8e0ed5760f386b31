package inventory

// FacetKey is a filter of the list of products whose values are counted.
type FacetKey string

// The keys.
const (
	FacetBrand       FacetKey = "brand"
	FacetCategory    FacetKey = "category"
	FacetSupplier    FacetKey = "supplier_id"
	FacetWarehouse   FacetKey = "warehouse_id"
	FacetTag         FacetKey = "tag_ids"
	FacetStatus      FacetKey = "status"
	FacetMarketplace FacetKey = "marketplace_id"
	FacetHazmat      FacetKey = "hazmat"
	FacetHasCost     FacetKey = "has_cost"
	FacetMatched     FacetKey = "matched"
)

// FacetType is what the values of a key are.
type FacetType string

// The types of values.
const (
	FacetText FacetType = "text"
	FacetID   FacetType = "id"
	FacetEnum FacetType = "enum"
	FacetBool FacetType = "bool"
)

// Facets lists the keys in the order in which they are shown, without values.
func Facets() []Facet {
	return []Facet{
		{Key: FacetBrand, Type: FacetText}, {Key: FacetCategory, Type: FacetText}, {Key: FacetSupplier, Type: FacetID},
		{Key: FacetWarehouse, Type: FacetID}, {Key: FacetTag, Type: FacetID}, {Key: FacetStatus, Type: FacetEnum},
		{Key: FacetMarketplace, Type: FacetEnum}, {Key: FacetHazmat, Type: FacetEnum}, {Key: FacetHasCost, Type: FacetBool},
		{Key: FacetMatched, Type: FacetBool},
	}
}

// MaxFacetValues is how many values of a key are shown.
const MaxFacetValues = 200

// FacetValue is a value of a key and how many products have it.
type FacetValue struct {
	// Value is what the filter takes, Label what people read.
	Value, Label string
	Count        int64
}

// Facet is a key with its most frequent values.
type Facet struct {
	Key    FacetKey
	Type   FacetType
	Values []FacetValue
	// Truncated says that there are more values than those.
	Truncated bool
}
