package simulator

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sellingassistant/domain/kernel/marketplace"
)

const (
	catalogPath = "/catalog/2022-04-01/items"
	mostCodes   = 20
	mostFound   = 20
)

var catalogSets = []string{
	"summaries", "attributes", "classifications", "dimensions", "identifiers", "images", "productTypes", "relationships", "salesRanks", "vendorDetails",
}

// catalogSets are the parts of an item to tell, the summaries unless others are named.
func (a *asked) catalogSets() []string {
	if !a.has("includedData") {
		return catalogSets[:1]
	}
	return a.list("includedData", len(catalogSets), catalogSets...)
}

var localeForm = regexp.MustCompile(`^[a-z]{2}_[A-Z]{2}$`)

func (a *asked) locale(name string) {
	if a.has(name) && !localeForm.MatchString(a.text(name)) {
		a.wrong("'" + name + "' is not a locale.")
	}
}

var asinForm = regexp.MustCompile(`^[A-Z0-9]{10}$`)

type itemRead struct {
	asin  string
	shops []marketplace.ID
	sets  []string
}

func readItem(a *asked) itemRead {
	in := itemRead{asin: a.path("asin"), shops: a.shops("marketplaceIds", len(shops)), sets: a.catalogSets()}
	a.locale("locale")
	if !asinForm.MatchString(in.asin) {
		a.wrong("'asin' is not an ASIN.")
	}
	return in
}

func (m *Marketplace) answerItem(_ *call, in itemRead) (int, any) {
	if fixed := scripted(in.asin); fixed != nil {
		return 0, fixed
	}
	p, ok := m.product(in.asin)
	if !ok || !slices.ContainsFunc(in.shops, p.soldIn) {
		return 0, &refusal{http.StatusNotFound, "NOT_FOUND", "Requested item '" + in.asin + "' not found in marketplace(s) " + joined(in.shops) + "."}
	}
	return http.StatusOK, m.itemOf(p, in.shops, in.sets)
}

// scripted is what a product with a fixed behaviour answers, nil for all others.
func scripted(asin string) any {
	if !strings.HasPrefix(asin, "B0CASE") {
		return nil
	}
	c, _ := caseOf(asin)
	switch {
	case c.refusal != nil:
		return c.refusal
	case c.fault != nil:
		return c.fault
	}
	return nil
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
	shop                        *shop
	sets                        []string
	page                        span
}

func readItemSearch(a *asked) itemSearch {
	in := itemSearch{
		codes: a.list("identifiers", mostCodes), words: a.list("keywords", mostCodes), brands: a.list("brandNames", 100),
		nodes: a.list("classificationIds", 100), sets: a.catalogSets(),
	}
	ids := a.shops("marketplaceIds", 1)
	a.locale("locale")
	a.locale("keywordsLocale")
	switch {
	case in.codes == nil && in.words == nil:
		a.wrong("'identifiers' or 'keywords' is required.")
	case in.codes != nil && in.words != nil:
		a.wrong("'identifiers' and 'keywords' exclude each other.")
	case in.codes != nil && (in.brands != nil || in.nodes != nil || a.has("keywordsLocale")):
		a.wrong("'brandNames', 'classificationIds' and 'keywordsLocale' go with 'keywords' only.")
	case in.codes != nil && !a.has("identifiersType"):
		a.wrong("'identifiersType' is required with 'identifiers'.")
	}
	in.kind = a.word("identifiersType", "ASIN", "EAN", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	if in.codes != nil && in.kind == "SKU" && !a.has("sellerId") {
		a.wrong("'sellerId' is required for identifiers of type SKU.")
	}
	in.page = a.page("pageSize", "pageToken", 10, mostFound)
	if a.no == nil {
		in.shop = shops[ids[0]]
	}
	return in
}

func (m *Marketplace) answerItemSearch(c *call, in itemSearch) (int, any) {
	answer := itemResults{Items: []itemAnswer{}}
	var found []int
	if in.codes != nil {
		for _, code := range in.codes {
			if fixed := scripted(code); fixed != nil {
				return 0, fixed
			}
		}
		found = m.withCodes(c.token.seller, in)
	} else {
		found = m.withWords(in)
		answer.Refinements = m.refine(found)
	}
	page, next := slicePage(m, c, in.page, found)
	for _, index := range page {
		answer.Items = append(answer.Items, m.itemOf(m.productAt(index), []marketplace.ID{in.shop.ID}, in.sets))
	}
	answer.NumberOfResults = len(found)
	if next != "" {
		answer.Pagination = &pagination{NextToken: next}
	}
	return http.StatusOK, answer
}

// withCodes are the products that have one of the codes, each once, in the
// order of the codes.
func (m *Marketplace) withCodes(seller string, in itemSearch) []int {
	var found []int
	add := func(p *product) {
		if p.soldIn(in.shop.ID) && !slices.Contains(found, p.Index) {
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
		for i := range min(searchedProducts, m.cfg.Products) {
			p := m.sketch(i)
			m.words.texts = append(m.words.texts, strings.ToLower(p.Title+" "+p.Kind.noun+" "+p.Category.Name))
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
		if p := m.sketch(i); p.soldIn(in.shop.ID) && p.matches(in.brands, in.nodes) {
			found = append(found, i)
		}
	}
	return found
}

func (p *product) matches(brands, nodes []string) bool {
	isBrand := func(b string) bool { return strings.EqualFold(b, p.Brand) }
	return (brands == nil || slices.ContainsFunc(brands, isBrand)) &&
		(nodes == nil || slices.Contains(nodes, p.Kind.node) || slices.Contains(nodes, p.Category.ID))
}

type itemResults struct {
	NumberOfResults int          `json:"numberOfResults"`
	Pagination      *pagination  `json:"pagination,omitempty"`
	Refinements     *refinements `json:"refinements,omitempty"`
	Items           []itemAnswer `json:"items"`
}

type refinements struct {
	Brands          []brandCount `json:"brands"`
	Classifications []nodeCount  `json:"classifications"`
}

type brandCount struct {
	NumberOfResults int    `json:"numberOfResults"`
	BrandName       string `json:"brandName"`
}

type nodeCount struct {
	NumberOfResults  int    `json:"numberOfResults"`
	DisplayName      string `json:"displayName"`
	ClassificationID string `json:"classificationId"`
}

// refined is how many brands and browse nodes a search proposes.
const refined = 10

// refine counts brands and browse nodes in the order they are found.
func (m *Marketplace) refine(found []int) *refinements {
	r := &refinements{Brands: []brandCount{}, Classifications: []nodeCount{}}
	for _, index := range found {
		p := m.sketch(index)
		b := slices.IndexFunc(r.Brands, func(c brandCount) bool { return c.BrandName == p.Brand })
		if b < 0 {
			b = len(r.Brands)
			r.Brands = append(r.Brands, brandCount{BrandName: p.Brand})
		}
		r.Brands[b].NumberOfResults++
		n := slices.IndexFunc(r.Classifications, func(c nodeCount) bool { return c.ClassificationID == p.Kind.node })
		if n < 0 {
			n = len(r.Classifications)
			r.Classifications = append(r.Classifications, nodeCount{DisplayName: p.Kind.noun, ClassificationID: p.Kind.node})
		}
		r.Classifications[n].NumberOfResults++
	}
	r.Brands = r.Brands[:min(refined, len(r.Brands))]
	r.Classifications = r.Classifications[:min(refined, len(r.Classifications))]
	return r
}
