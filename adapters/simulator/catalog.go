package simulator

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

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

func (c *call) locale(name string) {
	c.wrongIf(c.has(name) && !localeForm.MatchString(c.text(name)), "'"+name+"' is not a locale.")
}

func (m *Marketplace) catalogItem(c *call) any {
	ids, sets := c.shops("marketplaceIds", len(world.Shops)), c.sets(catalogSets)
	c.locale("locale")
	asin := c.asin("asin", c.path("asin"))
	followScript(asin)
	p, ok := m.product(asin)
	if !ok || !slices.ContainsFunc(ids, p.soldIn) {
		panic(&refusal{http.StatusNotFound, "NOT_FOUND", "Requested item '" + asin + "' not found in marketplace(s) " + joined(ids) + "."})
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

func (m *Marketplace) searchItems(c *call) any {
	in := itemSearch{
		codes: c.list("identifiers", mostCodes), words: c.list("keywords", mostCodes), brands: c.list("brandNames", 100),
		nodes: c.list("classificationIds", 100),
	}
	sets := c.sets(catalogSets)
	ids := c.shops("marketplaceIds", 1)
	c.locale("locale")
	c.locale("keywordsLocale")
	byCode := in.codes != nil
	c.wrongIf(!byCode && in.words == nil, "'identifiers' or 'keywords' is required.")
	c.wrongIf(byCode && in.words != nil, "'identifiers' and 'keywords' exclude each other.")
	c.wrongIf(byCode && (in.brands != nil || in.nodes != nil || c.has("keywordsLocale")),
		"'brandNames', 'classificationIds' and 'keywordsLocale' go with 'keywords' only.")
	c.wrongIf(byCode && !c.has("identifiersType"), "'identifiersType' is required with 'identifiers'.")
	in.kind = c.word("identifiersType", "ASIN", "EAN", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	c.wrongIf(byCode && in.kind == "SKU" && !c.has("sellerId"), "'sellerId' is required for identifiers of type SKU.")
	page := c.page("pageSize", "pageToken", 10, mostFound)
	in.shop = ids[0]

	answer := object{}
	var found []int
	if byCode {
		for _, code := range in.codes {
			followScript(code)
		}
		found = m.withCodes(c.token.seller, in)
	} else {
		found = m.withWords(in)
		answer["refinements"] = m.refine(found)
	}
	list, next := slicePage(c, page, found)
	items := []object{}
	for _, index := range list {
		items = append(items, m.itemOf(m.productAt(index), ids, sets))
	}
	answer["numberOfResults"], answer["items"] = len(found), items
	return answer.paged(next)
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
func (m *Marketplace) refine(found []int) object {
	brands, nodes := []object{}, []object{}
	count := func(list *[]object, member, name string, about object) {
		i := slices.IndexFunc(*list, func(o object) bool { return o[member] == name })
		if i < 0 {
			i, about["numberOfResults"] = len(*list), 0
			*list = append(*list, about)
		}
		(*list)[i]["numberOfResults"] = (*list)[i]["numberOfResults"].(int) + 1
	}
	for _, index := range found {
		p := m.sketch(index)
		count(&brands, "brandName", p.Brand, object{"brandName": p.Brand})
		count(&nodes, "classificationId", p.Kind.Node, object{"displayName": p.Kind.Noun, "classificationId": p.Kind.Node})
	}
	return object{"brands": brands[:min(refined, len(brands))], "classifications": nodes[:min(refined, len(nodes))]}
}
