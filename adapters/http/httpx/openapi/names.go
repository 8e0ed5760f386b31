package openapi

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// records maps packages to prefixes of published names, for types with general names such as Box
// and Window. Types of other packages have names that are clear without a prefix.
var records = map[string]string{
	"bulk":        "RepricerBulk",
	"converter":   "Converter",
	"document":    "Document",
	"inbound":     "Inbound",
	"listingitem": "ListingItem",
	"repricer":    "Repricer",
	"restriction": "Restriction",
}

// named renames types with ambiguous or unclear names.
var named = map[string]string{
	"identity.APIKey":        "ApiKey",
	"identity.Expenses":      "AccountExpenses",
	"identity.Limits":        "AccountLimits",
	"identity.Me":            "CurrentUserInfo",
	"identity.Plan":          "AccountPlan",
	"identity.Settings":      "AccountSettings",
	"inventory.Facet":        "InventoryProductFilter",
	"inventory.FacetValue":   "InventoryProductFilterValue",
	"inventory.Facets":       "InventoryProductFilters",
	"inventory.Match":        "ProductMatch",
	"inventory.MatchMaker":   "ProductMatchMaker",
	"inventory.NewMatch":     "NewProductMatch",
	"inventory.NewMatches":   "NewProductMatches",
	"listingitem.Item":       "ListingItem",
	"pricelist.ListMapping":  "PriceListMapping",
	"pricelist.ListedRow":    "PriceListItem",
	"pricelist.MappedColumn": "PriceListColumn",

	"inventory.UpdatedProduct":         "UpdatedInventoryProduct",
	"pricelist.StartAnalysisFromItems": "NewAnalysis",
	"repricer.RepriceCall":             "RepriceCall",
	"repricer.Repriced":                "Repriced",
	"repricer.RepricedDecision":        "RepricedDecision",
}

// first lists prefixes that stay before the record's name: NewRepricerStrategy.
var first = []string{"New", "Created", "Updated"}

// schemaName names the schema of a type by the type's own name and the names of its type arguments:
// One[document.Patch] becomes DocumentPatchAnswer, List[document.Patch] becomes DocumentPatchList.
// huma refuses two types with the same name.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	name := strings.ReplaceAll(t.PkgPath()+"."+t.Name(), "[]", "List[")
	var out strings.Builder
	suffix := ""
	for i, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("[]*,", r) }) {
		pkg, id, ok := strings.Cut(path.Base(part), ".")
		if !ok {
			pkg, id = "", path.Base(part)
		}
		if i == 0 && strings.Contains(name, "[") && answers[id] != "" {
			suffix = answers[id]
			continue
		}
		out.WriteString(typeName(pkg, id))
	}
	return out.String() + suffix
}

// typeName names a type of a package.
func typeName(pkg, id string) string {
	if name := named[pkg+"."+id]; name != "" {
		return name
	}
	id = strings.ReplaceAll(capital(id), "SKU", "Sku")
	record := records[pkg]
	switch {
	case pkg == "inventory" && (strings.HasPrefix(id, "Product") || strings.HasPrefix(id, "NewProduct")):
		record = "Inventory"
	case pkg == "pricelist" && strings.HasPrefix(id, "Row"):
		record = "PriceList"
	}
	for _, word := range first {
		if rest, ok := strings.CutPrefix(id, word); ok && record != "" {
			return word + typeName(pkg, rest)
		}
	}
	if strings.HasPrefix(id, record) {
		return id
	}
	return record + id
}

// answers maps generic types around a record to the suffix of the answer's name.
var answers = map[string]string{"One": "Answer", "List": "List"}

func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
