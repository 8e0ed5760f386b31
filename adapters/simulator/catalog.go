package simulator

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

func (m *Marketplace) catalogItem(c *gateway.Call) any {
	ids, sets := c.Shops("marketplaceIds", len(world.Shops)), c.Sets(catalogSets)
	checkLocale(c, "locale")
	asin := c.ASIN("asin", c.Path("asin"))
	followScript(asin)
	p, ok := m.product(asin)
	if !ok || !slices.ContainsFunc(ids, p.soldIn) {
		panic(&gateway.Refusal{Status: http.StatusNotFound, Code: "NOT_FOUND", Words: "Requested item '" + asin + "' not found in marketplace(s) " + joined(ids) + "."})
	}
	return m.itemOf(p, ids, sets)
}

func joined(ids []marketplace.ID) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return strings.Join(texts, ",")
}

type itemSearch struct {
	codes, words, brands, nodes []string
	kind                        string
	shop                        marketplace.ID
}

func (m *Marketplace) searchItems(c *gateway.Call) any {
	in := itemSearch{
		codes: c.List("identifiers", mostCodes), words: c.List("keywords", mostCodes), brands: c.List("brandNames", 100),
		nodes: c.List("classificationIds", 100),
	}
	sets := c.Sets(catalogSets)
	ids := c.Shops("marketplaceIds", 1)
	checkLocale(c, "locale")
	checkLocale(c, "keywordsLocale")
	byCode := in.codes != nil
	c.WrongIf(!byCode && in.words == nil, "'identifiers' or 'keywords' is required.")
	c.WrongIf(byCode && in.words != nil, "'identifiers' and 'keywords' exclude each other.")
	c.WrongIf(byCode && (in.brands != nil || in.nodes != nil || c.Has("keywordsLocale")),
		"'brandNames', 'classificationIds' and 'keywordsLocale' go with 'keywords' only.")
	c.WrongIf(byCode && !c.Has("identifiersType"), "'identifiersType' is required with 'identifiers'.")
	in.kind = c.Word("identifiersType", "ASIN", "EAN", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	c.WrongIf(byCode && in.kind == "SKU" && !c.Has("sellerId"), "'sellerId' is required for identifiers of type SKU.")
	page := c.Page("pageSize", "pageToken", 10, mostFound)
	in.shop = ids[0]

	answer := gateway.Object{}
	var found []int
	if byCode {
		for _, code := range in.codes {
			followScript(code)
		}
		found = m.withCodes(c.Token.Seller, in)
	} else {
		found = m.withWords(in)
		answer["refinements"] = m.refine(found)
	}
	list, next := gateway.SlicePage(c, page, found)
	items := []gateway.Object{}
	for _, index := range list {
		items = append(items, m.itemOf(m.productAt(index), ids, sets))
	}
	answer["numberOfResults"], answer["items"] = len(found), items
	return answer.Paged(next)
}

// withCodes are the products that have one of the codes, each once, in the
// order of the codes.
func (m *Marketplace) withCodes(seller string, in itemSearch) []int {
	var found []int
	add := func(p *product) {
		if p.soldIn(in.shop) && !slices.Contains(found, p.Index) {
			found = append(found, p.Index)
		}
	}
	for _, code := range in.codes {
		asin := code
		switch in.kind {
		case "SKU":
			l, ok := m.listingOf(seller, code)
			if !ok {
				continue
			}
			asin = l.asin
		case "ASIN":
		default:
			for _, p := range m.productsWith(in.kind, code) {
				add(p)
			}
			continue
		}
		if p, ok := m.product(asin); ok {
			add(p)
		}
	}
	return found
}

// searchedProducts is how much of the catalogue a search by words looks at.
const searchedProducts = 10_000

// wordIndex is the text of the products that are searched by words.
type wordIndex struct {
	once  sync.Once
	texts []string
}

func (m *Marketplace) searchTexts() []string {
	m.words.once.Do(func() {
		for i := range min(searchedProducts, m.World.Products) {
			p := m.sketch(i)
			m.words.texts = append(m.words.texts, strings.ToLower(p.Title+" "+p.Kind.Noun+" "+p.Category.Name))
		}
	})
	return m.words.texts
}

// withWords are the products whose title, brand or browse path has all the words.
func (m *Marketplace) withWords(in itemSearch) []int {
	words := strings.Fields(strings.ToLower(strings.Join(in.words, " ")))
	var found []int
	for i, text := range m.searchTexts() {
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			continue
		}
		if p := m.sketch(i); p.soldIn(in.shop) && p.matches(in.brands, in.nodes) {
			found = append(found, i)
		}
	}
	return found
}

func (p *product) matches(brands, nodes []string) bool {
	isBrand := func(b string) bool { return strings.EqualFold(b, p.Brand) }
	return (brands == nil || slices.ContainsFunc(brands, isBrand)) &&
		(nodes == nil || slices.Contains(nodes, p.Kind.Node) || slices.Contains(nodes, p.Category.ID))
}

// refined is how many brands and browse nodes a search proposes.
const refined = 10

// refine counts brands and browse nodes in the order they are found.
func (m *Marketplace) refine(found []int) gateway.Object {
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
		p := m.sketch(index)
		count(&brands, "brandName", p.Brand, gateway.Object{"brandName": p.Brand})
		count(&nodes, "classificationId", p.Kind.Node, gateway.Object{"displayName": p.Kind.Noun, "classificationId": p.Kind.Node})
	}
	return gateway.Object{"brands": brands[:min(refined, len(brands))], "classifications": nodes[:min(refined, len(nodes))]}
}
