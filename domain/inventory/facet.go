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

// FacetKeys lists the keys in the order in which they are shown, with the type
// of their values.
func FacetKeys() []struct {
	Key  FacetKey
	Type FacetType
} {
	return []struct {
		Key  FacetKey
		Type FacetType
	}{
		{FacetBrand, FacetText}, {FacetCategory, FacetText}, {FacetSupplier, FacetID}, {FacetWarehouse, FacetID},
		{FacetTag, FacetID}, {FacetStatus, FacetEnum}, {FacetMarketplace, FacetEnum}, {FacetHazmat, FacetEnum},
		{FacetHasCost, FacetBool}, {FacetMatched, FacetBool},
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
