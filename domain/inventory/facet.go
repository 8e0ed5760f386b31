package inventory

// FacetKey names a filter of the list of products; its values are counted.
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

// FacetType names the type of a key's values.
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

// MaxFacetValues bounds the values of a key that are shown.
const MaxFacetValues = 200

// FacetValue has a value of a key and the number of products with it.
type FacetValue struct {
	// Value fits the filter, Label is for people.
	Value, Label string
	Count        int64
}

// Facet has a key with its most frequent values.
type Facet struct {
	Key    FacetKey
	Type   FacetType
	Values []FacetValue
	// Set if there are more values.
	Truncated bool
}
