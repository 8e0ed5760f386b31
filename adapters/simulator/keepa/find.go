package keepa

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

const (
	// searchPage bounds the products that a search returns.
	searchPage = 10
	// leastPage and mostResults bound the finder.
	leastPage, mostResults = 50, 10_000
	// mostSorts bounds the orders of a selection, mostCandidates the products that are examined for
	// it.
	mostSorts, mostCandidates = 3, 2_500
)

// search finds products by words.
func (q *inquiry) search() gateway.Object {
	q.wrongIf(q.text("type") != "product", "type")
	term := strings.Fields(q.text("term"))
	q.wrongIf(len(term) == 0, "term")
	page := q.number("page", 0, 0, 9)
	found := q.catalog.WithWords(catalog.ItemSearch{Words: term, Shop: q.shop.ID})
	found = found[min(page*searchPage, len(found)):min((page+1)*searchPage, len(found))]
	q.cost = 10
	if q.flag("asins-only", false) {
		return gateway.Object{"asinList": asinsOf(found), "totalResults": len(found)}
	}
	now := q.world.Clock.Now().Unix()
	in := wantedParts{
		history: q.flag("history", true), stats: q.query.Has("stats"), rating: q.flag("rating", false), days: trackedDays,
		oldest: q.number("update", none, none, 1<<20), to: now,
	}
	if in.stats {
		in.from, in.to = q.interval(now)
	}
	list := []gateway.Object{}
	for _, asin := range asinsOf(found) {
		list = append(list, q.product(asin, in))
	}
	return gateway.Object{"products": list}
}

func asinsOf(indexes []int) []string {
	list := []string{}
	for _, i := range indexes {
		list = append(list, world.ASIN(i))
	}
	return list
}

// bounded matches the numbers that a selection may bound or sort by.
var bounded = regexp.MustCompile(`^(current_[A-Z_]+|monthlySold|packageWeight|packageLength|packageWidth|packageHeight|trackingSince)(_gte|_lte)?$`)

// currents maps the names of numbers in a selection to lists.
var currents = map[string]int{
	"AMAZON": ofAmazon, "NEW": ofNew, "USED": ofUsed, "SALES": ofRank, "LISTPRICE": ofList, "NEW_FBM_SHIPPING": ofFBM, "NEW_FBA": ofFBA,
	"COUNT_NEW": ofCountNew, "COUNT_USED": ofCountUsed, "RATING": ofRating, "COUNT_REVIEWS": ofReviews, "BUY_BOX_SHIPPING": ofBuyBox,
	"COUNT_NEW_FBA": ofCountFBA, "COUNT_NEW_FBM": ofCountFBM,
}

// selection has a question of the finder: words and bounds of its members, orders and page.
type selection struct {
	words         map[string][]string
	bounds        map[string]int64
	sorts         [][2]string
	page, perPage int
}

// find answers a selection. It examines the first products with its words, and returns those within
// its bounds.
func (q *inquiry) find() gateway.Object {
	in := q.selection()
	type candidate struct {
		index  int
		values []int64
	}
	var found []candidate
	looked := 0
	for i := 0; i < min(catalog.SearchedProducts, q.world.Products) && looked < mostCandidates; i++ {
		p := q.catalog.Sketch(i)
		if p.IsHead() || !p.SoldIn(q.shop.ID) || !in.named(p) {
			continue
		}
		looked++
		value, meets := q.values(i), true
		for name, bound := range in.bounds {
			number, isLeast := strings.CutSuffix(name, "_gte")
			v := value(strings.TrimSuffix(number, "_lte"))
			meets = meets && v >= 0 && (isLeast && v >= bound || !isLeast && v <= bound)
		}
		if !meets {
			continue
		}
		c := candidate{index: i}
		for _, s := range in.sorts {
			v := value(s[0])
			if s[1] == "desc" {
				v = -v
			}
			c.values = append(c.values, v)
		}
		found = append(found, c)
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return slices.Compare(a.values, b.values) })
	total := len(found)
	found = found[min(in.page*in.perPage, total):min((in.page+1)*in.perPage, total)]
	asins := []string{}
	for _, c := range found {
		asins = append(asins, world.ASIN(c.index))
	}
	q.cost = 10 + (len(asins)+99)/100
	answer := gateway.Object{"asinList": asins, "totalResults": total}
	if q.flag("stats", false) {
		q.cost += 30
		answer["searchInsights"] = gateway.Object{"totalResults": total}
	}
	return answer
}

// selection reads the body, or the parameter of the same name.
func (q *inquiry) selection() selection {
	text := []byte(q.text("selection"))
	if q.body.Method == http.MethodPost {
		text, _ = io.ReadAll(io.LimitReader(q.body.Body, 64<<10))
	}
	var members map[string]json.RawMessage
	q.wrongIf(json.Unmarshal(text, &members) != nil || members == nil, "selection")
	in := selection{words: map[string][]string{}, bounds: map[string]int64{}, perPage: leastPage}
	for name, value := range members {
		var err error
		switch base := bounded.FindStringSubmatch(name); {
		case name == "page":
			err = json.Unmarshal(value, &in.page)
		case name == "perPage":
			err = json.Unmarshal(value, &in.perPage)
		case name == "sort":
			err = json.Unmarshal(value, &in.sorts)
		case slices.Contains([]string{"title", "brand", "rootCategory", "productType", "type"}, name):
			in.words[name], err = wordsOf(value)
		case base != nil && base[2] != "":
			q.wrongIf(!q.sortable(base[1]), name)
			var n int64
			err = json.Unmarshal(value, &n)
			in.bounds[name] = n
		default:
			q.wrongIf(true, name)
		}
		q.wrongIf(err != nil, name)
	}
	q.wrongIf(in.page < 0 || in.perPage < leastPage || (in.page+1)*in.perPage > mostResults, "perPage")
	if in.sorts == nil {
		in.sorts = [][2]string{{"current_SALES", "asc"}}
	}
	q.wrongIf(len(in.sorts) > mostSorts, "sort")
	for _, s := range in.sorts {
		q.wrongIf(!q.sortable(s[0]) || s[1] != "asc" && s[1] != "desc", "sort")
	}
	return in
}

func (q *inquiry) sortable(name string) bool {
	of, isCurrent := strings.CutPrefix(name, "current_")
	_, known := currents[of]
	return bounded.MatchString(name) && (known || !isCurrent)
}

// wordsOf reads a word, a number, or a list of at most fifty of them.
func wordsOf(value json.RawMessage) ([]string, error) {
	var list []any
	if gateway.Decode(value, &list) != nil {
		list = []any{nil}
		if err := gateway.Decode(value, &list[0]); err != nil {
			return nil, err
		}
	}
	words := []string{}
	for _, one := range list {
		switch one := one.(type) {
		case string:
			words = append(words, strings.ToLower(one))
		case json.Number:
			words = append(words, one.String())
		default:
			return nil, gateway.ErrTrailing
		}
	}
	return words, nil
}

// named reports whether a product has the words of a selection. All words of a title must occur in
// the product's title.
func (in *selection) named(p *catalog.Product) bool {
	for name, words := range in.words {
		var met bool
		switch name {
		case "title":
			title := strings.ToLower(p.Title)
			met = !slices.ContainsFunc(strings.Fields(strings.Join(words, " ")), func(w string) bool { return !strings.Contains(title, w) })
		case "brand":
			met = slices.Contains(words, strings.ToLower(p.Brand))
		case "rootCategory":
			met = slices.Contains(words, p.Category.ID)
		case "productType":
			met = slices.Contains(words, "0")
		default:
			met = slices.Contains(words, strings.ToLower(p.ProductType))
		}
		if !met {
			return false
		}
	}
	return true
}

// values returns a function that reads a product's numbers by name. The product is read on first
// use.
func (q *inquiry) values(index int) func(name string) int64 {
	var h *history
	var p *catalog.Product
	return func(name string) int64 {
		if p == nil {
			p = q.catalog.ProductAt(index)
		}
		of, isCurrent := strings.CutPrefix(name, "current_")
		if h == nil && (isCurrent || name == "monthlySold") {
			b := q.floor.BoardOf(p, q.shop)
			h = &history{}
			h.look(b, market.Demand(b.Product, q.world.Seed, b.Rank, b.At.Unix()), false)
		}
		sizes := gateway.Object{}
		addSizes(sizes, "package", p.Package)
		switch {
		case isCurrent:
			return h.current(currents[of])
		case name == "monthlySold":
			return h.badges[len(h.badges)-1]
		case name == "trackingSince":
			return minuteOf(q.world.Clock.Now().Unix()) - inMinutes(min(q.oddities(p).tracked, trackedDays))
		}
		return sizes[name].(int64)
	}
}

// categories returns the roots, or categories by their ids.
func (q *inquiry) categories() gateway.Object {
	asked := strings.Split(q.text("category"), ",")
	q.wrongIf(q.text("category") == "" || len(asked) > searchPage, "category")
	all := gateway.Object{}
	add := func(id, name, parent string, children []int, products int) {
		if slices.Contains(asked, id) || parent == "0" && slices.Contains(asked, "0") {
			all[id] = gateway.Object{
				"domainId": catalog.PlainNumber(q.domain), "catId": catalog.PlainNumber(id), "name": name, "contextFreeName": name, "parent": catalog.PlainNumber(parent),
				"children": children, "productCount": products, "highestRank": products, "lowestRank": 1, "matched": false, "isBrowseNode": true,
			}
		}
	}
	for _, c := range catalog.Words.Categories {
		var leaves []int
		for _, k := range c.Kinds {
			leaves = append(leaves, catalog.PlainNumber(k.Node))
			add(k.Node, k.Noun, c.ID, nil, 1<<c.Population/40)
		}
		slices.SortFunc(leaves, cmp.Compare[int])
		add(c.ID, c.Name, "0", leaves, 1<<c.Population)
	}
	q.cost = 1
	return gateway.Object{"categories": all, "categoryParents": nil}
}
