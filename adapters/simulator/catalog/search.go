package catalog

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	mostCodes = 20
	mostFound = 20
)

var catalogSets = []string{
	"summaries", "attributes", "classifications", "dimensions", "identifiers", "images", "productTypes", "relationships", "salesRanks", "vendorDetails",
}

var localeForm = regexp.MustCompile(`^[a-z]{2}_[A-Z]{2}$`)

func checkLocale(c *gateway.Call, name string) {
	c.WrongIf(c.Has(name) && !localeForm.MatchString(c.Text(name)), "'"+name+"' is not a locale.")
}

func (cat *Catalog) catalogItem(c *gateway.Call) any {
	ids, sets := c.Shops("marketplaceIds", len(world.Shops)), c.Sets(catalogSets)
	checkLocale(c, "locale")
	asin := c.ASIN("asin", c.Path("asin"))
	FollowScript(asin)
	p, ok := cat.Product(asin)
	if !ok || !slices.ContainsFunc(ids, p.SoldIn) {
		panic(&gateway.Refusal{Status: http.StatusNotFound, Code: "NOT_FOUND", Words: "Requested item '" + asin + "' not found in marketplace(s) " + joined(ids) + "."})
	}
	return cat.itemOf(p, ids, sets)
}

func joined(ids []marketplace.ID) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return strings.Join(texts, ",")
}

// ItemSearch has the criteria of a search for products.
type ItemSearch struct {
	codes, Words, brands, nodes []string
	kind                        string
	Shop                        marketplace.ID
}

func (cat *Catalog) searchItems(c *gateway.Call) any {
	search := ItemSearch{
		codes: c.List("identifiers", mostCodes), Words: c.List("keywords", mostCodes), brands: c.List("brandNames", 100),
		nodes: c.List("classificationIds", 100),
	}
	sets := c.Sets(catalogSets)
	ids := c.Shops("marketplaceIds", 1)
	checkLocale(c, "locale")
	checkLocale(c, "keywordsLocale")
	byCode := search.codes != nil
	c.WrongIf(!byCode && search.Words == nil, "'identifiers' or 'keywords' is required.")
	c.WrongIf(byCode && search.Words != nil, "'identifiers' and 'keywords' exclude each other.")
	c.WrongIf(byCode && (search.brands != nil || search.nodes != nil || c.Has("keywordsLocale")),
		"'brandNames', 'classificationIds' and 'keywordsLocale' go with 'keywords' only.")
	c.WrongIf(byCode && !c.Has("identifiersType"), "'identifiersType' is required with 'identifiers'.")
	search.kind = c.Word("identifiersType", "ASIN", "EAN", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	c.WrongIf(byCode && search.kind == "SKU" && !c.Has("sellerId"), "'sellerId' is required for identifiers of type SKU.")
	page := c.Page("pageSize", "pageToken", 10, mostFound)
	search.Shop = ids[0]

	answer := gateway.Object{}
	var found []int
	if byCode {
		for _, code := range search.codes {
			FollowScript(code)
		}
		found = cat.withCodes(c.Token.Seller, search)
	} else {
		found = cat.WithWords(search)
		answer["refinements"] = cat.refine(found)
	}
	list, next := gateway.SlicePage(c, page, found)
	items := []gateway.Object{}
	for _, index := range list {
		items = append(items, cat.itemOf(cat.ProductAt(index), ids, sets))
	}
	answer["numberOfResults"], answer["items"] = len(found), items
	return answer.Paged(next)
}

// withCodes returns the products that have one of the codes, each once, in the order of the codes.
func (cat *Catalog) withCodes(seller string, search ItemSearch) []int {
	var found []int
	add := func(p *Product) {
		if p.SoldIn(search.Shop) && !slices.Contains(found, p.Index) {
			found = append(found, p.Index)
		}
	}
	for _, code := range search.codes {
		asin := code
		switch search.kind {
		case "SKU":
			listed, ok := cat.Listed(seller, code)
			if !ok {
				continue
			}
			asin = listed
		case "ASIN":
		default:
			for _, p := range cat.ProductsWith(search.kind, code) {
				add(p)
			}
			continue
		}
		if p, ok := cat.Product(asin); ok {
			add(p)
		}
	}
	return found
}

// SearchedProducts bounds the part of the catalogue that a search by words covers.
const SearchedProducts = 10_000

// wordIndex has the text of the products that are searched by words.
type wordIndex struct {
	once  sync.Once
	texts []string
}

func (cat *Catalog) searchTexts() []string {
	cat.words.once.Do(func() {
		for i := range min(SearchedProducts, cat.world.Products) {
			p := cat.Sketch(i)
			cat.words.texts = append(cat.words.texts, strings.ToLower(p.Title+" "+p.Kind.Noun+" "+p.Category.Name))
		}
	})
	return cat.words.texts
}

// WithWords returns the products with all the words in their title, brand or browse path.
func (cat *Catalog) WithWords(search ItemSearch) []int {
	words := strings.Fields(strings.ToLower(strings.Join(search.Words, " ")))
	var found []int
	for i, text := range cat.searchTexts() {
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			continue
		}
		if p := cat.Sketch(i); p.SoldIn(search.Shop) && p.matches(search.brands, search.nodes) {
			found = append(found, i)
		}
	}
	return found
}

func (p *Product) matches(brands, nodes []string) bool {
	isBrand := func(b string) bool { return strings.EqualFold(b, p.Brand) }
	return (brands == nil || slices.ContainsFunc(brands, isBrand)) &&
		(nodes == nil || slices.Contains(nodes, p.Kind.Node) || slices.Contains(nodes, p.Category.ID))
}

// refined bounds the brands and browse nodes that a search proposes.
const refined = 10

// refine counts brands and browse nodes in the order they are found.
func (cat *Catalog) refine(found []int) gateway.Object {
	brands, nodes := []gateway.Object{}, []gateway.Object{}
	count := func(list *[]gateway.Object, member, name string, about gateway.Object) {
		i := slices.IndexFunc(*list, func(o gateway.Object) bool { return o[member] == name })
		if i < 0 {
			i, about["numberOfResults"] = len(*list), 0
			*list = append(*list, about)
		}
		(*list)[i]["numberOfResults"] = (*list)[i]["numberOfResults"].(int) + 1
	}
	for _, index := range found {
		p := cat.Sketch(index)
		count(&brands, "brandName", p.Brand, gateway.Object{"brandName": p.Brand})
		count(&nodes, "classificationId", p.Kind.Node, gateway.Object{"displayName": p.Kind.Noun, "classificationId": p.Kind.Node})
	}
	return gateway.Object{"brands": brands[:min(refined, len(brands))], "classifications": nodes[:min(refined, len(nodes))]}
}
