package simulator

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

const definitionsPath = "/definitions/2020-09-01/productTypes"

// productTypes are all types, in alphabetical order.
var productTypes = sortedTypes()

func sortedTypes() []string {
	types := []string{anyProductType}
	for _, c := range categories {
		for _, k := range c.kinds {
			types = append(types, k.productType)
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// displayName turns WATER_BOTTLE into Water Bottle.
func displayName(productType string) string {
	words := strings.Split(strings.ToLower(productType), "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// definitionsVersion is the version of all types.
const definitionsVersion = "UAGoBkBE6Vq_rx6kAWuQ5AqmQ1bNn4c1bCMz4oMRH5E="

var definitionLocales = []string{
	"DEFAULT", "ar", "ar_AE", "de", "de_DE", "en", "en_AE", "en_AU", "en_CA", "en_GB", "en_IN", "en_SG", "en_US", "es", "es_ES", "es_MX", "es_US",
	"fr", "fr_CA", "fr_FR", "it", "it_IT", "ja", "ja_JP", "nl", "nl_NL", "pl", "pl_PL", "pt", "pt_BR", "pt_PT", "sv", "sv_SE", "tr", "tr_TR",
	"zh", "zh_CN", "zh_TW",
}

type typeSearch struct {
	words []string
	name  string
	shops []marketplace.ID
}

func readTypeSearch(a *asked) typeSearch {
	in := typeSearch{words: a.list("keywords", 100), name: a.text("itemName"), shops: a.shops("marketplaceIds", len(shops))}
	if in.words != nil && a.has("itemName") {
		a.wrong("'keywords' and 'itemName' exclude each other.")
	}
	a.word("locale", definitionLocales...)
	a.word("searchLocale", definitionLocales...)
	return in
}

func (m *Marketplace) answerTypeSearch(_ *call, in typeSearch) (int, any) {
	found := []map[string]any{}
	for _, t := range productTypes {
		if in.finds(t) {
			found = append(found, map[string]any{"name": t, "displayName": displayName(t), "marketplaceIds": in.shops})
		}
	}
	return http.StatusOK, map[string]any{"productTypes": found, "productTypeVersion": definitionsVersion}
}

// finds tells whether a type has one of the keywords, or is what an item of
// that name would be.
func (in *typeSearch) finds(productType string) bool {
	has := func(text string) func(string) bool {
		return func(word string) bool { return strings.Contains(text, strings.ToLower(word)) }
	}
	switch {
	case in.words != nil:
		return slices.ContainsFunc(in.words, has(strings.ToLower(productType+" "+displayName(productType))))
	case in.name != "":
		for _, c := range categories {
			for _, k := range c.kinds {
				if k.productType == productType && strings.Contains(strings.ToLower(in.name), strings.ToLower(k.noun)) {
					return true
				}
			}
		}
		return false
	}
	return true
}

type typeRead struct {
	name                                string
	shops                               []marketplace.ID
	requirements, enforced, locale, age string
}

var listingRequirements = []string{wholeListing, productOnly, offerOnly}

func readType(a *asked) typeRead {
	in := typeRead{
		name: a.path("productType"), shops: a.shops("marketplaceIds", len(shops)),
		requirements: a.word("requirements", listingRequirements...), enforced: a.word("requirementsEnforced", "ENFORCED", "NOT_ENFORCED"),
		locale: a.word("locale", definitionLocales...), age: a.text("productTypeVersion"),
	}
	a.word("parentageLevel", "NONE", "CHILD", "PARENT")
	return in
}

func (m *Marketplace) answerType(c *call, in typeRead) (int, any) {
	if !slices.Contains(productTypes, in.name) {
		return 0, notThere("The product type '" + in.name + "' is not known.")
	}
	if in.age != "" && in.age != "LATEST" && in.age != definitionsVersion {
		return 0, notThere("The version of the product type is not known.")
	}
	definition := map[string]any{
		"metaSchema":           m.schemaLink(c, metaSchemaName, schemaText{}),
		"schema":               m.schemaLink(c, in.name, schemaText{in.requirements, in.enforced, joined(in.shops)}),
		"requirements":         in.requirements,
		"requirementsEnforced": in.enforced,
		"propertyGroups":       propertyGroups,
		"locale":               in.locale,
		"marketplaceIds":       in.shops,
		"productType":          in.name,
		"displayName":          displayName(in.name),
		"productTypeVersion":   map[string]any{"version": definitionsVersion, "latest": true, "releaseCandidate": false},
	}
	if in.locale == definitionLocales[0] {
		definition["locale"] = "en_US"
	}
	if m.isOddType(in.name) {
		// The published model requires both.
		delete(definition, "propertyGroups")
		delete(definition, "displayName")
	}
	return http.StatusOK, definition
}

// isOddType tells the few types that are not told as the published model wants.
func (m *Marketplace) isOddType(name string) bool {
	return name != anyProductType && m.hash("odd type", name)%16 == 0
}

const (
	schemaPath = "/schemas/"
	// schemaLife is how long the address of a schema works.
	schemaLife     = time.Hour
	metaSchemaName = "meta-schema"
)

// schemaText says which schema of a type an address is for.
type schemaText struct{ requirements, enforced, shops string }

// schemaLink is an address on the listener the caller uses, which works for a
// while and for this schema only.
func (m *Marketplace) schemaLink(c *call, name string, text schemaText) map[string]any {
	q := url.Values{
		"requirements": {text.requirements}, "enforced": {text.enforced}, "marketplaces": {text.shops},
		"expires": {strconv.FormatInt(m.cfg.Clock.Now().Add(schemaLife).Unix(), 10)},
	}
	q.Set("signature", m.schemaSignature(name, q))
	schema, err := json.Marshal(schemaOf(name, text))
	if err != nil {
		panic(err) // the schema is ours
	}
	sum := m.digest("schema", string(schema))
	return map[string]any{
		"link":     map[string]any{"resource": c.address + schemaPath + name + ".json?" + q.Encode(), "verb": http.MethodGet},
		"checksum": base64.StdEncoding.EncodeToString(sum[:16]),
	}
}

func (m *Marketplace) schemaSignature(name string, q url.Values) string {
	return m.opaque("schema", name, q.Get("requirements"), q.Get("enforced"), q.Get("marketplaces"), q.Get("expires"))[:40]
}

// serveSchema gives a schema to whoever has its address, without a token.
func (m *Marketplace) serveSchema(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimSuffix(r.PathValue("name"), ".json")
	q := r.URL.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil || q.Get("signature") != m.schemaSignature(name, q) || m.cfg.Clock.Now().Unix() > expires {
		page(w, http.StatusForbidden, "application/xml",
			`<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>`)
		return
	}
	writeJSON(w, http.StatusOK, schemaOf(name, schemaText{q.Get("requirements"), q.Get("enforced"), q.Get("marketplaces")}))
}
