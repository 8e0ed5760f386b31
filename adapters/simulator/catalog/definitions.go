package catalog

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

// productTypes lists all types, in alphabetical order.
var productTypes = sortedTypes()

func sortedTypes() []string {
	types := []string{AnyProductType}
	for _, c := range Words.Categories {
		for _, k := range c.Kinds {
			types = append(types, k.Type)
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

// definitionsVersion has the version of all types.
const definitionsVersion = "UAGoBkBE6Vq_rx6kAWuQ5AqmQ1bNn4c1bCMz4oMRH5E="

var definitionLocales = []string{
	"DEFAULT", "ar", "ar_AE", "de", "de_DE", "en", "en_AE", "en_AU", "en_CA", "en_GB", "en_IN", "en_SG", "en_US", "es", "es_ES", "es_MX", "es_US",
	"fr", "fr_CA", "fr_FR", "it", "it_IT", "ja", "ja_JP", "nl", "nl_NL", "pl", "pl_PL", "pt", "pt_BR", "pt_PT", "sv", "sv_SE", "tr", "tr_TR",
	"zh", "zh_CN", "zh_TW",
}

// searchTypes finds the types with one of the keywords, or the types of an item with that name.
func (cat *Catalog) searchTypes(c *gateway.Call) any {
	keywords, name, ids := c.List("keywords", 100), strings.ToLower(c.Text("itemName")), c.Shops("marketplaceIds", len(world.Shops))
	c.WrongIf(keywords != nil && c.Has("itemName"), "'keywords' and 'itemName' exclude each other.")
	c.Word("locale", definitionLocales...)
	c.Word("searchLocale", definitionLocales...)
	isNamed := func(productType string) bool {
		return slices.ContainsFunc(Words.Categories, func(c category) bool {
			return slices.ContainsFunc(c.Kinds, func(k kind) bool {
				return k.Type == productType && strings.Contains(name, strings.ToLower(k.Noun))
			})
		})
	}
	found := []gateway.Object{}
	for _, t := range productTypes {
		about := strings.ToLower(t + " " + displayName(t))
		switch {
		case keywords != nil && !slices.ContainsFunc(keywords, func(w string) bool { return strings.Contains(about, strings.ToLower(w)) }):
		case keywords == nil && name != "" && !isNamed(t):
		default:
			found = append(found, gateway.Object{"name": t, "displayName": displayName(t), "marketplaceIds": ids})
		}
	}
	return gateway.Object{"productTypes": found, "productTypeVersion": definitionsVersion}
}

// ListingRequirements lists the sets of required attributes, the usual set first.
var ListingRequirements = []string{wholeListing, ProductOnly, offerOnly}

func (cat *Catalog) productType(c *gateway.Call) any {
	name, ids := c.Path("productType"), c.Shops("marketplaceIds", len(world.Shops))
	requirements, enforced := c.Word("requirements", ListingRequirements...), c.Word("requirementsEnforced", "ENFORCED", "NOT_ENFORCED")
	locale, version := c.Word("locale", definitionLocales...), c.Text("productTypeVersion")
	c.Word("parentageLevel", "NONE", "CHILD", "PARENT")
	if !slices.Contains(productTypes, name) {
		panic(gateway.NotFound("The product type '" + name + "' is not known."))
	}
	if !slices.Contains([]string{"", "LATEST", definitionsVersion}, version) {
		panic(gateway.NotFound("The version of the product type is not known."))
	}
	if locale == definitionLocales[0] {
		locale = "en_US"
	}
	definition := gateway.Object{
		"metaSchema":           cat.schemaLink(c, metaSchemaName, schemaText{}),
		"schema":               cat.schemaLink(c, name, schemaText{requirements, enforced, joined(ids)}),
		"requirements":         requirements,
		"requirementsEnforced": enforced,
		"propertyGroups":       propertyGroups,
		"locale":               locale,
		"marketplaceIds":       ids,
		"productType":          name,
		"displayName":          displayName(name),
		"productTypeVersion":   gateway.Object{"version": definitionsVersion, "latest": true, "releaseCandidate": false},
	}
	if cat.isOddType(name) {
		// The published model requires both.
		delete(definition, "propertyGroups")
		delete(definition, "displayName")
	}
	return definition
}

// isOddType reports the few types that deviate from the published model.
func (cat *Catalog) isOddType(name string) bool {
	return name != AnyProductType && cat.world.Hash("odd type", name)%16 == 0
}

const (
	schemaPath = "/schemas/"
	// schemaLife bounds the use of a schema's address.
	schemaLife     = time.Hour
	metaSchemaName = "meta-schema"
)

// schemaText selects one of a type's schemas.
type schemaText struct{ requirements, enforced, shops string }

// schemaLink returns an address on the caller's listener, which works for a while and for this
// schema only.
func (cat *Catalog) schemaLink(c *gateway.Call, name string, text schemaText) gateway.Object {
	q := url.Values{
		"requirements": {text.requirements}, "enforced": {text.enforced}, "marketplaces": {text.shops},
		"expires": {strconv.FormatInt(cat.world.Clock.Now().Add(schemaLife).Unix(), 10)},
	}
	q.Set("signature", cat.schemaSignature(name, q))
	sum := cat.world.Digest("schema", string(gateway.Encoded(schemaOf(name, text))))
	return gateway.Object{
		"link":     gateway.Object{"resource": c.Address + schemaPath + name + ".json?" + q.Encode(), "verb": http.MethodGet},
		"checksum": base64.StdEncoding.EncodeToString(sum[:16]),
	}
}

func (cat *Catalog) schemaSignature(name string, q url.Values) string {
	return cat.world.Opaque("schema", name, q.Get("requirements"), q.Get("enforced"), q.Get("marketplaces"), q.Get("expires"))[:40]
}

// serveSchema serves a schema at a signed address, without a token.
func (cat *Catalog) serveSchema(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimSuffix(r.PathValue("name"), ".json")
	q := r.URL.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil || q.Get("signature") != cat.schemaSignature(name, q) || cat.world.Clock.Now().Unix() > expires {
		gateway.Page(w, http.StatusForbidden, "application/xml",
			`<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>`)
		return
	}
	gateway.WriteJSON(w, http.StatusOK, schemaOf(name, schemaText{q.Get("requirements"), q.Get("enforced"), q.Get("marketplaces")}))
}
